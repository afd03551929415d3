//! Replies of the table to a line, as text and as JSON.

use kernel::Denial;
use serde_json::{Map, Value, json};
use sim::language::LanguageError;
use sim::render::{self, Line};
use sim::session::Session;

use crate::menu::reasons_json;
use crate::paint::Paint;

/// The reply to a line.
#[derive(Debug, Default)]
pub(super) struct Reply {
    parts: Vec<Part>,
    /// Whether the line was denied or not understood.
    pub(super) refused: bool,
    /// Whether the player quits.
    pub(super) quit: bool,
}

/// One part of a reply.
#[derive(Debug)]
struct Part {
    text: String,
    key: &'static str,
    value: Value,
}

impl Reply {
    /// Returns a reply with one part, under a key in JSON.
    pub(super) fn told(key: &'static str, text: String, value: Value) -> Reply {
        Reply::default().and(key, text, value)
    }

    /// Returns the reply that quits.
    pub(super) fn quit() -> Reply {
        Reply { quit: true, ..Reply::default() }
    }

    /// Returns a reply of one sentence.
    pub(super) fn note(text: impl Into<String>) -> Reply {
        let text = text.into();
        let value = json!(text);
        Reply::told("note", text, value)
    }

    /// Returns the reply to a line that is not understood.
    pub(super) fn problem(error: &LanguageError, paint: Paint) -> Reply {
        let help = error.help.as_ref().map_or(String::new(), |help| format!(" {help}"));
        let text = format!("{} {}{help}", paint.bad("Not understood:"), error.message);
        let value = json!({ "message": error.message, "help": error.help });
        Reply { refused: true, ..Reply::told("problem", text, value) }
    }

    /// Returns the reply to something that the table cannot do.
    pub(super) fn wrong(message: impl Into<String>, paint: Paint) -> Reply {
        let message = message.into();
        let value = json!({ "message": message, "help": null });
        Reply { refused: true, ..Reply::told("problem", paint.bad(&message), value) }
    }

    /// Returns the reply to a denied command, with all reasons.
    pub(super) fn denied(session: &Session, denial: &Denial, paint: Paint) -> Reply {
        let reasons = render::denial(session.compiled(), session.state(), denial);
        let mut text = paint.bad("denied");
        for reason in &reasons {
            let remedy = reason.remedy.as_ref().map_or(String::new(), |it| format!(" {it}"));
            text.push_str(&format!(
                "\n  - {}{remedy}{}",
                reason.text,
                cited(&reason.because, paint)
            ));
        }
        Reply { refused: true, ..Reply::told("denied", text, reasons_json(&reasons)) }
    }

    /// Returns a reply with these lines; its text omits details unless `details` is set.
    pub(super) fn happened(lines: &[Line], paint: Paint, details: bool) -> Reply {
        let text = |line: &Line| {
            let words = if line.story { line.text.clone() } else { paint.faint(&line.text) };
            format!("{words}{}", cited(&line.because, paint))
        };
        let value =
            |line: &Line| json!({ "text": line.text, "story": line.story, "rules": line.because });
        let shown = lines.iter().filter(|line| line.story || details);
        let texts: Vec<String> = shown.map(text).collect();
        Reply::told("happened", texts.join("\n"), lines.iter().map(value).collect())
    }

    /// Adds a part to the reply.
    pub(super) fn and(mut self, key: &'static str, text: String, value: Value) -> Reply {
        self.parts.push(Part { text, key, value });
        self
    }

    /// Appends another reply.
    pub(super) fn then(mut self, other: Reply) -> Reply {
        self.parts.extend(other.parts);
        Reply { refused: self.refused || other.refused, quit: self.quit || other.quit, ..self }
    }

    /// Returns the reply as text, which may be empty.
    pub(super) fn text(&self) -> String {
        let texts = self.parts.iter().map(|part| part.text.as_str());
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the parts of the reply as JSON, by key.
    pub(super) fn json(self) -> Map<String, Value> {
        self.parts.into_iter().map(|part| (part.key.to_owned(), part.value)).collect()
    }
}

fn cited(rules: &[String], paint: Paint) -> String {
    match rules.is_empty() {
        true => String::new(),
        false => paint.faint(&format!("  [{}]", rules.join(" "))),
    }
}
