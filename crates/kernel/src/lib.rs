//! The Turnwright kernel: a pure state machine for action economies.
//!
//! A ruleset lets combatants do things at a price. The kernel computes what may be declared now,
//! every way to pay for it, who may answer, what is left, and every reason for a refusal. It knows
//! no particular game, reads no files or clocks and rolls no dice: faces arrive as commands.
//!
//! ```text
//! Game (compiled ruleset + setup)     fixed
//! State                               plain numbers, copied flat
//! apply(game, state, command)         the only way to change the state
//! State::decision                     the decision it waits for, and from whom
//! ```
//!
//! Each term has one meaning. A **command** is a request to the encounter. An **activity** is
//! something that a ruleset lets a combatant do. A **pool** or purse holds **tokens** of several
//! **kinds**. A **slot** is an allowance that refills at the edge of a **span** of time. A
//! **window** is a moment at which something may be declared. An **event** is something that
//! happened. A **denial** lists the reasons for a refusal. A **decision** is the thing that the
//! encounter waits for. A **ruling** is an answer that only the game master can give.
//!
//! The modules follow in the order in which they build on each other. None knows a later one:
//!
//! | module | holds |
//! |---|---|
//! | `ids`, `limits`, [`dice`], [`purse`] | numbers of things, their limits, dice, tokens |
//! | `model` | what a fight never changes: activities, effects, spans, sheets |
//! | [`pay`] | every way to pay a bill |
//! | `decision`, `denial`, `event` | commands, refusals, what happened |
//! | `state` | all that a fight changes |
//! | `game` | the whole compiled game, and the trait of its shortcuts |
//! | `board_view`, `eval` | squares, paths, the value of expressions: what a state means |
//! | `check` | whether a declaration is legal, and every reason why not |
//! | `legal` | declarations listed together |
//! | `flow` | commands, windows, programs, the clock: how one state follows from another |
//! | `accel` | the same results faster; a game without it gives the same fights |
//!
//! The kernel deliberately lacks names and texts (the driver has them), parsing, randomness,
//! storage, undo (the driver keeps earlier states, which are small) and hidden information.

mod accel;
mod board_view;
mod check;
mod decision;
mod denial;
pub mod dice;
mod eval;
mod event;
mod flow;
mod game;
mod ids;
mod invariants;
mod legal;
mod limits;
mod model;
pub mod pay;
pub mod purse;
mod state;

pub use accel::listing::LegalActions;
pub use board_view::BoardView;
pub use board_view::path::Reach;
pub use check::View;
pub use decision::{
    Command, ConditionChange, Decision, Declaration, DiceFaces, Edit, Enforcement, FACES_MAX, Pay,
};
pub use denial::{Denial, DenialKind, FirstReasonOnly, Reason, ReasonSink};
pub use event::{Event, EventLog, EventSink, NullSink, SAID_VALUES_MAX, Said};
pub use flow::apply::{apply, apply_unchecked, is_legal, start, supply_roll_unchecked};
pub use flow::execute::{Drawing, drawing};
pub use flow::ties;
pub use game::{EvalContext, Game};
pub use ids::{
    ActivityId, AttributeId, BillId, CardId, CombatantId, CombatantSet, ConditionId, DiceId,
    ExprId, KindId, NOBODY, PileId, ProgramId, RuleId, RulesId, RulingId, SideId, SlotId, SpanId,
    TableId, TurnId, UnitId, VariableId, WindowId, bit, iter_bits,
};
pub use invariants::violated_invariant;
pub use legal::ActionGroup;
pub use limits::{
    ATTRIBUTES_MAX, COMBATANTS_MAX, ONGOING_MAX, OPTIONS_MAX, PREPARED_MAX, QUEUED_TURNS_MAX,
    REGISTERS_MAX, SIDE_VARIABLES_MAX, SIDES_MAX, SPANS_MAX, STACK_MAX, TIMED_EFFECTS_MAX,
    VARIABLES_MAX,
};
pub use model::activity::{Activity, Argument, ArgumentInfo, Requirement, Target};
pub use model::board::{BOARD_MAX, Board, Diagonals, LINE_MAX, Metric, Square, TERRAIN_MAX};
pub use model::card::{PileRef, PileSpec, PlacedCard};
pub use model::clock::{Clock, ClockStep, Edge, Expiry, Handler, HandlerScope, SpanSpec, TurnSlot};
pub use model::effect::{DiceRef, Draw, Offered, Op, Program, Step, TieBreaker, Until};
pub use model::expr::{Binary, DEPTH_MAX, Input, Instr, ROLES, Role, SquareRef as Spot, StatRef};
pub use model::footprint::{Footprint, SPAN_MAX};
pub use model::handlers::Watch;
pub use model::kind::{Kind, Shortage};
pub use model::moment::Moments;
pub use model::movement::{MovementRules, StepDependence};
pub use model::rules::{BuiltinRules, RulingSpec};
pub use model::sheet::{ActionOption, Lane, Recipe, Sheet, Slot, THEN_MAX};
pub use pay::Payment;
pub use purse::{Purse, SlotIndex, SlotUses};
pub use state::{
    Combatant, Combatants, Frame, NO_ACTIVITY, NO_ANSWER, OngoingActivity, Phase, Side, State,
    TimedEffect, TimedKind,
};
