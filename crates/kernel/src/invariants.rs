//! Invariants of every state, checked after every command in tests and in the simulator.

use crate::decision::Decision;
use crate::game::Game;
use crate::ids::{CardId, bit, iter_bits};
use crate::limits::{QUEUED_TURNS_MAX, STACK_MAX};
use crate::model::card::PlacedCard;
use crate::purse::Purse;
use crate::state::{Frame, Phase, State};

/// Returns the first law that a resting state breaks, in words; `None` if all hold.
pub fn violated_invariant(game: &Game, state: &State) -> Option<&'static str> {
    let laws: [(&str, bool); 10] = [
        ("every combatant has a sheet", state.combatants.len() == game.sheets.len()),
        ("tokens are held only in lanes the sheet has", lanes_exist(game, state)),
        ("slots are free only where the sheet has them", slots_exist(game, state)),
        ("no card is lost or made", cards_stay(game, state)),
        ("every side exists", sides_exist(game, state)),
        ("the stack is bounded", state.stack.len() <= STACK_MAX + game.watches.len()),
        ("the agenda is bounded", usize::from(state.clock.queued_len) <= QUEUED_TURNS_MAX),
        ("there is always a decision", state.decision != Decision::NotStarted),
        ("throws are kept only while a tie is broken", throws_are_for_ties(state)),
        ("an answer window has something to answer", window_has_cause(state)),
    ];
    laws.into_iter().find_map(|(law, holds)| (!holds).then_some(law))
}

fn lanes_exist(game: &Game, state: &State) -> bool {
    state.combatants.iter().zip(&game.sheets).all(|(one, sheet)| {
        let mut lanes = Purse::EMPTY;
        for lane in 0..sheet.lanes.len() {
            lanes.set(lane, 1);
        }
        one.purse.only(&lanes) == one.purse
    })
}

fn slots_exist(game: &Game, state: &State) -> bool {
    state.combatants.iter().zip(&game.sheets).all(|(one, sheet)| {
        let mut left = one.slot_uses;
        for slot in &sheet.slots {
            match slot.index {
                crate::purse::SlotIndex::Single(at) => left.single &= !(1 << at),
                crate::purse::SlotIndex::Counted(at) => left.set_count(at as usize, 0),
            }
        }
        left.is_empty()
    })
}

/// Returns true if the state has exactly the cards of the game.
fn cards_stay(game: &Game, state: &State) -> bool {
    let sorted = |cards: &[PlacedCard]| {
        let mut all: Vec<CardId> = cards.iter().map(|one| one.card).collect();
        all.sort_unstable();
        all
    };
    sorted(&game.cards) == sorted(&state.cards)
}

fn sides_exist(game: &Game, state: &State) -> bool {
    iter_bits(state.everybody()).all(|who| {
        let side = state.combatant(who).side();
        side.index() < game.side_count() && state.on_side(side) & bit(who) != 0
    })
}

/// Returns true unless the stack is empty and a throw is stored: ties are only broken by programs.
fn throws_are_for_ties(state: &State) -> bool {
    !state.stack.is_empty() || state.combatants.iter().all(|one| one.thrown.is_none())
}

fn window_has_cause(state: &State) -> bool {
    match state.decision {
        Decision::Answer(asked) => {
            let answerable = |top: &Frame| matches!(top.phase, Phase::Waiting | Phase::Exposed);
            asked != 0 && state.stack.last().is_some_and(answerable)
        }
        Decision::Offer(_, asked) | Decision::DeclareSecretly(asked) => asked != 0,
        _ => true,
    }
}
