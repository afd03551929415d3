//! Refusals: why a document is not read, and what to do about it.

use serde::{Deserialize, Serialize};

use crate::format::Format;

/// The reason a document is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}", self.text())]
pub struct Refusal {
    /// Display name of the format, if it was recognized.
    pub format: Option<String>,
    /// The reason, a sentence without its period.
    pub message: String,
    /// Advice on how to continue.
    pub help: Option<String>,
    /// Embedded rulesets that accept the format.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulesets: Vec<String>,
}

impl Refusal {
    /// Creates a refusal with its reason.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal { format: None, message: message.into(), help: None, rulesets: Vec::new() }
    }

    /// Sets the advice.
    pub fn help(self, help: impl Into<String>) -> Refusal {
        Refusal { help: Some(help.into()), ..self }
    }

    /// Sets the format.
    pub fn format(self, format: impl Into<String>) -> Refusal {
        Refusal { format: Some(format.into()), ..self }
    }

    /// Sets the rulesets that accept the format, and advises to use them.
    pub fn rulesets(self, names: &[&str]) -> Refusal {
        let rulesets = names.iter().map(|name| (*name).to_owned()).collect();
        Refusal { rulesets, ..self.help(format!("Use {}.", names.join(" or "))) }
    }

    /// Creates a refusal of a document in no known format. `seems` describes the document.
    pub fn unknown(seems: impl Into<String>) -> Refusal {
        let known: Vec<&str> = Format::ALL.iter().map(|format| format.title()).collect();
        Refusal::new(seems).help(format!("these are read: {}", known.join("; ")))
    }

    /// Returns format, reason and advice as one text.
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
