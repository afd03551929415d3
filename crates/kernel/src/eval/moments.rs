//! Moments of all combatants: whose turn it is, and whether a declaration waits for answers.

use crate::ids::{CombatantId, CombatantSet, bit};
use crate::limits::SIDES_MAX;
use crate::model::clock::TurnSlot;
use crate::model::moment::Moments;
use crate::state::State;

/// Moments of all combatants outside named windows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct MomentMap {
    /// Combatants whose turn it is.
    own: CombatantSet,
    /// Combatants hostile to a side whose turn it is.
    foes: CombatantSet,
    /// 1 while a declaration waits for answers, else 0.
    answering: u16,
}

impl MomentMap {
    /// Returns the moments for combatants on the first `sides` sides.
    pub(crate) fn of(state: &State, sides: usize) -> MomentMap {
        let sides = state.sides.iter().zip(state.combatants.by_side()).enumerate().take(sides);
        let (mut own, mut foes, mut acting) = (0, 0, 0);
        match state.clock.current {
            TurnSlot::Combatant(who) => {
                own = bit(who);
                acting = 1 << state.combatant(who).side().0;
            }
            TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn) => {
                for (at, (side, who)) in sides.clone() {
                    let who = if side.turn == turn { *who } else { 0 };
                    own |= who;
                    acting |= u8::from(who != 0) << at;
                }
            }
            TurnSlot::ResumedCombatant(_) | TurnSlot::Nobody => {}
        }
        for (at, (side, who)) in sides {
            foes |= if acting & !(side.peace | 1 << at) != 0 { *who } else { 0 };
        }
        MomentMap { own, foes: foes & !own, answering: state.answering().into() }
    }

    /// Updates whether a declaration waits for answers. Turns stay unchanged.
    #[inline(always)]
    pub(crate) fn answer(&mut self, state: &State) {
        self.answering = state.answering().into();
    }

    /// Returns the members of the set given for each combatant's moment.
    #[inline(always)]
    pub(crate) fn union_by_moment(&self, at: impl Fn(Moments) -> CombatantSet) -> CombatantSet {
        let moments = [Moments::OWN_OPEN, Moments::ALLY_OPEN, Moments::FOE_OPEN];
        self.select(moments.map(|moment| at(Moments(moment.0 << self.answering))))
    }

    /// Returns the members of `own` in their own turn, of `foes` in a foe's, of `allies` otherwise.
    #[inline(always)]
    pub(crate) fn select(&self, [own, allies, foes]: [CombatantSet; 3]) -> CombatantSet {
        self.own & own | self.foes & foes | allies & !(self.own | self.foes)
    }

    /// Returns the moment for a combatant.
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

impl State {
    /// Returns the moment for a combatant.
    pub fn moment(&self, who: CombatantId) -> Moments {
        if let Some(window) = self.window.named {
            return if self.window.prompted & bit(who) != 0 {
                Moments::window(window.0)
            } else {
                Moments::default()
            };
        }
        MomentMap::of(self, SIDES_MAX).moment(who)
    }
}
