//! Accelerator: conditions under which an edge program is a no-op. Where one holds,
//! `flow::resolve::run_program` must leave the state unchanged without an event sink.
//!
//! Most edge programs end something: they remove conditions, reset numbers and abandon activities.
//! Often there is nothing to end. The condition is derived from the steps at load time, and
//! programs are skipped for subjects that meet it.

use crate::accel::analysis::required_conditions;
use crate::game::Game;
use crate::ids::{
    AttributeId, CombatantId, CombatantSet, ExprId, KindId, VariableId, bit, iter_bits,
};
use crate::model::effect::{Op, Step};
use crate::model::expr::Role;
use crate::state::State;
use crate::state::combatants::Combatant;

/// Required conditions of a test that never holds.
const NEVER: u64 = !0;

/// Condition under which a program is a no-op.
#[derive(Clone, Debug, Default)]
pub(crate) struct NoopCondition {
    /// Conditions that the subject must not have.
    pub(crate) absent_conditions: u64,
    /// Values that attributes of the subject, and variables, must already have.
    pub(crate) numbers: Vec<(AttributeId, i16)>,
    pub(crate) variables: Vec<(VariableId, i16)>,
    /// Whether the subject must have made an even number of diagonal steps.
    pub(crate) diagonal_parity_even: bool,
    /// Kinds of which the subject must hold no tokens.
    pub(crate) empty_kinds: Vec<KindId>,
    /// Whether the subject must have no ongoing activity.
    pub(crate) no_ongoing: bool,
}

impl NoopCondition {
    /// Derives the condition of a program; `None` if a step may have other effects.
    pub(crate) fn of(game: &Game, program: &[Step]) -> Option<NoopCondition> {
        let mut still = NoopCondition::default();
        let mut at = 0;
        while let Some(step) = program.get(at) {
            at += 1;
            match step.op {
                Op::SkipUnless { test, skip } => {
                    // One missing condition makes the test fail. If the test needs none, the
                    // guarded steps must be no-ops themselves.
                    match required_conditions(game.expr(test)) {
                        0 => continue,
                        NEVER => {}
                        needs => still.absent_conditions |= needs & needs.wrapping_neg(),
                    }
                    at += usize::from(skip);
                }
                Op::Set { who: Role::Actor, attribute, value } => {
                    // A watch fires even if the number stays the same.
                    if game.watched >> attribute.0 & 1 == 1 {
                        return None;
                    }
                    still.diagonal_parity_even |= game.steps.movement_attribute == Some(attribute);
                    still.numbers.push((attribute, fixed(game, value)?));
                }
                Op::SetVariable { variable, value } => {
                    still.variables.push((variable, fixed(game, value)?));
                }
                Op::RemoveCondition { who: Role::Actor, condition } => {
                    still.absent_conditions |= 1 << condition.0
                }
                Op::Lose { who: Role::Actor, kind, .. } => still.empty_kinds.push(kind),
                Op::Abandon { who: Role::Actor, .. } => still.no_ongoing = true,
                _ => return None,
            }
        }
        Some(still)
    }

    /// Returns true if the program is a no-op for a combatant.
    #[inline]
    pub(crate) fn is_noop_for(&self, game: &Game, state: &State, who: CombatantId) -> bool {
        self.for_nobody(state)
            && self.as_they_are(&state.combatants[who.index()])
            && !(self.no_ongoing && state.ongoing.iter().any(|project| project.actor == who))
            && !self.empty_kinds.iter().any(|&kind| has_any(game, state, who, kind))
    }

    /// Returns all combatants for whom the program is a no-op.
    #[inline]
    pub(crate) fn noop_subjects(&self, game: &Game, state: &State) -> CombatantSet {
        if !self.for_nobody(state) {
            return 0;
        }
        let all = state.combatants.iter().enumerate();
        let mut still =
            all.fold(0, |still, (at, one)| still | CombatantSet::from(self.as_they_are(one)) << at);
        if self.no_ongoing {
            state.ongoing.iter().for_each(|project| still &= !bit(project.actor));
        }
        for &kind in &self.empty_kinds {
            let without = |who: &CombatantId| !has_any(game, state, *who, kind);
            still = iter_bits(still).filter(without).map(bit).sum();
        }
        still
    }

    /// Returns true if a combatant's conditions and numbers meet the condition.
    #[inline(always)]
    fn as_they_are(&self, one: &Combatant) -> bool {
        let same =
            |(attribute, value): &(AttributeId, i16)| one.attributes[attribute.index()] == *value;
        one.conditions & self.absent_conditions == 0
            && !(self.diagonal_parity_even && one.odd)
            && self.numbers.iter().all(same)
    }

    /// Returns true if the program is a no-op without a subject.
    #[inline(always)]
    pub(crate) fn for_nobody(&self, state: &State) -> bool {
        let same = |(id, value): &(VariableId, i16)| state.variables[id.index()] == *value;
        self.variables.iter().all(same)
    }
}

/// Returns true if a combatant holds any token of a kind.
fn has_any(game: &Game, state: &State, who: CombatantId, kind: KindId) -> bool {
    let lane = game.sheets[who.index()].lane(kind);
    lane.is_some_and(|lane| state.combatants[who.index()].purse.get(lane) != 0)
}

/// Returns the value of an expression that is constant for this encounter.
pub(crate) fn fixed(game: &Game, value: ExprId) -> Option<i16> {
    game.constant_of(value).and_then(|value| i16::try_from(value).ok())
}

#[cfg(test)]
mod tests;
