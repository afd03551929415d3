//! The clock's own steps: edges of spans, what they refill and end, and what comes next.

mod entry;

use crate::decision::Decision;
use crate::event::{Event, EventSink};
use crate::flow::execute;
use crate::game::{DueHandler, EdgePlace, EvalContext, Game};
use crate::ids::{CombatantId, NOBODY, SideId, SpanId, TurnId, bit, iter_bits};
use crate::limits::QUEUED_TURNS_MAX;
use crate::model::clock::{ClockStep, Edge, Handler, HandlerScope, TurnSlot};
use crate::model::sheet::Sheet;
use crate::purse::Refill;
use crate::state::change_journal::SLOT_USES;
use crate::state::{Arrivals, Frame, State};

/// Moves the clock one step. Returns the decision that it waits for, if any.
pub(crate) fn tick<R: EventSink>(
    game: &Game,
    state: &mut State,
    record: &mut R,
) -> Option<Decision> {
    match state.clock.step {
        ClockStep::AwaitTurnEnd if state.arrivals != Arrivals::default() => {
            entry::begin(game, state, record)
        }
        ClockStep::Enter(who, span, from) => entry::go_on(game, state, (who, span, from), record),
        ClockStep::AwaitTurnEnd => {
            let (acting, able) = match state.clock.current {
                // Fast path: a single combatant has the turn and can act.
                TurnSlot::Combatant(who) if state.combatant(who).conditions & game.out == 0 => {
                    return Some(Decision::Act(bit(who)));
                }
                _ => (state.acting(), state.refresh_sets(game).active),
            };
            if acting & able == 0 && able != 0 {
                // No combatant of the acting group can act any more, but others can.
                state.end_turn(game);
                return None;
            }
            let able = acting & able;
            return Some(Decision::Act(if able == 0 { acting } else { able }));
        }
        ClockStep::RunEdge(edge, span, handler, subject) => {
            state.combatants.record_global_change();
            if handler == 0 && subject == 0 {
                enter_edge(game, state, edge, span, record);
            }
            let (handler, subject) = (handler.into(), subject.into());
            handle::<R>(game, state, EdgePlace { span, edge, handler, subject });
        }
        ClockStep::NextInstance(span) => {
            state.combatants.record_global_change();
            next(game, state, span, record);
        }
    }
    None
}

/// Performs the kernel's own work at an edge: slots refill, conditions clear, timed effects end.
#[inline(never)]
fn enter_edge<R: EventSink>(
    game: &Game,
    state: &mut State,
    edge: Edge,
    span: SpanId,
    record: &mut R,
) {
    let number = state.clock.numbers[span.index()];
    record.event(Event::Span { span, edge, number }, game.spans[span.index()].rules);
    state.edge_order.clear();
    if edge == Edge::Begin {
        if game.ordered && span.index() + 1 == game.turn_span() {
            // This comes first, because later effects may take turns away again.
            state.clock.turns_left = state.everybody();
        }
        let spent = state.combatants.with_used_slots() & state.everybody();
        for who in iter_bits(game.refilling[span.index()] & spent) {
            refill(state, who, &game.sheets[who.index()], |sheet| &sheet.refills[span.index()]);
        }
        if game.refilling_own != 0 && span.index() == game.turn_span() {
            for who in iter_bits(game.refilling_own & spent & state.acting()) {
                refill(state, who, &game.sheets[who.index()], |sheet| &sheet.own_refill);
            }
        }
        let clears = game.clears[span.index()];
        if clears != 0 {
            for who in iter_bits(state.everybody()) {
                // Most combatants have none.
                if state.combatant(who).conditions & clears != 0 {
                    state.combatants.remove_conditions(who, clears);
                }
            }
        }
        execute::refill_changed(game, state, span);
    }
    execute::expire(game, state, edge, span, record);
}

/// Refills some of a combatant's slots.
fn refill(state: &mut State, who: CombatantId, sheet: &Sheet, of: impl Fn(&Sheet) -> &Refill) {
    let one = state.combatant(who);
    let room = one.slot_uses.refilled(of(sheet));
    if room != one.slot_uses {
        state.combatants.modify(who, SLOT_USES).slot_uses = room;
    }
    if room == sheet.room {
        state.combatants.mark_slots_full(who);
    }
}

/// Runs the next due handler of an edge for its next subject, or leaves the edge.
fn handle<R: EventSink>(game: &Game, state: &mut State, from: EdgePlace) {
    let due = match &game.shortcuts {
        Some(fast) => fast.next_due(game, state, from, R::RECORDS),
        None => next_due(game, state, from),
    };
    let Some(due) = due else { return leave_edge(game, state, from.edge, from.span) };
    let EdgePlace { span, edge, handler, subject } = due.place;
    // The subject counter is never stored as 0, because then `enter_edge` would run again.
    state.clock.step = ClockStep::RunEdge(edge, span, handler as u16, subject as u16 + 1);
    state.stack.push(due.frame(game));
}

/// Returns the next due handler of an edge and its subject. Handlers come in order, each with its
/// subjects in their order.
fn next_due(game: &Game, state: &State, from: EdgePlace) -> Option<DueHandler> {
    let handlers = game.leads.at(from.span, from.edge);
    (from.handler..handlers.len()).find_map(|handler| {
        let first = if handler == from.handler { from.subject } else { 0 };
        let lead = usize::from(handlers[handler]);
        (first..subjects(game, state, lead)).find_map(|subject| {
            let due = subject_at(game, state, EdgePlace { handler, subject, ..from }, lead)?;
            due.is_due(game, state).then_some(due)
        })
    })
}

impl DueHandler {
    /// Returns the frame that the handler runs in.
    pub(crate) fn frame(&self, game: &Game) -> Frame {
        let Handler { program, rules, .. } = game.handlers[self.handler];
        let DueHandler { actor, side, .. } = *self;
        Frame { program, rules, actor, cause: actor, side, ..Frame::default() }
    }

    /// Returns true if the handler's condition holds.
    #[inline(always)]
    pub(crate) fn is_due(&self, game: &Game, state: &State) -> bool {
        let holds = |when| EvalContext { game, state, frame: &self.frame(game) }.eval_bool(when);
        game.handlers[self.handler].when.is_none_or(holds)
    }
}

/// Returns the number of subject places of a handler, including those of the handlers grouped with
/// it, of which it is the first.
pub(crate) fn subjects(game: &Game, state: &State, first: usize) -> usize {
    let handler = &game.handlers[first];
    let together = usize::from(handler.group_len.max(1));
    match handler.scope {
        HandlerScope::Encounter | HandlerScope::Acting => 1,
        HandlerScope::Side => game.side_count(),
        HandlerScope::Only(_) => together * (places(game, state) + 1),
        HandlerScope::Combatant if game.ordered => state.places_at_edge(),
        HandlerScope::Combatant => state.combatants.len() * usize::from(game.turns),
    }
}

/// Returns the handler and the subject at a place, given the first handler of its group; `None` if
/// there is no such subject.
#[inline(always)]
pub(crate) fn subject_at(
    game: &Game,
    state: &State,
    at: EdgePlace,
    first: usize,
) -> Option<DueHandler> {
    // Handlers of one group alternate: all of them run for one place before the next place.
    let (handler, place) = match usize::from(game.handlers[first].group_len.max(1)) {
        1 => (first, at.subject),
        together => (first + at.subject % together, at.subject / together),
    };
    let (actor, side) = subject_of(game, state, game.handlers[handler].scope, place)?;
    Some(DueHandler { place: at, handler, actor, side })
}

/// Returns the number of places in the order of combatants.
fn places(game: &Game, state: &State) -> usize {
    if game.ordered { state.places_at_edge() } else { usize::from(game.turns) }
}

/// Returns a combatant's place in that order. Combatants without a place come last.
fn place_of(game: &Game, state: &State, who: CombatantId) -> usize {
    if !game.ordered {
        return state.turn_at_edge(who).index();
    }
    let place = (0..places(game, state)).find(|place| state.at_edge(*place) == Some(who));
    place.unwrap_or(places(game, state))
}

/// Returns the subject at a place and its side; `None` if there is none.
#[inline(always)]
fn subject_of(
    game: &Game,
    state: &State,
    scope: HandlerScope,
    place: usize,
) -> Option<(CombatantId, SideId)> {
    let actor = match scope {
        HandlerScope::Encounter => return Some((NOBODY, SideId(0))),
        HandlerScope::Side => return Some((NOBODY, SideId(place as u8))),
        HandlerScope::Only(who) if place_of(game, state, who) != place => return None,
        HandlerScope::Only(who) => who,
        HandlerScope::Acting => match state.clock.current {
            TurnSlot::Combatant(who) => who,
            _ => return None,
        },
        HandlerScope::Combatant if game.ordered => state.at_edge(place)?,
        HandlerScope::Combatant => {
            let count = state.combatants.len();
            let who = CombatantId((place % count) as u8);
            if state.turn_at_edge(who).index() != place / count {
                return None;
            }
            who
        }
    };
    state.combatants.has(actor).then(|| (actor, state.combatant(actor).side()))
}

/// Leaves an edge: for the next inner span, for the turn itself, or for the step after the span.
fn leave_edge(game: &Game, state: &mut State, edge: Edge, span: SpanId) {
    let turn = game.turn_span();
    let inner = SpanId(span.0 + 1);
    state.edge_order.clear();
    let cut_short = std::mem::take(&mut state.clock.cut_short);
    state.clock.step = match edge {
        Edge::End if span.0 == 0 => {
            state.decision = Decision::Finished;
            ClockStep::AwaitTurnEnd
        }
        Edge::End => ClockStep::NextInstance(span),
        Edge::Begin if span.index() == turn && cut_short => {
            ClockStep::RunEdge(Edge::End, span, 0, 0)
        }
        Edge::Begin if span.index() == turn => ClockStep::AwaitTurnEnd,
        Edge::Begin if inner.index() == turn => {
            queue_turns(game, state, span);
            ClockStep::NextInstance(inner)
        }
        Edge::Begin => {
            let early = state.clock.early != 0;
            let around_turns = inner.index() + 1 == turn;
            if early && game.early_first && inner.index() + 2 == turn {
                // The early instance comes before the beginning of the span around it.
                state.clock.numbers[inner.index()] = 1;
                state.clock.numbers[inner.index() + 1] = 0;
                ClockStep::RunEdge(Edge::Begin, SpanId(inner.0 + 1), 0, 0)
            } else {
                state.clock.numbers[inner.index()] = u16::from(!(early && around_turns));
                ClockStep::RunEdge(Edge::Begin, inner, 0, 0)
            }
        }
    };
}

/// Queues the turns of one instance of the span above turns, after turns already interposed.
fn queue_turns(game: &Game, state: &mut State, span: SpanId) {
    let clock = &mut state.clock;
    clock.numbers[span.index() + 1] = 0;
    if game.ordered {
        return;
    }
    let early = clock.numbers[span.index()] == 0;
    for turn in 0..game.turns {
        let wanted = !early || clock.early >> turn & 1 == 1;
        let len = clock.queued_len as usize;
        if wanted && len < QUEUED_TURNS_MAX {
            clock.queued_turns[len] = TurnSlot::Group(TurnId(turn));
            clock.queued_len += 1;
        }
    }
    if early {
        clock.early = 0;
    }
}

/// Takes the next turn of the turn order: the first combatant who can act and still has a turn.
fn next_in_turn_order(game: &Game, state: &mut State) -> Option<TurnSlot> {
    let able = |who: &&CombatantId| {
        state.combatant(**who).conditions & game.out == 0 && state.clock.has_turn_left(**who)
    };
    let who = *state.turn_order.iter().find(able)?;
    state.clock.turns_left &= !bit(who);
    Some(TurnSlot::Combatant(who))
}

/// Moves the clock on after the end of an instance of a span.
#[inline(never)]
fn next<R: EventSink>(game: &Game, state: &mut State, span: SpanId, record: &mut R) {
    let clock = &mut state.clock;
    if span.index() == game.turn_span() {
        let first = clock.pop_front();
        clock.interposed = game.ordered && first.is_some();
        let mut next = first.or_else(|| next_in_turn_order(game, state));
        // Turn groups without members have no turn.
        while let Some(TurnSlot::Group(turn)) = next
            && state.acting_with(turn) == 0
        {
            next = state.clock.pop_front();
        }
        let clock = &mut state.clock;
        let Some(whose) = next else {
            clock.current = TurnSlot::Nobody;
            clock.step = ClockStep::RunEdge(Edge::End, SpanId(span.0 - 1), 0, 0);
            return;
        };
        clock.numbers[span.index()] += 1;
        clock.step = match whose {
            TurnSlot::ResumedGroup(_) | TurnSlot::ResumedCombatant(_) => ClockStep::AwaitTurnEnd,
            _ => game.turn_begins(),
        };
        let whose = if let TurnSlot::ResumedCombatant(who) = whose {
            TurnSlot::Combatant(who)
        } else {
            whose
        };
        clock.current = whose;
        match whose {
            TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn) => clock.turn = turn,
            TurnSlot::Combatant(who) if game.ordered => {
                clock.turn = state.sides[state.combatants[who.index()].side().index()].turn;
            }
            TurnSlot::Combatant(_) | TurnSlot::ResumedCombatant(_) | TurnSlot::Nobody => {}
        }
        let rules = match game.ordered {
            true => game.grounds.line,
            false => game.turn_rules[clock.turn.index()],
        };
        record.event(Event::Turn { whose }, rules);
        return;
    }
    let spec = &game.spans[span.index()];
    let number = clock.numbers[span.index()];
    let around = SpanId(span.0 - 1);
    if number == 0 && game.early_first && span.index() + 1 == game.turn_span() {
        clock.step = ClockStep::RunEdge(Edge::Begin, around, 0, 0);
        return;
    }
    let stopped = clock.stopped_spans >> span.0 & 1 == 1;
    if stopped || spec.repeat != 0 && number >= spec.repeat {
        clock.stopped_spans &= !(1 << span.0);
        clock.step = ClockStep::RunEdge(Edge::End, around, 0, 0);
    } else {
        clock.numbers[span.index()] = number.saturating_add(1);
        clock.step = ClockStep::RunEdge(Edge::Begin, span, 0, 0);
    }
}
