//! Accelerator: snapshot of global state (clock, sides, variables, terrain, stack). Any difference
//! that `View::check` could read must show.

use crate::check::View;
use crate::ids::{CombatantId, CombatantSet, NOBODY, bit, iter_bits};
use crate::limits::{SIDES_MAX, VARIABLES_MAX};
use crate::model::card::PlacedCard;
use crate::model::clock::Clock;
use crate::state::{OngoingActivity, Side, State};

use super::deps::{CARDS, CLOCK, DepMask, ONGOING, PREPARED, SIDES, STACK, TERRAIN, VARIABLES};

/// Global state that requirements read, as of the last refresh.
#[derive(Clone, Debug, Default)]
pub(crate) struct GlobalSnapshot {
    sides: [Side; SIDES_MAX],
    variables: [i16; VARIABLES_MAX],
    clock: Clock,
    answered: u64,
    terrain: Vec<u8>,
    projects: Vec<OngoingActivity>,
    cards: Vec<PlacedCard>,
    acting: CombatantSet,
    prepared: CombatantSet,
}

/// First bit of the turn, above the key of the stack.
const TURN: u32 = 57;

impl GlobalSnapshot {
    /// Stores what would be responded to now; returns [`STACK`] if it changed, else 0.
    #[inline(always)]
    pub(crate) fn notice_answered(&mut self, state: &State) -> DepMask {
        let before = std::mem::replace(&mut self.answered, answered(state));
        if self.answered == before { 0 } else { STACK }
    }

    /// Updates the rest; returns the classes that differ and the combatants whose turn differs.
    ///
    /// `regrouped`: a combatant changed sides; `variables`: those that matter, one bit each.
    pub(crate) fn diff_and_update(
        &mut self,
        view: View<'_>,
        regrouped: bool,
        variables: u64,
    ) -> (DepMask, CombatantSet) {
        let View { game, state } = view;
        let mut classes = 0;
        let mut turns = 0;
        let count = game.side_count().min(SIDES_MAX);
        if differ(&self.sides[..count], &state.sides[..count]) {
            classes |= SIDES | VARIABLES;
            self.sides = state.sides;
        }
        if differ(&self.variables, &state.variables) {
            let differs = |at: usize| self.variables[at] != state.variables[at];
            let mut read = iter_bits(variables & ((1 << VARIABLES_MAX) - 1));
            classes |= if read.any(|at| differs(at.index())) { VARIABLES } else { 0 };
            self.variables = state.variables;
        }
        if !self.clock.reads_like(&state.clock) || classes & SIDES != 0 || regrouped {
            let acting = state.acting();
            turns |= (acting ^ self.acting) | (state.clock.turns_left ^ self.clock.turns_left);
            self.acting = acting;
            self.clock.clone_from(&state.clock);
            classes |= CLOCK;
        }
        // The terrain is long, and in most games nothing can change it.
        let first = self.terrain.len() != state.terrain.len();
        if (first || game.shapes_ground) && self.terrain != state.terrain {
            classes |= TERRAIN;
            self.terrain.clone_from(&state.terrain);
        }
        if self.projects != state.ongoing {
            classes |= ONGOING;
            self.projects.clone_from(&state.ongoing);
        }
        if self.cards != state.cards {
            classes |= CARDS;
            self.cards.clone_from(&state.cards);
        }
        let prepared = state.prepared.iter().fold(0, |all, frame| all | bit(frame.actor));
        if self.prepared != prepared {
            turns |= self.prepared ^ prepared;
            classes |= PREPARED;
            self.prepared = prepared;
        }
        (classes, turns)
    }

    /// Returns a key of the stack and turn classes for one combatant. It holds what is responded
    /// to, and whether the combatant has or will have a turn and prepared something.
    #[inline(always)]
    pub(crate) fn turn_context_key(&self, who: CombatantId) -> u64 {
        let is = |mask: CombatantSet| mask >> who.0 & 1;
        let turn = is(self.acting) | is(self.clock.turns_left) << 1 | is(self.prepared) << 2;
        self.answered | turn << TURN
    }
}

/// Returns true if two lists differ. It compares by element, because a comparison of whole memory
/// blocks stalls right after a write.
#[inline(always)]
fn differ<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    one.iter().zip(other).fold(false, |differ, (one, other)| differ | (one != other))
}

/// Returns a key of what requirements read of the stack: depth and what is responded to.
fn answered(state: &State) -> u64 {
    let Some(top) = state.stack.last() else { return 0 };
    let stacked = (state.stack.len() as u64) << 48 | u64::from(state.answering()) << 56;
    let depth = stacked | (state.depth() as u64) << 57;
    let who = |who: CombatantId| if who == NOBODY { 0xff } else { u64::from(who.0) };
    let what = u64::from(top.activity.0) << 16 | who(top.actor) << 8 | who(top.target);
    let square = u64::from(top.square.x) << 40 | u64::from(top.square.y) << 32;
    depth | square | what
}
