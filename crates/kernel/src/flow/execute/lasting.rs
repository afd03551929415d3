//! Timed effects: scheduling their expiry and ending them.

use crate::event::{Event, EventSink};
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, CombatantSet, NOBODY, RulesId, SpanId, bit, iter_bits};
use crate::limits::TIMED_EFFECTS_MAX;
use crate::model::clock::{Edge, Expiry};
use crate::model::effect::Until;
use crate::state::change_journal::{self, PURSE};
use crate::state::{Frame, State, TimedEffect, TimedKind};

use super::EffectRunner;
use super::tokens::{drop_expiries, recap};

impl<R: EventSink> EffectRunner<'_, R> {
    /// Makes an effect last until some time, or permanently.
    #[inline(always)]
    pub(super) fn last(&mut self, who: CombatantId, what: TimedKind, until: Option<Until>) {
        match until {
            Some(until) => {
                let (frame, rules) = (*self.frame(), self.rules);
                schedule_expiry(self.game, self.state, (&frame, rules), (who, what), until);
            }
            None => make_permanent(self.state, who, what),
        }
    }
}

/// Makes an effect permanent: removes its earlier expiries.
#[inline(always)]
pub(crate) fn make_permanent(state: &mut State, who: CombatantId, what: TimedKind) {
    if !state.timed_effects.is_empty() {
        state.timed_effects.retain(|one| one.who != who || one.kind != what);
    }
}

/// Schedules the expiry of an effect, read in a frame, with the rules that cause it.
pub(crate) fn schedule_expiry(
    game: &Game,
    state: &mut State,
    (frame, rules): (&Frame, RulesId),
    (who, what): (CombatantId, TimedKind),
    until: Until,
) {
    let count = EvalContext { game, state, frame }.eval(until.count);
    let whose = match (until.own, until.causer) {
        (true, _) => who,
        (false, true) => frame.actor,
        (false, false) => NOBODY,
    };
    let left = count.clamp(1, i32::from(u16::MAX)) as u16;
    let expiry = Expiry { span: until.span, edge: until.edge, whose, left };
    let new = TimedEffect { who, kind: what, expiry, rules };
    let lasting = &mut state.timed_effects;
    match what {
        // A second, shorter expiry does not shorten a condition.
        TimedKind::Condition(_) if lasting.iter().any(|one| one.outlasts(&new)) => return,
        TimedKind::Condition(_) => lasting.retain(|one| !new.outlasts(one)),
        TimedKind::Cap(..) => lasting.retain(|one| one.who != who || !one.kind.same(&what)),
        _ => {}
    }
    if lasting.len() < TIMED_EFFECTS_MAX {
        lasting.push(new);
    }
}

/// Ends the timed effects that are due at this edge.
pub(crate) fn expire<R: EventSink>(
    game: &Game,
    state: &mut State,
    edge: Edge,
    span: SpanId,
    record: &mut R,
) {
    // An interposed combatant has already had the beginning of its turn at its place in the turn
    // order.
    let again = state.clock.interposed && edge == Edge::Begin && span.index() == game.turn_span();
    let (mut at, mut ended): (usize, CombatantSet) = (0, 0);
    while at < state.timed_effects.len() {
        let one = state.timed_effects[at];
        let expiry = one.expiry;
        let due = expiry.span == span
            && expiry.edge == edge
            && (expiry.whose == NOBODY || !again && state.is_acting(expiry.whose));
        if !due {
            at += 1;
        } else if expiry.left > 1 {
            state.timed_effects[at].expiry.left -= 1;
            at += 1;
        } else {
            state.timed_effects.remove(at);
            end(game, state, &one, record);
            ended |= bit(one.who);
        }
    }
    iter_bits(ended).for_each(|who| drop_expiries(game, state, who));
}

fn end<R: EventSink>(game: &Game, state: &mut State, one: &TimedEffect, record: &mut R) {
    let who = one.who;
    let sheet = &game.sheets[who.index()];
    match one.kind {
        // Another timed effect may keep the condition.
        TimedKind::Condition(_) if state.timed_effects.iter().any(|other| other.is_of(one)) => {}
        TimedKind::Condition(condition) => {
            state.combatants.remove_conditions(who, 1 << condition.0);
            record.event(Event::ConditionRemoved { who, condition }, one.rules);
        }
        TimedKind::Cap(id, cap) => {
            if let Some(slot) = sheet.slot(id) {
                recap(state, who, slot, cap, slot.cap);
                record.event(Event::SlotCapSet { who, slot: id, cap: slot.cap }, one.rules);
            }
        }
        TimedKind::Tokens(kind, amount, back) => {
            let Some(lane) = sheet.lane(kind) else { return };
            let purse = &mut state.combatants.modify(who, PURSE).purse;
            let unused = purse.get(lane).min(u32::from(amount));
            purse.set(lane, purse.get(lane) - unused);
            if unused > 0 {
                record.event(Event::Lost { who, kind, amount: unused as u8 }, one.rules);
            }
            if let Some((kind, lane)) = back.and_then(|kind| Some((kind, sheet.lane(kind)?)))
                && unused > 0
            {
                let purse = &mut state.combatants.modify(who, PURSE).purse;
                purse.set(lane, purse.get(lane) + unused);
                record.event(Event::Gained { who, kind, amount: unused as u8 }, one.rules);
            }
        }
        TimedKind::Number(attribute, by) => {
            let attributes =
                &mut state.combatants.modify(who, change_journal::attribute(attribute)).attributes;
            let slot = &mut attributes[attribute.index()];
            let before = *slot;
            *slot = before.saturating_sub(by);
            let event = Event::Attribute { who, attribute, before, now: *slot };
            record.event(event, one.rules);
        }
        TimedKind::Locked(kind, amount) => {
            if let Some(lane) = sheet.lane(kind) {
                let purse = &mut state.combatants.modify(who, PURSE).purse;
                purse.set(lane, purse.get(lane) + u32::from(amount));
                record.event(Event::Gained { who, kind, amount }, one.rules);
            }
        }
    }
}

impl TimedKind {
    /// Returns true if a new effect replaces this one: a cap of the same slot.
    fn same(&self, other: &TimedKind) -> bool {
        matches!((self, other), (TimedKind::Cap(a, _), TimedKind::Cap(b, _)) if a == b)
    }
}

impl TimedEffect {
    /// Returns true if both are the same effect on the same combatant.
    fn is_of(&self, other: &TimedEffect) -> bool {
        (self.who, self.kind) == (other.who, other.kind)
    }

    /// Returns true if both are the same effect, counted by the same edges, and this one ends no
    /// earlier.
    fn outlasts(&self, other: &TimedEffect) -> bool {
        let edges = |one: &TimedEffect| (one.expiry.span, one.expiry.edge, one.expiry.whose);
        self.is_of(other) && edges(self) == edges(other) && self.expiry.left >= other.expiry.left
    }
}
