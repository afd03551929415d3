//! What an expression says, with what is asked of conditions put together and the cheapest first
//! where the order does not matter.

use crate::ahead::{cost, last_operand};
use crate::expr::{Binary, Code, Input, Role};
use crate::ids::ConditionId;

use super::given::Given;

/// An expression and its parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// A number.
    Const(i32),
    /// An input.
    Load(Input),
    /// Whether the actor or the target has just those of some conditions and tags that it should.
    Meets(Marks),
    TargetMeets(Marks),
    /// A number of the actor or the target that does not change.
    Given(Role, Given),
    /// What the actor or the target holds in a lane.
    Held(Role, u8),
    Neg(Box<Tree>),
    Not(Box<Tree>),
    /// Whether a number lies in a range.
    Within(Box<Tree>, Range),
    /// Two numbers combined in any way but by `and` and `or`.
    Both(Binary, Box<[Tree; 2]>),
    /// Whether all of these hold, and whether any does: at least one.
    All(Vec<Tree>),
    Any(Vec<Tree>),
    /// Condition, yes and no.
    Select(Box<[Tree; 3]>),
}

/// Conditions and tags asked for: those looked at, and those of them that have to be there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Marks {
    pub(super) of: u64,
    pub(super) there: u64,
}

/// The numbers in a range, or all others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    least: i32,
    /// How many more there are.
    more: u32,
    others: bool,
}

impl Tree {
    /// What postfix code says; 0 where there is none.
    pub(super) fn of(code: &[Code]) -> Tree {
        let Some((last, operands)) = code.split_last() else { return Tree::Const(0) };
        match *last {
            Code::Const(number) => Tree::Const(number),
            Code::Load(Input::Has(Role::Actor, condition)) => Tree::Meets(Marks::one(condition)),
            Code::Load(Input::Has(Role::Target, condition)) => {
                Tree::TargetMeets(Marks::one(condition))
            }
            Code::Load(input) => Tree::Load(input),
            Code::Neg => Tree::Neg(Box::new(Tree::of(operands))),
            Code::Not => Tree::of(operands).opposite(),
            Code::Binary(operator @ (Binary::And | Binary::Or)) => join(operator, code),
            Code::Binary(operator) => {
                let (first, second) = operands.split_at(last_operand(operands));
                Tree::both(operator, Tree::of(first), Tree::of(second))
            }
            Code::Select => {
                let (rest, no) = operands.split_at(last_operand(operands));
                let (test, yes) = rest.split_at(last_operand(rest));
                Tree::Select(Box::new([test, yes, no].map(Tree::of)))
            }
        }
    }

    /// Whether it comes to 0 or 1 and nothing else.
    pub(super) fn is_truth(&self) -> bool {
        match self {
            Tree::Meets(_) | Tree::TargetMeets(_) | Tree::Not(_) | Tree::Within(..) => true,
            Tree::All(_) | Tree::Any(_) => true,
            Tree::Load(input) => input.is_test(),
            Tree::Both(operator, _) => operator.is_test(),
            Tree::Select(parts) => parts[1].is_truth() && parts[2].is_truth(),
            Tree::Const(number) => matches!(number, 0 | 1),
            Tree::Given(..) | Tree::Held(..) | Tree::Neg(_) => false,
        }
    }

    /// Two numbers combined.
    pub(super) fn both(operator: Binary, first: Tree, second: Tree) -> Tree {
        match (first, second, mirrored(operator)) {
            (first, Tree::Const(number), _) => first.with(operator, number),
            (Tree::Const(number), second, Some(mirrored)) => second.with(mirrored, number),
            (first, second, _) => Tree::Both(operator, Box::new([first, second])),
        }
    }

    /// Combined with a number.
    fn with(self, operator: Binary, number: i32) -> Tree {
        match Range::of(operator, number) {
            Some(range) => Tree::Within(Box::new(self), range),
            None => Tree::Both(operator, Box::new([self, Tree::Const(number)])),
        }
    }

    /// Whether it does not hold.
    fn opposite(self) -> Tree {
        match self {
            Tree::Meets(marks) if marks.of.is_power_of_two() => Tree::Meets(marks.opposite()),
            Tree::TargetMeets(marks) if marks.of.is_power_of_two() => {
                Tree::TargetMeets(marks.opposite())
            }
            Tree::Within(one, range) => Tree::Within(one, Range { others: !range.others, ..range }),
            _ => Tree::Not(Box::new(self)),
        }
    }
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

/// What `and` or `or` joins: what is asked of conditions and tags at once for actor and target, and
/// the rest with the cheapest first; as soon as one decides, that is that.
fn join(operator: Binary, code: &[Code]) -> Tree {
    let mut rest: Vec<&[Code]> = Vec::new();
    let mut marks = [Marks::default(); 2];
    for one in operands(operator, code) {
        match mark(one) {
            Some((role, mark)) if marks[role].of & mark.of == 0 => {
                // That any is met is that not all are the other way round.
                let mark = if operator == Binary::And { mark } else { mark.opposite() };
                let Marks { of, there } = marks[role];
                marks[role] = Marks { of: of | mark.of, there: there | mark.there };
            }
            _ => rest.push(one),
        }
    }
    rest.sort_by_key(|one| cost(one));
    let [own, theirs] = marks;
    let marks = [Tree::Meets(own), Tree::TargetMeets(theirs)].into_iter().zip([own, theirs]);
    let asked = marks.filter(|(_, marks)| marks.of != 0);
    let asked = asked.map(|(one, _)| if operator == Binary::Or { one.opposite() } else { one });
    let all = asked.chain(rest.into_iter().map(Tree::of)).collect();
    if operator == Binary::And { Tree::All(all) } else { Tree::Any(all) }
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
    match (Tree::of(code), code.len()) {
        (Tree::Meets(marks), ..=2) => Some((0, marks)),
        (Tree::TargetMeets(marks), ..=2) => Some((1, marks)),
        _ => None,
    }
}

impl Range {
    /// The numbers for which a comparison with another holds; `None` for what is no comparison.
    pub(super) fn of(operator: Binary, number: i32) -> Option<Range> {
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

    /// Whether all numbers from the least to the most are among them; `None` = some are, and some
    /// are not.
    pub(super) fn has_all(self, (least, most): (i32, i32)) -> Option<bool> {
        let (from, to) = (i64::from(self.least), i64::from(self.least) + i64::from(self.more));
        let (least, most) = (i64::from(least), i64::from(most));
        let inside = from <= least && most <= to;
        let outside = most < from || to < least;
        (inside || outside).then_some(inside != self.others)
    }

    /// 1 if a number is among them.
    #[inline(always)]
    pub(super) fn has(self, number: i32) -> i32 {
        i32::from((number.wrapping_sub(self.least) as u32 <= self.more) ^ self.others)
    }
}

impl Marks {
    fn one(condition: ConditionId) -> Marks {
        Marks { of: 1 << condition.0, there: 1 << condition.0 }
    }

    /// Those there that should not be, and the other way round.
    fn opposite(self) -> Marks {
        Marks { of: self.of, there: self.of ^ self.there }
    }
}
