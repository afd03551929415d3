//! Accelerator: expression trees with merged condition tests and operands sorted by cost. They must
//! have the value that `EvalContext::eval_postfix` returns.

use crate::accel::analysis::{eval_cost, last_operand_start};
use crate::ids::{ConditionId, TableId};
use crate::model::expr::{Binary, Input, Instr, Role};

use super::const_fold::PerCombatantConst;

/// Expression tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// A number.
    Const(i32),
    /// An input.
    Load(Input),
    /// Whether the actor, or the target, passes a condition test.
    ActorMatches(ConditionTest),
    TargetMatches(ConditionTest),
    /// A number of the actor or the target that does not change.
    Given(Role, PerCombatantConst),
    /// Number of tokens that the actor or the target holds in a lane.
    Held(Role, u8),
    Neg(Box<Node>),
    Not(Box<Node>),
    /// The number at a place of a table.
    Lookup(TableId, Box<Node>),
    /// Whether a number lies in a range.
    Within(Box<Node>, IntRange),
    /// Two numbers combined by an operator other than `and` and `or`.
    Both(Binary, Box<[Node; 2]>),
    /// Whether all parts hold; whether at least one part holds.
    All(Vec<Node>),
    Any(Vec<Node>),
    /// Test, value if it holds, and value if it fails.
    Select(Box<[Node; 3]>),
}

/// Test of conditions and tags: the bits tested, and those of them that must be set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ConditionTest {
    pub(crate) mask: u64,
    pub(crate) expected: u64,
}

/// Range of numbers, or its complement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct IntRange {
    least: i32,
    /// Greatest number minus `least`.
    more: u32,
    others: bool,
}

impl Node {
    /// Builds the tree of postfix code; empty code is 0.
    pub(crate) fn of(code: &[Instr]) -> Node {
        let Some((last, operands)) = code.split_last() else { return Node::Const(0) };
        match *last {
            Instr::Const(number) => Node::Const(number),
            Instr::Load(Input::Has(Role::Actor, condition)) => {
                Node::ActorMatches(ConditionTest::one(condition))
            }
            Instr::Load(Input::Has(Role::Target, condition)) => {
                Node::TargetMatches(ConditionTest::one(condition))
            }
            Instr::Load(input) => Node::Load(input),
            Instr::Neg => Node::Neg(Box::new(Node::of(operands))),
            Instr::Not => Node::of(operands).opposite(),
            Instr::Lookup(table) => Node::Lookup(table, Box::new(Node::of(operands))),
            Instr::Binary(operator @ (Binary::And | Binary::Or)) => join(operator, code),
            Instr::Binary(operator) => {
                let (first, second) = operands.split_at(last_operand_start(operands));
                Node::both(operator, Node::of(first), Node::of(second))
            }
            Instr::Select => {
                let (rest, no) = operands.split_at(last_operand_start(operands));
                let (test, yes) = rest.split_at(last_operand_start(rest));
                Node::Select(Box::new([test, yes, no].map(Node::of)))
            }
        }
    }

    /// Returns true if the value is always 0 or 1.
    pub(crate) fn is_truth(&self) -> bool {
        match self {
            Node::ActorMatches(_) | Node::TargetMatches(_) | Node::Not(_) | Node::Within(..) => {
                true
            }
            Node::All(_) | Node::Any(_) => true,
            Node::Load(input) => input.is_test(),
            Node::Both(operator, _) => operator.is_test(),
            Node::Select(parts) => parts[1].is_truth() && parts[2].is_truth(),
            Node::Const(number) => matches!(number, 0 | 1),
            Node::Given(..) | Node::Held(..) | Node::Neg(_) | Node::Lookup(..) => false,
        }
    }

    /// Combines two nodes.
    pub(crate) fn both(operator: Binary, first: Node, second: Node) -> Node {
        match (first, second, swapped(operator)) {
            (first, Node::Const(number), _) => first.with(operator, number),
            (Node::Const(number), second, Some(mirrored)) => second.with(mirrored, number),
            (first, second, _) => Node::Both(operator, Box::new([first, second])),
        }
    }

    /// Combines the node with a number.
    fn with(self, operator: Binary, number: i32) -> Node {
        match IntRange::of(operator, number) {
            Some(range) => Node::Within(Box::new(self), range),
            None => Node::Both(operator, Box::new([self, Node::Const(number)])),
        }
    }

    /// Negates the node.
    fn opposite(self) -> Node {
        match self {
            Node::ActorMatches(marks) if marks.mask.is_power_of_two() => {
                Node::ActorMatches(marks.opposite())
            }
            Node::TargetMatches(marks) if marks.mask.is_power_of_two() => {
                Node::TargetMatches(marks.opposite())
            }
            Node::Within(one, range) => {
                Node::Within(one, IntRange { others: !range.others, ..range })
            }
            _ => Node::Not(Box::new(self)),
        }
    }
}

/// Returns the operator with the same value for swapped operands, if there is one.
fn swapped(operator: Binary) -> Option<Binary> {
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

/// Merges the operands of `and` or `or`: one condition test per role, then the rest by cost.
/// Evaluation stops at the first operand that decides.
fn join(operator: Binary, code: &[Instr]) -> Node {
    let mut rest: Vec<&[Instr]> = Vec::new();
    let mut marks = [ConditionTest::default(); 2];
    for one in operands(operator, code) {
        match mark(one) {
            Some((role, mark)) if marks[role].mask & mark.mask == 0 => {
                // By De Morgan: any holds unless all opposites hold.
                let mark = if operator == Binary::And { mark } else { mark.opposite() };
                let ConditionTest { mask: of, expected: there } = marks[role];
                marks[role] =
                    ConditionTest { mask: of | mark.mask, expected: there | mark.expected };
            }
            _ => rest.push(one),
        }
    }
    rest.sort_by_key(|one| eval_cost(one));
    let [own, theirs] = marks;
    let marks =
        [Node::ActorMatches(own), Node::TargetMatches(theirs)].into_iter().zip([own, theirs]);
    let asked = marks.filter(|(_, marks)| marks.mask != 0);
    let asked = asked.map(|(one, _)| if operator == Binary::Or { one.opposite() } else { one });
    let all = asked.chain(rest.into_iter().map(Node::of)).collect();
    if operator == Binary::And { Node::All(all) } else { Node::Any(all) }
}

/// Returns the operands of `and` or `or`, nested ones flattened.
fn operands(operator: Binary, code: &[Instr]) -> Vec<&[Instr]> {
    match code.split_last() {
        Some((Instr::Binary(one), both)) if *one == operator => {
            let (first, second) = both.split_at(last_operand_start(both));
            let mut all = operands(operator, first);
            all.extend(operands(operator, second));
            all
        }
        _ => vec![code],
    }
}

/// Returns the test of one condition or tag, of the actor (0) or the target (1).
fn mark(code: &[Instr]) -> Option<(usize, ConditionTest)> {
    match (Node::of(code), code.len()) {
        (Node::ActorMatches(marks), ..=2) => Some((0, marks)),
        (Node::TargetMatches(marks), ..=2) => Some((1, marks)),
        _ => None,
    }
}

impl IntRange {
    /// Returns the numbers for which a comparison holds; `None` if it is no comparison.
    pub(crate) fn of(operator: Binary, number: i32) -> Option<IntRange> {
        let (least, most, others) = match operator {
            Binary::Eq => (number, number, false),
            Binary::Ne => (number, number, true),
            Binary::Ge => (number, i32::MAX, false),
            Binary::Lt => (number, i32::MAX, true),
            Binary::Le => (i32::MIN, number, false),
            Binary::Gt => (i32::MIN, number, true),
            _ => return None,
        };
        Some(IntRange { least, more: most.abs_diff(least), others })
    }

    /// Returns true if the range holds all numbers from least to most, false if it holds none;
    /// `None` if it holds some.
    pub(crate) fn has_all(self, (least, most): (i32, i32)) -> Option<bool> {
        let (from, to) = (i64::from(self.least), i64::from(self.least) + i64::from(self.more));
        let (least, most) = (i64::from(least), i64::from(most));
        let inside = from <= least && most <= to;
        let outside = most < from || to < least;
        (inside || outside).then_some(inside != self.others)
    }

    /// Returns 1 if the range holds a number, else 0.
    #[inline(always)]
    pub(crate) fn has(self, number: i32) -> i32 {
        i32::from((number.wrapping_sub(self.least) as u32 <= self.more) ^ self.others)
    }
}

impl ConditionTest {
    fn one(condition: ConditionId) -> ConditionTest {
        ConditionTest { mask: 1 << condition.0, expected: 1 << condition.0 }
    }

    /// Returns the test with present and absent swapped.
    fn opposite(self) -> ConditionTest {
        ConditionTest { mask: self.mask, expected: self.mask ^ self.expected }
    }
}
