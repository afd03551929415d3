//! Refusals: why a document is not read, and what to do about it.

use serde::{Deserialize, Serialize};

use crate::format::Format;

/// The reason a document is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}", self.text())]
pub struct Refusal {
    /// The format that was met, for people, where it was recognized.
    pub format: Option<String>,
    /// The reason, a sentence without a full stop.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
    /// Rulesets of this program that take the format.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulesets: Vec<String>,
}

impl Refusal {
    /// A refusal with its reason.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal { format: None, message: message.into(), help: None, rulesets: Vec::new() }
    }

    /// Says what to do.
    pub fn help(self, help: impl Into<String>) -> Refusal {
        Refusal { help: Some(help.into()), ..self }
    }

    /// Says which format was met.
    pub fn format(self, format: impl Into<String>) -> Refusal {
        Refusal { format: Some(format.into()), ..self }
    }

    /// Says which rulesets take the format, also as the way out.
    pub fn rulesets(self, names: &[&str]) -> Refusal {
        let rulesets = names.iter().map(|name| (*name).to_owned()).collect();
        Refusal { rulesets, ..self.help(format!("Use {}.", names.join(" or "))) }
    }

    /// A refusal of something that is in no format which is read.
    pub fn unknown(seems: impl Into<String>) -> Refusal {
        let known: Vec<&str> = Format::ALL.iter().map(|format| format.title()).collect();
        Refusal::new(seems).help(format!("these are read: {}", known.join("; ")))
    }

    /// Returns reason and way out as one text.
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        if let Some(format) = &self.format {
            text = format!("{format}: {text}");
        }
        match &self.help {
            Some(help) => format!("{text}. {help}"),
            None => text,
        }
    }
}
