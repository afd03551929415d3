//! What options read besides their combatant and is quickly told for everybody at once: whose turn
//! it is, who still comes or waits, where several stand on one square.

use crate::check::View;
use crate::clock::Slot;
use crate::expr::{Input, Role};
use crate::ids::{CombatantId, Mask, bit};
use crate::space::{Place, Space};
use crate::state::State;

/// Everybody's circumstances, taken once per look.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Situation {
    /// Those whose turn it is.
    acting: Mask,
    /// Those whose turn along the line is still to come.
    to_come: Mask,
    /// Those who have something prepared.
    prepared: Mask,
    /// Those who share their square with someone.
    crowded: Mask,
    /// How many declarations are waiting or running.
    depth: u8,
}

/// Which parts of it the options of a combatant read, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts(u8);

const ACTING: u8 = 1;
const TO_COME: u8 = 1 << 1;
const PREPARED: u8 = 1 << 2;
const DEPTH: u8 = 1 << 3;
const CROWD: u8 = 1 << 4;

impl Parts {
    /// Takes note of an input; false if it is no part of a situation.
    pub(super) fn note(&mut self, input: Input) -> bool {
        self.0 |= match input {
            Input::OwnTurn(Role::Actor) => ACTING,
            Input::ToCome(Role::Actor) => TO_COME,
            Input::Prepared(Role::Actor) => PREPARED,
            Input::Depth => DEPTH,
            Input::Allies(Place::Here) | Input::Foes(Place::Here) => CROWD,
            _ => return false,
        };
        true
    }

    fn has(self, part: u8) -> bool {
        self.0 & part != 0
    }

    /// Everything that either of the two reads.
    pub(super) fn and(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }
}

impl Situation {
    /// The parts that anybody reads.
    pub(super) fn of(state: &State, parts: Parts) -> Situation {
        let mut situation = Situation::default();
        if parts.has(ACTING) {
            situation.acting = match state.clock.current {
                Slot::Alone(who) => bit(who),
                _ => state.acting(),
            };
        }
        if parts.has(CROWD) {
            situation.crowded = crowded(state);
        }
        situation.to_come = state.clock.to_come;
        situation.prepared = state.prepared.iter().fold(0, |all, frame| all | bit(frame.actor));
        situation.depth = state.stack.len() as u8;
        situation
    }

    /// The parts that someone's options read, as a word that is the same only where they are.
    #[inline(always)]
    pub(super) fn word(&self, view: View<'_>, who: CombatantId, parts: Parts) -> u64 {
        if parts == Parts::default() {
            return 0;
        }
        let is = |mask: Mask, part: u8| (mask >> who.0 & 1) * u64::from(parts.has(part));
        let turns = is(self.acting, ACTING) | is(self.to_come, TO_COME) << 1;
        let flags = turns | is(self.prepared, PREPARED) << 2;
        let depth = if parts.has(DEPTH) { u64::from(self.depth) } else { 0 };
        let crowd = if is(self.crowded, CROWD) == 1 { crowd(view, who) } else { 0 };
        flags | depth << 8 | crowd << 16
    }
}

/// Everybody who may share a square with someone: a set of squares tells most apart.
fn crowded(state: &State) -> Mask {
    let mut taken = [0u64; 8];
    let mut twice = [0u64; 8];
    let place = |at: usize| {
        let square = state.combatants[at].square;
        // Squares far apart may share a place, which only means a closer look.
        let place = usize::from(square.x & 31) << 4 | usize::from(square.y & 15);
        (square.is_somewhere(), place / 64, 1u64 << (place % 64))
    };
    for at in 0..state.combatants.len() {
        let (somewhere, word, bit) = place(at);
        if somewhere {
            twice[word] |= taken[word] & bit;
            taken[word] |= bit;
        }
    }
    let mut all = 0;
    if twice != [0; 8] {
        for at in 0..state.combatants.len() {
            let (somewhere, word, bit) = place(at);
            all |= Mask::from(somewhere && twice[word] & bit != 0) << at;
        }
    }
    all
}

/// Allies and foes on someone's own square.
fn crowd(view: View<'_>, who: CombatantId) -> u64 {
    let space = Space { game: view.game, state: view.state };
    let one = view.state.combatant(who);
    let there = space.standing_on(one.square) & !bit(who);
    let allies = (there & view.state.on_side(one.side)).count_ones();
    let foes = (there & view.state.hostile_to(one.side)).count_ones();
    u64::from(allies) | u64::from(foes) << 8
}
