//! Ties in the turn order, broken by dice or by the game master.
//!
//! Each combatant in the turn order has a rank, and tied combatants share one. The first shared
//! rank is split: its members throw, the higher throw goes first, and equal throws are thrown
//! again.
//!
//! Identical combatants throw once for all of them and stay together.

use crate::decision::Decision;
use crate::game::Game;
use crate::ids::{CombatantId, CombatantSet, NOBODY, bit, iter_bits};
use crate::limits::COMBATANTS_MAX;
use crate::model::effect::{Op, TieBreaker};
use crate::state::change_journal::UNTRACKED;
use crate::state::{State, clamp_i16};

/// Greatest number of throws to break ties. Dice with a single face would never break one.
const THROWS_MAX: i32 = 512;

/// Returns the combatant who throws next or is placed by the game master; `None` if no tie is left.
/// `thrown` counts the throws so far.
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

/// Stores a throw for a combatant and for all identical ones tied with it.
pub(crate) fn keep(game: &Game, state: &mut State, who: CombatantId, value: i32) {
    // Throws are stored for tied combatants only, because nothing would clear the others.
    for one in iter_bits(tied(game, state).unwrap_or(0)) {
        if one == who || identical(game, one, who) {
            state.combatants.modify(one, UNTRACKED).thrown = Some(clamp_i16(value));
        }
    }
}

/// Returns the combatants of the first tie: they still have a turn and share a rank, and not all
/// are identical.
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

/// Returns the tied combatants that the game master is asked about; 0 if the encounter waits for
/// something else.
pub fn asked(game: &Game, state: &State) -> CombatantSet {
    let (Decision::Rule(..), Some(frame)) = (state.decision, state.stack.last()) else { return 0 };
    let step = game.programs[frame.program.index()].get(frame.at as usize);
    match step.map(|step| &step.op) {
        Some(Op::BreakTies { .. }) => tied(game, state).unwrap_or(0),
        _ => 0,
    }
}

/// Returns true if two combatants belong to one group of identical ones.
pub fn identical(game: &Game, one: CombatantId, other: CombatantId) -> bool {
    let of = |who: CombatantId| game.sheets.get(who.index()).and_then(|sheet| sheet.alike);
    of(one).is_some() && of(one) == of(other)
}

/// Orders the combatants of one rank by their throws. Equal throws share a rank if they are thrown
/// again.
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
        // The combatant comes after all others with at least the same throw.
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
