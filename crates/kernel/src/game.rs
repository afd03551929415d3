//! A compiled game: one ruleset with one encounter's setup, as dense tables without a single name.

use crate::activity::Activity;
use crate::ahead::{Clause, Known, conjuncts, cost, marks_of_target, needed};
use crate::board::Board;
use crate::clock::{Edge, Handler, SPANS_MAX, SpanSpec};
use crate::dice::Dice;
use crate::effect::Program;
use crate::expr::{Code, Input};
use crate::ids::{
    ActivityId, AttributeId, BillId, ExprId, Mask, ProgramId, RuleId, RulesId, SideId, SpanId,
    TurnId, UnitId,
};
use crate::moment::Moments;
use crate::pay::{Alternative, Prospect};
use crate::sheet::{Choice, Recipe, Sheet};
use crate::space::Steps;
use crate::state::OPTIONS_MAX;
use crate::stride::Alike;

/// Moments there can be.
const MOMENTS: u32 = 16;

/// Everything fixed for the length of an encounter.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Spans of the clock, outermost first; the last one is the turn.
    pub spans: Vec<SpanSpec>,
    /// Turns are those of single combatants along a line, not of groups of sides.
    pub ordered: bool,
    /// Number of turn groups, in the order they act.
    pub turns: u8,
    /// The rules of each turn group.
    pub turn_rules: Vec<RulesId>,
    /// Turn group of each side at the start.
    pub sides: Vec<TurnId>,
    /// Sides, one bit each, that each side is at peace with at the start.
    pub peace: Vec<u8>,
    /// The combatants.
    pub sheets: Vec<Sheet>,
    /// Everything anyone can do.
    pub activities: Vec<Activity>,
    /// What things cost.
    pub bills: Vec<Vec<Alternative>>,
    /// Expressions.
    pub exprs: Vec<Vec<Code>>,
    /// Who may be able to answer each activity, by its place, and what is none, at each moment;
    /// laid out.
    pub answerers: Vec<[Mask; MOMENTS as usize]>,
    /// For each expression that is a requirement, those that have to hold for it to; laid out.
    pub parts: Vec<Vec<ExprId>>,
    /// Effect programs.
    pub programs: Vec<Program>,
    /// Dice expressions.
    pub dice: Vec<Dice>,
    /// What happens at the edges of spans, in order.
    pub handlers: Vec<Handler>,
    /// Conditions without all of which each handler does nothing; laid out.
    pub handler_needs: Vec<u64>,
    /// Conditions without any of which nobody can be the target of each activity, 0 where that is
    /// not so; laid out.
    pub marks_of_targets: Vec<u64>,
    /// Whether the number that goes with each activity matters to whether it may be declared; laid
    /// out.
    pub reads_number: Vec<bool>,
    /// Which of them belong to each edge; laid out.
    pub leads: Leads,
    /// What happens when an attribute changes.
    pub watches: Vec<Watch>,
    /// Kinds of token.
    pub kinds: Vec<Kind>,
    /// Rules of each slot.
    pub slots: Vec<RulesId>,
    /// Rulings the game master may be asked for.
    pub rulings: Vec<RulingSpec>,
    /// Named windows.
    pub windows: Vec<RulesId>,
    /// Conditions that go away by themselves at the beginning of each span, by span.
    pub clears: Vec<u64>,
    /// Conditions of those who are out of the fight: they neither act nor hold others up.
    pub out: u64,
    /// Conditions that paying with any token puts on the payer.
    pub spending: u64,
    /// Conditions in which declarations are kept for later instead of being done.
    pub preparing: u64,
    /// Space, as far as the ruleset and the encounter have any.
    pub board: Board,
    /// Movement by squares.
    pub steps: Steps,
    /// Numbers of the encounter at the start.
    pub variables: Vec<i16>,
    /// Numbers each side carries, all 0 at the start.
    pub side_variables: u8,
    /// An early instance of the span above turns comes before the beginning of the span around it.
    pub early_first: bool,
    /// Passing on one's own turn ends it.
    pub pass_ends_turn: bool,
    /// Whether the turn is over once something has been prepared.
    pub preparing_ends_turn: bool,
    /// The side whose turn it is answers first instead of last.
    pub current_side_answers_first: bool,
    /// Along a line, those with more of this are asked to answer first; not said: as they stand.
    pub asks_first: Option<ExprId>,
    /// Answer windows ask everyone able to answer, whatever the activities' own defaults.
    pub asks_everyone: bool,
    /// Why the kernel itself refuses or does something.
    pub grounds: Grounds,
    /// The rules of named grants that combatants were set up with.
    pub preset_rules: Vec<RulesId>,
    /// Lists of rules, shared by everything that cites them.
    pub rules: Vec<Vec<RuleId>>,
}

/// Which handlers belong to which edge, by their place among all of them; of those that take effect
/// together only the first.
#[derive(Clone, Debug, Default)]
pub struct Leads([[Vec<u16>; 2]; SPANS_MAX]);

impl Leads {
    fn of(handlers: &[Handler]) -> Leads {
        let mut leads = Leads::default();
        let mut at = 0;
        while let Some(handler) = handlers.get(at) {
            leads.0[handler.span.index()][handler.edge as usize].push(at as u16);
            at += usize::from(handler.together.max(1));
        }
        leads
    }

    /// Those of one edge, in order.
    #[inline(always)]
    pub(crate) fn at(&self, span: SpanId, edge: Edge) -> &[u16] {
        &self.0[span.index()][edge as usize]
    }
}

/// One kind of token.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// The rules that permit its use, by moment.
    pub usable: Vec<(Moments, RulesId)>,
    /// The rules that forbid its use, by moment.
    pub unusable: Vec<(Moments, RulesId)>,
    /// Conditions that using it brings.
    pub marks: u64,
    /// Gates an activity must open for it.
    pub gates: u8,
    /// The rules of its gates.
    pub gate_rules: RulesId,
}

/// A watched attribute.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Which.
    pub attribute: AttributeId,
    /// When it fires, in terms of the value before and now.
    pub when: ExprId,
    /// What happens then, after the causing effects are done.
    pub program: ProgramId,
    /// Because of what.
    pub rules: RulesId,
}

/// A question for the game master.
#[derive(Clone, Copy, Debug)]
pub struct RulingSpec {
    /// Number of possible answers, at least 2.
    pub answers: u8,
    /// The answer taken when nobody wants to decide.
    pub default: u8,
    /// An answer fixed in the setup: not asked then.
    pub preset: Option<u8>,
    /// The rule that asks.
    pub rules: RulesId,
}

/// The rules behind what the kernel itself enforces, as the ruleset names them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grounds {
    /// Not enough tokens.
    pub missing: RulesId,
    /// No tokens left at all.
    pub exhausted: RulesId,
    /// Something waits that nothing can answer.
    pub locked: RulesId,
    /// It is someone else's chance to answer.
    pub waiting: RulesId,
    /// Out of the fight.
    pub out: RulesId,
    /// Not among the things this combatant can do.
    pub unknown: RulesId,
    /// The target does not fit.
    pub target: RulesId,
    /// A number outside its range.
    pub argument: RulesId,
    /// Turns can only be ended by those who have them, with nothing waiting.
    pub turn: RulesId,
    /// Declaring pays at once.
    pub declare: RulesId,
    /// Declarations may be answered.
    pub window: RulesId,
    /// The newest declaration resolves first.
    pub newest_first: RulesId,
    /// What cannot be answered resolves at once.
    pub instant: RulesId,
    /// Such a thing used on top of others.
    pub instant_on_top: RulesId,
    /// Sealed declarations: the acting side goes first.
    pub sealed_turn: RulesId,
    /// Sealed declarations of one side resolve together.
    pub sealed_same: RulesId,
    /// Sealed declarations of those not acting resolve together.
    pub sealed_off: RulesId,
    /// Declining to act.
    pub pass: RulesId,
    /// The order of declarations within a side is free.
    pub order_free: RulesId,
    /// A bill is met by exactly its units.
    pub bill: RulesId,
    /// Payments are enumerated.
    pub enumerate: RulesId,
    /// What is prepared waits for its moment.
    pub prepare: RulesId,
    /// What was prepared is judged again when its moment has come.
    pub recheck: RulesId,
    /// Turns come in the order of the line.
    pub line: RulesId,
}

impl Game {
    /// Lays out what makes playing fast, once all tables are filled; again after any change.
    pub fn lay_out(&mut self) {
        self.take_apart();
        let needs = |when: Option<ExprId>| when.map_or(0, |when| needed(self.expr(when)));
        self.handler_needs = self.handlers.iter().map(|handler| needs(handler.when)).collect();
        for at in 0..self.sheets.len() {
            let mut sheet = std::mem::take(&mut self.sheets[at]);
            sheet.lay_out(&self.bills);
            sheet.promising = (0..MOMENTS).map(|moment| self.payable_at(&sheet, moment)).collect();
            sheet.prospects =
                (0..MOMENTS).map(|moment| self.prospects_at(&sheet, moment)).collect();
            sheet.refills = (0..self.spans.len()).map(|span| sheet.refill_of(span)).collect();
            self.sheets[at] = sheet;
        }
        self.leads = Leads::of(&self.handlers);
        let known = Known { sheets: &self.sheets, answered: None, unprepared: false };
        let bounds = |expr| known.bounds(self.expr(expr));
        let most = self.board.threat.map_or(-1, |threat| bounds(threat).1);
        let adds = self.steps.adds.iter().map(|(add, _)| bounds(*add).0);
        self.steps.may_be_free = adds.fold(0, i32::saturating_add) < 0;
        self.board.threat_most = most;
        self.steps.alike = Alike::of(self);
        self.judge_answers();
        let marks = |activity: &Activity| {
            let needs = activity.needs.iter().filter(|need| need.of_target);
            needs.map(|need| marks_of_target(self.expr(need.test))).find(|marks| *marks != 0)
        };
        self.marks_of_targets = self.activities.iter().map(|one| marks(one).unwrap_or(0)).collect();
        self.reads_number = self.activities.iter().map(|one| self.reads_number_of(one)).collect();
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

    /// The parts of a requirement.
    #[inline(always)]
    pub(crate) fn parts(&self, test: ExprId) -> &[ExprId] {
        &self.parts[test.index()]
    }

    /// Whether the number that goes with an activity matters to whether it may be declared.
    fn reads_number_of(&self, activity: &Activity) -> bool {
        let reads = |expr: ExprId| self.expr(expr).contains(&Code::Load(Input::Argument));
        let bounds = activity.argument.iter().flat_map(|one| [one.min, one.max]);
        activity.needs.iter().map(|need| need.test).chain(bounds).any(reads)
    }

    /// Finds out which options are hopeless in answer to what.
    fn judge_answers(&mut self) {
        let count = self.activities.len();
        // By activity: what it cannot answer, once aimed at oneself and once not.
        let mut hopeless: Vec<Option<Vec<[bool; 2]>>> = Vec::new();
        for activity in &self.activities {
            let needs = activity.needs.iter().filter(|need| need.guard == 0);
            let reads =
                |code: &Code| matches!(code, Code::Load(Input::Answers(_) | Input::AnswersMe));
            let tests: Vec<&[Code]> = needs.map(|need| self.expr(need.test)).collect();
            let reads = tests.iter().any(|test| test.iter().any(reads));
            let fails = |answered: usize| {
                let words = self.activities.get(answered).map_or(0, |one| one.tags);
                [false, true].map(|me| {
                    let answered = Some((words, me));
                    let known = Known { sheets: &self.sheets, answered, unprepared: false };
                    tests.iter().any(|test| known.bounds(test) == (0, 0))
                })
            };
            hopeless.push(reads.then(|| (0..=count).map(fails).collect()));
        }
        let known = Known { sheets: &self.sheets, answered: None, unprepared: true };
        let mut musts = Vec::new();
        for activity in &self.activities {
            let needs = activity.needs.iter().filter(|need| need.guard == 0);
            let tests = needs.map(|need| self.expr(need.test));
            let must = tests.clone().fold(activity.requires, |all, test| all | needed(test));
            let against = tests.clone().flat_map(|test| conjuncts(test));
            let bars =
                against.filter_map(Clause::against).fold(activity.barred_by, |all, clause| {
                    let alone = clause.absent == 0 && clause.present.is_power_of_two();
                    all | if alone { clause.present } else { 0 }
                });
            musts.push(([must, bars], tests.clone().any(|test| known.bounds(test) == (0, 0))));
        }
        for sheet in &mut self.sheets {
            let (mut answers, mut unprepared) = (0u128, 0u128);
            sheet.answering = vec![[!0; 2]; count + 1];
            sheet.musts.clear();
            for (at, option) in sheet.options.iter().take(OPTIONS_MAX).enumerate() {
                let at = 1u128 << at;
                let (conditions, prepared) = musts[option.activity.index()];
                unprepared |= if prepared { at } else { 0 };
                answers |= at;
                sheet.musts.push(conditions);
                if let Some(fails) = &hopeless[option.activity.index()] {
                    for (row, fails) in sheet.answering.iter_mut().zip(fails) {
                        for (options, fails) in row.iter_mut().zip(fails) {
                            *options &= if *fails { !at } else { !0 };
                        }
                    }
                }
            }
            sheet.unprepared = answers & !unprepared;
        }
        self.answerers = vec![[0; MOMENTS as usize]; count + 1];
        for (who, sheet) in self.sheets.iter().enumerate() {
            for (row, answering) in self.answerers.iter_mut().zip(&sheet.answering) {
                for (mask, promising) in row.iter_mut().zip(&sheet.promising) {
                    let some = promising & (answering[0] | answering[1]) != 0;
                    *mask |= Mask::from(some) << who;
                }
            }
        }
    }

    /// Who may be able to answer an activity, or what is none, at any moment outside named windows.
    #[inline(always)]
    pub(crate) fn hopeful(&self, answered: ActivityId) -> Mask {
        let answers = [Moments::OWN_ANSWER, Moments::ALLY_ANSWER, Moments::FOE_ANSWER];
        answers.iter().fold(0, |all, moment| all | self.answerers(answered, *moment))
    }

    /// Who may be able to answer an activity, or what is none, at a moment.
    #[inline(always)]
    pub(crate) fn answerers(&self, answered: ActivityId, moment: Moments) -> Mask {
        let last = self.answerers.len().saturating_sub(1);
        let row = self.answerers.get(answered.index().min(last));
        row.and_then(|row| row.get(moment.index())).copied().unwrap_or(!0)
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

    /// The code of an expression.
    #[inline(always)]
    pub fn expr(&self, id: ExprId) -> &[Code] {
        &self.exprs[id.index()]
    }

    /// The alternatives of a bill.
    #[inline(always)]
    pub fn bill(&self, id: BillId) -> &[Alternative] {
        &self.bills[id.index()]
    }

    /// The rules of a list.
    pub fn rules(&self, id: RulesId) -> &[RuleId] {
        self.rules.get(id.index()).map_or(&[], Vec::as_slice)
    }

    /// The innermost span.
    pub fn turn_span(&self) -> usize {
        self.spans.len() - 1
    }

    /// The number of sides.
    pub fn side_count(&self) -> usize {
        self.sides.len()
    }

    /// The turn group of a side at the start.
    pub fn turn_of_side(&self, side: SideId) -> TurnId {
        self.sides[side.index()]
    }
}
