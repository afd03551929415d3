//! Laying out a game once all its tables are filled: whatever makes playing fast and follows from
//! them.

use crate::activity::{Activity, Bearing, Target};
use crate::ahead::{
    Known, Marks, conjuncts, cost, ignores_target, most_now, nearness, never_together, reads_moment,
};
use crate::clock::{Edge, Handler};
use crate::edge::{Sieve, Stir};
use crate::effect::Op;
use crate::expr::{Code, Input, Quickly};
use crate::game::{Game, Leads, MOMENTS};
use crate::ids::{ExprId, KindId, Mask, SpanId, UnitId};
use crate::moment::Moments;
use crate::pay::Prospect;
use crate::purse::Room;
use crate::sheet::{Choice, NO_LANE, Recipe, Sheet};
use crate::space::Figure;
use crate::state::OPTIONS_MAX;
use crate::stride::Alike;

impl Game {
    /// Lays out what makes playing fast, once all tables are filled; again after any change.
    pub fn lay_out(&mut self) {
        self.take_apart();
        let changes = self.programs.iter().flatten().map(|step| match step.op {
            Op::Terrain { sort, .. } => 1 << sort,
            _ => 0,
        });
        let changed: u8 = changes.fold(0, |all, sort| all | sort);
        self.shapes_ground = changed != 0;
        self.terrain = self.board.terrain.iter().fold(changed, |all, sorts| all | sorts);
        self.quickly = Quickly::of(self);
        self.bearings = self.activities.iter().map(|one| self.bearing_of(one)).collect();
        self.aim_needs();
        self.own_tests = self.activities.iter().map(|one| self.own_tests_of(one)).collect();
        let activities = self.activities.iter().zip(&self.bearings);
        self.aim_tests = activities.map(|(one, with)| self.aim_tests_of(one, with)).collect();
        self.routes = self.programs.iter().map(|program| self.routes_of(program)).collect();
        self.watched = self.watches.iter().fold(0, |all, watch| all | 1 << watch.attribute.0);
        self.calm = self.watches.iter().map(|watch| most_now(self.expr(watch.when))).collect();
        let programs = self.programs.iter().zip(&self.routes);
        self.idles = programs.map(|(program, routes)| self.idles_of(program, routes)).collect();
        self.sieves = self.handlers.iter().map(|handler| Sieve::of(self, handler)).collect();
        for at in 0..self.sheets.len() {
            let mut sheet = std::mem::take(&mut self.sheets[at]);
            let lanes = (0..self.kinds.len()).map(|kind| sheet.find_lane(KindId(kind as u16)));
            sheet.lane_of = lanes.map(|lane| lane.map_or(NO_LANE, |lane| lane as u8)).collect();
            sheet.lay_out(&self.bills);
            sheet.promising = (0..MOMENTS).map(|moment| self.payable_at(&sheet, moment)).collect();
            sheet.prospects =
                (0..MOMENTS).map(|moment| self.prospects_at(&sheet, moment)).collect();
            sheet.refills = (0..self.spans.len()).map(|span| sheet.refill_of(span)).collect();
            sheet.own_refill = sheet.refill_of_own();
            let refills = sheet.refills.iter().chain([&sheet.own_refill]);
            sheet.room = refills.fold(Room::default(), |room, one| room.refilled(one));
            self.sheets[at] = sheet;
        }
        self.refilling = std::array::from_fn(|span| {
            let refills =
                |sheet: &Sheet| sheet.refills.get(span).is_some_and(|one| !one.is_empty());
            let some = self.sheets.iter().map(refills);
            some.enumerate().fold(0, |all, (who, some)| all | Mask::from(some) << who)
        });
        let own = self.sheets.iter().map(|sheet| !sheet.own_refill.is_empty());
        self.refilling_own =
            own.enumerate().fold(0, |all, (who, some)| all | Mask::from(some) << who);
        self.leave_out_the_impossible();
        let known = Known::of(&self.sheets);
        let bounds = |expr| known.bounds(self.expr(expr));
        let never = |one: &Handler| one.when.is_some_and(|when| bounds(when) == (0, 0));
        let leads = Leads::of(&self.handlers, never);
        let most = self.board.threat.map_or(-1, |threat| bounds(threat).1);
        let adds = self.steps.adds.iter().map(|(add, _)| bounds(*add).0);
        self.steps.may_be_free = adds.fold(0, i32::saturating_add) < 0;
        self.leads = leads;
        self.stirs = std::array::from_fn(|span| {
            [Edge::Begin, Edge::End]
                .map(|edge| Stir::of(self, self.leads.at(SpanId(span as u8), edge)))
        });
        self.board.threat_most = most;
        let priced = self.steps.adds.iter().map(|(add, _)| *add);
        self.steps.priced = priced.filter(|add| self.fixed(*add) != Some(0)).collect();
        self.steps.alike = Alike::of(self);
        self.marks = [false, true]
            .map(|answering| Marks::of(self, Known { answering, ..Known::of(&self.sheets) }));
        let marks = self.marks.iter().flat_map(|one| &one.of_target);
        self.all_marks = marks.fold(0, |all, marks| all | marks);
        self.reaches = (0..self.activities.len()).map(|at| self.reach_of(at)).collect();
        self.judge_answers();
    }

    /// How near the target of an activity has to be, if it is told by marks as well.
    fn reach_of(&self, at: usize) -> Option<Figure> {
        let activity = &self.activities[at];
        if self.marks[1].of_target[at] == 0 || !activity.target.needs_someone() {
            return None;
        }
        let asked = activity.needs.iter().filter(|need| need.of_target);
        let always = asked.filter(|need| need.guard == 0);
        let mut parts = always.flat_map(|need| self.parts(need.test));
        parts.find_map(|part| nearness(self.expr(*part)))
    }

    /// Takes requirements apart into what they join by `and`: much of that is shared, and the rest
    /// need not be looked at once some of it fails.
    fn take_apart(&mut self) {
        self.parts = vec![Vec::new(); self.exprs.len()];
        let needs = self.activities.iter().flat_map(|activity| &activity.needs);
        let whens = self.handlers.iter().filter_map(|handler| handler.when);
        let tests: Vec<ExprId> = needs.map(|need| need.test).chain(whens).collect();
        let mut known: Vec<(Vec<Code>, ExprId)> = Vec::new();
        for test in tests {
            if !self.parts[test.index()].is_empty() {
                continue;
            }
            let code = self.exprs[test.index()].clone();
            if self.exprs.len() + code.len() > usize::from(u16::MAX) {
                // There are no numbers left for its parts: it is judged as a whole.
                self.parts[test.index()].push(test);
                continue;
            }
            let whole = |part: &[Code]| (part.len() == code.len()).then_some(test);
            for part in conjuncts(&code) {
                let seen = known.iter().find(|(one, _)| one == part).map(|(_, id)| *id);
                let id = seen.or_else(|| whole(part)).unwrap_or_else(|| {
                    self.exprs.push(part.to_vec());
                    ExprId((self.exprs.len() - 1) as u16)
                });
                if seen.is_none() {
                    known.push((part.to_vec(), id));
                }
                self.parts[test.index()].push(id);
            }
        }
        let Game { parts, exprs, .. } = self;
        // What is quickly told comes first: most requirements that fail fail by that.
        parts.iter_mut().for_each(|all| all.sort_by_key(|part| cost(&exprs[part.index()])));
    }

    /// What the number that goes with an activity has to do with whether it may be declared.
    fn bearing_of(&self, activity: &Activity) -> Bearing {
        let known = Known::of(&self.sheets);
        let Some(argument) = &activity.argument else {
            return Bearing { usual: Some(0), any: true, ..Bearing::default() };
        };
        let bounds = [argument.min, argument.max];
        let [(_, min), (max, _)] = bounds.map(|one| known.bounds(self.expr(one)));
        let aimed = activity.target != Target::None;
        let of_target = |expr: ExprId| aimed && !ignores_target(self.expr(expr));
        Bearing {
            usual: self.fixed(argument.usual),
            matters: bounds.into_iter().any(|bound| self.reads_number(bound))
                || activity.needs.iter().any(|need| self.reads_number(need.test)),
            usual_of_target: of_target(argument.usual),
            bounds_of_target: bounds.into_iter().any(of_target),
            any: min <= max,
        }
    }

    /// Whether an expression reads the number that goes with a declaration.
    fn reads_number(&self, expr: ExprId) -> bool {
        self.expr(expr).contains(&Code::Load(Input::Argument))
    }

    /// Requirements of a number that depends on the target are requirements of the target.
    fn aim_needs(&mut self) {
        let mut activities = std::mem::take(&mut self.activities);
        for (activity, bearing) in activities.iter_mut().zip(&self.bearings) {
            let aimed = activity.needs.iter_mut().filter(|_| bearing.usual_of_target);
            aimed.for_each(|need| need.of_target |= self.reads_number(need.test));
        }
        self.activities = activities;
    }

    /// What an activity requires of its actor alone.
    fn own_tests_of(&self, activity: &Activity) -> Vec<(u64, ExprId)> {
        let known = Known::of(&self.sheets);
        let parts = activity.needs.iter().flat_map(|need| {
            let own = |part: &&ExprId| !need.of_target || ignores_target(self.expr(**part));
            let open = |part: &&ExprId| !known.always(self.expr(**part));
            let parts = self.parts(need.test).iter().filter(own).filter(open);
            parts.map(|part| (need.guard, *part))
        });
        let mut tests: Vec<(u64, ExprId)> = parts.collect();
        tests.sort_by_key(|(guard, part)| (cost(self.expr(*part)), part.index(), *guard));
        tests.dedup();
        tests
    }

    /// What an activity requires of its target with the usual number, what is quickly told first.
    fn aim_tests_of(&self, activity: &Activity, with: &Bearing) -> Vec<ExprId> {
        let known = Known::of(&self.sheets);
        let needs = activity.needs.iter().filter(|need| need.of_target);
        let parts = needs.flat_map(|need| self.parts(need.test));
        let open = parts.filter(|part| !known.always_with(self.expr(**part), with.usual));
        let mut tests: Vec<ExprId> = open.copied().collect();
        tests.sort_by_key(|part| (cost(self.expr(*part)), part.index()));
        tests.dedup();
        tests
    }

    /// Options, one bit each, that some recipes may pay for at the moment with this bit.
    fn payable_at(&self, sheet: &Sheet, moment: u32) -> u128 {
        let promises = |option: &Choice| {
            self.activities[option.activity.index()].moments.0 >> moment & 1 == 1
                && self.bill(option.bill).iter().any(|alternative| {
                    let mut units = alternative.units.iter();
                    units.all(|unit| self.usable(sheet, option, *unit, moment).next().is_some())
                })
        };
        let options = sheet.options.iter().take(OPTIONS_MAX).enumerate();
        options.fold(0, |all, (at, option)| all | u128::from(promises(option)) << at)
    }

    /// Takes out of what is promising whatever requires what there never is at that moment.
    fn leave_out_the_impossible(&mut self) {
        let known = |moment| Known { moment, ..Known::of(&self.sheets) };
        let never = |test: &[Code], moment| known(moment).bounds(test) == (0, 0);
        let moments = 0..Moments::NAMES.len();
        let never: Vec<Vec<bool>> = self
            .activities
            .iter()
            .map(|activity| {
                let tests = activity.needs.iter().map(|need| self.expr(need.test));
                let (timely, others): (Vec<&[Code]>, Vec<&[Code]>) =
                    tests.partition(|test| reads_moment(test));
                let ever = !others.iter().any(|test| never(test, None));
                let now = |at: usize| Some(Moments(1 << at));
                let all = [timely.as_slice(), others.as_slice()].concat();
                let never = |at| {
                    !ever
                        || timely.iter().any(|test| never(test, now(at)))
                        || never_together(known(now(at)), &timely, &all)
                };
                moments.clone().map(never).collect()
            })
            .collect();
        for moment in moments {
            for sheet in &mut self.sheets {
                let out = |option: &Choice| u128::from(never[option.activity.index()][moment]);
                let options = sheet.options.iter().take(OPTIONS_MAX).enumerate();
                let out = options.fold(0, |all, (at, option)| all | out(option) << at);
                sheet.promising[moment] &= !out;
            }
        }
    }

    /// The recipes that may pay for a unit of an option's bill at a moment.
    fn usable<'a>(
        &self,
        sheet: &'a Sheet,
        option: &Choice,
        unit: UnitId,
        moment: u32,
    ) -> impl Iterator<Item = &'a Recipe> + use<'a> {
        let accepts = self.activities[option.activity.index()].accepts;
        sheet.recipes_of(unit).iter().filter(move |recipe| {
            recipe.moments.0 >> moment & 1 == 1 && recipe.gates & !accepts == 0
        })
    }

    /// What it takes at least to pay for each option at a moment, if any is promising then.
    fn prospects_at(&self, sheet: &Sheet, moment: u32) -> Vec<Prospect> {
        let any = sheet.promising[moment as usize] != 0;
        let options = sheet.options.iter().take(if any { OPTIONS_MAX } else { 0 });
        options.map(|option| self.prospect(sheet, option, moment)).collect()
    }

    /// What it takes at least to pay for an option at a moment.
    pub(crate) fn prospect(&self, sheet: &Sheet, option: &Choice, moment: u32) -> Prospect {
        let bill = self.bill(option.bill).iter();
        let free = bill.clone().any(|alternative| alternative.units.is_empty());
        // The other units can only ask for more.
        let first = bill.filter_map(|alternative| alternative.units.first());
        let usable = first.flat_map(|unit| self.usable(sheet, option, *unit, moment));
        Prospect::of(usable, free)
    }
}
