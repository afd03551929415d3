//! Which handlers of an edge may have anything to do, told of all of them together.
//!
//! There are dozens at the edges of turns, and in a given turn most have nothing to do: their
//! subject lacks a condition, or what they would put an end to has not begun. So what each waits
//! for is put the other way round: to everything waited for belong the handlers that do.

use crate::clock::{HandlerScope, SPANS_MAX, TurnSlot};
use crate::combatants::Combatant;
use crate::game::Game;
use crate::ids::{AttributeId, VariableId, iter_bits};
use crate::state::{ATTRIBUTES_MAX, State};

use super::constant_writes::ConstantWrites;
use super::noop::NoopCondition;
use super::zero_guard::ZeroGuard;

/// Handlers of one edge, one bit each by place.
type HandlerSet = u64;

/// How many handlers there is a bit for.
const MOST: usize = HandlerSet::BITS as usize;

/// What is waited for, and by whom.
type ByKey<T> = Vec<(T, HandlerSet)>;

/// Conditions waited for, and by whom each is.
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
    /// Adds somebody to those who wait for any of some conditions.
    fn add(&mut self, conditions: u64, place: HandlerSet) {
        self.any |= conditions;
        iter_bits(conditions).for_each(|at| self.by[at.index()] |= place);
    }

    /// Everybody who waits for any of some conditions.
    #[inline(always)]
    fn meeting(&self, conditions: u64) -> HandlerSet {
        iter_bits(conditions & self.any).fold(0, |all, at| all | self.by[at.index() % 64])
    }
}

/// What stirs the handlers of one edge, as far as there is a bit for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct TriggerIndex {
    /// Those that run for whoever has the turn alone, once for the encounter, for everybody, and
    /// all others.
    acting: HandlerSet,
    per_encounter: HandlerSet,
    per_combatant: HandlerSet,
    unindexed: HandlerSet,
    /// Those of which it is not told when they come to nothing.
    unconditional: HandlerSet,
    /// Those that need no condition; by condition, those that need it, perhaps among others.
    free: HandlerSet,
    needs: Conditions,
    /// What is waited for of whoever has the turn, and of anybody.
    of_acting: Wakeups,
    of_anybody: Wakeups,
    /// Numbers of the encounter that have another value.
    variables: ByKey<(VariableId, i16)>,
    /// Those that have nothing to do for the lack of something.
    lacks: ByKey<ZeroGuard>,
    /// By place, those that may have something to do because of what one puts back.
    after: Vec<HandlerSet>,
}

/// What of somebody is waited for.
#[derive(Clone, Debug, Default)]
struct Wakeups {
    /// By condition, those for which it is enough.
    marks: Conditions,
    /// Numbers that have another value.
    numbers: ByKey<(AttributeId, i16)>,
    /// Something begun, an odd number of diagonal steps.
    begun: HandlerSet,
    odd: HandlerSet,
}

impl Wakeups {
    /// Takes in what a handler waits for.
    fn add(&mut self, still: &NoopCondition, place: HandlerSet) {
        self.marks.add(still.absent_conditions, place);
        still.numbers.iter().for_each(|one| add(&mut self.numbers, *one, place));
        self.begun |= if still.no_ongoing { place } else { 0 };
        self.odd |= if still.diagonal_parity_even { place } else { 0 };
    }

    /// Those that some people stir, given the conditions that any of them has.
    #[inline(always)]
    fn woken(&self, conditions: u64, people: &[Combatant], begun: bool) -> HandlerSet {
        let odd = self.odd != 0 && people.iter().any(|one| one.odd);
        self.marks.meeting(conditions)
            | meeting(&self.numbers, |(id, value)| any_other(people, id, value))
            | if begun { self.begun } else { 0 }
            | if odd { self.odd } else { 0 }
    }

    /// Those that may have something to do because of what is put back.
    fn after(&self, resets: &ConstantWrites) -> HandlerSet {
        let number = |id: AttributeId| resets.numbers.iter().any(|(one, _)| *one == id);
        self.marks.meeting(resets.off | resets.on) | meeting(&self.numbers, |(id, _)| number(id))
    }
}

/// Whether any of some people has another value of a number.
#[inline(always)]
pub(crate) fn any_other(people: &[Combatant], id: AttributeId, value: i16) -> bool {
    // To look at all of them takes less than to ask after each whether to go on.
    let at = id.index() % ATTRIBUTES_MAX;
    people.iter().fold(0, |any, one| any | one.attributes[at] ^ value) != 0
}

/// What stirs the handlers of every edge, by span: those of its beginning and of its end.
pub(crate) type TriggerIndexes = [[TriggerIndex; 2]; SPANS_MAX];

impl TriggerIndex {
    /// What stirs handlers, given by their places among all of them.
    pub(crate) fn of(game: &Game, leads: &[u16]) -> TriggerIndex {
        let mut stir = TriggerIndex::default();
        let leads = &leads[..leads.len().min(MOST)];
        for (at, &lead) in leads.iter().enumerate() {
            let (handler, sieve) =
                (&game.handlers[usize::from(lead)], &game.handler_plans[usize::from(lead)]);
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
        stir.after = leads.iter().map(|lead| stir.after(game, usize::from(*lead))).collect();
        stir
    }

    /// Takes in what a handler waits for.
    fn wait(&mut self, still: &NoopCondition, place: HandlerSet) {
        let somebody =
            if self.acting & place != 0 { &mut self.of_acting } else { &mut self.of_anybody };
        somebody.add(still, place);
        still.variables.iter().for_each(|one| add(&mut self.variables, *one, place));
        // Whether something is held is asked of those alone who wait for nothing else.
        self.unconditional |= if still.empty_kinds.is_empty() { 0 } else { place };
    }

    /// Those that may have something to do because of what a handler puts back.
    fn after(&self, game: &Game, lead: usize) -> HandlerSet {
        let lacks = meeting(&self.lacks, |lack| lack.ends_by(game, lead));
        let Some(resets) = &game.handler_plans[lead].resets else { return lacks };
        let variable = |id: VariableId| resets.variables.iter().any(|(one, _)| *one == id);
        lacks
            | self.needs.meeting(resets.off | resets.on)
            | self.of_acting.after(resets)
            | self.of_anybody.after(resets)
            | meeting(&self.variables, |(id, _)| variable(id))
    }

    /// Those that may have anything to do; `noted` if what changes nothing counts, too.
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

    /// Those that what a handler at some place has done at once may have given something to do.
    #[inline(always)]
    pub(crate) fn woken_by(&self, place: usize) -> HandlerSet {
        self.after.get(place).copied().unwrap_or(0)
    }

    /// Those that may have something to do where there are some conditions.
    #[inline(always)]
    fn ready(&self, conditions: u64) -> HandlerSet {
        self.free | self.needs.meeting(conditions)
    }
}

/// The first place from some place on, of so many, that is due or has no bit.
#[inline(always)]
pub(crate) fn next(due: HandlerSet, from: usize, len: usize) -> Option<usize> {
    let next = match due.checked_shr(from as u32) {
        None | Some(0) => from.max(MOST),
        Some(rest) => from + rest.trailing_zeros() as usize,
    };
    (next < len).then_some(next)
}

/// Adds somebody to those who wait for something.
fn add<T: PartialEq>(waiting: &mut ByKey<T>, what: T, place: HandlerSet) {
    match waiting.iter_mut().find(|(one, _)| *one == what) {
        Some((_, places)) => *places |= place,
        None => waiting.push((what, place)),
    }
}

/// Everybody who waits for something of which it holds.
#[inline(always)]
fn meeting<T: Copy>(waiting: &ByKey<T>, holds: impl Fn(T) -> bool) -> HandlerSet {
    waiting.iter().fold(0, |all, &(what, places)| all | if holds(what) { places } else { 0 })
}

#[cfg(test)]
mod tests;
