//! Expressions laid out for playing: each becomes a function of its own, put together from those of
//! its parts, and what cannot matter any more is passed over.
//!
//! Everything an expression reads is read without side effects, so that the cheaper operand of
//! `and` and `or` comes first, whichever was written first.

mod compile;
mod tree;

use std::fmt;
use std::sync::Arc;

use crate::ids::{AttributeId, CombatantId, ExprId, KindId};

use super::{Code, Scope};
use compile::{Function, compile};
use tree::{Marks, Tree};

/// Code longer than this stays as it is written: functions within functions take room on the stack.
const LONG: usize = 1_024;

/// The function of postfix code.
fn lay_out(code: &[Code]) -> Function {
    if code.len() > LONG {
        let code = code.to_vec();
        return Box::new(move |scope| scope.run(&code));
    }
    compile(&Tree::of(code))
}

/// An expression laid out.
#[derive(Clone)]
pub(crate) struct Laid(Arc<Function>);

impl Laid {
    /// Lays an expression out.
    pub(crate) fn of(code: &[Code]) -> Laid {
        Laid(Arc::new(lay_out(code)))
    }
}

impl fmt::Debug for Laid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("..")
    }
}

/// The expressions of a game, by [`ExprId`].
#[derive(Clone, Default)]
pub struct Quickly(Arc<[Function]>);

impl Quickly {
    /// Lays expressions out.
    pub(crate) fn of(exprs: &[Vec<Code>]) -> Quickly {
        Quickly(exprs.iter().map(|code| lay_out(code)).collect())
    }
}

impl fmt::Debug for Quickly {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("..")
    }
}

impl Scope<'_> {
    /// Evaluates to true or false.
    #[inline]
    pub fn test(&self, expr: ExprId) -> bool {
        self.value(expr) != 0
    }

    /// Evaluates to a number. Code that the loader did not check leaves 0.
    #[inline]
    pub fn value(&self, expr: ExprId) -> i32 {
        match self.game.quickly.0.get(expr.index()) {
            Some(function) => function(self),
            None => self.run(self.game.expr(expr)),
        }
    }

    /// The value of an expression laid out on its own.
    #[inline]
    pub(crate) fn laid(&self, laid: &Laid) -> i32 {
        laid.0(self)
    }

    #[inline(always)]
    fn kept(&self, register: u8) -> i32 {
        self.frame.registers[usize::from(register)]
    }

    #[inline(always)]
    fn attribute(&self, who: CombatantId, attribute: AttributeId) -> i32 {
        let one = self.state.combatants.get(who.index());
        one.map_or(0, |one| i32::from(one.attributes[attribute.index()]))
    }

    #[inline(always)]
    fn fixed(&self, who: CombatantId, place: u8) -> i32 {
        let sheet = self.game.sheets.get(who.index());
        sheet.and_then(|sheet| sheet.fixed.get(usize::from(place))).map_or(0, |one| (*one).into())
    }

    #[inline(always)]
    fn meets(&self, who: CombatantId, Marks { of, there }: Marks) -> i32 {
        let one = self.state.combatants.get(who.index());
        i32::from(one.map_or(0, |one| one.conditions) & of == there)
    }

    #[inline(always)]
    fn held(&self, kind: KindId) -> i32 {
        let who = self.frame.actor.index();
        match (self.game.sheets.get(who), self.state.combatants.get(who)) {
            (Some(sheet), Some(one)) => {
                sheet.lane(kind).map_or(0, |lane| one.purse.get(lane) as i32)
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests;
