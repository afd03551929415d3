//! Passing, and declaring in secret.

use crate::decision::Decision;
use crate::denial::{Denial, Why};
use crate::event::{Event, Record};
use crate::game::Game;
use crate::ids::{Mask, RulesId, bit, members};
use crate::state::{Phase, State, Window};
use crate::windows;

use super::refused;

/// Takes those named out of the open window.
pub(super) fn pass<R: Record>(game: &Game, state: &mut State, who: Mask, record: &mut R) {
    state.window.pending &= !who;
    state.window.asked &= !who;
    if state.window.sealed {
        if state.window.asked == 0 {
            reveal(game, state, record);
        }
        return;
    }
    if state.window.named.is_some() {
        if state.window.asked == 0 {
            state.window = Window::default();
        }
        return;
    }
    if state.window.asked == 0 {
        windows::ask_next(game, state);
    }
}

/// Lets several declare in secret: first those whose turn it is, then the others.
pub(super) fn seal(game: &Game, state: &mut State, who: Mask) -> Result<(), Denial> {
    if !matches!(state.decision, Decision::Act(_) | Decision::Answer(_)) || who == 0 {
        return refused(Why::OtherDecision, RulesId(0));
    }
    if who & !state.everybody() != 0 {
        return refused(Why::Unknown, game.grounds.unknown);
    }
    let acting: Mask = members(who).filter(|&one| state.clock.acting(state, one)).map(bit).sum();
    let (first, later) = if acting == 0 { (who, 0) } else { (acting, who & !acting) };
    state.sealed_later = later;
    windows::seal_for(state, first);
    Ok(())
}

/// Reveals what was declared in secret; all of it takes effect, whatever the others do.
fn reveal<R: Record>(game: &Game, state: &mut State, record: &mut R) {
    state.window = Window::default();
    if let Some(top) = state.stack.last_mut().filter(|top| top.phase == Phase::Waiting) {
        // Nobody declared anything: what waits is still to be answered.
        top.asked = false;
    }
    let mut count = 0;
    let mut acting = false;
    let mut sides = 0u8;
    for at in 0..state.stack.len() {
        if state.stack[at].phase == Phase::Sealed {
            state.stack[at].phase = Phase::Running;
            let actor = state.stack[at].actor;
            acting |= state.clock.acting(state, actor);
            sides |= 1 << state.combatant(actor).side().0;
            count += 1;
        }
    }
    let rules = match (count, acting) {
        (0 | 1, _) => game.grounds.sealed_turn,
        (_, true) => game.grounds.sealed_same,
        (_, false) => game.grounds.sealed_off,
    };
    record.event(Event::Revealed { count }, rules);
    if count > 1 && sides.is_power_of_two() {
        record.allowed(game.grounds.sealed_same);
    }
}
