//! The parts of checking that listing shares, one at a time.

use crate::activity::{Activity, Target};
use crate::decision::Declare;
use crate::denial::Explain;
use crate::ids::{Mask, bit};
use crate::state::{Dial, Frame};

use super::{Checking, View};

impl View<'_> {
    /// Whether the actor may do this now, whatever pays for it: the part of checking that listing
    /// shares.
    #[inline]
    pub(crate) fn open_to<E: Explain>(self, declare: &Declare, explain: &mut E) -> bool {
        let activity = &self.game.activities[declare.activity.index()];
        let conditions = self.state.combatant(declare.actor).conditions;
        let barred = conditions & activity.barred_by != 0;
        if !E::ALL && self.state.dial.is_empty() && barred {
            return false;
        }
        let mut at = Checking { view: self, refused: false };
        let frame = self.frame(declare);
        self.timely(&mut at, activity, declare.actor, explain).is_some()
            && self.permitted(&mut at, activity, &frame, explain).is_some()
            && !at.refused
    }

    /// Narrows the possible targets to those whose requirements hold.
    #[inline]
    pub(crate) fn aimed(self, declare: &Declare, activity: &Activity, mut mask: Mask) -> Mask {
        if activity.needs.iter().any(|need| need.of_target) {
            for target in crate::ids::members(mask) {
                let mut at = Checking { view: self, refused: false };
                let frame = Frame { target, ..self.frame(declare) };
                if self.reachable(&mut at, activity, &frame, &mut crate::denial::Verdict).is_none()
                {
                    mask &= !bit(target);
                }
            }
        }
        mask
    }

    /// Whether some number would go with the declaration.
    pub(crate) fn in_range(self, declare: &Declare) -> bool {
        let activity = &self.game.activities[declare.activity.index()];
        let Some(argument) = &activity.argument else { return true };
        self.range(activity, &self.frame(declare)).is_none_or(|(min, max)| min <= max)
            || !self.state.dial.is_empty()
                && self.state.dialled(self.game, argument.rules) != Dial::Forbid
    }

    /// Whether there is anyone to aim at, where a target is needed.
    pub(crate) fn has_target(self, declare: &Declare, activity: &Activity) -> bool {
        match activity.target {
            Target::None | Target::Optional => return true,
            Target::Step => return self.space().ways(declare.actor) != 0,
            Target::Square => return self.game.board.exists(),
            _ => {}
        }
        self.aimed(declare, activity, self.targets(activity, declare.actor)) != 0
    }
}
