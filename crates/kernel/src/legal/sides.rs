//! Everybody by side, and whom each kind of target allows.

use crate::activity::Target;
use crate::check::View;
use crate::ids::{CombatantId, Mask, bit};
use crate::state::SIDES_MAX;

/// Kinds of target.
pub(super) const TARGETS: usize = 9;

/// Declarations for each kind of target.
pub(super) type Lens = [u8; TARGETS + 1];

/// Everybody by side, computed once per list.
#[derive(Clone, Debug, Default)]
pub(super) struct Sides {
    pub(super) on: [Mask; SIDES_MAX],
    pub(super) hostile: [Mask; SIDES_MAX],
    pub(super) everybody: Mask,
    /// The dial lets anyone be a target.
    pub(super) anyone: bool,
    /// Declarations by kind of target, for someone of each side.
    pub(super) lens: [Lens; SIDES_MAX],
}

impl Sides {
    /// Whom a kind of target allows for someone of a side.
    pub(super) fn targets(&self, who: CombatantId, side: u8, target: u8) -> Mask {
        if self.anyone && target != Target::None as u8 && target < Target::Step as u8 {
            return self.everybody;
        }
        let (own, hostile) = (self.on[side as usize], self.hostile[side as usize]);
        let by_kind = [
            0,
            hostile,
            own & !bit(who),
            own,
            self.everybody & !bit(who),
            self.everybody,
            self.everybody,
            0,
            0,
        ];
        by_kind[target as usize]
    }

    pub(super) fn of(view: View<'_>) -> Sides {
        let state = view.state;
        let mut on = [0; SIDES_MAX];
        let mut everybody = 0;
        for (index, one) in state.combatants.iter().enumerate() {
            on[one.side.index()] |= 1 << index;
            everybody |= 1 << index;
        }
        let mut sides = Sides {
            on,
            hostile: [0; SIDES_MAX],
            everybody,
            anyone: false,
            lens: [Lens::default(); SIDES_MAX],
        };
        let all = everybody.count_ones() as u8;
        if view.any_target() {
            sides.lens = [[1, all, all, all, all, all, all + 1, 0, 0, 0]; SIDES_MAX];
            sides.anyone = true;
            return sides;
        }
        for side in (0..SIDES_MAX).filter(|side| on[*side] != 0) {
            let peace = state.sides[side].peace | 1 << side;
            let foes = (0..SIDES_MAX).filter(|other| peace >> other & 1 == 0);
            let hostile = foes.fold(0, |mask: Mask, other| mask | on[other]);
            let (own, foes) = (on[side].count_ones() as u8, hostile.count_ones() as u8);
            sides.hostile[side] = hostile;
            sides.lens[side] = [1, foes, own - 1, own, all - 1, all, all + 1, 0, 0, 0];
        }
        sides
    }
}

/// Whether this kind of target may be left out.
#[inline(always)]
pub(super) fn untargeted(target: u8) -> bool {
    target == Target::None as u8 || target == Target::Optional as u8
}
