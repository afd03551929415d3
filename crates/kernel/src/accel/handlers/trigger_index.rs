//! Accelerator: index from state to edge handlers. The handlers that it leaves out must be not due
//! by `flow::edge::next_due`, or have no effect.
//!
//! An edge of a turn has dozens of handlers, and most have nothing to do. For each condition,
//! attribute and variable, the index stores the set of handlers that wait for it.

use crate::game::Game;
use crate::ids::{AttributeId, VariableId, iter_bits};
use crate::limits::SPANS_MAX;
use crate::model::clock::{HandlerScope, TurnSlot};
use crate::state::State;
use crate::state::combatants::Combatant;

use super::any_other;
use super::constant_writes::ConstantWrites;
use super::handler_plan::HandlerPlan;
use super::noop::NoopCondition;
use super::zero_guard::ZeroGuard;

/// Set of handlers of one edge, one bit each by position.
type HandlerSet = u64;

/// Number of handlers that the index covers.
const MOST: usize = HandlerSet::BITS as usize;

/// Handlers that wait for each key.
type ByKey<T> = Vec<(T, HandlerSet)>;

/// Handlers that wait for each condition.
#[derive(Clone, Debug)]
struct Conditions {
    any: u64,
    by: [HandlerSet; 64],
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions { any: 0, by: [0; 64] }
    }
}

impl Conditions {
    /// Adds a handler that waits for any of some conditions.
    fn add(&mut self, conditions: u64, place: HandlerSet) {
        self.any |= conditions;
        iter_bits(conditions).for_each(|at| self.by[at.index()] |= place);
    }

    /// Returns the handlers that wait for any of some conditions.
    #[inline(always)]
    fn meeting(&self, conditions: u64) -> HandlerSet {
        iter_bits(conditions & self.any).fold(0, |all, at| all | self.by[at.index() % 64])
    }
}

/// Trigger index of one edge; covers its first 64 handlers.
#[derive(Clone, Debug, Default)]
pub(crate) struct TriggerIndex {
    /// Handlers by scope: the combatant with the turn, the encounter, every combatant; all others.
    acting: HandlerSet,
    per_encounter: HandlerSet,
    per_combatant: HandlerSet,
    unindexed: HandlerSet,
    /// Handlers that no known no-op condition rules out.
    unconditional: HandlerSet,
    /// Handlers without required conditions; by condition, handlers that require it among others.
    free: HandlerSet,
    needs: Conditions,
    /// Wakeups by the state of the combatant with the turn, and of any combatant.
    of_acting: Wakeups,
    of_anybody: Wakeups,
    /// Handlers that wait for a variable to differ from a value.
    variables: ByKey<(VariableId, i16)>,
    /// Handlers that each zero guard rules out.
    lacks: ByKey<ZeroGuard>,
    /// Handlers that the effects of each handler may wake.
    after: Vec<HandlerSet>,
}

/// Handlers that wait for the state of a combatant.
#[derive(Clone, Debug, Default)]
struct Wakeups {
    /// Handlers that wait for a condition to be present.
    marks: Conditions,
    /// Handlers that wait for an attribute to differ from a value.
    numbers: ByKey<(AttributeId, i16)>,
    /// Handlers that wait for an ongoing activity, and for an odd number of diagonal steps.
    begun: HandlerSet,
    odd: HandlerSet,
}

impl Wakeups {
    /// Adds a handler with its no-op condition.
    fn add(&mut self, still: &NoopCondition, place: HandlerSet) {
        self.marks.add(still.absent_conditions, place);
        still.numbers.iter().for_each(|one| add(&mut self.numbers, *one, place));
        self.begun |= if still.no_ongoing { place } else { 0 };
        self.odd |= if still.diagonal_parity_even { place } else { 0 };
    }

    /// Returns the handlers that combatants wake, given the union of their conditions.
    #[inline(always)]
    fn woken(&self, conditions: u64, people: &[Combatant], begun: bool) -> HandlerSet {
        let odd = self.odd != 0 && people.iter().any(|one| one.odd);
        self.marks.meeting(conditions)
            | meeting(&self.numbers, |(id, value)| any_other(people, id, value))
            | if begun { self.begun } else { 0 }
            | if odd { self.odd } else { 0 }
    }

    /// Returns the handlers that constant writes may wake.
    fn after(&self, resets: &ConstantWrites) -> HandlerSet {
        let number = |id: AttributeId| resets.numbers.iter().any(|(one, _)| *one == id);
        self.marks.meeting(resets.off | resets.on) | meeting(&self.numbers, |(id, _)| number(id))
    }
}

/// Trigger indexes of every edge, by span: one for its beginning and one for its end.
pub(crate) type TriggerIndexes = [[TriggerIndex; 2]; SPANS_MAX];

impl TriggerIndex {
    /// Builds the index of some handlers, given by their indexes in the game.
    pub(crate) fn of(game: &Game, plans: &[HandlerPlan], leads: &[u16]) -> TriggerIndex {
        let mut stir = TriggerIndex::default();
        let leads = &leads[..leads.len().min(MOST)];
        for (at, &lead) in leads.iter().enumerate() {
            let (handler, sieve) = (&game.handlers[usize::from(lead)], &plans[usize::from(lead)]);
            let place = 1 << at;
            match handler.scope {
                HandlerScope::Acting => stir.acting |= place,
                HandlerScope::Encounter => stir.per_encounter |= place,
                HandlerScope::Combatant if handler.group_len <= 1 => stir.per_combatant |= place,
                _ => stir.unindexed |= place,
            }
            stir.needs.add(sieve.needs, place);
            stir.free |= if sieve.needs == 0 { place } else { 0 };
            let lacks = ZeroGuard::of(game, handler);
            lacks.into_iter().for_each(|lack| add(&mut stir.lacks, lack, place));
            match &sieve.still {
                None => stir.unconditional |= place,
                Some(still) => stir.wait(still, place),
            }
        }
        stir.after = leads.iter().map(|lead| stir.after(game, plans, usize::from(*lead))).collect();
        stir
    }

    /// Adds a handler with its no-op condition.
    fn wait(&mut self, still: &NoopCondition, place: HandlerSet) {
        let somebody =
            if self.acting & place != 0 { &mut self.of_acting } else { &mut self.of_anybody };
        somebody.add(still, place);
        still.variables.iter().for_each(|one| add(&mut self.variables, *one, place));
        // Tokens have no index, so handlers that wait for tokens are always candidates.
        self.unconditional |= if still.empty_kinds.is_empty() { 0 } else { place };
    }

    /// Returns the handlers that the effects of a handler may wake.
    fn after(&self, game: &Game, plans: &[HandlerPlan], lead: usize) -> HandlerSet {
        let lacks = meeting(&self.lacks, |lack| lack.ends_by(&game.handlers[lead], &plans[lead]));
        let Some(resets) = &plans[lead].resets else { return lacks };
        let variable = |id: VariableId| resets.variables.iter().any(|(one, _)| *one == id);
        lacks
            | self.needs.meeting(resets.off | resets.on)
            | self.of_acting.after(resets)
            | self.of_anybody.after(resets)
            | meeting(&self.variables, |(id, _)| variable(id))
    }

    /// Returns the handlers that may have an effect; `noted` if no-ops count, too.
    pub(crate) fn candidates(&self, game: &Game, state: &State, noted: bool) -> HandlerSet {
        let mut stirred = if noted { HandlerSet::MAX } else { self.unconditional };
        stirred |= meeting(&self.variables, |(id, value)| state.variables[id.index()] != value);
        let mut due = self.unindexed | self.per_encounter & stirred;
        let all = &*state.combatants;
        if self.per_combatant != 0 {
            let conditions = all.iter().fold(0, |any, one| any | one.conditions);
            let begun = !state.ongoing.is_empty();
            let stirred = stirred | self.of_anybody.woken(conditions, all, begun);
            due |= self.per_combatant & stirred & self.ready(conditions);
        }
        let TurnSlot::Combatant(who) = state.clock.current else { return due };
        if self.acting != 0 {
            let one = state.combatant(who);
            let begun = state.ongoing.iter().any(|project| project.actor == who);
            let stirred =
                stirred | self.of_acting.woken(one.conditions, std::slice::from_ref(one), begun);
            due |= self.acting & stirred & self.ready(one.conditions);
        }
        for (lack, places) in &self.lacks {
            if due & places != 0 && lack.is_so(game, state, who) {
                due &= !places;
            }
        }
        due
    }

    /// Returns the handlers that may be woken by one that ran without a program.
    #[inline(always)]
    pub(crate) fn woken_by(&self, place: usize) -> HandlerSet {
        self.after.get(place).copied().unwrap_or(0)
    }

    /// Returns the handlers whose required conditions may be among some conditions.
    #[inline(always)]
    fn ready(&self, conditions: u64) -> HandlerSet {
        self.free | self.needs.meeting(conditions)
    }
}

/// Returns the first position in `from..len` that is due or not indexed.
#[inline(always)]
pub(crate) fn next(due: HandlerSet, from: usize, len: usize) -> Option<usize> {
    let next = match due.checked_shr(from as u32) {
        None | Some(0) => from.max(MOST),
        Some(rest) => from + rest.trailing_zeros() as usize,
    };
    (next < len).then_some(next)
}

/// Adds a handler that waits for a key.
fn add<T: PartialEq>(waiting: &mut ByKey<T>, what: T, place: HandlerSet) {
    match waiting.iter_mut().find(|(one, _)| *one == what) {
        Some((_, places)) => *places |= place,
        None => waiting.push((what, place)),
    }
}

/// Returns the handlers that wait for a key for which `holds` is true.
#[inline(always)]
fn meeting<T: Copy>(waiting: &ByKey<T>, holds: impl Fn(T) -> bool) -> HandlerSet {
    waiting.iter().fold(0, |all, &(what, places)| all | if holds(what) { places } else { 0 })
}

#[cfg(test)]
mod tests;
