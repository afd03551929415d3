//! The type checker: tree and scope to typed tree, or every error at once.

use std::ops::Range;

use super::{CallError, ExprError, Input, Node, NodeKind, Op, Scope, TagSet, Tree, Type, Typed, Word};
use crate::diagnostic::did_you_mean;

/// Resolves every name and checks every type. Errors come in the order of the text.
///
/// A bare word may stand only on one side of `==` or `!=` with a tag on the other. There a word of the
/// tag's set means that word, even if an input has the same name.
pub fn check<I: Clone>(
    node: &Node,
    scope: &dyn Scope<Input = I>,
) -> Result<Typed<I>, Vec<ExprError>> {
    let mut checker = Checker { scope, errors: Vec::new() };
    match checker.infer(node) {
        Some(typed) if checker.errors.is_empty() => Ok(typed),
        _ => {
            checker.errors.sort_by_key(|error| error.span.start);
            Err(checker.errors)
        }
    }
}

struct Checker<'a, I> {
    scope: &'a dyn Scope<Input = I>,
    errors: Vec<ExprError>,
}

impl<I: Clone> Checker<'_, I> {
    /// The typed tree, or `None` after reporting why there is none.
    fn infer(&mut self, node: &Node) -> Option<Typed<I>> {
        match &node.kind {
            NodeKind::Int(value) => self.int(node, *value),
            NodeKind::Bool(value) => Some(Typed { ty: Type::Bool, tree: Tree::Const(i32::from(*value)) }),
            NodeKind::Name(name) => match self.scope.name(name) {
                Some(input) => Some(leaf(input)),
                None => self.unknown_name(node, name),
            },
            NodeKind::Call { callee, args } => self.call(node, callee, args),
            NodeKind::Not(operand) => {
                let tree = self.want(operand, &Type::Bool, "`not`")?;
                Some(Typed { ty: Type::Bool, tree: Tree::Not(Box::new(tree)) })
            }
            NodeKind::Neg(operand) => match operand.kind {
                NodeKind::Int(value) => self.int(node, -value),
                _ => {
                    let tree = self.want(operand, &Type::Int, "`-`")?;
                    Some(Typed { ty: Type::Int, tree: Tree::Neg(Box::new(tree)) })
                }
            },
            NodeKind::Binary { op: op @ (Op::Eq | Op::Ne), lhs, rhs } => {
                self.equality(node, *op, lhs, rhs)
            }
            NodeKind::Binary { op, lhs, rhs } => self.binary(*op, lhs, rhs),
            NodeKind::If { condition, yes, no } => self.conditional(node, condition, yes, no),
        }
    }

    /// The tree of a node that must have this type; `user` says who needs it.
    fn want(&mut self, node: &Node, ty: &Type, user: &str) -> Option<Tree<I>> {
        let typed = self.infer(node)?;
        if typed.ty == *ty {
            return Some(typed.tree);
        }
        self.report(&node.span, format!("{user} needs {ty}, found {}", typed.ty))
    }

    fn int(&mut self, node: &Node, value: i64) -> Option<Typed<I>> {
        match i32::try_from(value) {
            Ok(value) => Some(Typed { ty: Type::Int, tree: Tree::Const(value) }),
            Err(_) => {
                let range = format!("{} to {}", i32::MIN, i32::MAX);
                self.report(&node.span, format!("{value} is outside {range}"))
            }
        }
    }

    fn binary(&mut self, op: Op, lhs: &Node, rhs: &Node) -> Option<Typed<I>> {
        use Op::{Add, And, Div, Eq, Ge, Gt, Le, Lt, Max, Min, Mul, Ne, Or, Sub};
        let (operand, ty) = match op {
            Add | Sub | Mul | Div | Min | Max => (Type::Int, Type::Int),
            Lt | Le | Gt | Ge => (Type::Int, Type::Bool),
            And | Or | Eq | Ne => (Type::Bool, Type::Bool),
        };
        let user = format!("`{}`", op.symbol());
        let lhs = self.want(lhs, &operand, &user);
        let rhs = self.want(rhs, &operand, &user);
        Some(Typed { ty, tree: join(op, lhs?, rhs?) })
    }

    /// `==` and `!=` take two values of one type, or a tag and one of its words.
    fn equality(&mut self, node: &Node, op: Op, lhs: &Node, rhs: &Node) -> Option<Typed<I>> {
        let (lhs, rhs) = match (self.word(lhs), self.word(rhs)) {
            // Of two bare words one may be an input; the other is its word.
            (Some(_), Some(word)) if self.word_input(lhs).is_some() => {
                let tag = self.infer(lhs);
                let word = self.infer_word(rhs, word, &tag);
                (tag, word)
            }
            (Some(word), _) => {
                let tag = self.infer(rhs);
                let word = self.infer_word(lhs, word, &tag);
                (word, tag)
            }
            (None, Some(word)) => {
                let tag = self.infer(lhs);
                let word = self.infer_word(rhs, word, &tag);
                (tag, word)
            }
            (None, None) => (self.infer(lhs), self.infer(rhs)),
        };
        let (lhs, rhs) = (lhs?, rhs?);
        if lhs.ty == rhs.ty {
            return Some(Typed { ty: Type::Bool, tree: join(op, lhs.tree, rhs.tree) });
        }
        self.report(&node.span, match (&lhs.ty, &rhs.ty) {
            (Type::Tag(_), Type::Tag(_)) => "the two tags have different words".to_owned(),
            (lhs, rhs) => format!("{lhs} is never equal to {rhs}"),
        })
    }
}
