//! A compiled game: one ruleset with one encounter's setup, as dense tables without names.

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
use crate::model::card::{PileSpec, PlacedCard};
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

/// Compiled game: all data that an encounter never changes.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Spans of the clock, outermost first; the last one is the turn.
    pub spans: Vec<SpanSpec>,
    /// Whether turns belong to single combatants in a turn order. Otherwise they belong to groups
    /// of sides.
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
    /// All activities.
    pub activities: Vec<Activity>,
    /// The bills: prices with their alternatives.
    pub bills: Vec<Vec<Alternative>>,
    /// Expressions.
    pub exprs: Vec<Vec<Instr>>,
    /// Expressions compiled to functions (derived). If there are none, the code itself is run.
    pub(crate) functions: ExprFunctions,
    /// The parts of each requirement, by [`ExprId`]: expressions that must all hold for it to hold
    /// (derived).
    pub conjuncts: Vec<Vec<ExprId>>,
    /// The parts of each activity's requirements that do not depend on the target, cheapest first
    /// (derived). A part holds in any case unless the actor has all conditions given with it.
    pub actor_tests: Vec<Vec<(u64, ExprId)>>,
    /// The expressions in each text of the ruleset, in the order in which they appear.
    pub texts: Vec<Vec<ExprId>>,
    /// Effect programs.
    pub programs: Vec<Program>,
    /// Dice expressions.
    pub dice: Vec<Dice>,
    /// Handlers: effects at the edges of spans, in order.
    pub handlers: Vec<Handler>,
    /// The conjuncts of each activity's target requirements that its default number leaves open
    /// (derived).
    pub(crate) target_tests: Vec<Vec<ExprId>>,
    /// Union of the target conditions of all activities (derived).
    pub any_target_condition: u64,
    /// Static facts about each activity's number: how it affects whether the activity may be
    /// declared (derived).
    pub bearings: Vec<ArgumentInfo>,
    /// Whether any effect changes the terrain (derived).
    pub shapes_ground: bool,
    /// Sorts of terrain that are or may come to be on the board, one bit each (derived).
    pub terrain: u8,
    /// The handlers of each edge (derived).
    pub leads: HandlerIndex,
    /// Combatants with slots that refill at the beginning of each span (derived).
    pub(crate) refilling: [CombatantSet; SPANS_MAX],
    /// Combatants with slots that refill when their own turn begins (derived).
    pub(crate) refilling_own: CombatantSet,
    /// Watches: effects that changes of attributes trigger.
    pub watches: Vec<Watch>,
    /// The new value above which each watch never fires (derived).
    pub(crate) watch_thresholds: Vec<i32>,
    /// Watched attributes, one bit each (derived).
    pub watched: u64,
    /// Kinds of token.
    pub kinds: Vec<Kind>,
    /// The rules that define each unit of a bill.
    pub units: Vec<RulesId>,
    /// Shortages: additional reasons why tokens of some kinds are missing.
    pub shortages: Vec<Shortage>,
    /// The rules of each slot.
    pub slots: Vec<RulesId>,
    /// Rulings that the game master may be asked for.
    pub rulings: Vec<RulingSpec>,
    /// The rules of each named window.
    pub windows: Vec<RulesId>,
    /// The conditions that clear at the beginning of each span.
    pub clears: Vec<u64>,
    /// Conditions that put a combatant out of the fight: it neither acts nor holds others up.
    pub out: u64,
    /// Conditions that paying with any token adds to the payer.
    pub spending: u64,
    /// Conditions that paying with the last token that counts removes, with the rules for it.
    pub emptying: Vec<(u64, RulesId)>,
    /// The rules that declare each condition.
    pub conditions: Vec<RulesId>,
    /// Conditions that stand for full slots.
    pub full: u64,
    /// Conditions under which declarations are prepared: kept for later instead of done now.
    pub preparing: u64,
    /// The board and the ruleset's rules for space, if there are any.
    pub board: Board,
    /// Rules for movement by squares.
    pub steps: MovementRules,
    /// Tests that a combatant whose turn it is must not meet when the turn ends: it owes something.
    pub obligations: Vec<(ExprId, RulesId)>,
    /// The piles of cards.
    pub piles: Vec<PileSpec>,
    /// The cards where they lie at the start, the top card of each pile first.
    pub cards: Vec<PlacedCard>,
    /// The rules that declare each card.
    pub card_rules: Vec<RulesId>,
    /// Tables of numbers that expressions look up, by number from 0. The table of a number on cards
    /// is looked up by the number of the card.
    pub tables: Vec<Vec<i32>>,
    /// Variables of the encounter at the start.
    pub variables: Vec<i16>,
    /// Variables of each side at the start.
    pub side_variables: Vec<i16>,
    /// Whether an early instance of the span above turns comes before the beginning of the span
    /// around it.
    pub early_first: bool,
    /// Whether passing in one's own turn ends the turn.
    pub pass_ends_turn: bool,
    /// Whether preparing a declaration ends the turn.
    pub preparing_ends_turn: bool,
    /// Whether the side whose turn it is answers first. Otherwise it answers last.
    pub current_side_answers_first: bool,
    /// The number by which combatants in a turn order are asked to answer, highest first; `None` =
    /// in turn order.
    pub asks_first: Option<ExprId>,
    /// Whether answer windows ask all combatants who can answer, whatever the activities' defaults.
    pub asks_everyone: bool,
    /// The rules that the kernel cites for its own decisions.
    pub grounds: BuiltinRules,
    /// The rules of named grants that combatants were set up with.
    pub preset_rules: Vec<RulesId>,
    /// Lists of rules, each stored once and cited by [`RulesId`].
    pub rules: Vec<Vec<RuleId>>,
    /// Shortcuts to the same results (derived). Without them the definition itself is run.
    pub(crate) shortcuts: Option<Arc<dyn Shortcuts>>,
}

/// Shortcuts to the results of the definition. Results and the state afterwards are equal.
///
/// Each function is called in one place, right before the definition that it stands for. A game
/// without shortcuts runs nothing but the definition.
pub(crate) trait Shortcuts: fmt::Debug + Send + Sync {
    /// Returns the combatants who can answer the newest declaration: see
    /// `flow::response_window::responders`.
    fn responders(&self, game: &Game, state: &mut State) -> CombatantSet;

    /// Returns true if a combatant can declare anything at all: see
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
    /// Index of the handler among those of the edge.
    pub(crate) handler: usize,
    /// Index of the subject among those of the handler.
    pub(crate) subject: usize,
}

/// A handler that is due, with its subject.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DueHandler {
    /// The place of its subject; the next one comes after it.
    pub(crate) place: EdgePlace,
    /// Index among all handlers of the game.
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

    /// Returns the squares along each edge of the block that a combatant covers; 1 for nobody.
    pub fn span_of(&self, who: CombatantId) -> u8 {
        self.sheets.get(who.index()).map_or(1, |sheet| sheet.span.max(1))
    }

    /// Returns the parts of a requirement, which must all hold.
    #[inline(always)]
    pub(crate) fn conjuncts_of(&self, test: ExprId) -> &[ExprId] {
        &self.conjuncts[test.index()]
    }

    /// Returns the code of an expression.
    #[inline(always)]
    pub fn expr(&self, id: ExprId) -> &[Instr] {
        &self.exprs[id.index()]
    }

    /// Returns the value of an expression if it is known to be constant for this encounter.
    pub(crate) fn constant_of(&self, id: ExprId) -> Option<i32> {
        match *self.expr(id) {
            [Instr::Const(value)] => Some(value),
            _ => *self.functions.constants.get(id.index())?,
        }
    }

    /// Returns true if a test is known to hold throughout this encounter.
    pub(crate) fn is_always_true(&self, test: ExprId) -> bool {
        self.constant_of(test).is_some_and(|value| value != 0)
    }

    /// Returns the lane of a kind if all sheets hold it in the same lane.
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

    /// Returns the alternatives of a bill.
    #[inline(always)]
    pub fn bill(&self, id: BillId) -> &[Alternative] {
        &self.bills[id.index()]
    }

    /// Returns the rules of a list; none for an unknown id.
    pub fn rules(&self, id: RulesId) -> &[RuleId] {
        self.rules.get(id.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the index of the innermost span, the turn.
    pub fn turn_span(&self) -> usize {
        self.spans.len() - 1
    }

    /// Returns the clock step at which a turn begins.
    pub(crate) fn turn_begins(&self) -> ClockStep {
        ClockStep::RunEdge(Edge::Begin, SpanId(self.turn_span() as u8), 0, 0)
    }

    /// Returns the number of sides.
    pub fn side_count(&self) -> usize {
        self.sides.len()
    }

    /// Returns the turn group of a side at the start.
    pub fn turn_of_side(&self, side: SideId) -> TurnId {
        self.sides[side.index()]
    }
}

impl Denial {
    /// Returns true if any reason of the denial cites a rule.
    pub fn cites(&self, game: &Game, rule: RuleId) -> bool {
        self.reasons.iter().any(|reason| game.rules(reason.rules).contains(&rule))
    }
}
