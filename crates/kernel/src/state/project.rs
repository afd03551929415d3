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
    /// The target.
    pub target: CombatantId,
    /// The amount paid so far.
    pub progress: i16,
    /// Whether the activity may be interrupted and continued later.
    pub interruptible: bool,
    /// Whether the activity has progressed since idle ones were last given up.
    pub progressed: bool,
}

impl OngoingActivity {
    /// Returns true if a frame continues it.
    pub(crate) fn is_of(&self, frame: &Frame) -> bool {
        (self.actor, self.activity, self.target) == (frame.actor, frame.activity, frame.target)
    }
}
