//! A number that may be known ahead of play.

use crate::expr::EvalContext;
use crate::game::Game;
use crate::ids::ExprId;

/// What an expression comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// The same each time in this fight.
    Const(i32),
    /// It has to be read.
    Expr(ExprId),
}

impl Operand {
    /// What is known of an expression.
    pub(crate) fn of(game: &Game, expr: ExprId) -> Operand {
        game.constant_of(expr).map_or(Operand::Expr(expr), Operand::Const)
    }

    /// What it comes to.
    #[inline(always)]
    pub(crate) fn value(self, scope: &EvalContext<'_>) -> i32 {
        match self {
            Operand::Const(number) => number,
            Operand::Expr(expr) => scope.eval(expr),
        }
    }
}
