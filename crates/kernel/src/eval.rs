//! What expressions and states mean under a game: the value of an expression, the moment it is for
//! somebody, numbers that follow from both.

mod inputs;
mod moments;
mod operands;
mod sets;
mod state;

use crate::expr::{DEPTH_MAX, Instr};
use crate::game::EvalContext;

pub(crate) use moments::MomentMap;

impl EvalContext<'_> {
    /// Evaluates code as it stands.
    pub(crate) fn eval_postfix(&self, code: &[Instr]) -> i32 {
        let mut stack = [0i32; DEPTH_MAX];
        let mut top = 0;
        for instruction in code {
            match *instruction {
                Instr::Const(number) => {
                    stack[top] = number;
                    top += 1;
                }
                Instr::Load(input) => {
                    stack[top] = self.read(input);
                    top += 1;
                }
                Instr::Neg => stack[top - 1] = stack[top - 1].saturating_neg(),
                Instr::Not => stack[top - 1] = i32::from(stack[top - 1] == 0),
                Instr::Binary(operator) => {
                    top -= 1;
                    stack[top - 1] = operator.apply(stack[top - 1], stack[top]);
                }
                Instr::Select => {
                    top -= 2;
                    stack[top - 1] = if stack[top - 1] != 0 { stack[top] } else { stack[top + 1] };
                }
            }
        }
        stack[0]
    }
}
