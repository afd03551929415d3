//! Passing, and declaring in secret.

use crate::decision::Decision;
use crate::denial::{Denial, DenialKind};
use crate::event::{Event, EventSink};
use crate::flow::response_window;
use crate::game::Game;
use crate::ids::{CombatantSet, RulesId, bit, iter_bits};
use crate::state::{Phase, ResponseWindow, State};

use super::refused;

/// Removes combatants from the open window.
pub(super) fn pass<R: EventSink>(
    game: &Game,
    state: &mut State,
    who: CombatantSet,
    record: &mut R,
) {
    state.window.pending &= !who;
    state.window.prompted &= !who;
    if state.window.sealed {
        if state.window.prompted == 0 {
            reveal(game, state, record);
        }
        return;
    }
    if state.window.named.is_some() {
        if state.window.prompted == 0 {
            state.window = ResponseWindow::default();
        }
        return;
    }
    if state.window.prompted == 0 {
        response_window::prompt_next(game, state);
    }
}

/// Lets several combatants declare in secret: first those whose turn it is, then the others.
pub(super) fn seal(game: &Game, state: &mut State, who: CombatantSet) -> Result<(), Denial> {
    if !matches!(state.decision, Decision::Act(_) | Decision::Answer(_)) || who == 0 {
        return refused(DenialKind::NotAwaited, RulesId(0));
    }
    if who & !state.everybody() != 0 {
        return refused(DenialKind::Unknown, game.grounds.unknown);
    }
    let acting: CombatantSet = iter_bits(who).filter(|&one| state.is_acting(one)).map(bit).sum();
    let (first, later) = if acting == 0 { (who, 0) } else { (acting, who & !acting) };
    state.secret_declarers_next = later;
    response_window::open_secret_window(state, first);
    Ok(())
}

/// Reveals the secret declarations. All of them take effect, even if another one takes their actor
/// out.
fn reveal<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    state.window = ResponseWindow::default();
    if let Some(top) = state.stack.last_mut().filter(|top| top.phase == Phase::Waiting) {
        // No combatant declared anything, so the waiting declaration opens its window again.
        top.window_opened = false;
    }
    let mut count = 0;
    let mut acting = false;
    let mut sides = 0u8;
    for at in 0..state.stack.len() {
        if state.stack[at].phase == Phase::Sealed {
            state.stack[at].phase = Phase::Running;
            let actor = state.stack[at].actor;
            acting |= state.is_acting(actor);
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
        record.cite(game.grounds.sealed_same);
    }
}
