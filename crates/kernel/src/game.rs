//! A compiled game: one ruleset with one encounter's setup, as dense tables without a single name.

use std::fmt;
use std::sync::Arc;

use crate::denial::Denial;
use crate::dice::Dice;
use crate::ids::{
    ActivityId, AttributeId, BillId, CombatantId, CombatantSet, ExprId, KindId, ProgramId, RuleId,
    RulesId, SideId, SpanId, TurnId,
};
use crate::limits::SPANS_MAX;
use crate::model::activity::{Activity, ArgumentInfo};
use crate::model::board::Board;
use crate::model::clock::{ClockStep, Edge, Handler, SpanSpec};
use crate::model::effect::Program;
use crate::model::expr::Instr;
use crate::model::moment::Moments;
use crate::model::movement::MovementRules;
use crate::model::sheet::Sheet;
use crate::pay::{Alternative, PaymentTables};
use crate::state::{Frame, State};

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
    /// Combatants that are absent when the fight begins and enter later, one bit each.
    pub newcomers: CombatantSet,
    /// The payment tables of each combatant (derived); empty tables are slower.
    pub(crate) payment_tables: Vec<PaymentTables>,
    /// Everything anyone can do.
    pub activities: Vec<Activity>,
    /// The bills: prices with their alternatives.
    pub bills: Vec<Vec<Alternative>>,
    /// Expressions.
    pub exprs: Vec<Vec<Instr>>,
    /// The same as functions (derived); where there are none, the code itself is run.
    pub(crate) functions: ExprFunctions,
    /// For each expression that is a requirement, those that have to hold for it to; laid out.
    pub conjuncts: Vec<Vec<ExprId>>,
    /// The parts of each activity's requirements that do not depend on its target, cheapest first,
    /// with the conditions without all of which they hold in any case; laid out.
    pub actor_tests: Vec<Vec<(u64, ExprId)>>,
    /// The expressions in each text of the ruleset, in the order of their places in it.
    pub texts: Vec<Vec<ExprId>>,
    /// Effect programs.
    pub programs: Vec<Program>,
    /// Dice expressions.
    pub dice: Vec<Dice>,
    /// Effects at the edges of spans, in order.
    pub handlers: Vec<Handler>,
    /// The conjuncts of each activity's target requirements that its default number leaves open
    /// (derived).
    pub(crate) target_tests: Vec<Vec<ExprId>>,
    /// Every condition that any target is told by.
    pub any_target_condition: u64,
    /// Static facts about each activity's number: how it affects whether the activity may be
    /// declared (derived).
    pub bearings: Vec<ArgumentInfo>,
    /// Whether anything changes the terrain; laid out.
    pub shapes_ground: bool,
    /// Sorts of terrain that lie somewhere or may come to, one bit each; laid out.
    pub terrain: u8,
    /// Which handlers belong to each edge; laid out.
    pub leads: HandlerIndex,
    /// Combatants with slots that refill at the beginning of each span (derived).
    pub(crate) refilling: [CombatantSet; SPANS_MAX],
    /// Combatants with slots that refill when their own turn begins (derived).
    pub(crate) refilling_own: CombatantSet,
    /// Watches: effects that attribute changes set off.
    pub watches: Vec<Watch>,
    /// Values above which each of them does not fire in any case; laid out.
    pub(crate) watch_thresholds: Vec<i32>,
    /// Attributes, one bit each, of which that is so; laid out.
    pub watched: u64,
    /// Kinds of token.
    pub kinds: Vec<Kind>,
    /// The rules that say what each unit of a bill is.
    pub units: Vec<RulesId>,
    /// Why there may be too few of some kinds.
    pub shortages: Vec<Shortage>,
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
    /// Conditions that paying with the last token that counts takes away, and the rules for it.
    pub emptying: Vec<(u64, RulesId)>,
    /// The rules that declare each condition.
    pub conditions: Vec<RulesId>,
    /// Conditions that stand for slots which are full.
    pub full: u64,
    /// Conditions in which declarations are kept for later instead of being done.
    pub preparing: u64,
    /// Space, as far as the ruleset and the encounter have any.
    pub board: Board,
    /// Movement by squares.
    pub steps: MovementRules,
    /// Numbers of the encounter at the start.
    pub variables: Vec<i16>,
    /// Numbers each side carries, at the start.
    pub side_variables: Vec<i16>,
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
    pub grounds: BuiltinRules,
    /// The rules of named grants that combatants were set up with.
    pub preset_rules: Vec<RulesId>,
    /// Lists of rules, shared by everything that cites them.
    pub rules: Vec<Vec<RuleId>>,
    /// Faster ways to the same results (derived); without them the definition itself is run.
    pub(crate) shortcuts: Option<Arc<dyn Shortcuts>>,
}

/// Faster ways to the results of the definition: equal to it, the state afterwards included.
///
/// Each is called in one place, right before the definition that it stands for. A game without
/// shortcuts runs nothing but the definition.
pub(crate) trait Shortcuts: fmt::Debug + Send + Sync {
    /// Returns everyone who can answer the newest declaration: see `response_window::responders`.
    fn responders(&self, game: &Game, state: &mut State) -> CombatantSet;

    /// Returns whether someone can declare anything at all: see `response_window::can_declare`.
    fn can_declare(&self, game: &Game, state: &State, who: CombatantId) -> bool;

    /// Returns the next handler of an edge that is due, and runs those before it that need no
    /// program if nothing is recorded: see `edge::next_due`.
    fn next_due(
        &self,
        game: &Game,
        state: &mut State,
        from: EdgePlace,
        recorded: bool,
    ) -> Option<DueHandler>;

    /// Moves the newest program past steps that have no effect, and runs simple ones. `ran` is the
    /// step that the program has just run. Only called if nothing is recorded: see
    /// `resolve::run_program`.
    fn advance(&self, game: &Game, state: &mut State, ran: Option<u16>);
}

/// A place among the handlers of an edge and their subjects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgePlace {
    pub(crate) span: SpanId,
    pub(crate) edge: Edge,
    /// Which of the edge's handlers.
    pub(crate) handler: usize,
    /// Which of its subjects.
    pub(crate) subject: usize,
}

/// A handler that is to run now, and for whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DueHandler {
    /// The place of its subject; the next one comes after it.
    pub(crate) place: EdgePlace,
    /// The place among all handlers of a game.
    pub(crate) handler: usize,
    pub(crate) actor: CombatantId,
    pub(crate) side: SideId,
}

/// An expression as a function of its context.
pub(crate) type ExprFunction = Box<dyn Fn(&EvalContext<'_>) -> i32 + Send + Sync>;

/// Expressions as functions, by [`ExprId`].
#[derive(Clone, Default)]
pub(crate) struct ExprFunctions {
    pub(crate) functions: Arc<[ExprFunction]>,
    /// Values of the expressions that are constant for this encounter.
    pub(crate) constants: Arc<[Option<i32>]>,
}

impl fmt::Debug for ExprFunctions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("..")
    }
}

/// Which handlers belong to which edge, by their place among all of them; of those that take effect
/// together only the first. Those for whom there is never an occasion are not among them.
#[derive(Clone, Debug, Default)]
pub struct HandlerIndex([[Vec<u16>; 2]; SPANS_MAX]);

impl HandlerIndex {
    pub(crate) fn of(handlers: &[Handler], never: impl Fn(&Handler) -> bool) -> HandlerIndex {
        let mut leads = HandlerIndex::default();
        let mut at = 0;
        while let Some(handler) = handlers.get(at) {
            let together = usize::from(handler.group_len.max(1));
            if !handlers[at..at + together].iter().all(&never) {
                leads.0[handler.span.index()][handler.edge as usize].push(at as u16);
            }
            at += together;
        }
        leads
    }

    /// Returns the handlers of one edge, in order.
    #[inline(always)]
    pub(crate) fn at(&self, span: SpanId, edge: Edge) -> &[u16] {
        &self.0[span.index()][edge as usize]
    }
}

/// The context of an evaluation.
#[derive(Clone, Copy)]
pub struct EvalContext<'a> {
    /// The compiled game.
    pub game: &'a Game,
    /// The state read.
    pub state: &'a State,
    /// Roles, registers, argument.
    pub frame: &'a Frame,
}

/// One kind of token.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// The rules that say what it is.
    pub rules: RulesId,
    /// The rules that permit its use, by moment.
    pub usable: Vec<(Moments, RulesId)>,
    /// The rules that forbid its use, by moment.
    pub unusable: Vec<(Moments, RulesId)>,
    /// Moments at which those with any of some conditions cannot use it, and the rules that say so.
    pub refused: Vec<(Moments, u64, RulesId)>,
    /// Gates an activity must open for it.
    pub gates: u8,
    /// The rules of its gates.
    pub gate_rules: RulesId,
    /// It serves only to buy other kinds.
    pub buys: bool,
}

/// Why there may be too few tokens of some kinds: a reason beside their being missing.
#[derive(Clone, Debug)]
pub struct Shortage {
    /// The kinds.
    pub kinds: Vec<KindId>,
    /// When it is a reason.
    pub test: ExprId,
    /// The rules that say so.
    pub rules: RulesId,
}

/// A watched attribute.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Which.
    pub attribute: AttributeId,
    /// When it fires, in terms of the value before and now.
    pub when: ExprId,
    /// The program that runs then, after the causing effects are done.
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
pub struct BuiltinRules {
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
    /// Declarations that cannot be answered resolve at once.
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
    /// A purchase takes exactly its price.
    pub exact: RulesId,
    /// Without a price there is no purchase.
    pub unsold: RulesId,
    /// Only declared conversions exist.
    pub conversion: RulesId,
    /// Conversions keep the prefixes of what they take.
    pub lift: RulesId,
    /// Acting is for those whose turn it is.
    pub own_turn: RulesId,
    /// Payments are enumerated.
    pub enumerate: RulesId,
    /// Prepared declarations wait for their moment.
    pub prepare: RulesId,
    /// Prepared declarations are checked again when their moment has come.
    pub recheck: RulesId,
    /// Turns come in the order of the line.
    pub line: RulesId,
}

impl Game {
    /// Returns the requirements of an activity that do not depend on its target.
    #[inline(always)]
    pub(crate) fn actor_tests(&self, activity: ActivityId) -> &[(u64, ExprId)] {
        &self.actor_tests[activity.index()]
    }

    /// The parts of a requirement.
    #[inline(always)]
    pub(crate) fn conjuncts_of(&self, test: ExprId) -> &[ExprId] {
        &self.conjuncts[test.index()]
    }

    /// The code of an expression.
    #[inline(always)]
    pub fn expr(&self, id: ExprId) -> &[Instr] {
        &self.exprs[id.index()]
    }

    /// The value of an expression that is always the same in this fight, as far as that is known.
    pub(crate) fn constant_of(&self, id: ExprId) -> Option<i32> {
        match *self.expr(id) {
            [Instr::Const(value)] => Some(value),
            _ => *self.functions.constants.get(id.index())?,
        }
    }

    /// Whether a test always holds in this fight.
    pub(crate) fn is_always_true(&self, test: ExprId) -> bool {
        self.constant_of(test).is_some_and(|value| value != 0)
    }

    /// The lane that a kind stands in on every sheet, if it is the same on all of them.
    pub(crate) fn common_lane(&self, kind: KindId) -> Option<u8> {
        let mut lanes = self.sheets.iter().map(|sheet| sheet.find_lane(kind));
        let first = lanes.next()??;
        lanes.all(|lane| lane == Some(first)).then_some(first as u8)
    }

    /// Returns the tables for payments of a combatant, as long as no rule is relaxed.
    #[inline(always)]
    pub fn payment_tables(&self, who: CombatantId) -> &PaymentTables {
        self.payment_tables.get(who.index()).unwrap_or(PaymentTables::none())
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

    /// The first edge of a turn, for the clock to come back to.
    pub(crate) fn turn_begins(&self) -> ClockStep {
        ClockStep::RunEdge(Edge::Begin, SpanId(self.turn_span() as u8), 0, 0)
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

impl Denial {
    /// Whether the denial cites a rule.
    pub fn cites(&self, game: &Game, rule: RuleId) -> bool {
        self.reasons.iter().any(|reason| game.rules(reason.rules).contains(&rule))
    }
}
