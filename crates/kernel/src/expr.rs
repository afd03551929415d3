//! Compiled expressions: postfix code over 32-bit integers, total and allocation-free.
//!
//! Booleans are 0 and 1, tags their index. Arithmetic saturates; division rounds down and by zero
//! gives 0, so that no ruleset can make an evaluation fail.

mod input;
mod read;

use crate::game::Game;
use crate::state::{Frame, State};

pub use input::{Input, ROLES, Role};

/// Deepest an expression may pile up operands; the loader refuses deeper ones.
pub const DEPTH_MAX: usize = 16;

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instr {
    /// Pushes a number.
    Const(i32),
    /// Pushes an input.
    Load(Input),
    /// Replaces the top by its negation.
    Neg,
    /// Replaces the top by its logical opposite.
    Not,
    /// Combines the two topmost.
    Binary(Binary),
    /// Takes condition, yes and no (pushed in this order) and leaves yes or no.
    Select,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

/// The context of an evaluation.
#[derive(Clone, Copy)]
pub struct EvalContext<'a> {
    /// The compiled game.
    pub game: &'a Game,
    /// The state read.
    pub state: &'a State,
    /// Roles, registers, argument.
    pub frame: &'a Frame,
}

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

impl Binary {
    /// Whether the result is 0 or 1.
    pub(crate) fn is_test(self) -> bool {
        use Binary as B;
        !matches!(self, B::Add | B::Sub | B::Mul | B::Div | B::Min | B::Max)
    }

    /// The result of the operator; comparisons and logic give 0 or 1.
    #[inline(always)]
    pub fn apply(self, a: i32, b: i32) -> i32 {
        let truth = |value: bool| i32::from(value);
        match self {
            Binary::Add => a.saturating_add(b),
            Binary::Sub => a.saturating_sub(b),
            Binary::Mul => a.saturating_mul(b),
            Binary::Div => match b {
                0 => 0,
                _ => a.checked_div_euclid(b).map_or(i32::MAX, |floor| {
                    // Euclidean and floor division differ only for negative divisors.
                    if b < 0 && a.wrapping_rem(b) != 0 { floor - 1 } else { floor }
                }),
            },
            Binary::Min => a.min(b),
            Binary::Max => a.max(b),
            Binary::Eq => truth(a == b),
            Binary::Ne => truth(a != b),
            Binary::Lt => truth(a < b),
            Binary::Le => truth(a <= b),
            Binary::Gt => truth(a > b),
            Binary::Ge => truth(a >= b),
            Binary::And => truth(a != 0 && b != 0),
            Binary::Or => truth(a != 0 || b != 0),
        }
    }
}
