//! Reasons why something was not done, in words for a language model.

use std::fmt::Write;

use server::wire::{Problem, ProblemCode, Reason};

/// A request that was not carried out. It has changed nothing.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", text(.0))]
pub struct Refusal(Box<Problem>);

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal(Box::new(problem))
    }
}

impl Refusal {
    /// Returns a refusal with a sentence for people.
    pub(crate) fn new(code: ProblemCode, message: impl Into<String>) -> Refusal {
        Refusal(Box::new(Problem {
            code,
            message: message.into(),
            help: None,
            sequence: None,
            reasons: Vec::new(),
            report: None,
            fields: Vec::new(),
            rulesets: Vec::new(),
        }))
    }

    /// Returns the refusal of input that cannot be used.
    pub(crate) fn invalid(message: impl Into<String>) -> Refusal {
        Refusal::new(ProblemCode::Invalid, message)
    }

    /// Returns the refusal for a tracker that cannot be reached, or whose answer cannot be read.
    pub(crate) fn unavailable(message: impl Into<String>) -> Refusal {
        Refusal::new(ProblemCode::Unavailable, message)
    }

    /// Adds advice on what to do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Refusal {
        self.0.help = Some(help.into());
        self
    }

    /// Puts words in front of the message, such as the line that was refused.
    pub(crate) fn about(mut self, words: &str) -> Refusal {
        self.0.message = format!("{words}: {}", self.0.message);
        self
    }

    /// Returns the problem as the tracker's wire type.
    pub(crate) fn problem(&self) -> &Problem {
        &self.0
    }
}

/// Formats reasons, one per line, each with its remedy and the ids of its rules.
pub(crate) fn reasons(reasons: &[Reason]) -> String {
    let mut text = String::new();
    for Reason { text: says, remedy, rules } in reasons {
        let _ = write!(text, "\n- {says}");
        if let Some(remedy) = remedy {
            let _ = write!(text, " {remedy}");
        }
        if !rules.is_empty() {
            let ids: Vec<_> = rules.iter().map(|rule| rule.id.as_str()).collect();
            let _ = write!(text, " [{}]", ids.join(", "));
        }
    }
    text
}

fn text(problem: &Problem) -> String {
    let mut text = problem.message.clone();
    // The message of a denial repeats its first reason.
    text.push_str(&reasons(&problem.reasons));
    for field in &problem.fields {
        let _ = write!(text, "\n- {} ({}): {}", field.label, field.field, field.message);
    }
    if let Some(report) = &problem.report {
        let _ = write!(text, "\n{}", report.text.trim_end());
    }
    if let Some(help) = &problem.help {
        let _ = write!(text, "\nWhat to do: {help}.");
    }
    if let Some(sequence) = problem.sequence {
        let _ = write!(text, "\nThe fight is at change {sequence} now.");
    }
    text
}

#[cfg(test)]
mod tests {
    use server::wire::RuleRef;

    use super::*;

    #[test]
    fn a_denial_has_every_reason_with_its_rules() {
        let rule = |id: &str| RuleRef {
            id: id.to_owned(),
            section: "Actions".to_owned(),
            says: "words".to_owned(),
        };
        let mut problem = Refusal::new(ProblemCode::Denied, "Ana is down.").0;
        problem.reasons = vec![
            Reason {
                text: "Ana is down.".to_owned(),
                remedy: Some("Heal Ana.".to_owned()),
                rules: vec![rule("a.b"), rule("a.c")],
            },
            Reason { text: "It is not her turn.".to_owned(), remedy: None, rules: Vec::new() },
        ];
        assert_eq!(
            Refusal(problem).about("`Ana: strike Orc`").to_string(),
            "`Ana: strike Orc`: Ana is down.\n\
             - Ana is down. Heal Ana. [a.b, a.c]\n\
             - It is not her turn."
        );
    }
}
