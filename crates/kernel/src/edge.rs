//! The clock's own steps: edges of spans, what they refill and end, and what comes next.

mod entry;

use crate::accel::handlers::trigger_index;
use crate::apply::end_turn;
use crate::clock::{ClockStep, Edge, Handler, HandlerScope, TurnSlot};
use crate::decision::Decision;
use crate::event::{Event, EventSink};
use crate::execute;
use crate::game::EvalContext;
use crate::game::Game;
use crate::ids::{CombatantId, NOBODY, SideId, SpanId, TurnId, bit, iter_bits};
use crate::limits::QUEUED_TURNS_MAX;
use crate::purse::Refill;
use crate::resolve;
use crate::sheet::Sheet;
use crate::state::change_journal::SLOT_USES;
use crate::state::{Arrivals, Frame, State};

/// Moves the clock one step; gives the decision it rests on.
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
                // Most of the time whoever has the turn alone is able to act.
                TurnSlot::Combatant(who) if state.combatant(who).conditions & game.out == 0 => {
                    return Some(Decision::Act(bit(who)));
                }
                _ => (state.acting(), state.refresh_sets(game).active),
            };
            if acting & able == 0 && able != 0 {
                // Nobody of the acting group is able to act any more, but others are.
                end_turn(game, state);
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
            handle::<R>(game, state, edge, span, handler as usize, subject as usize);
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
            // Before anything else happens: what happens then may take turns away again.
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
                // Hardly anybody has any.
                if state.combatant(who).conditions & clears != 0 {
                    state.combatants.remove_conditions(who, clears);
                }
            }
        }
        execute::refill_changed(game, state, span);
    }
    execute::expire(game, state, edge, span, record);
}

/// Fills some of someone's slots up again.
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

/// Runs the next handler of an edge for its next subject, or moves on behind the edge.
fn handle<R: EventSink>(
    game: &Game,
    state: &mut State,
    edge: Edge,
    span: SpanId,
    from: usize,
    from_subject: usize,
) {
    let (leads, stir) =
        (game.leads.at(span, edge), &game.trigger_index[span.index()][edge as usize]);
    let (mut from, mut subject) = (from, from_subject);
    let mut due = stir.candidates(game, state, R::RECORDS);
    if subject != 0 {
        // It has run for somebody: who else there is, is not told of all together.
        due |= 1u64.checked_shl(from as u32).unwrap_or(0);
    }
    while let Some(nth) = trigger_index::next(due, from, leads.len()) {
        let lead = usize::from(leads[nth]);
        if !R::RECORDS && subject == 0 && game.handler_plans[lead].runs_inline {
            if run_inline(game, state, lead) {
                due |= stir.woken_by(nth);
            }
            from = nth + 1;
            continue;
        }
        while let Some(next) = next_subject::<R>(game, state, lead, subject) {
            // The subject counter never rests at 0: that would repeat the kernel's own part.
            subject = next.subject + 1;
            let frame = next.frame(game);
            if R::RECORDS || !game.handler_plans[next.handler].do_at_once(game, state, &frame) {
                state.clock.step = ClockStep::RunEdge(edge, span, nth as u16, subject as u16);
                state.stack.push(frame);
                return;
            }
            due |= stir.woken_by(nth);
        }
        (from, subject) = (nth + 1, 0);
    }
    leave_edge(game, state, edge, span);
}

/// Does what a simple handler does if it is to run now; whether it was.
#[inline(always)]
fn run_inline(game: &Game, state: &mut State, handler: usize) -> bool {
    let actor = match (game.handlers[handler].scope, state.clock.current) {
        (HandlerScope::Acting, TurnSlot::Combatant(who)) => who,
        (HandlerScope::Acting, _) => return false,
        _ => NOBODY,
    };
    let sieve = &game.handler_plans[handler];
    let one = state.combatants.get(actor.index());
    let side = one.map_or(SideId(0), |one| one.side());
    if one.is_some_and(|one| sieve.lacks_required(one))
        || actor != NOBODY && !state.combatants.has(actor)
    {
        return false;
    }
    match &sieve.resets {
        Some(resets) if sieve.is_unconditional => {
            resets.apply(state, actor);
            true
        }
        _ => {
            let frame = PendingHandler { subject: 0, handler, actor, side }.frame(game);
            is_due(game, state, handler, &frame) && sieve.do_at_once(game, state, &frame)
        }
    }
}

/// Whether a handler is to run now in a frame.
#[inline(always)]
fn is_due(game: &Game, state: &State, handler: usize, frame: &Frame) -> bool {
    let holds = |when| EvalContext { game, state, frame }.eval_bool(when);
    game.handler_plans[handler].is_unconditional || game.handlers[handler].when.is_none_or(holds)
}

/// A handler about to run.
struct PendingHandler {
    /// Which of its subjects it runs for.
    subject: usize,
    /// Its place among all handlers.
    handler: usize,
    actor: CombatantId,
    side: SideId,
}

impl PendingHandler {
    /// The frame it runs in.
    fn frame(&self, game: &Game) -> Frame {
        let Handler { program, rules, .. } = game.handlers[self.handler];
        let PendingHandler { actor, side, .. } = *self;
        Frame { program, rules, actor, cause: actor, side, ..Frame::default() }
    }

    /// Whether it is to run now.
    #[inline(always)]
    fn is_due(&self, game: &Game, state: &State) -> bool {
        game.handler_plans[self.handler].is_unconditional
            || is_due(game, state, self.handler, &self.frame(game))
    }
}

/// The first subject from some place on that a handler, or one of those together with it, runs for.
fn next_subject<R: EventSink>(
    game: &Game,
    state: &State,
    lead: usize,
    from: usize,
) -> Option<PendingHandler> {
    let handler = &game.handlers[lead];
    let together = usize::from(handler.group_len.max(1));
    let subjects = match handler.scope {
        HandlerScope::Combatant if together == 1 => {
            return next_of_all::<R>(game, state, lead, from);
        }
        HandlerScope::Encounter | HandlerScope::Acting if from == 0 => {
            return due::<R>(game, state, lead, (0, 0));
        }
        HandlerScope::Encounter | HandlerScope::Acting => return None,
        HandlerScope::Only(_) => together * (places(game, state) + 1),
        HandlerScope::Side => game.side_count(),
        HandlerScope::Combatant if game.ordered => state.places_at_edge(),
        HandlerScope::Combatant => state.combatants.len() * game.turns as usize,
    };
    (from..subjects).find_map(|subject| {
        // Traits of creatures take turns: all of one place in the order before the next.
        let (handler, place) = match together {
            1 => (lead, subject),
            _ => (lead + subject % together, subject / together),
        };
        due::<R>(game, state, handler, (subject, place))
    })
}

/// A handler for the subject at a place, if it is to run for that one.
#[inline(always)]
fn due<R: EventSink>(
    game: &Game,
    state: &State,
    handler: usize,
    (subject, place): (usize, usize),
) -> Option<PendingHandler> {
    let (actor, side) = subject_of::<R>(game, state, handler, place)?;
    let next = PendingHandler { subject, handler, actor, side };
    next.is_due(game, state).then_some(next)
}

/// The next combatant for whom a handler runs, from a subject on: by turn group or along the line;
/// only those are looked at who have all conditions without which nothing happens.
fn next_of_all<R: EventSink>(
    game: &Game,
    state: &State,
    index: usize,
    from: usize,
) -> Option<PendingHandler> {
    let able = game.handler_plans[index].all(game, state, R::RECORDS);
    if able == 0 {
        return None;
    }
    let runs = |actor: CombatantId, subject: usize| {
        let side = state.combatant(actor).side();
        let next = PendingHandler { subject, handler: index, actor, side };
        next.is_due(game, state).then_some(next)
    };
    if game.ordered {
        let line = (from..state.places_at_edge()).filter_map(|at| Some((at, state.at_edge(at)?)));
        let mut line = line.filter(|(_, who)| able & bit(*who) != 0);
        return line.find_map(|(at, who)| runs(who, at));
    }
    let count = state.combatants.len();
    let (group, first) = (from / count, from % count);
    (group..usize::from(game.turns)).find_map(|turn| {
        let done = if turn == group { (1 << first) - 1 } else { 0 };
        let here = |who: &CombatantId| state.turn_at_edge(*who).index() == turn;
        let mut subjects = iter_bits(able & !done).filter(here);
        subjects.find_map(|who| runs(who, turn * count + who.index()))
    })
}

/// Places in the order in which combatants come one after another.
fn places(game: &Game, state: &State) -> usize {
    if game.ordered { state.places_at_edge() } else { usize::from(game.turns) }
}

/// Someone's place in that order; those who have none come last.
fn place_of(game: &Game, state: &State, who: CombatantId) -> usize {
    if !game.ordered {
        return state.turn_at_edge(who).index();
    }
    let place = (0..places(game, state)).find(|place| state.at_edge(*place) == Some(who));
    place.unwrap_or(places(game, state))
}

/// The n-th subject of a handler and its side; `None` where there is no such subject, or it lacks a
/// condition without which nothing happens, or nothing would change.
#[inline(always)]
fn subject_of<R: EventSink>(
    game: &Game,
    state: &State,
    index: usize,
    subject: usize,
) -> Option<(CombatantId, SideId)> {
    let handler = &game.handlers[index];
    let count = state.combatants.len();
    let actor = match handler.scope {
        HandlerScope::Encounter | HandlerScope::Side => NOBODY,
        HandlerScope::Only(who) if place_of(game, state, who) != subject => return None,
        HandlerScope::Only(who) => who,
        HandlerScope::Acting => match state.clock.current {
            TurnSlot::Combatant(who) => who,
            _ => return None,
        },
        HandlerScope::Combatant if game.ordered => state.at_edge(subject)?,
        HandlerScope::Combatant => {
            let who = CombatantId((subject % count) as u8);
            if state.turn_at_edge(who).index() != subject / count {
                return None;
            }
            who
        }
    };
    let absent = actor != NOBODY && !state.combatants.has(actor);
    if absent || !game.handler_plans[index].may_affect(game, state, actor, R::RECORDS) {
        return None;
    }
    let one = state.combatants.get(actor.index());
    let side = match (one, handler.scope) {
        (Some(one), _) => one.side(),
        (None, HandlerScope::Side) => SideId(subject as u8),
        (None, _) => SideId(0),
    };
    Some((actor, side))
}

/// Goes on behind an edge: into the next inner span, to rest, or towards what follows.
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

/// Lines up the turns of an instance of the span above turns, behind those interposed already.
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

/// The next place along the line of somebody who is able to act.
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
        // Sides may be empty, or become so.
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
            _ => resolve::turn_begins(game),
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
