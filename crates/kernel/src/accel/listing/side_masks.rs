//! Accelerator: masks of the targets that `View::check` allows by side and kind of target.

use crate::check::View;
use crate::ids::{CombatantId, CombatantSet, SideId, bit};
use crate::limits::SIDES_MAX;
use crate::model::activity::Target;

/// Number of kinds of target.
pub(crate) const TARGETS: usize = 9;

/// Masks of allowed targets, computed once per listing.
#[derive(Clone, Debug, Default)]
pub(crate) struct TargetsBySide {
    /// Allowed targets of each side, by kind of target, including the actor.
    allowed: [[CombatantSet; TARGETS]; SIDES_MAX],
    /// All bits for kinds of target that exclude the actor.
    not_oneself: [CombatantSet; TARGETS],
    /// Whether a relaxed rule lets anyone be a target.
    pub(crate) anyone: bool,
    /// Version, which changes whenever the masks may have.
    pub(crate) version: u32,
}

impl TargetsBySide {
    /// Returns the allowed targets of a combatant, by kind of target.
    #[inline(always)]
    pub(crate) fn targets(&self, who: CombatantId, side: SideId) -> [CombatantSet; TARGETS] {
        let mut targets = self.allowed[side.index()];
        for (allowed, not_oneself) in targets.iter_mut().zip(&self.not_oneself) {
            *allowed &= !(bit(who) & not_oneself);
        }
        targets
    }

    /// Computes the masks for the current state.
    #[inline(never)]
    pub(crate) fn of(view: View<'_>, version: u32) -> TargetsBySide {
        let state = view.state;
        let on = state.combatants.by_side();
        let everybody = state.everybody();
        let mut sides = TargetsBySide { version, ..TargetsBySide::default() };
        if view.any_target() {
            let [nobody, anyone] = [0, everybody];
            sides.allowed =
                [[nobody, anyone, anyone, anyone, anyone, anyone, anyone, nobody, nobody];
                    SIDES_MAX];
            sides.anyone = true;
            return sides;
        }
        for target in [Target::Ally, Target::Other] {
            sides.not_oneself[target as usize] = CombatantSet::MAX;
        }
        for side in (0..SIDES_MAX).filter(|side| on[*side] != 0) {
            let peace = state.sides[side].peace | 1 << side;
            let foes = (0..SIDES_MAX).filter(|other| peace >> other & 1 == 0);
            let hostile = foes.fold(0, |mask: CombatantSet, other| mask | on[other]);
            let friends = on[side];
            sides.allowed[side] =
                [0, hostile, friends, friends, everybody, everybody, everybody, 0, 0];
        }
        sides
    }
}

/// Returns true if the target may be left out; squares are listed only without a board.
#[inline(always)]
pub(crate) fn untargeted(target: u8) -> bool {
    let may_be = [Target::None, Target::Optional, Target::Square];
    may_be.iter().any(|kind| *kind as u8 == target)
}
