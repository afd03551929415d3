//! Recognizes formats by their content, never by a file's name.

mod json;
mod text;
mod xml;

pub(crate) use xml::parse as parse_xml;

use serde_json::Value;

pub use crate::format::Format;
use crate::refusal::Refusal;

/// A document in a known format.
#[derive(Clone, Debug)]
pub struct Recognized {
    /// The format.
    pub format: Format,
    /// The version of the program or system, if the document names it.
    pub version: Option<String>,
    /// The creatures in it, or the text itself.
    pub content: Content,
}

impl Recognized {
    /// Returns the display name of the format and its version: `Foundry actor, dnd5e 5.1.0`.
    pub fn title(&self) -> String {
        match &self.version {
            Some(version) => format!("{} {version}", self.format.title()),
            None => self.format.title().to_owned(),
        }
    }
}

/// A document, split as far as all readers need it.
#[derive(Clone, Debug)]
pub enum Content {
    /// JSON, one value for each creature, spell or other entry.
    Json(Vec<Value>),
    /// XML or plain text.
    Text(String),
}

/// Recognizes a document. JSON may hold entries in several formats.
///
/// # Errors
///
/// Refuses an unknown document, and says what it seems to be.
pub fn recognize(text: &str) -> Result<Vec<Recognized>, Refusal> {
    let text = text.trim_start_matches('\u{feff}');
    let start = text.trim_start();
    match start.chars().next() {
        None => Err(Refusal::new("the file is empty")),
        Some('{' | '[') => json::recognize(start),
        Some('<') => xml::recognize(start),
        Some(_) => text::recognize(start),
    }
}
