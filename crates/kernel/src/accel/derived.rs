//! Accelerator: derives the tables of a [`Game`] from the rest of it, before play. Each must agree
//! with the definition that its own module names.

use std::sync::Arc;

use crate::accel::analysis::{
    Assumptions, TargetConditions, conjuncts, depends_on_moment, eval_cost, is_contradictory,
    is_target_independent, max_distance_operand, upper_bound_of_new_value,
};
use crate::accel::plan::Plan;
use crate::game::{ExprFunctions, Game};
use crate::ids::{CombatantSet, ExprId, KindId, UnitId};
use crate::limits::{MOMENTS, OPTIONS_MAX};
use crate::model::activity::{Activity, ArgumentInfo, Target};
use crate::model::clock::Handler;
use crate::model::effect::Op;
use crate::model::expr::{Input, Instr, Role, StatRef};
use crate::model::handlers::HandlerIndex;
use crate::model::moment::Moments;
use crate::model::movement::StepDependence;
use crate::model::sheet::{ActionOption, NO_LANE, Recipe, Sheet};
use crate::pay::{MinimumCost, PaymentTables};
use crate::purse::SlotUses;

impl Game {
    /// Builds the derived tables once all others are filled; call it again after any change.
    pub fn build_plan(&mut self) {
        self.shortcuts = Some(Arc::new(self.build_tables()));
    }

    /// Builds the derived tables and returns those that only shortcuts read.
    pub(crate) fn build_tables(&mut self) -> Plan {
        self.split_conjunctions();
        let changes = self.programs.iter().flatten().map(|step| match step.op {
            Op::Terrain { sort, .. } => 1 << sort,
            _ => 0,
        });
        let changed: u8 = changes.fold(0, |all, sort| all | sort);
        self.shapes_ground = changed != 0;
        self.terrain = self.board.terrain.iter().fold(changed, |all, sorts| all | sorts);
        self.functions = ExprFunctions::of(self);
        self.bearings = self.activities.iter().map(|one| self.argument_info_of(one)).collect();
        self.mark_target_dependent();
        self.actor_tests = self.activities.iter().map(|one| self.actor_tests_of(one)).collect();
        let activities = self.activities.iter().zip(&self.bearings);
        self.target_tests = activities.map(|(one, with)| self.target_tests_of(one, with)).collect();
        self.watched = self.watches.iter().fold(0, |all, watch| all | 1 << watch.attribute.0);
        self.watch_thresholds = self
            .watches
            .iter()
            .map(|watch| upper_bound_of_new_value(self.expr(watch.when)))
            .collect();
        for at in 0..self.sheets.len() {
            let mut sheet = std::mem::take(&mut self.sheets[at]);
            let lanes = (0..self.kinds.len()).map(|kind| sheet.find_lane(KindId(kind as u16)));
            sheet.lane_of = lanes.map(|lane| lane.map_or(NO_LANE, |lane| lane as u8)).collect();
            sheet.payable_options =
                (0..MOMENTS).map(|moment| self.payable_at(&sheet, moment)).collect();
            sheet.refills = (0..self.spans.len()).map(|span| sheet.refill_of(span)).collect();
            sheet.own_refill = sheet.refill_of_own();
            let refills = sheet.refills.iter().chain([&sheet.own_refill]);
            sheet.room = refills.fold(SlotUses::default(), |room, one| room.refilled(one));
            self.sheets[at] = sheet;
        }
        let tables = self.sheets.iter().map(|sheet| PaymentTables::new(sheet, &self.bills));
        self.payment_tables = tables.collect();
        self.refilling = std::array::from_fn(|span| {
            let refills =
                |sheet: &Sheet| sheet.refills.get(span).is_some_and(|one| !one.is_empty());
            let some = self.sheets.iter().map(refills);
            some.enumerate().fold(0, |all, (who, some)| all | CombatantSet::from(some) << who)
        });
        let own = self.sheets.iter().map(|sheet| !sheet.own_refill.is_empty());
        self.refilling_own =
            own.enumerate().fold(0, |all, (who, some)| all | CombatantSet::from(some) << who);
        self.prune_unsatisfiable();
        let known = Assumptions::of(&self.sheets);
        let bounds = |expr| known.bounds(self.expr(expr));
        let never = |one: &Handler| one.when.is_some_and(|when| bounds(when) == (0, 0));
        let leads = HandlerIndex::of(&self.handlers, never);
        let most = self.board.threat.map_or(-1, |threat| bounds(threat).1);
        let adds = self.steps.surcharges.iter().map(|(add, _)| bounds(*add).0);
        self.steps.may_be_free = adds.fold(0, i32::saturating_add) < 0;
        self.leads = leads;
        self.board.threat_most = most;
        self.board.has_large = self.sheets.iter().any(|sheet| sheet.span > 1);
        let priced = self.steps.surcharges.iter().map(|(add, _)| *add);
        self.steps.nonzero_surcharges =
            priced.filter(|add| self.constant_of(*add) != Some(0)).collect();
        self.steps.dependence = StepDependence::of(self);
        let conditions = [false, true].map(|answering| {
            TargetConditions::of(self, Assumptions { answering, ..Assumptions::of(&self.sheets) })
        });
        let any = conditions.iter().flat_map(|one| &one.of_target);
        self.any_target_condition = any.fold(0, |all, conditions| all | conditions);
        Plan::of(self, conditions)
    }

    /// Returns the same game without accelerators, for comparison. Results are equal but slower to
    /// compute.
    pub fn without_shortcuts(&self) -> Game {
        let mut game = Game {
            functions: ExprFunctions::default(),
            shortcuts: None,
            payment_tables: Vec::new(),
            watch_thresholds: Vec::new(),
            ..self.clone()
        };
        game.board.threat_most = i32::MAX;
        game.steps.nonzero_surcharges = self.steps.surcharges.iter().map(|(add, _)| *add).collect();
        game.steps.dependence = StepDependence::No;
        game
    }

    /// Returns the greatest distance of an activity's target, if target conditions are also known.
    pub(crate) fn reach_of(&self, at: usize, conditions: &TargetConditions) -> Option<StatRef> {
        let activity = &self.activities[at];
        if conditions.of_target[at] == 0 || !activity.target.needs_someone() {
            return None;
        }
        let asked = activity.requirements.iter().filter(|need| need.depends_on_target);
        let always = asked.filter(|need| need.only_if == 0);
        let mut parts = always.flat_map(|need| self.conjuncts_of(need.test));
        parts.find_map(|part| max_distance_operand(self.expr(*part)))
    }

    /// Splits requirements into the operands of `and`: many are shared, and the rest are skipped
    /// once one fails.
    fn split_conjunctions(&mut self) {
        self.conjuncts = vec![Vec::new(); self.exprs.len()];
        let needs = self.activities.iter().flat_map(|activity| &activity.requirements);
        let whens = self.handlers.iter().filter_map(|handler| handler.when);
        let tests: Vec<ExprId> = needs.map(|need| need.test).chain(whens).collect();
        let mut known: Vec<(Vec<Instr>, ExprId)> = Vec::new();
        for test in tests {
            if !self.conjuncts[test.index()].is_empty() {
                continue;
            }
            let code = self.exprs[test.index()].clone();
            if self.exprs.len() + code.len() > usize::from(u16::MAX) {
                // No expression ids are left for its parts, so it is evaluated as a whole.
                self.conjuncts[test.index()].push(test);
                continue;
            }
            let whole = |part: &[Instr]| (part.len() == code.len()).then_some(test);
            for part in conjuncts(&code) {
                let seen = known.iter().find(|(one, _)| one == part).map(|(_, id)| *id);
                let id = seen.or_else(|| whole(part)).unwrap_or_else(|| {
                    self.exprs.push(part.to_vec());
                    ExprId((self.exprs.len() - 1) as u16)
                });
                if seen.is_none() {
                    known.push((part.to_vec(), id));
                }
                self.conjuncts[test.index()].push(id);
            }
        }
        let Game { conjuncts: parts, exprs, .. } = self;
        // Cheap parts come first, because most failing requirements fail by a cheap part.
        parts.iter_mut().for_each(|all| all.sort_by_key(|part| eval_cost(&exprs[part.index()])));
    }

    /// Returns what static analysis knows of an activity's argument.
    fn argument_info_of(&self, activity: &Activity) -> ArgumentInfo {
        let known = Assumptions::of(&self.sheets);
        let Some(argument) = &activity.argument else {
            return ArgumentInfo {
                constant_default: Some(0),
                range_nonempty: true,
                ..ArgumentInfo::default()
            };
        };
        let bounds = [argument.min, argument.max];
        let [(_, min), (max, _)] = bounds.map(|one| known.bounds(self.expr(one)));
        let aimed = activity.target != Target::None;
        let of_target = |expr: ExprId| aimed && !is_target_independent(self.expr(expr));
        ArgumentInfo {
            constant_default: self.constant_of(argument.default),
            affects_legality: bounds.into_iter().any(|bound| self.reads_number(bound))
                || activity.requirements.iter().any(|need| self.reads_number(need.test)),
            default_depends_on_target: of_target(argument.default)
                || argument.card.is_some()
                    && activity.requirements.iter().any(|need| need.depends_on_target),
            bounds_depend_on_target: bounds.into_iter().any(of_target),
            range_nonempty: min <= max,
        }
    }

    /// Returns true if an expression reads the argument of a declaration.
    fn reads_number(&self, expr: ExprId) -> bool {
        let reads =
            |code: &Instr| matches!(code, Instr::Load(Input::Argument | Input::ArgumentInPile(_)));
        self.expr(expr).iter().any(reads)
    }

    /// Returns true for the test that a given card lies in a pile that is not the target's. A card
    /// that is taken by default always does.
    fn is_own_pile_test(&self, expr: ExprId) -> bool {
        matches!(self.expr(expr), [Instr::Load(Input::ArgumentInPile(pile))]
            if pile.owner != Some(Role::Target))
    }

    /// Marks requirements that read a target-dependent argument as target-dependent.
    fn mark_target_dependent(&mut self) {
        let mut activities = std::mem::take(&mut self.activities);
        for (activity, bearing) in activities.iter_mut().zip(&self.bearings) {
            let aimed =
                activity.requirements.iter_mut().filter(|_| bearing.default_depends_on_target);
            aimed.for_each(|need| {
                let of_target = self.reads_number(need.test) && !self.is_own_pile_test(need.test);
                need.depends_on_target |= of_target;
            });
        }
        self.activities = activities;
    }

    /// Returns the tests of an activity's actor alone with their guards, cheapest first.
    fn actor_tests_of(&self, activity: &Activity) -> Vec<(u64, ExprId)> {
        let known = Assumptions::of(&self.sheets);
        let parts = activity.requirements.iter().flat_map(|need| {
            let own = |part: &&ExprId| {
                !need.depends_on_target || is_target_independent(self.expr(**part))
            };
            let open = |part: &&ExprId| !known.always(self.expr(**part));
            let parts = self.conjuncts_of(need.test).iter().filter(own).filter(open);
            parts.map(|part| (need.only_if, *part))
        });
        let mut tests: Vec<(u64, ExprId)> = parts.collect();
        tests.sort_by_key(|(guard, part)| (eval_cost(self.expr(*part)), part.index(), *guard));
        tests.dedup();
        tests
    }

    /// Returns the tests of an activity's target with the default argument, cheapest first.
    fn target_tests_of(&self, activity: &Activity, with: &ArgumentInfo) -> Vec<ExprId> {
        let known = Assumptions::of(&self.sheets);
        let needs = activity.requirements.iter().filter(|need| need.depends_on_target);
        let parts = needs.flat_map(|need| self.conjuncts_of(need.test));
        let open = parts
            .filter(|part| !known.is_true_with_argument(self.expr(**part), with.constant_default));
        let mut tests: Vec<ExprId> = open.copied().collect();
        tests.sort_by_key(|part| (eval_cost(self.expr(*part)), part.index()));
        tests.dedup();
        tests
    }

    /// Returns the options, one bit each, that some recipes may pay for at a moment.
    fn payable_at(&self, sheet: &Sheet, moment: u32) -> u128 {
        let promises = |option: &ActionOption| {
            self.activities[option.activity.index()].moments.0 >> moment & 1 == 1
                && self.bill(option.bill).iter().any(|alternative| {
                    let mut units = alternative.units.iter();
                    units.all(|unit| self.usable(sheet, option, *unit, moment).next().is_some())
                })
        };
        let options = sheet.options.iter().take(OPTIONS_MAX).enumerate();
        options.fold(0, |all, (at, option)| all | u128::from(promises(option)) << at)
    }

    /// Removes payable options with a requirement that never holds at the moment.
    fn prune_unsatisfiable(&mut self) {
        let known = |moment| Assumptions { moment, ..Assumptions::of(&self.sheets) };
        let never = |test: &[Instr], moment| known(moment).bounds(test) == (0, 0);
        let moments = 0..Moments::NAMES.len();
        let never: Vec<Vec<bool>> = self
            .activities
            .iter()
            .map(|activity| {
                let tests = activity.requirements.iter().map(|need| self.expr(need.test));
                let (timely, others): (Vec<&[Instr]>, Vec<&[Instr]>) =
                    tests.partition(|test| depends_on_moment(test));
                let ever = !others.iter().any(|test| never(test, None));
                let now = |at: usize| Some(Moments(1 << at));
                let all = [timely.as_slice(), others.as_slice()].concat();
                let never = |at| {
                    !ever
                        || timely.iter().any(|test| never(test, now(at)))
                        || is_contradictory(known(now(at)), &timely, &all)
                };
                moments.clone().map(never).collect()
            })
            .collect();
        for moment in moments {
            for sheet in &mut self.sheets {
                let out =
                    |option: &ActionOption| u128::from(never[option.activity.index()][moment]);
                let options = sheet.options.iter().take(OPTIONS_MAX).enumerate();
                let out = options.fold(0, |all, (at, option)| all | out(option) << at);
                sheet.payable_options[moment] &= !out;
            }
        }
    }

    /// Returns the recipes that may pay for a unit of an option's bill at a moment.
    fn usable<'a>(
        &self,
        sheet: &'a Sheet,
        option: &ActionOption,
        unit: UnitId,
        moment: u32,
    ) -> impl Iterator<Item = &'a Recipe> + use<'a> {
        let accepts = self.activities[option.activity.index()].opens_gates;
        sheet.recipes_of(unit).iter().filter(move |recipe| {
            recipe.moments.0 >> moment & 1 == 1 && recipe.gates & !accepts == 0
        })
    }

    /// Returns the minimum cost of each option at a moment; empty if none is payable then.
    pub(crate) fn prospects_at(&self, sheet: &Sheet, moment: u32) -> Vec<MinimumCost> {
        let any = sheet.payable_options[moment as usize] != 0;
        let options = sheet.options.iter().take(if any { OPTIONS_MAX } else { 0 });
        options.map(|option| self.prospect(sheet, option, moment)).collect()
    }

    /// Returns the minimum cost of an option at a moment.
    pub(crate) fn prospect(
        &self,
        sheet: &Sheet,
        option: &ActionOption,
        moment: u32,
    ) -> MinimumCost {
        let bill = self.bill(option.bill).iter();
        let free = bill.clone().any(|alternative| alternative.units.is_empty());
        // The other units can only increase the cost.
        let first = bill.filter_map(|alternative| alternative.units.first());
        let usable = first.flat_map(|unit| self.usable(sheet, option, *unit, moment));
        MinimumCost::of(usable, free)
    }
}
