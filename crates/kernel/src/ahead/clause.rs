//! Tests that are a matter of somebody's conditions alone.

use super::{ALWAYS, Known, NEVER, last_operand};
use crate::expr::{Binary, Code, Input, Role};
use crate::sheet::Sheet;

/// Conditions some of which are there and some of which are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clause {
    /// Conditions all of which are there.
    pub(crate) present: u64,
    /// Conditions none of which is there.
    pub(crate) absent: u64,
}

impl Clause {
    /// Whatever conditions there are.
    const ALWAYS: Clause = Clause { present: 0, absent: 0 };
    /// What is there and is not.
    const NEVER: Clause = Clause { present: 1, absent: 1 };

    /// When a test fails for whoever has this sheet: one that asks for any of some conditions, or
    /// for their not being there, besides numbers that never change.
    pub(crate) fn against(code: &[Code], sheet: &Sheet) -> Option<Clause> {
        Clause::when(code, false, sheet)
    }

    /// When a test holds, or fails.
    fn when(code: &[Code], holds: bool, sheet: &Sheet) -> Option<Clause> {
        let sheets = std::slice::from_ref(sheet);
        match Known::of(sheets).bounds(code) {
            NEVER => return Some(if holds { Clause::NEVER } else { Clause::ALWAYS }),
            ALWAYS => return Some(if holds { Clause::ALWAYS } else { Clause::NEVER }),
            _ => {}
        }
        match *code {
            [Code::Load(Input::Has(Role::Actor, condition))] => {
                let (of, none) = (1 << condition.0, Clause::default());
                Some(if holds {
                    Clause { present: of, ..none }
                } else {
                    Clause { absent: of, ..none }
                })
            }
            [ref operands @ .., Code::Not] => Clause::when(operands, !holds, sheet),
            [ref operands @ .., Code::Binary(join @ (Binary::And | Binary::Or))] => {
                let (one, other) = operands.split_at(last_operand(operands));
                let (one, other) =
                    (Clause::when(one, holds, sheet), Clause::when(other, holds, sheet));
                match (join == Binary::And) == holds {
                    true => Some(one?.and(other?)),
                    // Either would do.
                    false if one.is_some_and(Clause::is_never) => other,
                    false if other.is_some_and(Clause::is_never) => one,
                    false => None,
                }
            }
            _ => None,
        }
    }

    fn and(self, other: Clause) -> Clause {
        Clause { present: self.present | other.present, absent: self.absent | other.absent }
    }

    /// Whether that is never so.
    pub(crate) fn is_never(self) -> bool {
        self.present & self.absent != 0
    }

    /// Whether that is so.
    #[inline(always)]
    pub(crate) fn is_met(self, conditions: u64) -> bool {
        conditions & self.present == self.present && conditions & self.absent == 0
    }
}
