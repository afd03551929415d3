//! What can be told of expressions ahead of play.

mod clause;
mod facts;
mod idle;
mod marks;
mod number;
mod plain;
mod routes;
mod together;

use crate::expr::{Binary, Code, DEPTH_MAX, Input, Role};
use crate::moment::Moments;
use crate::sheet::Sheet;
use crate::space::{Figure, Place};

pub(crate) use clause::Clause;
pub(crate) use idle::Idles;
pub(crate) use marks::Marks;
pub(crate) use number::Number;
pub(crate) use routes::Route;
pub(crate) use together::never_together;

/// Conditions of the actor without all of which a test fails in any case.
pub(crate) fn needed(code: &[Code]) -> u64 {
    follow(code, |code, operands| match (code, operands) {
        (Code::Load(Input::Has(Role::Actor, condition)), _) => 1 << condition.0,
        // What never holds needs everything.
        (Code::Const(0), _) => !0,
        (Code::Binary(Binary::And), [one, other]) => one | other,
        (Code::Binary(Binary::Or), [one, other]) => one & other,
        _ => 0,
    })
}

/// Goes through an expression with something else in place of its numbers: `of` gives that for each
/// instruction and its operands.
fn follow<T: Copy + Default>(code: &[Code], of: impl Fn(Code, &[T]) -> T) -> T {
    let mut stack = [T::default(); DEPTH_MAX];
    let mut top = 0;
    for instruction in code {
        let from = top - operands_of(instruction);
        stack[from] = of(*instruction, &stack[from..top]);
        top = from + 1;
    }
    stack[0]
}

/// How many operands an instruction takes.
fn operands_of(instruction: &Code) -> usize {
    match instruction {
        Code::Const(_) | Code::Load(_) => 0,
        Code::Neg | Code::Not => 1,
        Code::Binary(_) => 2,
        Code::Select => 3,
    }
}

/// What has to hold for a test to hold: the parts it joins by `and`.
pub(crate) fn conjuncts(code: &[Code]) -> Vec<&[Code]> {
    let [operands @ .., Code::Binary(Binary::And)] = code else { return vec![code] };
    let (first, second) = operands.split_at(last_operand(operands));
    let mut parts = conjuncts(first);
    parts.extend(conjuncts(second));
    parts
}

/// About how much work it is to evaluate an expression.
pub(crate) fn cost(code: &[Code]) -> usize {
    use Input as I;
    let of_input = |input: I| match input {
        I::Has(..) | I::Attribute(..) | I::Fixed(..) | I::Number(_) | I::Variable(_) => 2,
        I::Answers(_) | I::AnswersMe | I::Depth | I::Argument | I::OwnTurn(_) => 2,
        I::ApproachSteps(_) | I::ApproachOver(..) => 30,
        I::Threats(_) | I::LineClear | I::WayOpen => 100,
        I::ApproachPrice(_) | I::ApproachOpen(_) => 200,
        I::Foes(_) | I::Allies(_) | I::AlliesHave(..) | I::NamedIn(..) | I::AllSpent => 30,
        _ => 6,
    };
    let costs = code.iter().map(|code| match code {
        Code::Load(input) => of_input(*input),
        _ => 1,
    });
    costs.sum()
}

/// Where the last of several operands begins: where just enough is piled up for one.
pub(crate) fn last_operand(operands: &[Code]) -> usize {
    let mut from = operands.len();
    let mut wanted = 1;
    while wanted > 0 && from > 0 {
        from -= 1;
        wanted = wanted + operands_of(&operands[from]) - 1;
    }
    from
}

/// Whether an expression surely says the same whatever a declaration is aimed at.
pub(crate) fn ignores_target(code: &[Code]) -> bool {
    use Input as I;
    let ignores = |input: I| match input {
        I::Attribute(role, _)
        | I::Has(role, _)
        | I::Fixed(role, _)
        | I::Holds(role, _)
        | I::AlliesHave(role, _)
        | I::NamedIn(role, _)
        | I::Remaining(role)
        | I::ToCome(role)
        | I::OwnTurn(role)
        | I::TurnBegun(role)
        | I::Prepared(role)
        | I::Committing(role)
        | I::Side(role)
        | I::Turn(role)
        | I::Number(role) => role != Role::Target,
        I::Terrain(place, _) | I::Foes(place) | I::Allies(place) => place == Place::Here,
        I::Answers(_) | I::AnswersMe | I::Depth | I::WasPrepared | I::WayOpen | I::AllSpent => true,
        I::Variable(_) | I::VariableOf(..) | I::Span(_) | I::CurrentTurn | I::Elapsed => true,
        _ => false,
    };
    code.iter().all(|code| match code {
        Code::Load(input) => ignores(*input),
        _ => true,
    })
}

/// How near a target has to be for a test to hold, where that is what it asks.
pub(crate) fn nearness(code: &[Code]) -> Option<Figure> {
    let [Code::Load(Input::Distance(Role::Actor)), most, Code::Binary(Binary::Le)] = *code else {
        return None;
    };
    match most {
        Code::Load(Input::Fixed(Role::Actor, place)) => Some(Figure::Fixed(place)),
        Code::Load(Input::Attribute(Role::Actor, attribute)) => Some(Figure::State(attribute)),
        Code::Const(number) => i16::try_from(number).ok().map(Figure::Const),
        _ => None,
    }
}

/// The greatest value of a number now that a test can hold for.
pub(crate) fn most_now(code: &[Code]) -> i32 {
    let most = |part: &[Code]| match *part {
        [Code::Load(Input::Now), Code::Const(most), Code::Binary(Binary::Le)] => most,
        _ => i32::MAX,
    };
    conjuncts(code).into_iter().map(most).min().unwrap_or(i32::MAX)
}

/// What is known of a declaration before there is any.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// Whoever may act.
    pub(crate) sheets: &'a [Sheet],
    /// The words of what is answered, one bit each, and whether it is aimed at the actor; `None` =
    /// anything may be.
    pub(crate) answered: Option<(u64, bool)>,
    /// The actor has nothing prepared.
    pub(crate) unprepared: bool,
    /// The moment it is; `None` = any.
    pub(crate) moment: Option<Moments>,
    /// An activity waits for answers.
    pub(crate) answering: bool,
}

/// Less and more than which a number never comes to.
type Bounds = (i32, i32);

const ANYTHING: Bounds = (i32::MIN, i32::MAX);
const TRUTH: Bounds = (0, 1);
const NEVER: Bounds = (0, 0);
const ALWAYS: Bounds = (1, 1);

/// Moments when nothing waits for answers, and those that belong to the turns of others.
const OPEN: Moments = Moments::OWN_OPEN.and(Moments::ALLY_OPEN).and(Moments::FOE_OPEN);
const ELSEWHERE: Moments =
    Moments::ALLY_OPEN.and(Moments::FOE_OPEN).and(Moments::ALLY_ANSWER).and(Moments::FOE_ANSWER);

impl<'a> Known<'a> {
    /// Nothing but who they are that may act.
    pub(crate) fn of(sheets: &'a [Sheet]) -> Known<'a> {
        Known { sheets, answered: None, unprepared: false, moment: None, answering: false }
    }

    /// Less and more than which an expression never comes to, as far as that is easily told:
    /// constants, numbers that never change, counts, choices and sums of them.
    pub(crate) fn bounds(self, code: &[Code]) -> Bounds {
        self.bounds_by(code, |input| self.of_input(input))
    }

    /// Whether a test holds in any case.
    pub(crate) fn always(self, code: &[Code]) -> bool {
        not(self.bounds(code)) == NEVER
    }

    /// Returns a test without the operands of `and` and `or` that cannot change its outcome.
    pub(crate) fn simplified(self, code: &[Code]) -> Vec<Code> {
        let [operands @ .., operator @ Code::Binary(Binary::And | Binary::Or)] = code else {
            return code.to_vec();
        };
        let (one, other) = operands.split_at(last_operand(operands));
        let is_idle = |part: &[Code]| match operator {
            Code::Binary(Binary::And) => self.always(part),
            _ => self.bounds(part) == NEVER,
        };
        if is_idle(one) {
            return self.simplified(other);
        }
        if is_idle(other) {
            return self.simplified(one);
        }
        [self.simplified(one), self.simplified(other), vec![*operator]].concat()
    }

    /// Whether a test fails in any case where one of its inputs is 0, given that there are an actor
    /// and somebody whose turn it is.
    pub(crate) fn fails_without(self, code: &[Code], input: Input) -> bool {
        let bounds = self.bounds_by(code, |one| match one {
            _ if one == input => NEVER,
            Input::Number(Role::Actor | Role::Acting) => (1, i32::MAX),
            _ => self.of_input(one),
        });
        bounds == NEVER
    }

    /// Whether a test holds in any case with a number that goes with the declaration, if that is
    /// known.
    pub(crate) fn always_with(self, code: &[Code], argument: Option<i32>) -> bool {
        let bounds = self.bounds_by(code, |input| match (input, argument) {
            (Input::Argument, Some(number)) => (number, number),
            _ => self.of_input(input),
        });
        not(bounds) == NEVER
    }

    /// The same, with something else for its inputs.
    fn bounds_by(self, code: &[Code], of_input: impl Fn(Input) -> Bounds) -> Bounds {
        follow(code, |code, operands| match (code, operands) {
            (Code::Const(number), _) => (number, number),
            (Code::Load(input), _) => of_input(input),
            (Code::Not, [one]) => not(*one),
            (Code::Select, [_, yes, no]) => (yes.0.min(no.0), yes.1.max(no.1)),
            (Code::Binary(operator), [one, other]) => both(operator, *one, *other),
            _ => ANYTHING,
        })
    }

    /// Whether it is one of some moments.
    fn within(self, moments: Moments) -> bool {
        self.moment.is_some_and(|moment| moment.meets(moments))
    }

    fn of_input(self, input: Input) -> Bounds {
        match (input, self.answered) {
            (Input::Answers(word), Some((words, _))) if words >> word & 1 == 1 => ALWAYS,
            (Input::AnswersMe, Some((_, true))) => ALWAYS,
            (Input::Answers(_) | Input::AnswersMe, Some(_)) => NEVER,
            (Input::Prepared(Role::Actor), _) if self.unprepared => NEVER,
            (Input::Answers(_) | Input::AnswersMe | Input::Depth, _) if self.within(OPEN) => NEVER,
            (Input::Depth, _) if self.answering => (1, i32::MAX),
            (Input::OwnTurn(Role::Actor), _) if self.within(ELSEWHERE) => NEVER,
            (Input::Fixed(Role::Actor, at), _) => {
                let fixed = |sheet: &Sheet| sheet.fixed.get(usize::from(at)).copied();
                let all = || self.sheets.iter().map(|sheet| i32::from(fixed(sheet).unwrap_or(0)));
                (all().min().unwrap_or(0), all().max().unwrap_or(0))
            }
            _ => input.bounds(),
        }
    }
}

/// Whether what is known of an expression may depend on the moment.
pub(crate) fn reads_moment(code: &[Code]) -> bool {
    use Input as I;
    let reads = |input: I| {
        matches!(input, I::Answers(_) | I::AnswersMe | I::Depth | I::OwnTurn(Role::Actor))
    };
    code.iter().any(|code| matches!(code, Code::Load(input) if reads(*input)))
}

fn not(bounds: Bounds) -> Bounds {
    match bounds {
        NEVER => ALWAYS,
        (least, most) if least > 0 || most < 0 => NEVER,
        _ => TRUTH,
    }
}

fn both(operator: Binary, a: Bounds, b: Bounds) -> Bounds {
    match operator {
        Binary::Max => (a.0.max(b.0), a.1.max(b.1)),
        Binary::Min => (a.0.min(b.0), a.1.min(b.1)),
        Binary::Add => (a.0.saturating_add(b.0), a.1.saturating_add(b.1)),
        Binary::Mul if a.0 >= 0 && b.0 >= 0 => (a.0.saturating_mul(b.0), a.1.saturating_mul(b.1)),
        Binary::And if a == NEVER || b == NEVER => NEVER,
        Binary::And if not(a) == NEVER && not(b) == NEVER => ALWAYS,
        Binary::Eq if a == b && a.0 == a.1 => ALWAYS,
        Binary::Eq if a.1 < b.0 || b.1 < a.0 => NEVER,
        Binary::Ne => not(both(Binary::Eq, a, b)),
        Binary::Lt if a.1 < b.0 => ALWAYS,
        Binary::Lt if a.0 >= b.1 => NEVER,
        Binary::Gt => both(Binary::Lt, b, a),
        Binary::Ge => not(both(Binary::Lt, a, b)),
        Binary::Le => not(both(Binary::Lt, b, a)),
        Binary::Or if not(a) == NEVER || not(b) == NEVER => ALWAYS,
        Binary::Or if a == NEVER && b == NEVER => NEVER,
        _ if operator.is_test() => TRUTH,
        _ => ANYTHING,
    }
}

#[cfg(test)]
mod tests;
