//! Windows: the combatants who can answer a declaration, the order in which they are asked, and
//! windows that effects open for one combatant.

use crate::check::View;
use crate::decision::{Decision, Declaration};
use crate::event::EventSink;
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, CombatantSet, NOBODY, TurnId, bit, iter_bits};
use crate::limits::OPTIONS_MAX;
use crate::model::clock::TurnSlot;
use crate::state::{Frame, ResponseWindow, State};

/// Opens the answer window of the newest declaration, if anyone can answer it.
pub(crate) fn open_window<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    let pending = match &game.shortcuts {
        Some(fast) => fast.responders(game, state),
        None => responders(game, state),
    };
    if pending == 0 {
        return;
    }
    state.window = ResponseWindow { pending, open: true, ..ResponseWindow::default() };
    record.cite(game.grounds.window);
    prompt_next(game, state);
}

/// Returns the combatants who can answer the newest declaration: they can act and could declare an
/// option that windows ask for. Unless `asks_everyone` is set, the declarer is not asked, but may
/// still answer while others are.
fn responders(game: &Game, state: &mut State) -> CombatantSet {
    let Some(top) = state.stack.last() else { return 0 };
    let mut able = state.without_conditions(game.out);
    if top.actor != NOBODY && !game.asks_everyone {
        able &= !bit(top.actor);
    }
    // The check accepts answers only from combatants who are asked, so all are asked meanwhile.
    let before = std::mem::replace(&mut state.decision, Decision::Answer(able));
    let view = View { game, state };
    let answers = |who: &CombatantId| {
        let options = game.sheets[who.index()].options.iter().take(OPTIONS_MAX).enumerate();
        let unprompted = if game.asks_everyone { 0 } else { view.state.combatant(*who).unprompted };
        let mut asked = options.filter(|(at, _)| unprompted >> at & 1 == 0);
        asked.any(|(_, option)| view.can_declare(*who, option))
    };
    let able = iter_bits(able).filter(answers).map(bit).sum();
    state.decision = before;
    able
}

/// Asks the next group of pending combatants, or closes the window.
pub(crate) fn prompt_next(game: &Game, state: &mut State) {
    let current = match state.clock.current {
        TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn) => turn,
        TurnSlot::Combatant(who) => state.turn_of(who),
        TurnSlot::ResumedCombatant(_) | TurnSlot::Nobody => TurnId(0),
    };
    if game.ordered {
        // Combatants are asked one by one in turn order.
        match next_along(game, state) {
            Some(who) => state.window.prompted = bit(who),
            None => state.window = ResponseWindow::default(),
        }
        return;
    }
    let turns = game.turns.max(1);
    let first = u8::from(!game.current_side_answers_first);
    for step in first..first + turns {
        let group = TurnId((current.0 + step) % turns);
        let asked: CombatantSet = iter_bits(state.window.pending)
            .filter(|&who| state.turn_of(who) == group)
            .map(bit)
            .sum();
        if asked != 0 {
            state.window.prompted = asked;
            return;
        }
    }
    state.window = ResponseWindow::default();
}

/// Returns the pending combatant to ask first: by `asks_first` if set, then in turn order.
fn next_along(game: &Game, state: &State) -> Option<CombatantId> {
    let mut pending =
        state.turn_order.iter().copied().filter(|&who| state.window.pending & bit(who) != 0);
    let Some(by) = game.asks_first else { return pending.next() };
    let rank = |who: &CombatantId| {
        let frame = Frame { actor: *who, cause: *who, ..Frame::default() };
        std::cmp::Reverse(EvalContext { game, state, frame: &frame }.eval(by))
    };
    // Among equal ranks, the first in turn order is asked.
    pending.min_by_key(rank)
}

/// Opens a window for secret declarations.
pub(crate) fn open_secret_window(state: &mut State, who: CombatantSet) {
    state.window = ResponseWindow {
        pending: who,
        prompted: who,
        sealed: true,
        open: true,
        ..ResponseWindow::default()
    };
}

/// Opens a named window for the combatants in `whom` who can use it. Returns them; the window stays
/// closed if there are none.
pub(crate) fn offer(
    game: &Game,
    state: &mut State,
    window: crate::ids::WindowId,
    whom: CombatantSet,
    once_each: bool,
) -> CombatantSet {
    let open = |pending| ResponseWindow {
        pending,
        prompted: pending,
        named: Some(window),
        once_each,
        open: true,
        ..ResponseWindow::default()
    };
    state.window = open(whom);
    let able = iter_bits(whom).filter(|who| can_use(game, state, window, *who)).map(bit).sum();
    state.window = if able == 0 { ResponseWindow::default() } else { open(able) };
    able
}

/// Takes a combatant who has used the open window out of it, and closes it unless others may still
/// use it.
pub(crate) fn leave_window(state: &mut State, who: CombatantId) {
    let ResponseWindow { prompted, once_each, .. } = state.window;
    let left = prompted & !bit(who);
    state.window = match once_each && left != 0 {
        true => ResponseWindow {
            pending: left,
            prompted: left,
            // What one of them does may keep others from using it.
            needs_recheck: true,
            ..state.window
        },
        false => ResponseWindow::default(),
    };
}

/// Returns true if a combatant can declare anything in the open named window.
fn can_use(game: &Game, state: &mut State, window: crate::ids::WindowId, who: CombatantId) -> bool {
    let before = std::mem::replace(&mut state.decision, Decision::Offer(window, bit(who)));
    let able = match &game.shortcuts {
        Some(fast) => fast.can_declare(game, state, who),
        None => can_declare(View { game, state }, who),
    };
    state.decision = before;
    able
}

/// Returns true if a combatant can declare anything at all.
fn can_declare(view: View<'_>, who: CombatantId) -> bool {
    let mut options = view.game.sheets[who.index()].options.iter().take(OPTIONS_MAX);
    options.any(|option| view.can_declare(who, option))
}

/// Removes combatants from the open window who can no longer answer after a change by the game
/// master.
pub(crate) fn recheck<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    let before = ResponseWindow { needs_recheck: false, ..state.window };
    state.window = before;
    if before.sealed {
        return;
    }
    if let Some(window) = before.named {
        let able = iter_bits(before.prompted).filter(|&who| can_use(game, state, window, who));
        let able: CombatantSet = able.map(bit).sum();
        state.window = match able {
            0 => ResponseWindow::default(),
            _ => ResponseWindow { pending: able, prompted: able, ..before },
        };
        return;
    }
    state.window = ResponseWindow::default();
    open_window(game, state, record);
    if state.window.pending & !before.pending != 0 {
        // Combatants who have passed are not asked again.
        state.window.pending &= before.pending;
        prompt_next(game, state);
    }
}

/// Returns true if a combatant can declare anything in secret now.
pub(crate) fn can_declare_secretly(game: &Game, state: &mut State, who: CombatantId) -> bool {
    if state.combatant(who).conditions & game.out != 0 {
        return false;
    }
    let before = std::mem::replace(&mut state.decision, Decision::DeclareSecretly(bit(who)));
    let view = View { game, state };
    let mut payments = Vec::new();
    let able = game.sheets[who.index()].options.iter().any(|option| {
        let activity = &game.activities[option.activity.index()];
        let declare = Declaration::new(who, option.activity);
        view.payments(&declare, option, &mut payments);
        !payments.is_empty()
            && view.open_to(&declare, view.moment(who))
            && view.has_target(&declare, activity)
    });
    state.decision = before;
    able
}
