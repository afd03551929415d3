//! Compiles the text of expressions to code, or to a value if it is constant.

use std::cell::RefCell;

use kernel::{DEPTH_MAX, ExprId, Instr as Instruction};

use super::inputs::{Inputs, Known, Place};
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Tree, Type};
use crate::raw::Text;

/// An expression with all names resolved and all types checked.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub(super) tree: Tree<Known>,
    /// Rules of the options it reads.
    pub(super) options: Vec<usize>,
}

/// Facts about a combatant that expressions read during setup.
pub(super) trait Facts {
    fn has(&self, condition: kernel::ConditionId) -> bool;
    fn attribute(&self, attribute: kernel::AttributeId) -> i32;
    fn part(&self, name: &str) -> bool;
    fn accepts(&self, gate: u8) -> bool;
}

impl Build<'_> {
    /// Resolves an expression of the wanted type; returns `None` after reporting why it can't.
    pub(super) fn resolve(
        &mut self,
        here: Here,
        text: &Text,
        place: Place,
        wanted: &Type,
    ) -> Option<Resolved> {
        let (ty, resolved) = self.resolve_any(here, text, place)?;
        if std::mem::discriminant(&ty) == std::mem::discriminant(wanted) {
            return Some(resolved);
        }
        let message = format!("this is {ty}, but {wanted} is wanted here");
        self.error(Code::ExpressionType, message, here, text, "wrong type");
        None
    }

    /// Resolves an expression of any type; returns `None` after reporting why it can't.
    pub(super) fn resolve_any(
        &mut self,
        here: Here,
        text: &Text,
        place: Place,
    ) -> Option<(Type, Resolved)> {
        let node = match expr::parse(text) {
            Ok(node) => node,
            Err(error) => {
                self.expression_problem(here, text, Code::ExpressionSyntax, &error);
                return None;
            }
        };
        if let Some(span) = divided_by_nothing(&node) {
            let error = expr::ExprError {
                span,
                message: "nothing is divided by 0".to_owned(),
                help: Some("what is divided by 0 would always be 0".to_owned()),
            };
            self.expression_problem(here, text, Code::ExpressionType, &error);
            return None;
        }
        self.number_asked_kinds(&node);
        let inputs = Inputs { build: self, place, options: RefCell::new(Vec::new()) };
        let checked = expr::check(&node, &inputs);
        let options = inputs.options.into_inner();
        match checked {
            Ok(typed) => {
                let ty = typed.ty.clone();
                Some((ty, Resolved { tree: typed.map(settle).fold().tree, options }))
            }
            Err(errors) => {
                for error in errors {
                    self.expression_problem(here, text, Code::ExpressionType, &error);
                }
                None
            }
        }
    }

    /// Interns the kinds that an expression asks about, whether or not any combatant can hold them.
    fn number_asked_kinds(&mut self, node: &expr::Node) {
        use expr::NodeKind as N;
        match &node.kind {
            N::Call { callee, args } if callee.ends_with(".holds") => {
                for word in args {
                    if let Ok(kind) = self.kinds.parse(&word.text) {
                        self.kinds.intern(&kind);
                    }
                }
            }
            N::Not(one) | N::Neg(one) | N::Lookup { place: one, .. } => {
                self.number_asked_kinds(one);
            }
            N::Binary { lhs, rhs, .. } => {
                self.number_asked_kinds(lhs);
                self.number_asked_kinds(rhs);
            }
            N::If { condition, yes, no } => {
                self.number_asked_kinds(condition);
                self.number_asked_kinds(yes);
                self.number_asked_kinds(no);
            }
            N::Int(_) | N::Bool(_) | N::Name(_) | N::Call { .. } => {}
        }
    }

    fn expression_problem(&mut self, here: Here, text: &Text, code: Code, error: &expr::ExprError) {
        // The span of the text includes its opening quote.
        let from = text.span().start + 1;
        let span = from + error.span.start..from + error.span.end.max(error.span.start + 1);
        let mut problem =
            Diagnostic::error(code, error.message.clone()).at(here.file, span, "here");
        if let Some(help) = &error.help {
            problem = problem.help(help.clone());
        }
        self.report.push(problem);
    }

    /// Compiles an expression that is read during play. Returns its number and the options it
    /// reads.
    pub(super) fn live(
        &mut self,
        here: Here,
        text: &Text,
        place: Place,
        wanted: &Type,
    ) -> Option<(ExprId, Vec<usize>)> {
        let resolved = self.resolve(here, text, place, wanted)?;
        let code = self.lower(here, text, &resolved.tree)?;
        Some((code, resolved.options))
    }

    /// Evaluates a boolean expression over options alone; no text counts as true.
    pub(super) fn holds(&mut self, here: Here, text: Option<&Text>) -> (bool, Vec<usize>) {
        let Some(text) = text else { return (true, Vec::new()) };
        let Some(resolved) = self.resolve(here, text, Place::Setup, &Type::Bool) else {
            return (false, Vec::new());
        };
        match resolved.tree {
            Tree::Const(value) => (value != 0, resolved.options),
            _ => {
                let message = "only options can be read here, not the combatant";
                self.error(Code::ExpressionType, message, here, text, "depends on who it is");
                (false, resolved.options)
            }
        }
    }

    /// Compiles a tree to kernel code; returns `None` after reporting that it is nested too deeply.
    pub(super) fn lower(&mut self, here: Here, text: &Text, tree: &Tree<Known>) -> Option<ExprId> {
        let mut code = Vec::new();
        emit(tree, &mut code);
        if depth(&code) > DEPTH_MAX {
            self.error(Code::ExpressionTooLong, "too deeply nested", here, text, "this expression");
            return None;
        }
        Some(self.intern(code))
    }

    /// Interns code: equal code gets the same number.
    pub(super) fn intern(&mut self, code: Vec<Instruction>) -> ExprId {
        if let Some(&id) = self.expressions.get(&code) {
            return id;
        }
        let id = ExprId(self.game.exprs.len() as u16);
        self.game.exprs.push(code.clone());
        self.expressions.insert(code, id);
        id
    }

    /// Returns the expression of a constant.
    pub(super) fn constant(&mut self, value: i32) -> ExprId {
        self.intern(vec![Instruction::Const(value)])
    }
}

/// Returns the span of the first division by a literal 0.
fn divided_by_nothing(node: &expr::Node) -> Option<std::ops::Range<usize>> {
    use expr::NodeKind as N;
    match &node.kind {
        N::Binary { op: expr::Op::Div, rhs, .. } if rhs.kind == N::Int(0) => Some(rhs.span.clone()),
        N::Not(one) | N::Neg(one) | N::Lookup { place: one, .. } => divided_by_nothing(one),
        N::Binary { lhs, rhs, .. } => divided_by_nothing(lhs).or_else(|| divided_by_nothing(rhs)),
        N::If { condition, yes, no } => {
            [condition, yes, no].into_iter().find_map(|one| divided_by_nothing(one))
        }
        N::Int(_) | N::Bool(_) | N::Name(_) | N::Call { .. } => None,
    }
}

/// Evaluates a tree for one combatant; returns `None` if it reads an input of play.
pub(super) fn evaluate(tree: &Tree<Known>, facts: &dyn Facts) -> Option<i32> {
    Some(match tree {
        Tree::Const(value) => *value,
        Tree::Input(known) => match known {
            Known::Const(value) => *value,
            Known::Tag(condition) => i32::from(facts.has(*condition)),
            Known::Attribute(attribute) => facts.attribute(*attribute),
            Known::Part(part) => i32::from(facts.part(part)),
            Known::Accepts(gate) => i32::from(facts.accepts(*gate)),
            Known::Live(_) => return None,
        },
        // Cards and tables are read in play only.
        Tree::Lookup(..) => return None,
        Tree::Not(operand) => i32::from(evaluate(operand, facts)? == 0),
        Tree::Neg(operand) => evaluate(operand, facts)?.saturating_neg(),
        Tree::Binary { op, lhs, rhs } => op.apply(evaluate(lhs, facts)?, evaluate(rhs, facts)?),
        Tree::If { condition, yes, no } => match evaluate(condition, facts)? {
            0 => evaluate(no, facts)?,
            _ => evaluate(yes, facts)?,
        },
    })
}

/// Turns an input with a known value into a constant.
fn settle(known: Known) -> Tree<Known> {
    match known {
        Known::Const(value) => Tree::Const(value),
        other => Tree::Input(other),
    }
}

fn emit(tree: &Tree<Known>, code: &mut Vec<Instruction>) {
    match tree {
        Tree::Const(value) => code.push(Instruction::Const(*value)),
        Tree::Input(Known::Live(input)) => code.push(Instruction::Load(*input)),
        // Inputs of setup only occur in trees that are evaluated for a combatant, never in code.
        Tree::Input(_) => code.push(Instruction::Const(0)),
        Tree::Lookup(table, place) => {
            emit(place, code);
            code.push(Instruction::Lookup(*table));
        }
        Tree::Not(operand) => {
            emit(operand, code);
            code.push(Instruction::Not);
        }
        Tree::Neg(operand) => {
            emit(operand, code);
            code.push(Instruction::Neg);
        }
        Tree::Binary { op, lhs, rhs } => {
            emit(lhs, code);
            emit(rhs, code);
            code.push(Instruction::Binary(*op));
        }
        Tree::If { condition, yes, no } => {
            emit(condition, code);
            emit(yes, code);
            emit(no, code);
            code.push(Instruction::Select);
        }
    }
}

/// Returns the deepest stack of operands that code needs.
fn depth(code: &[Instruction]) -> usize {
    let (mut now, mut most) = (0usize, 0usize);
    for instruction in code {
        match instruction {
            Instruction::Const(_) | Instruction::Load(_) => now += 1,
            Instruction::Neg | Instruction::Not | Instruction::Lookup(_) => {}
            Instruction::Binary(_) => now -= 1,
            Instruction::Select => now -= 2,
        }
        most = most.max(now);
    }
    most
}
