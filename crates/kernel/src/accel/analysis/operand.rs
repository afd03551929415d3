//! Accelerator: operand of a step, constant or evaluated. Equals `EvalContext::eval_postfix`.

use crate::game::{EvalContext, Game};
use crate::ids::ExprId;

/// Operand of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Value that is constant for this encounter.
    Const(i32),
    /// Expression that is evaluated each time.
    Expr(ExprId),
}

impl Operand {
    /// Returns the constant value of an expression if it has one, else the expression.
    pub(crate) fn of(game: &Game, expr: ExprId) -> Operand {
        game.constant_of(expr).map_or(Operand::Expr(expr), Operand::Const)
    }

    /// Returns the value of the operand.
    #[inline(always)]
    pub(crate) fn value(self, scope: &EvalContext<'_>) -> i32 {
        match self {
            Operand::Const(number) => number,
            Operand::Expr(expr) => scope.eval(expr),
        }
    }
}
