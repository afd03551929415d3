//! Problems found in the files people write, as data with one renderer.
//!
//! A loader adds each file to [`Files`], pushes a [`Diagnostic`] into a [`Report`] for every
//! problem it meets, and goes on. Nothing here prints: [`Report::render`] gives text for people,
//! [`Report::to_json`] the same for programs.
//!
//! ```
//! use rules::diagnostic::{Code, Colors, Diagnostic, Files, Report};
//!
//! let mut files = Files::default();
//! let file = files.add("goblin.toml", "grants = \"1QZZ\"\n");
//! let mut report = Report::default();
//! report.push(
//!     Diagnostic::error(Code::UnknownPool, "no pool named \"QZZ\"")
//!         .at(file, 11..14, "not declared by this ruleset")
//!         .did_you_mean("QZZ", ["P", "Q", "QZ"]),
//! );
//! assert!(report.has_errors());
//! assert!(report.render(&files, Colors::Off).starts_with("error[E012 unknown-pool]"));
//! ```

mod code;
mod files;
mod from_toml;
mod json;
mod merged;
mod render;
mod report;
mod suggest;

pub use code::Code;
pub use files::{FileId, Files, Position};
pub use from_toml::{from_reading, from_toml};
pub use json::to_json;
pub use render::{Colors, render};
pub use report::Report;
pub use suggest::{LISTED_MAX, did_you_mean};

use std::ops::Range;

/// Severity of a problem. A file with an error does not load; warnings are only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Error,
    Warning,
}

impl Severity {
    /// Returns the word shown to people and programs: `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A place in a file, with a text about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub file: FileId,
    /// Span in bytes. Any span is accepted. When it is shown, a start or end outside the text or
    /// inside a character moves to the nearest valid place.
    pub span: Range<usize>,
    /// Text beside the place; if empty, the place is only underlined.
    pub text: String,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// One sentence without a full stop that names the offending thing: `no pool named "QZZ"`.
    pub message: String,
    /// Place of the problem. `None` only for problems in no file, such as a missing file.
    pub primary: Option<Label>,
    /// Other places that explain the problem, such as the first of two equal names.
    pub secondary: Vec<Label>,
    /// Advice on how to fix it, one line each.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// Returns a problem that keeps the file from loading.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// Returns a problem that is worth a look but does not keep the file from loading.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: Code, message: String) -> Self {
        Diagnostic {
            code,
            severity,
            message,
            primary: None,
            secondary: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Sets the place of the problem.
    pub fn at(mut self, file: FileId, span: Range<usize>, text: impl Into<String>) -> Self {
        self.primary = Some(Label { file, span, text: text.into() });
        self
    }

    /// Adds another place that explains the problem.
    pub fn also(mut self, file: FileId, span: Range<usize>, text: impl Into<String>) -> Self {
        self.secondary.push(Label { file, span, text: text.into() });
        self
    }

    /// Adds a line of advice.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds `did you mean "X"?` if one of the candidates resembles the word.
    pub fn did_you_mean<I>(self, word: &str, candidates: I) -> Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        match did_you_mean(word, candidates) {
            Some(candidate) => self.help(format!("did you mean \"{candidate}\"?")),
            None => self,
        }
    }

    /// Adds `did you mean "X"?`. If no candidate resembles the word, lists the candidates instead,
    /// if there are at most [`LISTED_MAX`].
    pub fn did_you_mean_or_list<I>(self, word: &str, candidates: I) -> Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut known: Vec<String> = Vec::new();
        for candidate in candidates {
            if !known.iter().any(|one| one == candidate.as_ref()) {
                known.push(candidate.as_ref().to_owned());
            }
        }
        let before = self.help.len();
        let said = self.did_you_mean(word, &known);
        if said.help.len() > before || known.is_empty() || known.len() > LISTED_MAX {
            return said;
        }
        said.help(format!("known here: {}", known.join(", ")))
    }
}
