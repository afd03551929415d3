//! A number that may be known ahead of play.

use crate::expr::Scope;
use crate::game::Game;
use crate::ids::ExprId;

/// What an expression comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// The same each time in this fight.
    Fixed(i32),
    /// It has to be read.
    Read(ExprId),
}

impl Number {
    /// What is known of an expression.
    pub(crate) fn of(game: &Game, expr: ExprId) -> Number {
        game.fixed(expr).map_or(Number::Read(expr), Number::Fixed)
    }

    /// What it comes to.
    #[inline(always)]
    pub(crate) fn value(self, scope: &Scope<'_>) -> i32 {
        match self {
            Number::Fixed(number) => number,
            Number::Read(expr) => scope.value(expr),
        }
    }
}
