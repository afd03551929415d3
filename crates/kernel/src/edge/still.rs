//! When what happens at an edge comes to nothing.
//!
//! Most of what a ruleset does at the edges of spans puts an end to what was there: takes marks
//! off, sets numbers back, gives up what was begun. Mostly there is nothing of the kind. What has
//! to be so for each step of a program to come to nothing is therefore found out before play; where
//! nobody takes notes, the program is not run for those of whom it is so.

use crate::ahead::needed;
use crate::effect::{Op, Step};
use crate::expr::Role;
use crate::game::Game;
use crate::ids::{AttributeId, CombatantId, ExprId, KindId, Mask, VariableId, bit, members};
use crate::people::Combatant;
use crate::state::State;

/// What is needed for what never is.
const NEVER: u64 = !0;

/// What has to be so for a program to come to nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Still {
    /// Conditions that its subject has none of.
    pub(super) without: u64,
    /// Numbers of its subject, and of the encounter.
    pub(super) numbers: Vec<(AttributeId, i16)>,
    pub(super) variables: Vec<(VariableId, i16)>,
    /// Its subject has made an even number of diagonal steps.
    pub(super) even: bool,
    /// Its subject holds nothing of these.
    pub(super) none_of: Vec<KindId>,
    /// Its subject has begun nothing that is paid bit by bit.
    pub(super) unbegun: bool,
}

impl Still {
    /// What has to be so for a program to come to nothing; `None` if that is not told so easily.
    pub(crate) fn of(game: &Game, program: &[Step]) -> Option<Still> {
        let mut still = Still::default();
        let mut at = 0;
        while let Some(step) = program.get(at) {
            at += 1;
            match step.op {
                Op::Unless { test, skip } => {
                    // One condition less is enough for the test to fail; where it needs none, what
                    // it guards has to come to nothing by itself.
                    match needed(game.expr(test)) {
                        0 => continue,
                        NEVER => {}
                        needs => still.without |= needs & needs.wrapping_neg(),
                    }
                    at += usize::from(skip);
                }
                Op::Set { who: Role::Actor, attribute, value } => {
                    // Whoever watches a number is told even of what does not change it.
                    if game.watched >> attribute.0 & 1 == 1 {
                        return None;
                    }
                    still.even |= game.steps.from == Some(attribute);
                    still.numbers.push((attribute, fixed(game, value)?));
                }
                Op::SetVariable { variable, value } => {
                    still.variables.push((variable, fixed(game, value)?));
                }
                Op::Unmark { who: Role::Actor, condition } => still.without |= 1 << condition.0,
                Op::Lose { who: Role::Actor, kind, .. } => still.none_of.push(kind),
                Op::Abandon { who: Role::Actor, .. } => still.unbegun = true,
                _ => return None,
            }
        }
        Some(still)
    }

    /// Whether it comes to nothing for someone.
    #[inline]
    pub(crate) fn for_one(&self, game: &Game, state: &State, who: CombatantId) -> bool {
        self.for_nobody(state)
            && self.as_they_are(&state.combatants[who.index()])
            && !(self.unbegun && state.projects.iter().any(|project| project.actor == who))
            && !self.none_of.iter().any(|&kind| has_any(game, state, who, kind))
    }

    /// Everybody for whom it comes to nothing.
    #[inline]
    pub(crate) fn for_all(&self, game: &Game, state: &State) -> Mask {
        if !self.for_nobody(state) {
            return 0;
        }
        let all = state.combatants.iter().enumerate();
        let mut still =
            all.fold(0, |still, (at, one)| still | Mask::from(self.as_they_are(one)) << at);
        if self.unbegun {
            state.projects.iter().for_each(|project| still &= !bit(project.actor));
        }
        for &kind in &self.none_of {
            let without = |who: &CombatantId| !has_any(game, state, *who, kind);
            still = members(still).filter(without).map(bit).sum();
        }
        still
    }

    /// Whether it comes to nothing, as far as somebody's conditions and numbers go.
    #[inline(always)]
    fn as_they_are(&self, one: &Combatant) -> bool {
        let same =
            |(attribute, value): &(AttributeId, i16)| one.attributes[attribute.index()] == *value;
        one.conditions & self.without == 0
            && !(self.even && one.odd)
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
    game.fixed(value).and_then(|value| i16::try_from(value).ok())
}

#[cfg(test)]
mod tests;
