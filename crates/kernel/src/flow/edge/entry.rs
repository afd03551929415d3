//! Entry of combatants into a running fight, and their leaving.
//!
//! Both happen while the stack is empty and the current turn waits for its end. A newcomer runs the
//! begin handlers of all running spans, such as a roll for the turn order, and then gets its place
//! in that order.

use crate::event::{Event, EventSink};
use crate::game::{DueHandler, EdgePlace, EvalContext, Game};
use crate::ids::{CombatantId, ExprId, NOBODY, RulesId, SpanId, bit, iter_bits};
use crate::model::clock::{ClockStep, Edge, HandlerScope, TurnSlot};
use crate::state::change_journal::UNTRACKED;
use crate::state::{Frame, State};

/// Removes the combatants that leave and brings in the first one that enters.
pub(super) fn begin<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    state.combatants.record_global_change();
    for who in iter_bits(std::mem::take(&mut state.arrivals.leaving)) {
        leave(game, state, who);
        record.event(Event::Left { who }, RulesId(0));
    }
    if state.clock.step == ClockStep::AwaitTurnEnd {
        enter_first(game, state, record);
    }
}

/// Runs the next handler for a combatant that enters, or gives it its place in the turn order.
pub(super) fn go_on<R: EventSink>(
    game: &Game,
    state: &mut State,
    (who, span, from): (CombatantId, SpanId, u16),
    record: &mut R,
) {
    state.combatants.record_global_change();
    match next_handler(game, state, who, span, usize::from(from)) {
        Some((span, next)) => {
            state.clock.step = ClockStep::Enter(who, span, next.handler as u16 + 1);
            state.stack.push(next.frame(game));
        }
        None => {
            take_place(game, state, who, record);
            state.arrivals.entering &= !bit(who);
            state.clock.step = ClockStep::AwaitTurnEnd;
            enter_first(game, state, record);
        }
    }
}

/// Brings in the first combatant that enters, if there is any.
fn enter_first<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    let Some(who) = iter_bits(state.arrivals.entering).next() else {
        state.arrivals = Default::default();
        return;
    };
    state.combatants.enter(who, &game.sheets[who.index()]);
    record.event(Event::Entered { who }, RulesId(0));
    // This comes first, because its handlers may take the turn away again.
    if game.ordered {
        state.clock.turns_left |= bit(who);
    }
    state.clock.step = ClockStep::Enter(who, SpanId(0), 0);
}

/// Returns the next begin handler of a running span that applies to every combatant, from a place
/// on.
fn next_handler(
    game: &Game,
    state: &State,
    who: CombatantId,
    from_span: SpanId,
    from: usize,
) -> Option<(SpanId, DueHandler)> {
    let side = state.combatant(who).side();
    let concerns = |each: HandlerScope| {
        matches!(each, HandlerScope::Combatant) || each == HandlerScope::Only(who)
    };
    (from_span.0..game.turn_span() as u8).map(SpanId).find_map(|span| {
        let first = if span == from_span { from } else { 0 };
        let handlers = game.handlers.iter().enumerate().skip(first);
        let mut begun = handlers
            .filter(|(_, one)| one.span == span && one.edge == Edge::Begin && concerns(one.scope));
        begun.find_map(|(handler, _)| {
            let place = EdgePlace { span, edge: Edge::Begin, handler: 0, subject: 0 };
            let next = DueHandler { place, handler, actor: who, side };
            next.is_due(game, state).then_some((span, next))
        })
    })
}

/// Inserts a newcomer into the turn order: by the number last sorted by, after equal ones, or right
/// after the acting combatant. Its turn counts as taken if that place is past.
fn take_place<R: EventSink>(game: &Game, state: &mut State, who: CombatantId, record: &mut R) {
    if !game.ordered {
        return;
    }
    let next = state.arrivals.next & bit(who) != 0;
    let acting = match state.clock.current {
        TurnSlot::Combatant(acting) if next || !state.clock.interposed => position(state, acting),
        _ => None,
    };
    let key = |who: CombatantId, by: ExprId| {
        let frame = Frame { actor: who, cause: who, ..Frame::default() };
        EvalContext { game, state, frame: &frame }.eval(by)
    };
    let place = match (next, acting, state.turn_order_key) {
        (true, Some(acting), _) => acting + 1,
        (_, _, Some(by)) => {
            let own = key(who, by);
            state
                .turn_order
                .iter()
                .position(|&other| key(other, by) < own)
                .unwrap_or(state.turn_order.len())
        }
        _ => state.turn_order.len(),
    };
    let to_come = state.turn_order.iter().position(|&one| state.clock.has_turn_left(one));
    let is_past = match (acting, to_come) {
        (Some(acting), _) => place <= acting,
        (None, Some(first)) => place <= first && !next,
        (None, None) => !next,
    };
    state.turn_order.insert(place, who);
    state.combatants.modify(who, UNTRACKED).rank = free_rank(state);
    if is_past {
        state.clock.turns_left &= !bit(who);
    }
    let whom = place.checked_sub(1).map_or(NOBODY, |before| state.turn_order[before]);
    record.event(Event::MovedBehind { who, whom }, game.grounds.line);
}

/// Returns the lowest free rank, so that a newcomer has no tie.
fn free_rank(state: &State) -> u8 {
    let taken = |rank: u8| state.turn_order.iter().any(|&one| state.combatant(one).rank == rank);
    (0..u8::MAX).find(|rank| !taken(*rank)).unwrap_or(u8::MAX)
}

fn position(state: &State, who: CombatantId) -> Option<usize> {
    state.turn_order.iter().position(|&one| one == who)
}

/// Takes a combatant out of the fight, with all it has begun or prepared. Its turn ends.
fn leave(game: &Game, state: &mut State, who: CombatantId) {
    state.turn_order.retain(|&one| one != who);
    state.clock.turns_left &= !bit(who);
    state.clock.remove(TurnSlot::Combatant(who));
    state.clock.remove(TurnSlot::ResumedCombatant(who));
    state.prepared.retain(|frame| frame.actor != who && frame.target != who);
    state.ongoing.retain(|project| project.actor != who && project.target != who);
    state.timed_effects.retain(|effect| effect.who != who);
    state.combatants.leave(who, &game.sheets[who.index()]);
    let of_group = matches!(state.clock.current, TurnSlot::Group(_) | TurnSlot::ResumedGroup(_));
    if state.clock.current == TurnSlot::Combatant(who) || of_group && state.acting() == 0 {
        state.end_turn(game);
    }
}
