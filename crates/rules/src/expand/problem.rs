//! Mistakes in a `for`, before anything is read from its element.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, FileId};

/// A mistake in a `for`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub message: String,
    pub span: Range<usize>,
    pub help: Option<String>,
}

impl Problem {
    /// Adds advice on how to fix it.
    pub fn help(mut self, text: impl Into<String>) -> Problem {
        self.help = Some(text.into());
        self
    }

    /// Returns it as a problem of a file.
    pub fn diagnostic(self, file: FileId) -> Diagnostic {
        let found = Diagnostic::error(Code::WrongFor, self.message).at(file, self.span, "");
        match self.help {
            Some(help) => found.help(help),
            None => found,
        }
    }
}

/// Returns a mistake at a place.
pub(super) fn problem(message: impl Into<String>, span: Range<usize>) -> Problem {
    Problem { message: message.into(), span, help: None }
}
