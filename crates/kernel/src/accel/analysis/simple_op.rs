//! Steps that need no more than the numbers at hand: tests, registers, and numbers that nobody
//! watches. Programs consist of them for the most part; where nobody takes notes, they are done one
//! after the other without asking each time what else there might be.

use super::Operand;
use crate::effect::Op;
use crate::expr::{EvalContext, Role};
use crate::game::Game;
use crate::ids::{AttributeId, ExprId, VariableId};
use crate::state::{State, clamp_i16};

/// What such a step does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum SimpleOp {
    /// It is none of them.
    #[default]
    No,
    /// It asks whether to pass over others.
    Test(ExprId),
    /// It puts a number into a register.
    Let(u8, Operand),
    /// It sets a number of the actor, or of the encounter.
    Set(AttributeId, Operand),
    SetVariable(VariableId, Operand),
}

impl SimpleOp {
    /// What a step does.
    pub(crate) fn of(game: &Game, op: &Op) -> SimpleOp {
        match *op {
            Op::SkipUnless { test, .. } => SimpleOp::Test(test),
            Op::SetRegister { into, value } => SimpleOp::Let(into, Operand::of(game, value)),
            // Whoever watches a number is told even of what does not change it.
            Op::Set { who: Role::Actor, attribute, value }
                if game.watched >> attribute.0 & 1 == 0 =>
            {
                SimpleOp::Set(attribute, Operand::of(game, value))
            }
            Op::SetVariable { variable, value } => {
                SimpleOp::SetVariable(variable, Operand::of(game, value))
            }
            _ => SimpleOp::No,
        }
    }

    /// Does it in the frame at `top` of the stack; whether the program goes on with the next step
    /// or passes over others. `None` if that takes more.
    #[inline(always)]
    pub(crate) fn run(self, game: &Game, state: &mut State, top: usize) -> Option<bool> {
        let frame = &state.stack[top];
        let scope = EvalContext { game, state, frame };
        match self {
            SimpleOp::No => return None,
            SimpleOp::Test(test) => return Some(scope.eval_bool(test)),
            SimpleOp::Let(into, number) => {
                let value = number.value(&scope);
                state.stack[top].registers[usize::from(into)] = value;
            }
            SimpleOp::Set(attribute, number) => {
                let (who, value) = (frame.actor, clamp_i16(number.value(&scope)));
                if state.combatants.has(who) {
                    if game.steps.movement_attribute == Some(attribute) {
                        state.combatants.reset_diagonal_parity(who);
                    }
                    state.combatants.set_attribute(who, attribute, value);
                }
            }
            SimpleOp::SetVariable(variable, number) => {
                let value = clamp_i16(number.value(&scope));
                state.combatants.record_global_change();
                state.variables[variable.index()] = value;
            }
        }
        Some(true)
    }
}
