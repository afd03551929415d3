//! The meaning of a state under a game: values of expressions, moments, and derived numbers and
//! sets.

mod blocks;
mod cards;
mod inputs;
mod moments;
mod operands;
pub(crate) mod prepared_way;
mod sets;
mod state;

use crate::game::EvalContext;
use crate::ids::ExprId;
use crate::model::expr::{DEPTH_MAX, Instr};

pub(crate) use moments::MomentMap;

impl EvalContext<'_> {
    /// Evaluates an expression to true or false.
    #[inline]
    pub fn eval_bool(&self, expr: ExprId) -> bool {
        self.eval(expr) != 0
    }

    /// Evaluates an expression to a number; 0 for code that the loader did not check.
    #[inline]
    pub fn eval(&self, expr: ExprId) -> i32 {
        match self.game.functions.functions.get(expr.index()) {
            Some(function) => function(self),
            None => self.eval_postfix(self.game.expr(expr)),
        }
    }

    /// Evaluates postfix code. This defines the value of an expression.
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
                Instr::Lookup(table) => stack[top - 1] = self.game.look_up(table, stack[top - 1]),
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
