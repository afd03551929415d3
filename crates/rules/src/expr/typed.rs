//! Checked expressions.

use kernel::TableId;

use super::{Op, Type};

/// An expression whose types agree and whose names are resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed<I> {
    /// The type of its value.
    pub ty: Type,
    /// The expression.
    pub tree: Tree<I>,
}

/// A typed tree. Booleans are 0 and 1; a tag is its index in its [`TagSet`](super::TagSet).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree<I> {
    /// A number, boolean or tag that was written as such.
    Const(i32),
    /// An input, whose value is not known yet.
    Input(I),
    /// The number of a table at a place.
    Lookup(TableId, Box<Tree<I>>),
    /// 1 if the operand is 0, else 0.
    Not(Box<Tree<I>>),
    /// The saturating negation.
    Neg(Box<Tree<I>>),
    /// See [`Op::apply`].
    Binary { op: Op, lhs: Box<Tree<I>>, rhs: Box<Tree<I>> },
    /// `yes` if the condition is not 0, else `no`.
    If { condition: Box<Tree<I>>, yes: Box<Tree<I>>, no: Box<Tree<I>> },
}

impl<I> Typed<I> {
    /// Returns the value if the whole expression is a constant; see [`Tree::fold`].
    pub fn constant(&self) -> Option<i32> {
        self.tree.constant()
    }

    /// Returns the same expression with its constant parts computed.
    pub fn fold(self) -> Typed<I> {
        Typed { ty: self.ty, tree: self.tree.fold() }
    }
}

impl<I> Typed<I> {
    /// Returns the same expression with each input replaced by a tree of the caller.
    pub fn map<J>(self, known: impl Fn(I) -> Tree<J>) -> Typed<J> {
        Typed { ty: self.ty, tree: self.tree.map(&known) }
    }
}

impl<I> Tree<I> {
    fn map<J>(self, known: &impl Fn(I) -> Tree<J>) -> Tree<J> {
        let boxed = |tree: Box<Tree<I>>| Box::new(tree.map(known));
        match self {
            Tree::Const(value) => Tree::Const(value),
            Tree::Input(input) => known(input),
            Tree::Lookup(table, place) => Tree::Lookup(table, boxed(place)),
            Tree::Not(operand) => Tree::Not(boxed(operand)),
            Tree::Neg(operand) => Tree::Neg(boxed(operand)),
            Tree::Binary { op, lhs, rhs } => Tree::Binary { op, lhs: boxed(lhs), rhs: boxed(rhs) },
            Tree::If { condition, yes, no } => {
                Tree::If { condition: boxed(condition), yes: boxed(yes), no: boxed(no) }
            }
        }
    }

    /// Computes constant subtrees, removes operands that change nothing, and resolves conditionals
    /// with a constant condition. [`Op::apply`] is the arithmetic: it saturates, division rounds
    /// down, and division by zero gives 0.
    pub fn fold(self) -> Tree<I> {
        let folded = match self {
            Tree::Const(_) | Tree::Input(_) => return self,
            Tree::Lookup(table, place) => return Tree::Lookup(table, Box::new(place.fold())),
            Tree::Not(operand) => Tree::Not(Box::new(operand.fold())),
            Tree::Neg(operand) => Tree::Neg(Box::new(operand.fold())),
            Tree::Binary { op, lhs, rhs } => match (op, lhs.fold(), rhs.fold()) {
                // One operand decides the result, whatever the other is.
                (Op::And, Tree::Const(0), _) | (Op::And, _, Tree::Const(0)) => Tree::Const(0),
                (Op::Or, Tree::Const(truth), other) | (Op::Or, other, Tree::Const(truth))
                    if truth != 0 =>
                {
                    drop(other);
                    Tree::Const(1)
                }
                // One operand changes nothing, so the other is the result.
                (Op::And, Tree::Const(_), other) | (Op::And, other, Tree::Const(_)) => {
                    return other;
                }
                (Op::Or | Op::Add, Tree::Const(0), other) => return other,
                (Op::Or | Op::Add | Op::Sub, other, Tree::Const(0)) => return other,
                (Op::Mul, Tree::Const(1), other) | (Op::Mul, other, Tree::Const(1)) => {
                    return other;
                }
                (op, lhs, rhs) => Tree::Binary { op, lhs: Box::new(lhs), rhs: Box::new(rhs) },
            },
            Tree::If { condition, yes, no } => match condition.fold() {
                Tree::Const(0) => return no.fold(),
                Tree::Const(_) => return yes.fold(),
                condition => {
                    let (yes, no) = (Box::new(yes.fold()), Box::new(no.fold()));
                    return Tree::If { condition: Box::new(condition), yes, no };
                }
            },
        };
        match folded.constant() {
            Some(value) => Tree::Const(value),
            None => folded,
        }
    }

    /// Returns the value of a tree without inputs; `None` if an input is needed.
    fn constant(&self) -> Option<i32> {
        Some(match self {
            Tree::Const(value) => *value,
            Tree::Input(_) | Tree::Lookup(..) => return None,
            Tree::Not(operand) => i32::from(operand.constant()? == 0),
            Tree::Neg(operand) => operand.constant()?.saturating_neg(),
            Tree::Binary { op, lhs, rhs } => op.apply(lhs.constant()?, rhs.constant()?),
            Tree::If { condition, yes, no } => match condition.constant()? {
                0 => no.constant()?,
                _ => yes.constant()?,
            },
        })
    }
}
