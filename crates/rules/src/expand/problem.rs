//! Mistakes in a `for`, before anything is read from its element.

use std::ops::Range;

/// A mistake in a `for`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// One sentence without a full stop.
    pub message: String,
    /// Place in the text.
    pub span: Range<usize>,
    /// Advice on how to fix it.
    pub help: Option<String>,
    /// A word that is wrong, and the words that are right.
    pub meant: Option<(String, Vec<String>)>,
}

impl Problem {
    /// Adds advice on how to fix it.
    pub(super) fn help(self, text: impl Into<String>) -> Problem {
        Problem { help: Some(text.into()), ..self }
    }

    /// Adds the word that is wrong and those that may have been meant.
    pub(super) fn meant(self, word: &str, known: Vec<String>) -> Problem {
        Problem { meant: Some((word.to_owned(), known)), ..self }
    }
}

/// Returns a mistake at a place.
pub(super) fn problem(message: impl Into<String>, span: Range<usize>) -> Problem {
    Problem { message: message.into(), span, help: None, meant: None }
}
