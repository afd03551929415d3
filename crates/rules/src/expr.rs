//! The expression language of rulesets: small, total, and typed while loading.
//!
//! ```text
//! expr  := 'if' expr 'then' expr 'else' expr | or
//! or    := and ('or' and)*
//! and   := not ('and' not)*
//! not   := 'not' not | sum (('==' | '!=' | '<' | '<=' | '>' | '>=') sum)?
//! sum   := term (('+' | '-') term)*
//! term  := unary (('*' | '/') unary)*
//! unary := '-' unary | number | 'true' | 'false' | name | name '(' word (',' word)* ')'
//!        | name '[' expr ']' | ('min' | 'max') '(' expr ',' expr ')' | '(' expr ')'
//! name  := words of letters and digits joined by single '-' and '.', beginning with a letter
//! word  := letters, digits, '-', ''', '@'
//! ```
//! Names may contain `-`, so a subtraction needs a space on both sides of its minus: `a-b` is a
//! name, `a - b` a difference. Comparisons do not chain. Text is ASCII and may run over several
//! lines.
//!
//! [`parse`] gives a [`Node`], [`check`] resolves it against a [`Scope`] into a [`Typed`] tree.

mod check;
mod parse;
mod print;
mod scope;
mod typed;

pub use check::check;
/// Operators with two operands. `Op::apply` defines their meaning, here and in play.
pub use kernel::Binary as Op;
pub use parse::parse;
pub use scope::{CallError, Input, Scope, TagSet, Type};
pub use typed::{Tree, Typed};

use std::ops::Range;

/// Most nodes of an expression; also bounds the depth of its tree.
pub const NODES_MAX: usize = 256;
/// Deepest nesting of parentheses, conditionals, `not` and minus signs.
pub const NESTING_MAX: usize = 64;
/// Most words in a call.
pub const WORDS_MAX: usize = 8;

/// Reserved words, which cannot be names.
pub const KEYWORDS: [&str; 10] =
    ["and", "else", "false", "if", "max", "min", "not", "or", "then", "true"];

/// A parsed expression. Displaying it gives canonical text, which parses to the same tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Span in bytes, without spaces and parentheses around the node.
    pub span: Range<usize>,
    /// The kind of node, with its operands.
    pub kind: NodeKind,
}

/// The kinds of [`Node`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeKind {
    /// A number as written, never negative.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// An input such as `actor.hp`, or a bare word such as `roll-off`.
    Name(String),
    /// A question such as `actor.has(prone)`, with 1 to [`WORDS_MAX`] words.
    Call { callee: String, args: Vec<Word> },
    /// The number of a table at a place: `damage[arg]`.
    Lookup { table: String, place: Box<Node> },
    /// `not a`.
    Not(Box<Node>),
    /// `-a`.
    Neg(Box<Node>),
    /// `a + b`, `min(a, b)` and so on.
    Binary { op: Op, lhs: Box<Node>, rhs: Box<Node> },
    /// `if a then b else c`.
    If { condition: Box<Node>, yes: Box<Node>, no: Box<Node> },
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Span in bytes.
    pub span: Range<usize>,
    /// The word itself.
    pub text: String,
}

/// Returns an operator's sign or word as written.
fn symbol(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::Div => "/",
        Op::Min => "min",
        Op::Max => "max",
        Op::Eq => "==",
        Op::Ne => "!=",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        Op::And => "and",
        Op::Or => "or",
    }
}

/// Binding strength of the parts of an expression, loosest first. Parser and printer share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    If,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Term,
    Neg,
    Atom,
}

impl Strength {
    /// Returns the strength of an operator.
    fn of(op: Op) -> Strength {
        match op {
            Op::Or => Strength::Or,
            Op::And => Strength::And,
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => Strength::Comparison,
            Op::Add | Op::Sub => Strength::Sum,
            Op::Mul | Op::Div => Strength::Term,
            Op::Min | Op::Max => Strength::Atom,
        }
    }

    /// Returns the next tighter strength.
    fn tighter(self) -> Strength {
        match self {
            Strength::If => Strength::Or,
            Strength::Or => Strength::And,
            Strength::And => Strength::Not,
            Strength::Not => Strength::Comparison,
            Strength::Comparison => Strength::Sum,
            Strength::Sum => Strength::Term,
            Strength::Term => Strength::Neg,
            Strength::Neg | Strength::Atom => Strength::Atom,
        }
    }
}

/// A problem in an expression, with its span.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExprError {
    /// Span in bytes; empty at the end of the text.
    pub span: Range<usize>,
    /// One sentence without a full stop.
    pub message: String,
    /// Advice on how to fix it, if there is any.
    pub help: Option<String>,
}

impl ExprError {
    fn new(span: Range<usize>, message: impl Into<String>) -> ExprError {
        ExprError { span, message: message.into(), help: None }
    }

    fn help(self, help: impl Into<String>) -> ExprError {
        ExprError { help: Some(help.into()), ..self }
    }
}

#[cfg(test)]
mod tests;
