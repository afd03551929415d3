//! What ends by itself.

use crate::clock::Edge;
use crate::effect::Until;
use crate::event::{Event, Record};
use crate::expr::Scope;
use crate::game::Game;
use crate::history::{self, PURSE};
use crate::ids::{CombatantId, Mask, NOBODY, RulesId, SpanId, bit, members};
use crate::state::{Frame, LASTING_MAX, Lasting, State, What, edges};

use super::Run;
use super::tokens::{gone, recap};

impl<R: Record> Run<'_, R> {
    /// Has something last until some time, or for good.
    #[inline(always)]
    pub(super) fn last(&mut self, who: CombatantId, what: What, until: Option<Until>) {
        match until {
            Some(until) => {
                let (frame, rules) = (*self.frame(), self.rules);
                last_until(self.game, self.state, (&frame, rules), (who, what), until);
            }
            None => for_good(self.state, who, what),
        }
    }
}

/// Has something last for good: what it had ended with does not end it any more.
#[inline(always)]
pub(crate) fn for_good(state: &mut State, who: CombatantId, what: What) {
    if !state.lasting.is_empty() {
        state.lasting.retain(|one| one.who != who || one.what != what);
    }
}

/// Has something last until some time, as read in a frame, because of some rules.
pub(crate) fn last_until(
    game: &Game,
    state: &mut State,
    (frame, rules): (&Frame, RulesId),
    (who, what): (CombatantId, What),
    until: Until,
) {
    let count = Scope { game, state, frame }.value(until.count);
    let whose = match (until.own, until.causer) {
        (true, _) => who,
        (false, true) => frame.actor,
        (false, false) => NOBODY,
    };
    let new = Lasting { who, what, rules, whose, ..edges(until, count) };
    let lasting = &mut state.lasting;
    match what {
        // The same condition once more lasts no shorter for it.
        What::Condition(_) if lasting.iter().any(|one| one.outlasts(&new)) => return,
        What::Condition(_) => lasting.retain(|one| !new.outlasts(one)),
        What::Cap(..) => lasting.retain(|one| one.who != who || !one.what.same(&what)),
        _ => {}
    }
    if lasting.len() < LASTING_MAX {
        lasting.push(new);
    }
}

/// Ends what ends at this edge.
pub(crate) fn expire<R: Record>(
    game: &Game,
    state: &mut State,
    edge: Edge,
    span: SpanId,
    record: &mut R,
) {
    // Whoever comes in again has had the beginning of their turn at their place in the line.
    let again = state.clock.interposed && edge == Edge::Begin && span.index() == game.turn_span();
    let (mut at, mut ended): (usize, Mask) = (0, 0);
    while at < state.lasting.len() {
        let one = state.lasting[at];
        let due = one.span == span
            && one.edge == edge
            && (one.whose == NOBODY || !again && state.clock.acting(state, one.whose));
        if !due {
            at += 1;
        } else if one.left > 1 {
            state.lasting[at].left -= 1;
            at += 1;
        } else {
            state.lasting.remove(at);
            end(game, state, &one, record);
            ended |= bit(one.who);
        }
    }
    members(ended).for_each(|who| gone(game, state, who));
}

fn end<R: Record>(game: &Game, state: &mut State, one: &Lasting, record: &mut R) {
    let who = one.who;
    let sheet = &game.sheets[who.index()];
    match one.what {
        // Something else may keep it going.
        What::Condition(_) if state.lasting.iter().any(|other| other.is_of(one)) => {}
        What::Condition(condition) => {
            state.combatants.take_off(who, 1 << condition.0);
            record.event(Event::Unmarked { who, condition }, one.rules);
        }
        What::Cap(id, cap) => {
            if let Some(slot) = sheet.slot(id) {
                recap(state, who, slot, cap, slot.cap);
                record.event(Event::Allowed { who, slot: id, cap: slot.cap }, one.rules);
            }
        }
        What::Tokens(kind, amount, back) => {
            let Some(lane) = sheet.lane(kind) else { return };
            let purse = &mut state.combatants.change(who, PURSE).purse;
            let unused = purse.get(lane).min(u32::from(amount));
            purse.set(lane, purse.get(lane) - unused);
            if unused > 0 {
                record.event(Event::Lost { who, kind, amount: unused as u8 }, one.rules);
            }
            if let Some((kind, lane)) = back.and_then(|kind| Some((kind, sheet.lane(kind)?)))
                && unused > 0
            {
                let purse = &mut state.combatants.change(who, PURSE).purse;
                purse.set(lane, purse.get(lane) + unused);
                record.event(Event::Gained { who, kind, amount: unused as u8 }, one.rules);
            }
        }
        What::Number(attribute, by) => {
            let attributes =
                &mut state.combatants.change(who, history::attribute(attribute)).attributes;
            let slot = &mut attributes[attribute.index()];
            let before = *slot;
            *slot = before.saturating_sub(by);
            let event = Event::Attribute { who, attribute, before, now: *slot };
            record.event(event, one.rules);
        }
        What::Locked(kind, amount) => {
            if let Some(lane) = sheet.lane(kind) {
                let purse = &mut state.combatants.change(who, PURSE).purse;
                purse.set(lane, purse.get(lane) + u32::from(amount));
                record.event(Event::Gained { who, kind, amount }, one.rules);
            }
        }
    }
}

impl What {
    /// Whether a new effect replaces this one: a cap of the same slot.
    fn same(&self, other: &What) -> bool {
        matches!((self, other), (What::Cap(a, _), What::Cap(b, _)) if a == b)
    }
}

impl Lasting {
    /// Whether it is the same on the same one.
    fn is_of(&self, other: &Lasting) -> bool {
        (self.who, self.what) == (other.who, other.what)
    }

    /// Whether it is the same as another one and, counted by the same edges, ends no earlier.
    fn outlasts(&self, other: &Lasting) -> bool {
        let edges = |one: &Lasting| (one.span, one.edge, one.whose);
        self.is_of(other) && edges(self) == edges(other) && self.left >= other.left
    }
}
