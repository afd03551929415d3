//! Accelerator: conditions of which targets need one. Without any, `View::check` must reject them.

use super::{Assumptions, fold_postfix};
use crate::game::Game;
use crate::model::activity::Activity;
use crate::model::expr::{Binary, Input, Instr, Role};

/// Conditions of which the target of each activity must have one, in one situation.
#[derive(Clone, Debug, Default)]
pub(crate) struct TargetConditions {
    /// Conditions of which the target of each activity has at least one; 0 = nothing is known.
    pub(crate) of_target: Vec<u64>,
    /// Conditions of which the target of each activity has at least one unless it is the answered
    /// combatant; all bits = nothing is known.
    pub(crate) of_others: Vec<u64>,
}

impl TargetConditions {
    /// Finds the target conditions of every activity under some assumptions.
    pub(crate) fn of(game: &Game, known: Assumptions<'_>) -> TargetConditions {
        let tests = |activity: &Activity| -> Vec<Vec<Instr>> {
            let needs = activity.requirements.iter().filter(|need| need.depends_on_target);
            needs.map(|need| known.simplified(game.expr(need.test))).collect()
        };
        let tests: Vec<Vec<Vec<Instr>>> = game.activities.iter().map(tests).collect();
        let of_target = |tests: &Vec<Vec<Instr>>| {
            tests
                .iter()
                .map(|test| target_condition_mask(test))
                .find(|marks| *marks != 0)
                .unwrap_or(0)
        };
        let of_others = |tests: &Vec<Vec<Instr>>| {
            let marks =
                tests.iter().filter_map(|test| target_condition_mask_excluding_answered(test));
            marks.min_by_key(|marks| marks.count_ones()).unwrap_or(!0)
        };
        TargetConditions {
            of_target: tests.iter().map(of_target).collect(),
            of_others: tests.iter().map(of_others).collect(),
        }
    }
}

/// Returns conditions of the target without any of which a test fails; 0 = not known.
fn target_condition_mask(code: &[Instr]) -> u64 {
    fold_postfix(code, |code, operands: &[u64]| match (code, operands) {
        (Instr::Load(Input::Has(Role::Target, condition)), _) => 1 << condition.0,
        (Instr::Binary(Binary::Or), [one, other]) if *one != 0 && *other != 0 => one | other,
        // If both sets are needed, the smaller one leaves fewer targets.
        (Instr::Binary(Binary::And), &[one, other]) => match (one, other) {
            (0, marks) | (marks, 0) => marks,
            _ if one.count_ones() < other.count_ones() => one,
            _ => other,
        },
        _ => 0,
    })
}

/// Returns conditions without any of which a test fails for every target but the combatant
/// responded to; `None` = not known.
fn target_condition_mask_excluding_answered(code: &[Instr]) -> Option<u64> {
    /// Abstract value of a part of a test: the number of a role, or a set of conditions.
    #[derive(Clone, Copy, Default, PartialEq)]
    enum Told {
        #[default]
        Nothing,
        Number(Role),
        Marks(u64),
    }
    use Told as T;
    let told = fold_postfix(code, |code, operands: &[Told]| match (code, operands) {
        (Instr::Load(Input::Has(Role::Target, condition)), _) => T::Marks(1 << condition.0),
        (Instr::Load(Input::CombatantNumber(role)), _) => T::Number(role),
        (
            Instr::Binary(Binary::Eq),
            [T::Number(Role::Target), T::Number(Role::Answered)]
            | [T::Number(Role::Answered), T::Number(Role::Target)],
        ) => T::Marks(0),
        (Instr::Binary(Binary::Or), &[T::Marks(one), T::Marks(other)]) => T::Marks(one | other),
        (Instr::Binary(Binary::And), &[T::Marks(one), T::Marks(other)]) => {
            T::Marks(if one.count_ones() < other.count_ones() { one } else { other })
        }
        (Instr::Binary(Binary::And), &[T::Marks(marks), _] | &[_, T::Marks(marks)]) => {
            T::Marks(marks)
        }
        _ => T::Nothing,
    });
    if let T::Marks(marks) = told { Some(marks) } else { None }
}

#[cfg(test)]
mod tests {
    use super::{target_condition_mask, target_condition_mask_excluding_answered};
    use crate::accel::analysis::Assumptions;
    use crate::model::expr::{Binary, Input, Instr, Role};

    const AND: Instr = Instr::Binary(Binary::And);
    const OR: Instr = Instr::Binary(Binary::Or);
    const DEPTH: Instr = Instr::Load(Input::StackDepth);

    fn has(bit: u8) -> Instr {
        Instr::Load(Input::Has(Role::Target, crate::ids::ConditionId(bit)))
    }

    #[test]
    fn some_tests_ask_for_a_mark_on_the_target() {
        assert_eq!(target_condition_mask(&[has(0), DEPTH, has(1), AND, OR]), 0b11);
        assert_eq!(target_condition_mask(&[has(0), DEPTH, OR]), 0);
        assert_eq!(target_condition_mask(&[has(0), has(1), OR, has(2), AND]), 0b100);
        assert_eq!(target_condition_mask(&[has(0), Instr::Not, DEPTH, AND]), 0);
        assert_eq!(target_condition_mask(&[DEPTH, has(0), has(1), Instr::Select]), 0);
    }

    #[test]
    fn an_answer_is_told_by_marks_where_an_open_declaration_is_not() {
        // `depth == 0 or target.has(…) and answers-me`
        let me = Instr::Load(Input::AnswersMe);
        let test = [DEPTH, Instr::Const(0), Instr::Binary(Binary::Eq), has(3), me, AND, OR];
        let marks = |answering| {
            let test = Assumptions { answering, ..Assumptions::of(&[]) }.simplified(&test);
            (target_condition_mask(&test), target_condition_mask_excluding_answered(&test))
        };
        assert_eq!(marks(false), (0, None));
        assert_eq!(marks(true), (0b1000, Some(0b1000)));
    }

    #[test]
    fn operands_that_decide_nothing_fall_away() {
        let known = Assumptions { answering: true, ..Assumptions::of(&[]) };
        let deep = [DEPTH, Instr::Const(0), Instr::Binary(Binary::Gt)];
        let test = [&deep[..], &[has(0), AND]].concat();
        assert_eq!(known.simplified(&test), [has(0)]);
        let test = [&[has(0)], &deep[..], &[OR]].concat();
        assert_eq!(known.simplified(&test), test, "one operand that always holds stays");
    }
}
