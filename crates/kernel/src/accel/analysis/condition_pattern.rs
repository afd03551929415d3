//! Accelerator: tests decided by conditions alone. Patterns must agree with `eval_postfix`.

use super::{Assumptions, FALSE, TRUE, last_operand_start};
use crate::model::expr::{Binary, Input, Instr, Role};
use crate::model::sheet::Sheet;

/// Pattern over a combatant's conditions: bits that must be set and bits that must be clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ConditionPattern {
    /// Conditions that must be present.
    pub(crate) set: u64,
    /// Conditions that must be absent.
    pub(crate) clear: u64,
}

impl ConditionPattern {
    /// Pattern that matches any conditions.
    const ALWAYS: ConditionPattern = ConditionPattern { set: 0, clear: 0 };
    /// Pattern that matches no conditions: one bit must be both set and clear.
    const NEVER: ConditionPattern = ConditionPattern { set: 1, clear: 1 };

    /// Returns the pattern under which a test fails for an actor with this sheet. `None` if other
    /// inputs matter or one pattern cannot express it.
    pub(crate) fn failing_pattern(code: &[Instr], sheet: &Sheet) -> Option<ConditionPattern> {
        ConditionPattern::when(code, false, sheet)
    }

    /// Returns the pattern under which a test holds, or fails if `holds` is false.
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
                    // Either pattern suffices.
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

    /// Returns true if the pattern matches no conditions.
    pub(crate) fn is_contradictory(self) -> bool {
        self.set & self.clear != 0
    }

    /// Returns true if the pattern matches these conditions.
    #[inline(always)]
    pub(crate) fn matches(self, conditions: u64) -> bool {
        conditions & self.set == self.set && conditions & self.clear == 0
    }
}
