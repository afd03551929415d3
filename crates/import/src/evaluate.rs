//! Checks and evaluates expressions of `import.toml`.

use rules::expr::{Node, NodeKind, Op};

use crate::scope::{self, Scope, Value};

/// A problem in an expression: its byte range and a message.
pub(crate) struct Flaw {
    pub(crate) span: std::ops::Range<usize>,
    pub(crate) message: String,
    /// The unknown word, for suggestions.
    pub(crate) word: String,
}

/// Returns the first unknown name or call in an expression.
pub(crate) fn check(node: &Node, entry: bool) -> Option<Flaw> {
    match &node.kind {
        NodeKind::Int(_) | NodeKind::Bool(_) => None,
        NodeKind::Name(name) => (!scope::is_name(name, entry)).then(|| Flaw {
            span: node.span.clone(),
            message: format!("a stat block has no `{name}`"),
            word: name.clone(),
        }),
        NodeKind::Call { callee, .. } => (!scope::is_call(callee, entry)).then(|| Flaw {
            span: node.span.clone(),
            message: format!("a stat block is not asked `{callee}`"),
            word: callee.clone(),
        }),
        NodeKind::Lookup { table, .. } => Some(Flaw {
            span: node.span.clone(),
            message: format!("a stat block has no table `{table}`"),
            word: table.clone(),
        }),
        NodeKind::Not(inner) | NodeKind::Neg(inner) => check(inner, entry),
        // A bare word is allowed only to the right of `==` and `!=`.
        NodeKind::Binary { op: Op::Eq | Op::Ne, lhs, rhs } => {
            let is_word = matches!(&rhs.kind, NodeKind::Name(_));
            check(lhs, entry).or_else(|| if is_word { None } else { check(rhs, entry) })
        }
        NodeKind::Binary { lhs, rhs, .. } => check(lhs, entry).or_else(|| check(rhs, entry)),
        NodeKind::If { condition, yes, no } => {
            check(condition, entry).or_else(|| check(yes, entry)).or_else(|| check(no, entry))
        }
    }
}

/// Returns the value of a checked expression.
pub(crate) fn evaluate(node: &Node, scope: &Scope<'_>) -> Value {
    match &node.kind {
        NodeKind::Int(value) => Value::Int(*value),
        NodeKind::Bool(value) => Value::Bool(*value),
        NodeKind::Name(name) => scope.name(name).unwrap_or_else(|| Value::Word(name.clone())),
        NodeKind::Call { callee, args } => scope.call(callee, args).unwrap_or(Value::Missing),
        NodeKind::Lookup { .. } => Value::Missing,
        NodeKind::Not(inner) => Value::Bool(!holds(&evaluate(inner, scope))),
        NodeKind::Neg(inner) => match evaluate(inner, scope) {
            Value::Int(value) => Value::Int(value.saturating_neg()),
            _ => Value::Missing,
        },
        NodeKind::Binary { op: op @ (Op::Eq | Op::Ne), lhs, rhs } => {
            let left = evaluate(lhs, scope);
            // A name on the right is a word, even if a value has the same name.
            let right = match &rhs.kind {
                NodeKind::Name(word) => Value::Word(word.clone()),
                _ => evaluate(rhs, scope),
            };
            let same = left == right && left != Value::Missing;
            Value::Bool(same == (*op == Op::Eq))
        }
        NodeKind::Binary { op, lhs, rhs } => {
            binary(*op, evaluate(lhs, scope), evaluate(rhs, scope))
        }
        NodeKind::If { condition, yes, no } => {
            evaluate(if holds(&evaluate(condition, scope)) { yes } else { no }, scope)
        }
    }
}

/// Whether a condition holds. A missing value does not.
pub(crate) fn holds(value: &Value) -> bool {
    match value {
        Value::Bool(value) => *value,
        Value::Int(value) => *value != 0,
        Value::Word(_) => true,
        Value::Missing => false,
    }
}

fn binary(op: Op, left: Value, right: Value) -> Value {
    match op {
        Op::And => return Value::Bool(holds(&left) && holds(&right)),
        Op::Or => return Value::Bool(holds(&left) || holds(&right)),
        _ => {}
    }
    let number = |value: &Value| match value {
        Value::Int(value) => Some(*value),
        Value::Bool(value) => Some(i64::from(*value)),
        _ => None,
    };
    match (number(&left), number(&right)) {
        (Some(left), Some(right)) => match op {
            Op::Add => Value::Int(left.saturating_add(right)),
            Op::Sub => Value::Int(left.saturating_sub(right)),
            Op::Mul => Value::Int(left.saturating_mul(right)),
            Op::Div if right == 0 => Value::Missing,
            Op::Div => Value::Int(left.div_euclid(right)),
            Op::Min => Value::Int(left.min(right)),
            Op::Max => Value::Int(left.max(right)),
            Op::Lt => Value::Bool(left < right),
            Op::Le => Value::Bool(left <= right),
            Op::Gt => Value::Bool(left > right),
            Op::Ge => Value::Bool(left >= right),
            Op::Eq | Op::Ne | Op::And | Op::Or => Value::Missing,
        },
        (Some(one), None) | (None, Some(one)) if matches!(op, Op::Min | Op::Max) => Value::Int(one),
        _ if matches!(op, Op::Lt | Op::Le | Op::Gt | Op::Ge) => Value::Bool(false),
        _ => Value::Missing,
    }
}
