//! Accelerator: handlers that only write constants, run without a program. They must leave the
//! state that `flow::resolve::run_program` leaves without an event sink. Many edge handlers set
//! numbers to fixed values and add or remove conditions.

use crate::game::Game;
use crate::ids::{AttributeId, CombatantId, VariableId};
use crate::model::clock::Handler;
use crate::model::effect::Op;
use crate::model::expr::Role;
use crate::state::{State, TimedKind};

use super::noop::fixed;

/// Constant writes of a handler that does nothing else.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConstantWrites {
    pub(crate) numbers: Vec<(AttributeId, i16)>,
    pub(crate) variables: Vec<(VariableId, i16)>,
    /// Whether the movement attribute is written, which resets the diagonal parity.
    walk: bool,
    /// Conditions removed, and conditions added permanently.
    pub(crate) off: u64,
    pub(crate) on: u64,
}

impl ConstantWrites {
    /// Returns the writes of a handler; `None` if it does, or may do, anything else.
    pub(crate) fn of(game: &Game, handler: &Handler) -> Option<ConstantWrites> {
        let mut resets = ConstantWrites::default();
        for step in &game.programs[handler.program.index()] {
            match step.op {
                Op::Set { who: Role::Actor, attribute, value } => {
                    if game.watched >> attribute.0 & 1 == 1 {
                        return None;
                    }
                    resets.walk |= game.steps.movement_attribute == Some(attribute);
                    resets.numbers.push((attribute, fixed(game, value)?));
                }
                Op::SetVariable { variable, value } => {
                    resets.variables.push((variable, fixed(game, value)?));
                }
                Op::RemoveCondition { who: Role::Actor, condition } => {
                    resets.off |= 1 << condition.0;
                    resets.on &= !(1 << condition.0);
                }
                Op::AddCondition { who: Role::Actor, condition, until: None } => {
                    resets.on |= 1 << condition.0;
                    resets.off &= !(1 << condition.0);
                }
                _ => return None,
            }
        }
        Some(resets)
    }

    /// Applies the writes to a combatant.
    pub(crate) fn apply(&self, state: &mut State, who: CombatantId) {
        for (variable, value) in &self.variables {
            state.variables[variable.index()] = *value;
        }
        if !state.combatants.has(who) {
            return;
        }
        if self.walk {
            state.combatants.reset_diagonal_parity(who);
        }
        for (attribute, value) in &self.numbers {
            state.combatants.set_attribute(who, *attribute, *value);
        }
        let before = state.combatant(who).conditions;
        state.combatants.set_conditions(who, before & !self.off | self.on);
        let ended = before & self.off | self.on;
        let goes =
            |what: &TimedKind| matches!(what, TimedKind::Condition(id) if ended >> id.0 & 1 == 1);
        if ended != 0 {
            state.timed_effects.retain(|one| one.who != who || !goes(&one.kind));
        }
    }
}
