//! Tests that are a matter of somebody's conditions alone.

use super::{Assumptions, FALSE, TRUE, last_operand_start};
use crate::expr::{Binary, Input, Instr, Role};
use crate::sheet::Sheet;

/// Conditions some of which are there and some of which are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ConditionPattern {
    /// Conditions all of which are there.
    pub(crate) set: u64,
    /// Conditions none of which is there.
    pub(crate) clear: u64,
}

impl ConditionPattern {
    /// Whatever conditions there are.
    const ALWAYS: ConditionPattern = ConditionPattern { set: 0, clear: 0 };
    /// What is there and is not.
    const NEVER: ConditionPattern = ConditionPattern { set: 1, clear: 1 };

    /// When a test fails for whoever has this sheet: one that asks for any of some conditions, or
    /// for their not being there, besides numbers that never change.
    pub(crate) fn failing_pattern(code: &[Instr], sheet: &Sheet) -> Option<ConditionPattern> {
        ConditionPattern::when(code, false, sheet)
    }

    /// When a test holds, or fails.
    fn when(code: &[Instr], holds: bool, sheet: &Sheet) -> Option<ConditionPattern> {
        let sheets = std::slice::from_ref(sheet);
        match Assumptions::of(sheets).bounds(code) {
            FALSE => {
                return Some(if holds {
                    ConditionPattern::NEVER
                } else {
                    ConditionPattern::ALWAYS
                });
            }
            TRUE => {
                return Some(if holds {
                    ConditionPattern::ALWAYS
                } else {
                    ConditionPattern::NEVER
                });
            }
            _ => {}
        }
        match *code {
            [Instr::Load(Input::Has(Role::Actor, condition))] => {
                let (of, none) = (1 << condition.0, ConditionPattern::default());
                Some(if holds {
                    ConditionPattern { set: of, ..none }
                } else {
                    ConditionPattern { clear: of, ..none }
                })
            }
            [ref operands @ .., Instr::Not] => ConditionPattern::when(operands, !holds, sheet),
            [ref operands @ .., Instr::Binary(join @ (Binary::And | Binary::Or))] => {
                let (one, other) = operands.split_at(last_operand_start(operands));
                let (one, other) = (
                    ConditionPattern::when(one, holds, sheet),
                    ConditionPattern::when(other, holds, sheet),
                );
                match (join == Binary::And) == holds {
                    true => Some(one?.and(other?)),
                    // Either would do.
                    false if one.is_some_and(ConditionPattern::is_contradictory) => other,
                    false if other.is_some_and(ConditionPattern::is_contradictory) => one,
                    false => None,
                }
            }
            _ => None,
        }
    }

    fn and(self, other: ConditionPattern) -> ConditionPattern {
        ConditionPattern { set: self.set | other.set, clear: self.clear | other.clear }
    }

    /// Whether that is never so.
    pub(crate) fn is_contradictory(self) -> bool {
        self.set & self.clear != 0
    }

    /// Whether that is so.
    #[inline(always)]
    pub(crate) fn matches(self, conditions: u64) -> bool {
        conditions & self.set == self.set && conditions & self.clear == 0
    }
}
