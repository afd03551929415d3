//! Warns about registers that an activity reads but nothing sets.

use std::collections::BTreeSet;

use super::super::Build;
use super::super::inputs::register;
use super::leaves::Leaf;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Node, NodeKind};

/// Keys of steps whose expressions are read when the step runs.
const READ: [&str; 15] = [
    "when", "again", "value", "to", "by", "times", "cap", "count", "acts", "of", "truce",
    "squares", "say", "note", "card",
];

impl Build<'_> {
    /// Warns about registers that are read but never set. Activities share their registers with
    /// `also`, so a register that any `also` sets counts as set everywhere.
    pub(super) fn registers_never_set(&mut self, all: &[Leaf]) {
        let set_by = |leaf: &&Leaf| leaf.key == "into";
        let shared: BTreeSet<&str> = all
            .iter()
            .filter(|leaf| leaf.element == "also")
            .filter(set_by)
            .map(|leaf| leaf.text.as_str())
            .collect();
        let ties = all.iter().any(|leaf| leaf.key == "break_ties");
        let mut found = Vec::new();
        for leaf in all.iter().filter(|leaf| READ.contains(&leaf.key.as_str())) {
            if !matches!(leaf.element.as_str(), "activity" | "on" | "watch") || ties {
                continue;
            }
            let Ok(node) = expr::parse(&leaf.text) else { continue };
            let mut read = Vec::new();
            registers(&node, &mut read);
            let own = |one: &&Leaf| one.file == leaf.file && one.nth == leaf.nth;
            for (name, span) in read {
                let set = shared.contains(name.as_str())
                    || all.iter().filter(own).filter(set_by).any(|one| one.text == name);
                if !set {
                    let from = leaf.span.start + 1;
                    found.push((leaf.file, from + span.start..from + span.end, name));
                }
            }
        }
        for (file, span, name) in found {
            let message = format!("the register `{name}` is always 0 here");
            let problem = Diagnostic::warning(Code::NeverPossible, message)
                .at(file, span, "nothing sets it")
                .help("`roll`, `ask` and `let` put a number into a register");
            self.report.push(problem);
        }
    }
}

/// Collects the registers that an expression reads, with their spans.
fn registers(node: &Node, read: &mut Vec<(String, std::ops::Range<usize>)>) {
    match &node.kind {
        NodeKind::Name(name) if register(name).is_some() => {
            read.push((name.clone(), node.span.clone()));
        }
        NodeKind::Not(one) | NodeKind::Neg(one) | NodeKind::Lookup { place: one, .. } => {
            registers(one, read);
        }
        NodeKind::Binary { lhs, rhs, .. } => {
            registers(lhs, read);
            registers(rhs, read);
        }
        NodeKind::If { condition, yes, no } => {
            for one in [condition, yes, no] {
                registers(one, read);
            }
        }
        NodeKind::Int(_) | NodeKind::Bool(_) | NodeKind::Name(_) | NodeKind::Call { .. } => {}
    }
}
