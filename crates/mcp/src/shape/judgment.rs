//! Judgments: whether a line is legal, and the reasons against it.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use server::wire;

use super::Readable;
use super::fight::Waiting;

/// Whether a line would be legal, and what it would do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Judgment {
    /// Number of the change it holds for.
    pub(crate) sequence: u64,
    /// The line as it is understood.
    pub(crate) line: String,
    /// Whether it is legal.
    pub(crate) legal: bool,
    /// All reasons against it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) reasons: Vec<Reason>,
    /// Objections of rules that only warn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<Reason>,
    /// The payment that would be taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) payment: Option<String>,
    /// Log lines of everything that would happen up to the next decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) would_happen: Vec<String>,
    /// The decision after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) then: Option<Waiting>,
}

/// A reason why something is not legal.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Reason {
    /// The reason in a sentence.
    pub(crate) text: String,
    /// Change that would help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) remedy: Option<String>,
    /// Ids of the rules that say so.
    pub(crate) rules: Vec<String>,
}

impl Judgment {
    /// Returns the parts of a preview that a decision needs.
    pub(crate) fn of(preview: wire::Preview) -> Judgment {
        Judgment {
            sequence: preview.sequence,
            line: preview.command,
            legal: preview.legal,
            reasons: reasons_of(preview.reasons),
            warnings: reasons_of(preview.warnings),
            payment: preview.payment,
            would_happen: preview.lines.into_iter().map(|line| line.text).collect(),
            then: preview.decision.as_ref().map(Waiting::of),
        }
    }
}

impl Readable for Judgment {
    fn text(&self) -> String {
        let list = |reasons: &[Reason]| -> String {
            reasons.iter().map(|reason| format!("\n- {}", reason.text())).collect()
        };
        let mut text = match self.legal {
            true => format!("`{}` is legal.", self.line),
            false => format!("`{}` is not legal:{}", self.line, list(&self.reasons)),
        };
        if let Some(payment) = &self.payment {
            let _ = write!(text, " It would be paid with {payment}.");
        }
        if !self.warnings.is_empty() {
            let _ = write!(text, "\nRules that only warn:{}", list(&self.warnings));
        }
        for line in &self.would_happen {
            let _ = write!(text, "\n> {line}");
        }
        text
    }
}

impl Readable for Reason {
    fn text(&self) -> String {
        let remedy = self.remedy.as_ref().map_or(String::new(), |it| format!(" {it}"));
        format!("{}{remedy} [{}]", self.text, self.rules.join(", "))
    }
}

/// Converts reasons; of their rules only the ids are kept.
pub(crate) fn reasons_of(reasons: Vec<wire::Reason>) -> Vec<Reason> {
    let reason = |reason: wire::Reason| Reason {
        text: reason.text,
        remedy: reason.remedy,
        rules: reason.rules.into_iter().map(|rule| rule.id).collect(),
    };
    reasons.into_iter().map(reason).collect()
}
