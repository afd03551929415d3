//! Whose turn it is, seen from everybody at once.

use crate::clock::Slot;
use crate::ids::{CombatantId, Mask, bit};
use crate::moment::Moments;
use crate::state::State;

/// The moment it is for everybody outside named windows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Turns {
    /// Those whose turn it is.
    own: Mask,
    /// Those on whom a side hostile to theirs has the turn.
    foes: Mask,
    /// 1 while something waits for answers.
    answering: u16,
}

impl Turns {
    /// The moments now, for those on the first so many sides.
    pub(crate) fn of(state: &State, sides: usize) -> Turns {
        let sides = state.sides.iter().zip(state.combatants.by_side()).enumerate().take(sides);
        let (mut own, mut foes, mut acting) = (0, 0, 0);
        match state.clock.current {
            Slot::Alone(who) => {
                own = bit(who);
                acting = 1 << state.combatant(who).side().0;
            }
            Slot::Group(turn) | Slot::Resumed(turn) => {
                for (at, (side, who)) in sides.clone() {
                    let who = if side.turn == turn { *who } else { 0 };
                    own |= who;
                    acting |= u8::from(who != 0) << at;
                }
            }
            Slot::Back(_) | Slot::Nobody => {}
        }
        for (at, (side, who)) in sides {
            foes |= if acting & !(side.peace | 1 << at) != 0 { *who } else { 0 };
        }
        Turns { own, foes: foes & !own, answering: state.answering().into() }
    }

    /// Takes note of whether something waits for answers, with everybody's turns as they were.
    #[inline(always)]
    pub(crate) fn answer(&mut self, state: &State) {
        self.answering = state.answering().into();
    }

    /// Everybody of whom something holds by the moment it is for them.
    #[inline(always)]
    pub(crate) fn those(&self, at: impl Fn(Moments) -> Mask) -> Mask {
        let moments = [Moments::OWN_OPEN, Moments::ALLY_OPEN, Moments::FOE_OPEN];
        self.among(moments.map(|moment| at(Moments(moment.0 << self.answering))))
    }

    /// Those who are among others by whose turn it is: in their own, in that of others that are no
    /// foes, in that of a foe.
    #[inline(always)]
    pub(crate) fn among(&self, [own, allies, foes]: [Mask; 3]) -> Mask {
        self.own & own | self.foes & foes | allies & !(self.own | self.foes)
    }

    /// The moment for someone.
    #[inline(always)]
    pub(crate) fn moment(&self, who: CombatantId) -> Moments {
        let open = match bit(who) {
            one if self.own & one != 0 => Moments::OWN_OPEN,
            one if self.foes & one != 0 => Moments::FOE_OPEN,
            _ => Moments::ALLY_OPEN,
        };
        Moments(open.0 << self.answering)
    }
}
