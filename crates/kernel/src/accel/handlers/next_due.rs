//! Accelerator: the next handler of an edge that is due. It must be the one that
//! `flow::edge::next_due` finds after the handlers that are run here without their programs.

use crate::accel::plan::Plan;
use crate::flow::edge::{subject_at, subjects};
use crate::game::{DueHandler, EdgePlace, Game};
use crate::ids::{CombatantId, NOBODY, SideId, bit, iter_bits};
use crate::model::clock::{HandlerScope, TurnSlot};
use crate::state::State;

use super::trigger_index;

impl Plan {
    /// Finds the next handler that is due. If nothing is recorded, those before it that need no
    /// program are run.
    pub(crate) fn next_due_handler(
        &self,
        game: &Game,
        state: &mut State,
        from: EdgePlace,
        recorded: bool,
    ) -> Option<DueHandler> {
        let EdgePlace { span, edge, .. } = from;
        let handlers = game.leads.at(span, edge);
        let triggers = &self.triggers[span.index()][edge as usize];
        let mut at = from;
        let mut due = triggers.candidates(game, state, recorded);
        if at.subject != 0 {
            // The handler has already run for a subject. The index does not tell whether other
            // subjects remain.
            due |= 1u64.checked_shl(at.handler as u32).unwrap_or(0);
        }
        while let Some(nth) = trigger_index::next(due, at.handler, handlers.len()) {
            let lead = usize::from(handlers[nth]);
            if nth != at.handler {
                at = EdgePlace { handler: nth, subject: 0, ..at };
            }
            if !recorded && at.subject == 0 && self.handlers[lead].runs_inline {
                if self.run_inline(game, state, at, lead) {
                    due |= triggers.woken_by(nth);
                }
                at.handler = nth + 1;
                continue;
            }
            while let Some(next) = self.next_subject(game, state, at, lead, recorded) {
                let frame = next.frame(game);
                if recorded || !self.handlers[next.handler].do_at_once(game, state, &frame) {
                    return Some(next);
                }
                due |= triggers.woken_by(nth);
                at.subject = next.place.subject + 1;
            }
            at = EdgePlace { handler: nth + 1, subject: 0, ..at };
        }
        None
    }

    /// Runs a simple handler if it is due. Returns true if it was.
    #[inline(always)]
    fn run_inline(&self, game: &Game, state: &mut State, at: EdgePlace, handler: usize) -> bool {
        let actor = match (game.handlers[handler].scope, state.clock.current) {
            (HandlerScope::Acting, TurnSlot::Combatant(who)) => who,
            (HandlerScope::Acting, _) => return false,
            _ => NOBODY,
        };
        let plan = &self.handlers[handler];
        let one = state.combatants.get(actor.index());
        let side = one.map_or(SideId(0), |one| one.side());
        if one.is_some_and(|one| plan.lacks_required(one))
            || actor != NOBODY && !state.combatants.has(actor)
        {
            return false;
        }
        match &plan.resets {
            Some(resets) if plan.is_unconditional => {
                resets.apply(state, actor);
                true
            }
            _ => {
                let due = DueHandler { place: at, handler, actor, side };
                self.is_due(game, state, &due) && plan.do_at_once(game, state, &due.frame(game))
            }
        }
    }

    /// Returns true if the condition of a handler holds.
    #[inline(always)]
    fn is_due(&self, game: &Game, state: &State, due: &DueHandler) -> bool {
        self.handlers[due.handler].is_unconditional || due.is_due(game, state)
    }

    /// Returns the first subject from a place on for which a handler, or one of its group, is to
    /// run.
    fn next_subject(
        &self,
        game: &Game,
        state: &State,
        at: EdgePlace,
        lead: usize,
        recorded: bool,
    ) -> Option<DueHandler> {
        let handler = &game.handlers[lead];
        let due_at = |subject: usize| {
            let due = subject_at(game, state, EdgePlace { subject, ..at }, lead)?;
            let may_affect =
                self.handlers[due.handler].may_affect(game, state, due.actor, recorded);
            (may_affect && self.is_due(game, state, &due)).then_some(due)
        };
        match handler.scope {
            HandlerScope::Combatant if handler.group_len <= 1 => {
                self.next_of_all(game, state, at, lead, recorded)
            }
            HandlerScope::Encounter | HandlerScope::Acting if at.subject == 0 => due_at(0),
            HandlerScope::Encounter | HandlerScope::Acting => None,
            _ => (at.subject..subjects(game, state, lead)).find_map(due_at),
        }
    }

    /// Returns the next combatant for which a handler is to run, from a subject on: by turn group
    /// or in turn order. It only looks at combatants with all conditions that the handler needs.
    fn next_of_all(
        &self,
        game: &Game,
        state: &State,
        at: EdgePlace,
        handler: usize,
        recorded: bool,
    ) -> Option<DueHandler> {
        let able = self.handlers[handler].all(game, state, recorded);
        if able == 0 {
            return None;
        }
        let runs = |actor: CombatantId, subject: usize| {
            let side = state.combatant(actor).side();
            let due = DueHandler { place: EdgePlace { subject, ..at }, handler, actor, side };
            self.is_due(game, state, &due).then_some(due)
        };
        if game.ordered {
            let line = at.subject..state.places_at_edge();
            let line = line.filter_map(|place| Some((place, state.at_edge(place)?)));
            let mut line = line.filter(|(_, who)| able & bit(*who) != 0);
            return line.find_map(|(place, who)| runs(who, place));
        }
        let count = state.combatants.len();
        let (group, first) = (at.subject / count, at.subject % count);
        (group..usize::from(game.turns)).find_map(|turn| {
            let done = if turn == group { (1 << first) - 1 } else { 0 };
            let here = |who: &CombatantId| state.turn_at_edge(*who).index() == turn;
            let mut subjects = iter_bits(able & !done).filter(here);
            subjects.find_map(|who| runs(who, turn * count + who.index()))
        })
    }
}
