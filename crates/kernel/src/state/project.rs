//! Long activities, paid for bit by bit.

use crate::ids::{ActivityId, CombatantId};

use super::Frame;

/// A long activity under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OngoingActivity {
    /// The combatant who does it.
    pub actor: CombatantId,
    /// The activity.
    pub activity: ActivityId,
    /// To whom.
    pub target: CombatantId,
    /// The amount that has gone into it.
    pub progress: i16,
    /// It may be interrupted and gone on with later.
    pub interruptible: bool,
    /// Something went into it since idle ones were last given up.
    pub progressed: bool,
}

impl OngoingActivity {
    /// Whether a frame goes on with it.
    pub(crate) fn is_of(&self, frame: &Frame) -> bool {
        (self.actor, self.activity, self.target) == (frame.actor, frame.activity, frame.target)
    }
}
