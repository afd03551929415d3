//! Stack items: declarations and running programs.

use crate::ids::{ActivityId, CombatantId, NOBODY, ProgramId, RulesId, SideId};
use crate::limits::REGISTERS_MAX;
use crate::model::board::Square;

/// Stack index that stands for answering nothing.
pub const NO_ANSWER: u8 = u8::MAX;
/// Id that stands for no activity: a handler or watch is running.
pub const NO_ACTIVITY: ActivityId = ActivityId(u16::MAX);

/// The phase of a declaration or program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Declared and open to answers.
    #[default]
    Waiting,
    /// Declared in secret, to be revealed with the others.
    Sealed,
    /// Its effects are running.
    Running,
    /// Paused by a window that it opened for a combatant. The program goes on when the window
    /// closes.
    Paused,
    /// Waiting to open a window until the other watches that the same effect triggered have run.
    Deferred,
    /// Open to answers in the middle of its effects. The program goes on after the answers.
    Exposed,
}

/// Stack item: a declaration or a running program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The program.
    pub program: ProgramId,
    /// Its next step.
    pub at: u16,
    /// The declared activity, or [`NO_ACTIVITY`].
    pub activity: ActivityId,
    /// The combatant who acts, or the one that it runs for.
    pub actor: CombatantId,
    /// The target.
    pub target: CombatantId,
    /// The combatant held responsible for its effects.
    pub cause: CombatantId,
    /// The side that a handler runs for.
    pub side: SideId,
    /// Its phase.
    pub phase: Phase,
    /// Whether the declaration cannot be answered.
    pub instant: bool,
    /// The rules by which it was countered, if it was.
    pub countered_by: Option<RulesId>,
    /// Whether the answer window has been opened.
    pub window_opened: bool,
    /// Whether the declaration takes effect even if its actor is out of the fight by then.
    pub resolves_anyway: bool,
    /// Whether the declaration was prepared, so that it is checked again when it resolves.
    pub prepared: bool,
    /// Whether the declaration is a step prepared right after another one, beginning on that step's
    /// square.
    pub continues: bool,
    /// The stack index of the declaration that it answers; [`NO_ANSWER`] = none.
    pub answers: u8,
    /// The square it leads from; [`Square::NOWHERE`] = the actor's square.
    pub from: Square,
    /// The square it is aimed at.
    pub square: Square,
    /// The square at which the last step of its approach was aimed.
    pub step_goal: Square,
    /// The square that the straight line of its approach begins on.
    pub line_start: Square,
    /// The square where this line ends: where the target stood then.
    pub line_end: Square,
    /// Whether an odd number of diagonal steps came before.
    pub odd_diagonal: bool,
    /// The number given with the command.
    pub argument: i32,
    /// A watched value before the change.
    pub before: i32,
    /// A watched value after the change.
    pub now: i32,
    /// Cards that the running step still draws; `None` = it has not begun to draw.
    pub cards_left: Option<u16>,
    /// Scratch registers of the program.
    pub registers: [i32; REGISTERS_MAX],
    /// The rules it runs by.
    pub rules: RulesId,
}

impl Frame {
    /// Returns true if a change of a watched number triggered it.
    pub(crate) fn is_watch(&self) -> bool {
        self.before != self.now
    }
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            program: ProgramId(0),
            at: 0,
            activity: NO_ACTIVITY,
            actor: NOBODY,
            target: NOBODY,
            cause: NOBODY,
            side: SideId(0),
            phase: Phase::Running,
            instant: false,
            countered_by: None,
            window_opened: false,
            resolves_anyway: false,
            prepared: false,
            continues: false,
            answers: NO_ANSWER,
            from: Square::NOWHERE,
            square: Square::NOWHERE,
            step_goal: Square::NOWHERE,
            line_start: Square::NOWHERE,
            line_end: Square::NOWHERE,
            odd_diagonal: false,
            argument: 0,
            before: 0,
            now: 0,
            cards_left: None,
            registers: [0; REGISTERS_MAX],
            rules: RulesId(0),
        }
    }
}
