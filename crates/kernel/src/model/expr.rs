//! Compiled expressions: postfix code over 32-bit integers, total and allocation-free.
//!
//! Booleans are 0 and 1, and a tag is its index. Arithmetic saturates. Division rounds down, and
//! division by zero gives 0. So no ruleset can make an evaluation fail.

mod input;
mod operand;

use crate::ids::TableId;

pub use input::{Input, ROLES, Role};
pub use operand::{SquareRef, StatRef};

/// Most operands on the stack of an evaluation. The loader refuses deeper expressions.
pub const DEPTH_MAX: usize = 16;

/// Instruction of an expression in postfix order.
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
    /// Replaces the top by the number at its place in a table; 0 outside the table.
    Lookup(TableId),
    /// Replaces the two topmost values by their combination.
    Binary(Binary),
    /// Replaces a test and two values, pushed in this order, by the first value if the test holds,
    /// else by the second one.
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

impl Binary {
    /// Returns true if the result is always 0 or 1.
    pub(crate) fn is_test(self) -> bool {
        use Binary as B;
        !matches!(self, B::Add | B::Sub | B::Mul | B::Div | B::Min | B::Max)
    }

    /// Returns the result of the operator. Comparisons and logic give 0 or 1.
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
