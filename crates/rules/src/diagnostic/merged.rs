//! A problem of elements that `for` makes, told once for all combinations that have it.

use std::sync::Arc;

use super::{Diagnostic, Files, Label};
use crate::expand::Combination;

/// A problem with the combinations that have it.
#[derive(Clone, Debug)]
pub(super) struct Merged {
    /// The problem of the first combination, with places in the text.
    first: Diagnostic,
    combinations: Vec<Arc<Combination>>,
    /// Whether the problem is the same for all of them.
    is_same: bool,
}

impl Merged {
    /// Puts the labels of a problem at their places in the text. Returns the problem as an error if
    /// it is one of an element that `for` makes.
    pub(super) fn of(mut problem: Diagnostic, files: &Files) -> Result<Diagnostic, Merged> {
        let mut place = |label: &mut Label| {
            let origin = files.origin(label.file, &label.span)?;
            label.span = origin.span;
            Some((origin.combination, origin.varies))
        };
        let own = problem.primary.as_mut().and_then(&mut place);
        let others: Vec<_> = problem.secondary.iter_mut().map(&mut place).collect();
        let Some((combination, varies)) = own else { return Ok(problem) };
        if varies {
            // Editors would put the word of one combination in place of the parameter.
            problem.help.iter_mut().for_each(|help| *help = without_question(help));
        }
        if let Some(label) = &problem.primary {
            // An element that is at odds with another one of the same `for`.
            let is_same = |it: &&Label| (it.file, &it.span) == (label.file, &label.span);
            let mut inside = others.iter().zip(&problem.secondary).filter(|(it, _)| it.is_some());
            if inside.any(|(_, it)| is_same(&it)) {
                problem.secondary.retain(|it| !is_same(&it));
                problem.help.push("put a parameter in it, so that each element has its own".into());
            }
        }
        Err(Merged { first: problem, combinations: vec![combination], is_same: true })
    }

    /// Returns true if another problem is the same one of a further combination.
    pub(super) fn takes(&self, other: &Merged) -> bool {
        let (one, two) = (&self.first, &other.first);
        let is_there = |label: &Option<Label>| label.as_ref().map(|it| (it.file, it.span.clone()));
        (one.code, one.severity, is_there(&one.primary))
            == (two.code, two.severity, is_there(&two.primary))
            && (one == two || !other.combinations.iter().any(|it| self.combinations.contains(it)))
    }

    /// Adds the combinations of another problem.
    pub(super) fn add(&mut self, other: Merged) {
        self.is_same &= self.first == other.first;
        for combination in other.combinations {
            if !self.combinations.contains(&combination) {
                self.combinations.push(combination);
            }
        }
    }

    /// Returns the problem. Its message names the combinations, unless all have the same problem.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let mut problem = self.first.clone();
        let [first, more @ ..] = self.combinations.as_slice() else { return problem };
        if self.is_same && self.combinations.len() == first.total {
            return problem;
        }
        let label = &first.label;
        let said = match more {
            [] => format!(" (for {label})"),
            [_] => format!(" (for {label}, and one more)"),
            _ => format!(" (for {label}, and {} more)", more.len()),
        };
        problem.message.push_str(&said);
        problem
    }
}

/// Returns a line of advice as a statement, if it asks for a word that may have been meant.
fn without_question(help: &str) -> String {
    let word = help.strip_prefix("did you mean ").and_then(|word| word.strip_suffix('?'));
    word.map_or_else(|| help.to_owned(), |word| format!("the nearest name is {word}"))
}
