//! Whose turn it is, seen from everybody at once.

use crate::clock::Slot;
use crate::game::Game;
use crate::ids::{CombatantId, Mask, NOBODY, SideId, bit};
use crate::moment::Moments;
use crate::state::{SIDES_MAX, State};

/// The moment it is for everybody outside named windows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turns {
    /// Whoever has the turn alone.
    alone: CombatantId,
    own: Moments,
    /// How many sides there are.
    count: usize,
    /// For all others, by side.
    sides: [Moments; SIDES_MAX],
}

impl Default for Turns {
    /// Nobody's turn.
    fn default() -> Turns {
        let sides = [Moments::default(); SIDES_MAX];
        Turns { alone: NOBODY, own: Moments::default(), count: 0, sides }
    }
}

impl Turns {
    /// The moments now.
    pub(crate) fn of(game: &Game, state: &State) -> Turns {
        let answering = u16::from(state.answering());
        let count = game.side_count().min(SIDES_MAX);
        let mut sides = [Moments::default(); SIDES_MAX];
        let (alone, group) = match state.clock.current {
            Slot::Alone(who) => (who, None),
            Slot::Group(turn) | Slot::Resumed(turn) => (NOBODY, Some(turn)),
            Slot::Back(_) | Slot::Nobody => (NOBODY, None),
        };
        let acting = state.acting_sides(count);
        for (at, (moment, side)) in sides[..count].iter_mut().zip(&state.sides).enumerate() {
            let peace = side.peace | 1 << at;
            let base = if group == Some(side.turn) {
                Moments::OWN_OPEN
            } else if acting & !peace != 0 {
                Moments::FOE_OPEN
            } else {
                Moments::ALLY_OPEN
            };
            *moment = Moments(base.0 << answering);
        }
        Turns { alone, own: Moments(Moments::OWN_OPEN.0 << answering), count, sides }
    }

    /// Everybody of whom something holds by the moment it is for them.
    #[inline(always)]
    pub(crate) fn those(&self, state: &State, at: impl Fn(Moments) -> Mask) -> Mask {
        let mut all = 0;
        for (side, moment) in self.sides[..self.count].iter().enumerate() {
            all |= state.on_side(SideId(side as u8)) & at(*moment);
        }
        match self.alone {
            NOBODY => all,
            alone => all & !bit(alone) | at(self.own) & bit(alone),
        }
    }

    /// The moment for someone on a side.
    #[inline(always)]
    pub(crate) fn moment(&self, who: CombatantId, side: SideId) -> Moments {
        if who == self.alone { self.own } else { self.sides[side.index()] }
    }
}
