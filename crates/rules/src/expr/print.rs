//! Prints a tree as canonical text: single spaces, and parentheses only where needed.

use std::fmt::{self, Display, Formatter};

use super::{Node, NodeKind, Op, Strength, symbol};

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            NodeKind::Int(value) => value.fmt(f),
            NodeKind::Bool(value) => value.fmt(f),
            NodeKind::Name(name) => f.write_str(name),
            NodeKind::Call { callee, args } => {
                write!(f, "{callee}(")?;
                for (index, word) in args.iter().enumerate() {
                    write!(f, "{}{}", if index == 0 { "" } else { ", " }, word.text)?;
                }
                f.write_str(")")
            }
            NodeKind::Lookup { table, place } => write!(f, "{table}[{place}]"),
            NodeKind::Not(operand) => write!(f, "not {}", At(operand, Strength::Not)),
            NodeKind::Neg(operand) => write!(f, "-{}", At(operand, Strength::Neg)),
            NodeKind::Binary { op: op @ (Op::Min | Op::Max), lhs, rhs } => {
                write!(f, "{}({lhs}, {rhs})", symbol(*op))
            }
            NodeKind::Binary { op, lhs, rhs } => {
                let strength = Strength::of(*op);
                let left = match strength {
                    Strength::Comparison => strength.tighter(),
                    _ => strength,
                };
                let (lhs, rhs) = (At(lhs, left), At(rhs, strength.tighter()));
                write!(f, "{lhs} {} {rhs}", symbol(*op))
            }
            NodeKind::If { condition, yes, no } => write!(f, "if {condition} then {yes} else {no}"),
        }
    }
}

/// A node to print where at least this strength is needed.
struct At<'a>(&'a Node, Strength);

impl Display for At<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match strength(self.0) < self.1 {
            true => write!(f, "({})", self.0),
            false => self.0.fmt(f),
        }
    }
}

fn strength(node: &Node) -> Strength {
    match &node.kind {
        NodeKind::Int(_)
        | NodeKind::Bool(_)
        | NodeKind::Name(_)
        | NodeKind::Call { .. }
        | NodeKind::Lookup { .. } => Strength::Atom,
        NodeKind::Not(_) => Strength::Not,
        NodeKind::Neg(_) => Strength::Neg,
        NodeKind::Binary { op, .. } => Strength::of(*op),
        NodeKind::If { .. } => Strength::If,
    }
}
