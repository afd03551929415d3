//! Laying expressions out: each as few steps as it takes, the cheapest first where the order does
//! not matter.

use crate::ahead::{cost, last_operand};
use crate::expr::{Binary, Code, Input, Role};
use crate::ids::ConditionId;

use super::{Marks, Quick, Range};

/// Lays out postfix code; gives how many operands it keeps at most.
pub(super) fn write(code: &[Code], steps: &mut Vec<Quick>) -> usize {
    let Some((last, operands)) = code.split_last() else { return 0 };
    match *last {
        Code::Const(number) => steps.push(Quick::Const(number)),
        Code::Load(input) => steps.push(load(input)),
        Code::Neg | Code::Not => {
            let depth = write(operands, steps);
            steps.push(if *last == Code::Not { Quick::Not } else { Quick::Neg });
            return depth;
        }
        Code::Binary(operator @ (Binary::And | Binary::Or)) => {
            return join(operator, code, steps);
        }
        Code::Binary(operator) => {
            let (first, second) = operands.split_at(last_operand(operands));
            match (first, second, mirrored(operator)) {
                (_, [Code::Const(number)], _) => return with(first, operator, *number, steps),
                ([Code::Const(number)], _, Some(mirrored)) => {
                    return with(second, mirrored, *number, steps);
                }
                ([Code::Const(number)], ..) if operator == Binary::Sub => {
                    let depth = write(second, steps);
                    steps.push(Quick::From(*number));
                    return depth;
                }
                (_, [Code::Load(input)], _) => return beside(first, operator, *input, steps),
                ([Code::Load(input)], _, Some(mirrored)) => {
                    return beside(second, mirrored, *input, steps);
                }
                _ => {}
            }
            let before = write(first, steps);
            steps.push(Quick::Keep);
            let after = write(second, steps);
            steps.push(Quick::Kept(operator));
            return before.max(after + 1);
        }
        Code::Select => {
            let (rest, no) = operands.split_at(last_operand(operands));
            let (test, yes) = rest.split_at(last_operand(rest));
            let mut depth = write(test, steps);
            let unless = steps.len();
            steps.push(Quick::Keep);
            depth = depth.max(write(yes, steps));
            let skip = steps.len();
            steps.push(Quick::Keep);
            depth = depth.max(write(no, steps));
            steps[unless] = Quick::Unless((skip - unless) as u16);
            steps[skip] = Quick::Skip((steps.len() - skip - 1) as u16);
            return depth;
        }
    }
    0
}

/// Lays out how code is combined with a number: in one step if that can be.
fn with(code: &[Code], operator: Binary, number: i32, steps: &mut Vec<Quick>) -> usize {
    let range = Range::of(operator, number);
    let input = match *code {
        [Code::Load(input)] => Some(load(input)),
        _ => None,
    };
    let both = match (range, input) {
        (Some(range), Some(Quick::Own(attribute))) => Quick::OwnWithin(attribute, range),
        (Some(range), Some(Quick::Held(kind))) => Quick::HeldWithin(kind, range),
        (Some(range), Some(Quick::Register(at))) => Quick::RegisterWithin(at, range),
        (range, _) => {
            let depth = write(code, steps);
            steps.push(range.map_or(Quick::With(operator, number), Quick::Within));
            return depth;
        }
    };
    steps.push(both);
    0
}

/// Lays out how code is combined with an input.
fn beside(code: &[Code], operator: Binary, input: Input, steps: &mut Vec<Quick>) -> usize {
    let depth = write(code, steps);
    steps.push(Quick::Beside(operator, input));
    depth
}

/// The operator that says the same with its operands the other way round, if there is one.
fn mirrored(operator: Binary) -> Option<Binary> {
    use Binary as B;
    match operator {
        B::Add | B::Mul | B::Min | B::Max | B::Eq | B::Ne | B::And | B::Or => Some(operator),
        B::Lt => Some(B::Gt),
        B::Le => Some(B::Ge),
        B::Gt => Some(B::Lt),
        B::Ge => Some(B::Le),
        B::Sub | B::Div => None,
    }
}

/// Lays out what `and` or `or` joins: what is asked of conditions and tags in one step each for
/// actor and target, and the rest with the cheapest first; as soon as one decides, that is that.
fn join(operator: Binary, code: &[Code], steps: &mut Vec<Quick>) -> usize {
    let all = operands(operator, code);
    let is_test = all.iter().all(|one| is_test(one));
    let mut rest: Vec<&[Code]> = Vec::new();
    let mut marks = [Marks::default(); 2];
    for one in all {
        match mark(one) {
            Some((role, mark)) if marks[role].of & mark.of == 0 => {
                // That any is met is that not all are the other way round.
                let there = if operator == Binary::And { mark.there } else { mark.of ^ mark.there };
                marks[role] =
                    Marks { of: marks[role].of | mark.of, there: marks[role].there | there };
            }
            _ => rest.push(one),
        }
    }
    rest.sort_by_key(|one| cost(one));
    let mut depth = 0;
    let mut jumps = Vec::new();
    let mut next = |steps: &mut Vec<Quick>| {
        jumps.push(steps.len());
        steps.push(Quick::Keep);
    };
    for (role, marks) in marks.into_iter().enumerate().filter(|(_, marks)| marks.of != 0) {
        steps.push(if role == 0 { Quick::Meets(marks) } else { Quick::TargetMeets(marks) });
        if operator == Binary::Or {
            steps.push(Quick::Not);
        }
        next(steps);
    }
    for one in rest {
        depth = depth.max(write(one, steps));
        next(steps);
    }
    // The last has nothing behind it to pass over.
    steps.pop();
    jumps.pop();
    for jump in jumps {
        let over = (steps.len() - jump - 1) as u16;
        steps[jump] = if operator == Binary::And { Quick::Unless(over) } else { Quick::If(over) };
    }
    if !is_test {
        steps.push(Quick::Truth);
    }
    depth
}

/// What `and` or `or` joins, however deep.
fn operands(operator: Binary, code: &[Code]) -> Vec<&[Code]> {
    match code.split_last() {
        Some((Code::Binary(one), both)) if *one == operator => {
            let (first, second) = both.split_at(last_operand(both));
            let mut all = operands(operator, first);
            all.extend(operands(operator, second));
            all
        }
        _ => vec![code],
    }
}

/// What is asked of one condition or tag, of the actor (0) or the target (1).
fn mark(code: &[Code]) -> Option<(usize, Marks)> {
    let (Code::Load(Input::Has(role, condition)), negated) = (match *code {
        [load] => (load, false),
        [load, Code::Not] => (load, true),
        _ => return None,
    }) else {
        return None;
    };
    let of = 1 << condition.0;
    let role = match role {
        Role::Actor => 0,
        Role::Target => 1,
        _ => return None,
    };
    Some((role, Marks { of, there: if negated { 0 } else { of } }))
}

fn load(input: Input) -> Quick {
    match input {
        Input::Attribute(Role::Actor, attribute) => Quick::Own(attribute),
        Input::Attribute(Role::Target, attribute) => Quick::Theirs(attribute),
        Input::Fixed(Role::Actor, place) => Quick::OwnFixed(place),
        Input::Fixed(Role::Target, place) => Quick::TheirFixed(place),
        Input::Has(Role::Actor, condition) => Quick::Meets(Marks::one(condition)),
        Input::Has(Role::Target, condition) => Quick::TargetMeets(Marks::one(condition)),
        Input::Holds(Role::Actor, kind) => Quick::Held(kind),
        Input::Register(register) => Quick::Register(register),
        _ => Quick::Load(input),
    }
}

/// Whether code surely gives 0 or 1.
fn is_test(code: &[Code]) -> bool {
    match code.last() {
        Some(Code::Not | Code::Load(Input::Has(..))) => true,
        Some(Code::Binary(operator)) => operator.is_test(),
        _ => false,
    }
}

impl Range {
    /// The numbers for which a comparison with another holds; `None` for what is no comparison.
    fn of(operator: Binary, number: i32) -> Option<Range> {
        let (least, most, others) = match operator {
            Binary::Eq => (number, number, false),
            Binary::Ne => (number, number, true),
            Binary::Ge => (number, i32::MAX, false),
            Binary::Lt => (number, i32::MAX, true),
            Binary::Le => (i32::MIN, number, false),
            Binary::Gt => (i32::MIN, number, true),
            _ => return None,
        };
        Some(Range { least, more: most.abs_diff(least), others })
    }
}

impl Marks {
    fn one(condition: ConditionId) -> Marks {
        Marks { of: 1 << condition.0, there: 1 << condition.0 }
    }
}
