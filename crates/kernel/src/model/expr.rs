//! Compiled expressions: postfix code over 32-bit integers, total and allocation-free.
//!
//! Booleans are 0 and 1, tags their index. Arithmetic saturates; division rounds down and by zero
//! gives 0, so that no ruleset can make an evaluation fail.

mod input;
mod operand;

pub use input::{Input, ROLES, Role};
pub use operand::{SquareRef, StatRef};

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
