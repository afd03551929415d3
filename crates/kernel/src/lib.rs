//! The Turnwright kernel: a pure state machine for action economies.
//!
//! A ruleset lets combatants do things at a price. The kernel knows what may be declared now, every
//! way to pay for it, who may answer, what is left, and all the reasons why something is refused.
//! It knows no particular game, reads no file, looks at no clock and rolls no dice: it is told.
//!
//! ```text
//! Game (compiled ruleset + setup)     fixed
//! State                               plain numbers, copied flat
//! apply(game, state, command)         the only way state changes
//! State::decision                     what it waits for, and from whom
//! ```
//!
//! Words, each with one meaning: a **command** is what someone asks; an **activity** something a
//! ruleset lets one do; a **pool** or purse holds what is spent, in **kinds** of **token**; a
//! **slot** is an allowance that refills at the edge of a **span** of time; a **window** a moment
//! in
//! which something may be declared; an **event** what happened; a **denial** why not; a
//! **decision** what the encounter waits for; a **ruling** an answer only the game master can give.
//!
//! What is deliberately not here: names and texts (the driver has them), parsing, randomness,
//! storage, undo (the driver keeps earlier states; they are small), hidden information.

mod activity;
mod ahead;
mod answers;
mod apply;
mod board;
mod check;
mod clock;
mod decision;
mod denial;
pub mod dice;
mod edge;
mod effect;
mod event;
mod execute;
mod expr;
mod game;
mod history;
mod ids;
mod invariants;
mod lay_out;
mod legal;
mod moment;
mod path;
pub mod pay;
mod people;
mod prepared_way;
pub mod purse;
mod resolve;
mod say;
mod sheet;
mod space;
mod state;
mod stride;
pub mod ties;
mod turns;
mod unpaid;
mod windows;

pub use activity::{Activity, Argument, Bearing, Need, Target};
pub use answers::Answerers;
pub use apply::{apply, apply_listed, apply_thrown, begin, is_legal};
pub use board::{BOARD_MAX, Board, Diagonals, LINE_MAX, Metric, Square, TERRAIN_MAX};
pub use check::View;
pub use clock::{
    AGENDA_MAX, Clock, Each, Edge, Handler, SPANS_MAX, Slot as TurnSlot, SpanSpec, Tick,
};
pub use decision::{Command, Decision, Declare, Edit, FACES_MAX, Faces, Pay};
pub use denial::{Denial, Explain, Reason, Verdict, Why};
pub use edge::Sieve;
pub use effect::{Apart, Op, Program, Step, Throw, Until};
pub use event::{Event, Journal, Record, SAID_VALUES_MAX, Said, Unrecorded};
pub use expr::{Binary, Code, DEPTH_MAX, Input, Quickly, ROLES, Role, Scope};
pub use game::{Game, Grounds, Kind, RulingSpec, Shortage, Watch};
pub use ids::{
    ActivityId, AttributeId, BillId, CombatantId, ConditionId, DiceId, ExprId, KindId, Mask,
    NOBODY, ProgramId, RuleId, RulesId, RulingId, SideId, SlotId, SpanId, TurnId, UnitId,
    VariableId, WindowId, bit, members,
};
pub use invariants::broken;
pub use legal::{Group, Lister};
pub use moment::Moments;
pub use path::Reach;
pub use pay::Payment;
pub use people::{Combatant, People};
pub use purse::{Purse, Room};
pub use sheet::{Choice, Lane, Place, Recipe, Sheet, Slot, THEN_MAX};
pub use space::{Figure, Place as Spot, Space, Steps};
pub use state::{
    ATTRIBUTES_MAX, COMBATANTS_MAX, Dial, Frame, LASTING_MAX, Lasting, NO_ACTIVITY, NO_ANSWER,
    OPTIONS_MAX, PREPARED_MAX, PROJECTS_MAX, Phase, Project, REGISTERS_MAX, SIDE_VARIABLES_MAX,
    SIDES_MAX, STACK_MAX, Side, State, VARIABLES_MAX, What,
};
pub use stride::Alike;
