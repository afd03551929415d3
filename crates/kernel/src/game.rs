//! A compiled game: one ruleset with one encounter's setup, as dense tables without a single name.

use std::fmt;
use std::sync::Arc;

use crate::denial::Denial;
use crate::dice::Dice;
use crate::ids::{
    ActivityId, BillId, CombatantId, CombatantSet, ExprId, KindId, RuleId, RulesId, SideId, SpanId,
    TurnId,
};
use crate::limits::SPANS_MAX;
use crate::model::activity::{Activity, ArgumentInfo};
use crate::model::board::Board;
use crate::model::clock::{ClockStep, Edge, Handler, SpanSpec};
use crate::model::effect::Program;
use crate::model::expr::Instr;
use crate::model::handlers::{HandlerIndex, Watch};
use crate::model::kind::{Kind, Shortage};
use crate::model::movement::MovementRules;
use crate::model::rules::{BuiltinRules, RulingSpec};
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

/// Faster ways to the results of the definition. Results and the state afterwards are equal.
///
/// Each function is called in one place, right before the definition that it stands for. A game
/// without shortcuts runs nothing but the definition.
pub(crate) trait Shortcuts: fmt::Debug + Send + Sync {
    /// Returns everyone who can answer the newest declaration: see
    /// `flow::response_window::responders`.
    fn responders(&self, game: &Game, state: &mut State) -> CombatantSet;

    /// Returns whether someone can declare anything at all: see
    /// `flow::response_window::can_declare`.
    fn can_declare(&self, game: &Game, state: &State, who: CombatantId) -> bool;

    /// Returns the next handler of an edge that is due, and runs those before it that need no
    /// program if nothing is recorded: see `flow::edge::next_due`.
    fn next_due(
        &self,
        game: &Game,
        state: &mut State,
        from: EdgePlace,
        recorded: bool,
    ) -> Option<DueHandler>;

    /// Moves the newest program past steps that have no effect, and runs simple ones. `ran` is the
    /// step that the program has just run. Only called if nothing is recorded: see
    /// `flow::resolve::run_program`.
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
