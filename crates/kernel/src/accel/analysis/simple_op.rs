//! Accelerator: program steps run without the interpreter: tests, registers and unwatched numbers.
//! They must do what `flow::resolve::run_program` does without an event sink. Most steps of a
//! program are of these kinds.

use super::Operand;
use crate::game::{EvalContext, Game};
use crate::ids::{AttributeId, ExprId, VariableId};
use crate::model::effect::Op;
use crate::model::expr::Role;
use crate::state::{State, clamp_i16};

/// Operation of a simple step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum SimpleOp {
    /// Not a simple step.
    #[default]
    No,
    /// Test that skips steps if it fails.
    Test(ExprId),
    /// Stores a number in a register.
    Let(u8, Operand),
    /// Sets an attribute of the actor, or a variable of the encounter.
    Set(AttributeId, Operand),
    SetVariable(VariableId, Operand),
}

impl SimpleOp {
    /// Returns the simple operation of a step; [`SimpleOp::No`] if it has none.
    pub(crate) fn of(game: &Game, op: &Op) -> SimpleOp {
        match *op {
            Op::SkipUnless { test, .. } => SimpleOp::Test(test),
            Op::SetRegister { into, value } => SimpleOp::Let(into, Operand::of(game, value)),
            // A watch fires even if the number stays the same.
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

    /// Runs the operation in the frame at `top` of the stack. Returns true to go on with the next
    /// step, false to skip steps; `None` if the step is not simple.
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
