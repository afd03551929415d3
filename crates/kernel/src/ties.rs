//! Ties: those whom the last sorting of the line found alike are told apart by dice of their own or
//! by the game master.
//!
//! Everybody in line has a rank; those alike share one. The first shared rank is taken apart: each
//! of those who share it throws, the higher goes first, and those alike again throw again.

use crate::effect::Apart;
use crate::game::Game;
use crate::history::ASIDE;
use crate::ids::{CombatantId, Mask, NOBODY, bit, members};
use crate::state::{COMBATANTS_MAX, State, short};

/// Throws in one breaking of ties at most: dice that can only show one number never tell apart.
const THROWS_MAX: i32 = 512;

/// Who has to throw next, or what the game master has to say about whom; `None` when nobody is
/// alike any more. `thrown` counts the throws made so far.
pub(crate) fn next(
    game: &Game,
    state: &mut State,
    how: Apart,
    thrown: &mut i32,
) -> Option<CombatantId> {
    state.keep_edge_order(game);
    while let Some(alike) = first_shared(game, state) {
        let waiting = members(alike).find(|who| state.combatant(*who).thrown.is_none());
        if let Some(who) = waiting {
            *thrown += 1;
            return Some(who);
        }
        let again = matches!(how, Apart::Dice(_)) && *thrown < THROWS_MAX;
        settle(state, alike, again);
    }
    None
}

/// Keeps what someone threw.
pub(crate) fn keep(state: &mut State, who: CombatantId, value: i32) {
    if state.combatants.has(who) {
        state.combatants.change(who, ASIDE).thrown = Some(short(value));
    }
}

/// Those still to come who share the first rank that is shared.
fn first_shared(game: &Game, state: &State) -> Option<Mask> {
    let comes = |who: &&CombatantId| {
        state.clock.comes(**who) && state.combatant(**who).conditions & game.out == 0
    };
    let mut last = None;
    for &who in state.line.iter().filter(comes) {
        let rank = state.combatant(who).rank;
        if last == Some(rank) {
            let alike = state.line.iter().filter(comes);
            return Some(
                alike.filter(|who| state.combatant(**who).rank == rank).copied().map(bit).sum(),
            );
        }
        last = Some(rank);
    }
    None
}

/// Puts those of one rank in the order of their throws; those alike share a rank still if they are
/// to throw again.
fn settle(state: &mut State, alike: Mask, again: bool) {
    let value = |state: &State, who: CombatantId| state.combatant(who).thrown.unwrap_or_default();
    let mut places = [0usize; COMBATANTS_MAX];
    let mut order = [NOBODY; COMBATANTS_MAX];
    let mut len = 0;
    for (place, &who) in state.line.iter().enumerate() {
        if alike & bit(who) == 0 {
            continue;
        }
        places[len] = place;
        // Behind everybody who threw at least as much.
        let mut at = len;
        while at > 0 && value(state, order[at - 1]) < value(state, who) {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = who;
        len += 1;
    }
    let Some(first) = state.combatants.get(order[0].index()).map(|one| one.rank) else { return };
    let (mut rank, mut last) = (first, None);
    for nth in 0..len {
        let who = order[nth];
        state.line[places[nth]] = who;
        let thrown = value(state, who);
        if last != Some(thrown) || !again {
            rank = first + nth as u8;
        }
        last = Some(thrown);
        state.combatants.change(who, ASIDE).rank = rank;
    }
    for who in members(alike) {
        state.combatants.change(who, ASIDE).thrown = None;
    }
}
