//! Accelerator: static analysis of expressions. Bounds must hold for what `eval_postfix` returns.

mod condition_pattern;
mod jumps;
mod operand;
mod presence;
mod simple_op;
mod skip_table;
mod target_conditions;
mod unsat;

use crate::model::expr::{Binary, DEPTH_MAX, Input, Instr, Role, SquareRef, StatRef};
use crate::model::moment::Moments;
use crate::model::sheet::Sheet;

pub(crate) use condition_pattern::ConditionPattern;
pub(crate) use jumps::Successors;
pub(crate) use operand::Operand;
pub(crate) use skip_table::SkipTable;
pub(crate) use target_conditions::TargetConditions;
pub(crate) use unsat::is_contradictory;

/// Returns the conditions that the actor must all have for a test to hold.
pub(crate) fn required_conditions(code: &[Instr]) -> u64 {
    fold_postfix(code, |code, operands| match (code, operands) {
        (Instr::Load(Input::Has(Role::Actor, condition)), _) => 1 << condition.0,
        // A test that never holds counts as if it needed all conditions.
        (Instr::Const(0), _) => !0,
        (Instr::Binary(Binary::And), [one, other]) => one | other,
        (Instr::Binary(Binary::Or), [one, other]) => one & other,
        _ => 0,
    })
}

/// Folds postfix code over values of type `T`: `of` maps each instruction and its operands to a
/// value.
fn fold_postfix<T: Copy + Default>(code: &[Instr], of: impl Fn(Instr, &[T]) -> T) -> T {
    let mut stack = [T::default(); DEPTH_MAX];
    let mut top = 0;
    for instruction in code {
        let from = top - operands_of(instruction);
        stack[from] = of(*instruction, &stack[from..top]);
        top = from + 1;
    }
    stack[0]
}

/// Returns the number of operands of an instruction.
fn operands_of(instruction: &Instr) -> usize {
    match instruction {
        Instr::Const(_) | Instr::Load(_) => 0,
        Instr::Neg | Instr::Not | Instr::Lookup(_) => 1,
        Instr::Binary(_) => 2,
        Instr::Select => 3,
    }
}

/// Returns the operands that a test joins by `and`, nested ones flattened. All must hold.
pub(crate) fn conjuncts(code: &[Instr]) -> Vec<&[Instr]> {
    let [operands @ .., Instr::Binary(Binary::And)] = code else { return vec![code] };
    let (first, second) = operands.split_at(last_operand_start(operands));
    let mut parts = conjuncts(first);
    parts.extend(conjuncts(second));
    parts
}

/// Returns the estimated cost of evaluating an expression.
pub(crate) fn eval_cost(code: &[Instr]) -> usize {
    use Input as I;
    let of_input = |input: I| match input {
        I::Has(..) | I::Attribute(..) | I::Stat(..) | I::CombatantNumber(_) | I::Variable(_) => 2,
        I::Answers(_) | I::AnswersMe | I::StackDepth | I::Argument | I::OwnTurn(_) => 2,
        I::ApproachSteps(_) | I::ApproachOver(..) => 30,
        I::Threats(_) | I::LineClear | I::WayOpen => 100,
        I::ApproachPrice(_) | I::ApproachOpen(_) => 200,
        I::Foes(_) | I::Allies(_) | I::AlliesHave(..) | I::ReferenceCount(..) | I::AllSpent => 30,
        _ => 6,
    };
    let costs = code.iter().map(|code| match code {
        Instr::Load(input) => of_input(*input),
        _ => 1,
    });
    costs.sum()
}

/// Returns the index at which the code of the last operand begins.
pub(crate) fn last_operand_start(operands: &[Instr]) -> usize {
    let mut from = operands.len();
    let mut wanted = 1;
    while wanted > 0 && from > 0 {
        from -= 1;
        wanted = wanted + operands_of(&operands[from]) - 1;
    }
    from
}

/// Returns true if an expression provably does not depend on the target.
pub(crate) fn is_target_independent(code: &[Instr]) -> bool {
    use Input as I;
    let ignores = |input: I| match input {
        I::Attribute(role, _)
        | I::Has(role, _)
        | I::Stat(role, _)
        | I::Holds(role, _)
        | I::AlliesHave(role, _)
        | I::ReferenceCount(role, _)
        | I::Remaining(role)
        | I::HasTurnLeft(role)
        | I::OwnTurn(role)
        | I::TurnBegun(role)
        | I::Prepared(role)
        | I::InUninterruptible(role)
        | I::Side(role)
        | I::Turn(role)
        | I::CombatantNumber(role) => role != Role::Target,
        I::Terrain(place, _) | I::Foes(place) | I::Allies(place) => place == SquareRef::Here,
        I::Answers(_)
        | I::AnswersMe
        | I::StackDepth
        | I::WasPrepared
        | I::WayOpen
        | I::AllSpent => true,
        I::Variable(_) | I::VariableOf(..) | I::Span(_) | I::CurrentTurn | I::Elapsed => true,
        _ => false,
    };
    code.iter().all(|code| match code {
        Instr::Load(input) => ignores(*input),
        _ => true,
    })
}

/// Returns the greatest distance to the target if that is all a test compares, else `None`.
pub(crate) fn max_distance_operand(code: &[Instr]) -> Option<StatRef> {
    let [Instr::Load(Input::Distance(Role::Actor)), most, Instr::Binary(Binary::Le)] = *code else {
        return None;
    };
    match most {
        Instr::Load(Input::Stat(Role::Actor, place)) => Some(StatRef::Fixed(place)),
        Instr::Load(Input::Attribute(Role::Actor, attribute)) => Some(StatRef::State(attribute)),
        Instr::Const(number) => i16::try_from(number).ok().map(StatRef::Const),
        _ => None,
    }
}

/// Returns the greatest new value of a watched number that a test can hold for.
pub(crate) fn upper_bound_of_new_value(code: &[Instr]) -> i32 {
    let most = |part: &[Instr]| match *part {
        [Instr::Load(Input::NewValue), Instr::Const(most), Instr::Binary(Binary::Le)] => most,
        _ => i32::MAX,
    };
    conjuncts(code).into_iter().map(most).min().unwrap_or(i32::MAX)
}

/// Facts assumed about a declaration before it is made.
#[derive(Clone, Copy)]
pub(crate) struct Assumptions<'a> {
    /// Sheets of the combatants that may act.
    pub(crate) sheets: &'a [Sheet],
    /// Tags of the activity responded to, one bit each, and whether it targets the actor; `None` =
    /// unknown.
    pub(crate) answered: Option<(u64, bool)>,
    /// Whether the actor has nothing prepared.
    pub(crate) unprepared: bool,
    /// Moment of the declaration; `None` = any.
    pub(crate) moment: Option<Moments>,
    /// Whether a declaration waits for responses.
    pub(crate) answering: bool,
}

/// Least and greatest possible value of a number.
type Interval = (i32, i32);

const ANY: Interval = (i32::MIN, i32::MAX);
const BOOL: Interval = (0, 1);
const FALSE: Interval = (0, 0);
const TRUE: Interval = (1, 1);

/// Moments when nothing waits for responses, and moments in the turns of others.
const OPEN: Moments = Moments::OWN_OPEN.union(Moments::ALLY_OPEN).union(Moments::FOE_OPEN);
const ELSEWHERE: Moments = Moments::ALLY_OPEN
    .union(Moments::FOE_OPEN)
    .union(Moments::ALLY_ANSWER)
    .union(Moments::FOE_ANSWER);

impl<'a> Assumptions<'a> {
    /// Assumes nothing but the sheets of the combatants that may act.
    pub(crate) fn of(sheets: &'a [Sheet]) -> Assumptions<'a> {
        Assumptions { sheets, answered: None, unprepared: false, moment: None, answering: false }
    }

    /// Returns the least and greatest possible value of an expression (interval analysis), [`ANY`]
    /// where they are not known.
    pub(crate) fn bounds(self, code: &[Instr]) -> Interval {
        self.bounds_by(code, |input| self.of_input(input))
    }

    /// Returns true if a test always holds.
    pub(crate) fn always(self, code: &[Instr]) -> bool {
        not(self.bounds(code)) == FALSE
    }

    /// Returns a test without the operands of `and` and `or` that cannot change its outcome.
    pub(crate) fn simplified(self, code: &[Instr]) -> Vec<Instr> {
        let [operands @ .., operator @ Instr::Binary(Binary::And | Binary::Or)] = code else {
            return code.to_vec();
        };
        let (one, other) = operands.split_at(last_operand_start(operands));
        let is_idle = |part: &[Instr]| match operator {
            Instr::Binary(Binary::And) => self.always(part),
            _ => self.bounds(part) == FALSE,
        };
        if is_idle(one) {
            return self.simplified(other);
        }
        if is_idle(other) {
            return self.simplified(one);
        }
        [self.simplified(one), self.simplified(other), vec![*operator]].concat()
    }

    /// Returns true if a test always fails where one of its inputs is 0. An actor and a combatant
    /// with the turn must exist.
    pub(crate) fn is_false_if_zero(self, code: &[Instr], input: Input) -> bool {
        let bounds = self.bounds_by(code, |one| match one {
            _ if one == input => FALSE,
            Input::CombatantNumber(Role::Actor | Role::Acting) => (1, i32::MAX),
            _ => self.of_input(one),
        });
        bounds == FALSE
    }

    /// Returns true if a test always holds with a given argument; `None` = any argument.
    pub(crate) fn is_true_with_argument(self, code: &[Instr], argument: Option<i32>) -> bool {
        let bounds = self.bounds_by(code, |input| match (input, argument) {
            (Input::Argument, Some(number)) => (number, number),
            _ => self.of_input(input),
        });
        not(bounds) == FALSE
    }

    /// Returns the bounds of an expression, given the bounds of its inputs.
    fn bounds_by(self, code: &[Instr], of_input: impl Fn(Input) -> Interval) -> Interval {
        fold_postfix(code, |code, operands| match (code, operands) {
            (Instr::Const(number), _) => (number, number),
            (Instr::Load(input), _) => of_input(input),
            (Instr::Not, [one]) => not(*one),
            (Instr::Select, [_, yes, no]) => (yes.0.min(no.0), yes.1.max(no.1)),
            (Instr::Binary(operator), [one, other]) => both(operator, *one, *other),
            _ => ANY,
        })
    }

    /// Returns true if the moment is known to be one of some moments.
    fn within(self, moments: Moments) -> bool {
        self.moment.is_some_and(|moment| moment.meets(moments))
    }

    fn of_input(self, input: Input) -> Interval {
        match (input, self.answered) {
            (Input::Answers(word), Some((words, _))) if words >> word & 1 == 1 => TRUE,
            (Input::AnswersMe, Some((_, true))) => TRUE,
            (Input::Answers(_) | Input::AnswersMe, Some(_)) => FALSE,
            (Input::Prepared(Role::Actor), _) if self.unprepared => FALSE,
            (Input::Answers(_) | Input::AnswersMe | Input::StackDepth, _) if self.within(OPEN) => {
                FALSE
            }
            (Input::StackDepth, _) if self.answering => (1, i32::MAX),
            (Input::OwnTurn(Role::Actor), _) if self.within(ELSEWHERE) => FALSE,
            (Input::Stat(Role::Actor, at), _) => {
                let fixed = |sheet: &Sheet| sheet.fixed.get(usize::from(at)).copied();
                let all = || self.sheets.iter().map(|sheet| i32::from(fixed(sheet).unwrap_or(0)));
                (all().min().unwrap_or(0), all().max().unwrap_or(0))
            }
            _ => input.bounds(),
        }
    }
}

/// Returns true if the bounds of an expression may depend on the moment.
pub(crate) fn depends_on_moment(code: &[Instr]) -> bool {
    use Input as I;
    let reads = |input: I| {
        matches!(input, I::Answers(_) | I::AnswersMe | I::StackDepth | I::OwnTurn(Role::Actor))
    };
    code.iter().any(|code| matches!(code, Instr::Load(input) if reads(*input)))
}

fn not(bounds: Interval) -> Interval {
    match bounds {
        FALSE => TRUE,
        (least, most) if least > 0 || most < 0 => FALSE,
        _ => BOOL,
    }
}

fn both(operator: Binary, a: Interval, b: Interval) -> Interval {
    match operator {
        Binary::Max => (a.0.max(b.0), a.1.max(b.1)),
        Binary::Min => (a.0.min(b.0), a.1.min(b.1)),
        Binary::Add => (a.0.saturating_add(b.0), a.1.saturating_add(b.1)),
        Binary::Mul if a.0 >= 0 && b.0 >= 0 => (a.0.saturating_mul(b.0), a.1.saturating_mul(b.1)),
        Binary::And if a == FALSE || b == FALSE => FALSE,
        Binary::And if not(a) == FALSE && not(b) == FALSE => TRUE,
        Binary::Eq if a == b && a.0 == a.1 => TRUE,
        Binary::Eq if a.1 < b.0 || b.1 < a.0 => FALSE,
        Binary::Ne => not(both(Binary::Eq, a, b)),
        Binary::Lt if a.1 < b.0 => TRUE,
        Binary::Lt if a.0 >= b.1 => FALSE,
        Binary::Gt => both(Binary::Lt, b, a),
        Binary::Ge => not(both(Binary::Lt, a, b)),
        Binary::Le => not(both(Binary::Lt, b, a)),
        Binary::Or if not(a) == FALSE || not(b) == FALSE => TRUE,
        Binary::Or if a == FALSE && b == FALSE => FALSE,
        _ if operator.is_test() => BOOL,
        _ => ANY,
    }
}

#[cfg(test)]
mod tests;
