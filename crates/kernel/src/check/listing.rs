//! The parts of checking that listing shares, one at a time.

use crate::activity::{Activity, Target};
use crate::decision::Declare;
use crate::denial::Verdict;
use crate::ids::{CombatantId, Mask, bit, members};
use crate::moment::Moments;
use crate::state::{Dial, Frame};

use super::{Checking, View};

impl View<'_> {
    /// Whether the actor may do this at the moment it is, whatever pays for it: the part of
    /// checking that listing shares.
    #[inline]
    pub(crate) fn open_to(self, declare: &Declare, moment: Moments) -> bool {
        let activity = &self.game.activities[declare.activity.index()];
        let conditions = self.state.combatant(declare.actor).conditions;
        let barred = conditions & activity.barred_by | !conditions & activity.requires;
        if barred != 0 && self.state.dial.is_empty() {
            return false;
        }
        let mut at = Checking { view: self, refused: false };
        let frame = self.frame(declare);
        self.timely(&mut at, activity, declare.actor, &mut Verdict).is_some()
            && self.permitted(&mut at, activity, &frame, moment, &mut Verdict).is_some()
            && !at.refused
    }

    /// Narrows the possible targets to those whose requirements hold.
    #[inline]
    pub(crate) fn aimed(self, declare: &Declare, activity: &Activity, mask: Mask) -> Mask {
        let fits = |target: &CombatantId| self.is_fit(declare, activity, *target);
        match activity.needs.iter().any(|need| need.of_target) {
            true => members(mask).filter(fits).map(bit).sum(),
            false => mask,
        }
    }

    /// Whether someone among the possible targets meets the requirements.
    fn is_fit(self, declare: &Declare, activity: &Activity, target: CombatantId) -> bool {
        let frame = Frame { target, ..self.frame(declare) };
        if !self.state.dial.is_empty() {
            let mut at = Checking { view: self, refused: false };
            return self.reachable(&mut at, activity, &frame, &mut Verdict).is_some();
        }
        let mut needs = activity.needs.iter().filter(|need| need.of_target);
        needs.all(|need| self.scope(&frame).test(self.game.expr(need.test)))
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
        members(self.targets(activity, declare.actor))
            .any(|target| self.is_fit(declare, activity, target))
    }
}
