//! When what happens at an edge comes to nothing.
//!
//! Most of what a ruleset does at the edges of spans puts an end to what was there: takes marks
//! off, sets numbers back, gives up what was begun. Mostly there is nothing of the kind. What has
//! to be so for each step of a program to come to nothing is therefore found out before play; where
//! nobody takes notes, the program is not run for those of whom it is so.

use crate::accel::analysis::required_conditions;
use crate::combatants::Combatant;
use crate::effect::{Op, Step};
use crate::expr::Role;
use crate::game::Game;
use crate::ids::{
    AttributeId, CombatantId, CombatantSet, ExprId, KindId, VariableId, bit, iter_bits,
};
use crate::state::State;

/// What is needed for what never is.
const NEVER: u64 = !0;

/// What has to be so for a program to come to nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct NoopCondition {
    /// Conditions that its subject has none of.
    pub(crate) absent_conditions: u64,
    /// Numbers of its subject, and of the encounter.
    pub(crate) numbers: Vec<(AttributeId, i16)>,
    pub(crate) variables: Vec<(VariableId, i16)>,
    /// Its subject has made an even number of diagonal steps.
    pub(crate) diagonal_parity_even: bool,
    /// Its subject holds nothing of these.
    pub(crate) empty_kinds: Vec<KindId>,
    /// Its subject has begun nothing that is paid bit by bit.
    pub(crate) no_ongoing: bool,
}

impl NoopCondition {
    /// What has to be so for a program to come to nothing; `None` if that is not told so easily.
    pub(crate) fn of(game: &Game, program: &[Step]) -> Option<NoopCondition> {
        let mut still = NoopCondition::default();
        let mut at = 0;
        while let Some(step) = program.get(at) {
            at += 1;
            match step.op {
                Op::SkipUnless { test, skip } => {
                    // One condition less is enough for the test to fail; where it needs none, what
                    // it guards has to come to nothing by itself.
                    match required_conditions(game.expr(test)) {
                        0 => continue,
                        NEVER => {}
                        needs => still.absent_conditions |= needs & needs.wrapping_neg(),
                    }
                    at += usize::from(skip);
                }
                Op::Set { who: Role::Actor, attribute, value } => {
                    // Whoever watches a number is told even of what does not change it.
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

    /// Whether it comes to nothing for someone.
    #[inline]
    pub(crate) fn is_noop_for(&self, game: &Game, state: &State, who: CombatantId) -> bool {
        self.for_nobody(state)
            && self.as_they_are(&state.combatants[who.index()])
            && !(self.no_ongoing && state.ongoing.iter().any(|project| project.actor == who))
            && !self.empty_kinds.iter().any(|&kind| has_any(game, state, who, kind))
    }

    /// Everybody for whom it comes to nothing.
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

    /// Whether it comes to nothing, as far as somebody's conditions and numbers go.
    #[inline(always)]
    fn as_they_are(&self, one: &Combatant) -> bool {
        let same =
            |(attribute, value): &(AttributeId, i16)| one.attributes[attribute.index()] == *value;
        one.conditions & self.absent_conditions == 0
            && !(self.diagonal_parity_even && one.odd)
            && self.numbers.iter().all(same)
    }

    /// Whether it comes to nothing where it runs for no combatant.
    #[inline(always)]
    pub(crate) fn for_nobody(&self, state: &State) -> bool {
        let same = |(id, value): &(VariableId, i16)| state.variables[id.index()] == *value;
        self.variables.iter().all(same)
    }
}

/// Whether someone holds anything of a kind.
fn has_any(game: &Game, state: &State, who: CombatantId, kind: KindId) -> bool {
    let lane = game.sheets[who.index()].lane(kind);
    lane.is_some_and(|lane| state.combatants[who.index()].purse.get(lane) != 0)
}

/// The value of an expression that is always the same.
pub(crate) fn fixed(game: &Game, value: ExprId) -> Option<i16> {
    game.constant_of(value).and_then(|value| i16::try_from(value).ok())
}

#[cfg(test)]
mod tests;
