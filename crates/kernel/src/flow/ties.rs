//! Ties: those whom the last sorting of the line found alike are told apart by dice of their own or
//! by the game master.
//!
//! Everybody in line has a rank; those alike share one. The first shared rank is taken apart: each
//! of those who share it throws, the higher goes first, and those alike again throw again.
//!
//! Identical combatants throw once for all of them and stay together.

use crate::decision::Decision;
use crate::game::Game;
use crate::ids::{CombatantId, CombatantSet, NOBODY, bit, iter_bits};
use crate::limits::COMBATANTS_MAX;
use crate::model::effect::{Op, TieBreaker};
use crate::state::change_journal::UNTRACKED;
use crate::state::{State, clamp_i16};

/// Throws in one breaking of ties at most: dice that can only show one number never tell apart.
const THROWS_MAX: i32 = 512;

/// Returns who throws next, or whom the game master decides about; `None` if no tie is left.
/// `thrown` counts the throws made so far.
pub(crate) fn next(
    game: &Game,
    state: &mut State,
    how: TieBreaker,
    thrown: &mut i32,
) -> Option<CombatantId> {
    state.keep_edge_order(game.ordered);
    while let Some(alike) = tied(game, state) {
        let waiting = iter_bits(alike).find(|who| state.combatant(*who).thrown.is_none());
        if let Some(who) = waiting {
            *thrown += 1;
            return Some(who);
        }
        let again = matches!(how, TieBreaker::Dice(_)) && *thrown < THROWS_MAX;
        settle(state, alike, again);
    }
    None
}

/// Keeps what someone threw, for all those who are identical and tied with it.
pub(crate) fn keep(game: &Game, state: &mut State, who: CombatantId, value: i32) {
    // Whoever is in no tie has nothing to tell apart, and nothing would take the throw away again.
    for one in iter_bits(tied(game, state).unwrap_or(0)) {
        if one == who || identical(game, one, who) {
            state.combatants.modify(one, UNTRACKED).thrown = Some(clamp_i16(value));
        }
    }
}

/// The combatants of the first tie: those still to come who share a rank, unless all of them are
/// identical.
pub fn tied(game: &Game, state: &State) -> Option<CombatantSet> {
    let comes = |who: &CombatantId| {
        state.clock.has_turn_left(*who) && state.combatant(*who).conditions & game.out == 0
    };
    let rank = |who: CombatantId| state.combatant(who).rank;
    let mut first = NOBODY;
    for who in state.turn_order.iter().copied().filter(comes) {
        if first == NOBODY || rank(first) != rank(who) {
            first = who;
        } else if !identical(game, first, who) {
            let all = state.turn_order.iter().copied().filter(comes);
            return Some(all.filter(|one| rank(*one) == rank(who)).map(bit).sum());
        }
    }
    None
}

/// The combatants of the tie that the game master is asked about now; 0 if it is asked about
/// something else.
pub fn asked(game: &Game, state: &State) -> CombatantSet {
    let (Decision::Rule(..), Some(frame)) = (state.decision, state.stack.last()) else { return 0 };
    let step = game.programs[frame.program.index()].get(frame.at as usize);
    match step.map(|step| &step.op) {
        Some(Op::BreakTies { .. }) => tied(game, state).unwrap_or(0),
        _ => 0,
    }
}

/// Whether two combatants are of one group of identical ones.
pub fn identical(game: &Game, one: CombatantId, other: CombatantId) -> bool {
    let of = |who: CombatantId| game.sheets.get(who.index()).and_then(|sheet| sheet.alike);
    of(one).is_some() && of(one) == of(other)
}

/// Puts those of one rank in the order of their throws; those alike share a rank still if they are
/// to throw again.
fn settle(state: &mut State, alike: CombatantSet, again: bool) {
    let value = |state: &State, who: CombatantId| state.combatant(who).thrown.unwrap_or_default();
    let mut places = [0usize; COMBATANTS_MAX];
    let mut order = [NOBODY; COMBATANTS_MAX];
    let mut len = 0;
    for (place, &who) in state.turn_order.iter().enumerate() {
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
        state.turn_order[places[nth]] = who;
        let thrown = value(state, who);
        if last != Some(thrown) || !again {
            rank = first + nth as u8;
        }
        last = Some(thrown);
        state.combatants.modify(who, UNTRACKED).rank = rank;
    }
    for who in iter_bits(alike) {
        state.combatants.modify(who, UNTRACKED).thrown = None;
    }
}
