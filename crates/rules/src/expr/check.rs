//! The type checker: turns a tree and a scope into a typed tree, or reports all errors.

use std::ops::Range;

use super::{
    CallError, ExprError, Input, Node, NodeKind, Op, Scope, Tree, Type, Typed, Word, symbol,
};
use crate::diagnostic::{LISTED_MAX, did_you_mean};

/// Resolves every name and checks every type. Errors come in the order of the text.
///
/// A bare word may stand only on one side of `==` or `!=` with a tag on the other. There a word of
/// the tag's set means that word, even if an input has the same name.
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
    /// Returns the typed tree of a node; `None` after reporting why there is none.
    fn infer(&mut self, node: &Node) -> Option<Typed<I>> {
        match &node.kind {
            NodeKind::Int(value) => self.int(node, *value),
            NodeKind::Bool(value) => {
                Some(Typed { ty: Type::Bool, tree: Tree::Const(i32::from(*value)) })
            }
            NodeKind::Name(name) => match self.scope.name(name) {
                Some(input) => Some(leaf(input)),
                None => self.unknown_name(node, name),
            },
            NodeKind::Call { callee, args } => self.call(node, callee, args),
            NodeKind::Lookup { table, place } => self.lookup(node, table, place),
            NodeKind::Not(operand) => {
                let tree = self.want(operand, &Type::Bool, "\"not\"")?;
                Some(Typed { ty: Type::Bool, tree: Tree::Not(Box::new(tree)) })
            }
            NodeKind::Neg(operand) => match operand.kind {
                NodeKind::Int(value) => self.int(node, value.saturating_neg()),
                _ => {
                    let tree = self.want(operand, &Type::Int, "\"-\"")?;
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

    /// Returns the tree of a node that must have this type; `user` names what needs it.
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
        let user = format!("\"{}\"", symbol(op));
        let lhs = self.want(lhs, &operand, &user);
        let rhs = self.want(rhs, &operand, &user);
        Some(Typed { ty, tree: join(op, lhs?, rhs?) })
    }

    /// Types `==` and `!=`, which take two values of one type, or a tag and one of its words.
    fn equality(&mut self, node: &Node, op: Op, lhs: &Node, rhs: &Node) -> Option<Typed<I>> {
        let (left, right) = if self.right_decides(lhs, rhs) {
            let right = self.infer(rhs);
            (self.infer_against(lhs, &right), right)
        } else {
            let left = self.infer(lhs);
            let right = self.infer_against(rhs, &left);
            (left, right)
        };
        let (left, right) = (left?, right?);
        if left.ty == right.ty {
            return Some(Typed { ty: Type::Bool, tree: join(op, left.tree, right.tree) });
        }
        let message = match (&left.ty, &right.ty) {
            (Type::Tag(_), Type::Tag(_)) => "these two tags have different words".to_owned(),
            (left, right) => format!("{left} and {right} cannot be compared"),
        };
        self.report(&node.span, message)
    }

    /// Checks whether the right side is inferred first, because the left one may be a word of its
    /// tag.
    fn right_decides(&self, lhs: &Node, rhs: &Node) -> bool {
        match (bare_word(lhs), bare_word(rhs)) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(left), Some(right)) => {
                self.scope.name(left).is_none() && self.scope.name(right).is_some()
            }
        }
    }

    /// Infers one side of an equation, given the other.
    fn infer_against(&mut self, node: &Node, other: &Option<Typed<I>>) -> Option<Typed<I>> {
        let Some(word) = bare_word(node) else { return self.infer(node) };
        let is_input = self.scope.name(word).is_some();
        match other {
            // The other side is wrong itself, so the words it would take are unknown.
            None if !is_input => None,
            Some(Typed { ty: Type::Tag(tags), .. }) => match tags.index(word) {
                Some(index) => {
                    Some(Typed { ty: Type::Tag(tags.clone()), tree: Tree::Const(index) })
                }
                None if is_input => self.infer(node),
                None => {
                    let words = tags.words();
                    let message = format!("expected one of {}, found \"{word}\"", words.join(", "));
                    self.report_with(&node.span, message, resembling(word, words))
                }
            },
            _ => self.infer(node),
        }
    }

    fn conditional(
        &mut self,
        node: &Node,
        condition: &Node,
        yes: &Node,
        no: &Node,
    ) -> Option<Typed<I>> {
        let condition = self.want(condition, &Type::Bool, "the condition of an \"if\"");
        let (yes, no) = (self.infer(yes), self.infer(no));
        let (yes, no) = (yes?, no?);
        if yes.ty != no.ty {
            let message = match (&yes.ty, &no.ty) {
                (Type::Tag(_), Type::Tag(_)) => {
                    "the branches are tags of different words".to_owned()
                }
                (yes, no) => format!("the branches differ: {yes} and {no}"),
            };
            return self.report(&node.span, message);
        }
        let (condition, yes_tree, no_tree) = (condition?, Box::new(yes.tree), Box::new(no.tree));
        let tree = Tree::If { condition: Box::new(condition), yes: yes_tree, no: no_tree };
        Some(Typed { ty: yes.ty, tree })
    }

    fn call(&mut self, node: &Node, callee: &str, args: &[Word]) -> Option<Typed<I>> {
        if let [word] = args
            && let Some(any) = self.scope.any_of(callee, &word.text)
        {
            let mut tree = None;
            for text in any {
                match self.scope.call(callee, &[Word { text, span: word.span.clone() }]) {
                    Ok(input) => {
                        let one = leaf(input).tree;
                        tree = Some(match tree {
                            Some(before) => join(Op::Or, before, one),
                            None => one,
                        });
                    }
                    // An unknown word is reported where it is listed.
                    Err(CallError::Word { .. }) => return None,
                    Err(_) => return self.one_call(node, callee, args),
                }
            }
            return Some(Typed { ty: Type::Bool, tree: tree.unwrap_or(Tree::Const(0)) });
        }
        self.one_call(node, callee, args)
    }

    fn lookup(&mut self, node: &Node, name: &str, place: &Node) -> Option<Typed<I>> {
        let place = self.want(place, &Type::Int, "a place in a table");
        match self.scope.table(name) {
            Ok(table) => Some(Typed { ty: Type::Int, tree: Tree::Lookup(table, Box::new(place?)) }),
            Err(known) => {
                let help = resembling(name, &known).or_else(|| listed("table", &known));
                let span = node.span.start..node.span.start + name.len();
                self.report_with(&span, format!("no table named \"{name}\""), help)
            }
        }
    }

    /// Resolves a call whose words stand for themselves.
    fn one_call(&mut self, node: &Node, callee: &str, args: &[Word]) -> Option<Typed<I>> {
        match self.scope.call(callee, args) {
            Ok(input) => Some(leaf(input)),
            Err(CallError::Unknown) => {
                let help = self.scope.remedy(callee);
                let help = help.or_else(|| resembling(callee, &self.scope.suggestions()));
                let span = node.span.start..node.span.start + callee.len();
                self.report_with(&span, format!("nothing to call named \"{callee}\""), help)
            }
            Err(CallError::Count { expected }) => {
                let words = if expected == 1 { "word" } else { "words" };
                let message =
                    format!("\"{callee}\" takes {expected} {words}, found {}", args.len());
                self.report(&node.span, message)
            }
            Err(CallError::Word { arg, what, known }) => {
                let (span, text) = match args.get(arg) {
                    Some(word) => (&word.span, word.text.as_str()),
                    None => (&node.span, callee),
                };
                let help = resembling(text, &known).or_else(|| listed(what, &known));
                self.report_with(span, format!("no {what} named \"{text}\""), help)
            }
        }
    }

    fn unknown_name(&mut self, node: &Node, name: &str) -> Option<Typed<I>> {
        let names = self.scope.suggestions();
        let help = self.difference(name).or_else(|| self.scope.remedy(name));
        let help = help.or_else(|| resembling(name, &names)).or_else(|| {
            if !name.contains('.') {
                return Some("a bare word may only be compared with a tag, by == or !=".to_owned());
            }
            let root = name.split_inclusive('.').next().unwrap_or_default();
            let of_root: Vec<&str> =
                names.iter().filter_map(|name| name.strip_prefix(root)).collect();
            if !of_root.is_empty() {
                return Some(format!("after {root} may come {}", of_root.join(", ")));
            }
            let mut roots: Vec<&str> =
                names.iter().filter_map(|name| name.split('.').next()).collect();
            roots.sort_unstable();
            roots.dedup();
            (!roots.is_empty()).then(|| format!("names here begin with {}", roots.join(", ")))
        });
        self.report_with(&node.span, format!("no input named \"{name}\""), help)
    }

    /// Returns help for a name that was meant to be a difference: `actor.hp-3`.
    fn difference(&self, name: &str) -> Option<String> {
        let minus = name.match_indices('-').map(|(at, _)| at);
        let at = minus.rev().find(|&at| self.scope.name(&name[..at]).is_some())?;
        let (left, right) = (&name[..at], &name[at + 1..]);
        Some(format!("a difference needs spaces: \"{left} - {right}\""))
    }

    fn report<T>(&mut self, span: &Range<usize>, message: String) -> Option<T> {
        self.report_with(span, message, None)
    }

    fn report_with<T>(
        &mut self,
        span: &Range<usize>,
        message: String,
        help: Option<String>,
    ) -> Option<T> {
        self.errors.push(ExprError { span: span.clone(), message, help });
        None
    }
}

fn leaf<I>(input: Input<I>) -> Typed<I> {
    Typed { ty: input.ty, tree: Tree::Input(input.id) }
}

fn join<I>(op: Op, lhs: Tree<I>, rhs: Tree<I>) -> Tree<I> {
    Tree::Binary { op, lhs: Box::new(lhs), rhs: Box::new(rhs) }
}

/// Returns the name of a node, if it could be a word of a tag.
fn bare_word(node: &Node) -> Option<&str> {
    match &node.kind {
        NodeKind::Name(name) if !name.contains('.') => Some(name),
        _ => None,
    }
}

fn resembling(word: &str, known: &[String]) -> Option<String> {
    did_you_mean(word, known).map(|known| format!("did you mean \"{known}\"?"))
}

/// Returns a list of the known words if there are at most [`LISTED_MAX`].
fn listed(what: &str, known: &[String]) -> Option<String> {
    match known {
        [] => Some(format!("no {what} is declared")),
        _ if known.len() <= LISTED_MAX => Some(format!("known here: {}", known.join(", "))),
        _ => None,
    }
}
