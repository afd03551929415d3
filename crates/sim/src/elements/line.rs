//! Builds lines of Markdown about elements from parts.

use rules::raw::Text;

/// Parts of a line, without empty ones.
pub(super) struct Line(Vec<String>);

impl Line {
    pub(super) fn new() -> Line {
        Line(Vec::new())
    }

    pub(super) fn part(mut self, text: impl Into<String>) -> Line {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(text);
        }
        self
    }

    pub(super) fn flag(self, set: bool, text: &str) -> Line {
        if set { self.part(text) } else { self }
    }

    /// Adds a value after a word, if it is given.
    pub(super) fn given(self, word: &str, value: Option<&Text>) -> Line {
        match value {
            Some(value) => self.part(format!("{word} `{}`", &**value)),
            None => self,
        }
    }

    pub(super) fn listed(self, word: &str, values: &[Text]) -> Line {
        if values.is_empty() { self } else { self.part(format!("{word} {}", codes(values))) }
    }

    pub(super) fn done(self) -> String {
        self.0.join("; ")
    }
}

pub(super) fn codes(values: &[Text]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("`{}`", &**value)).collect();
    values.join(", ")
}
