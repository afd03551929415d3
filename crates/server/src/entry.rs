//! The durable log of an encounter: one entry for each accepted change.
//!
//! The files at the beginning and the entries are all that is stored. Everything else is derived
//! from them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{NoteRequest, TableRequest, TextFile};

/// One change.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// Author: `game master`, `server`, or the name of a seat.
    pub by: String,
    /// Milliseconds since 1970 at which it was made.
    pub at: u64,
    /// The change itself.
    pub deed: Deed,
}

impl Entry {
    /// Returns the size of the texts that people wrote in the entry, in bytes.
    pub(crate) fn text_bytes(&self) -> usize {
        match &self.deed {
            Deed::Command { text, remark, .. } => {
                text.len() + remark.as_ref().map_or(0, String::len)
            }
            Deed::Note { note: Some(note), .. } => note.text.len(),
            Deed::Setup { text, .. } => text.len(),
            _ => 0,
        }
    }
}

/// Kind and details of a change.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Deed {
    /// A command of the command language.
    Command {
        /// The command as printed.
        text: String,
        /// Dice of the server.
        #[serde(default, skip_serializing_if = "is_false")]
        rolled: bool,
        /// Players do not see what dice show.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
        /// It was given together with the command before: one undo takes back both.
        #[serde(default, skip_serializing_if = "is_false")]
        joined: bool,
        /// Remark, such as who forced it and why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        remark: Option<String>,
        /// Hash of how things look afterwards.
        outlook: u16,
    },
    /// The table went to a point of the history.
    Move {
        /// Which.
        point: u32,
    },
    /// A seat said that these are done with their turn.
    Done {
        /// Names of the combatants.
        who: Vec<String>,
    },
    /// An answer is taken by itself, or no longer.
    Auto {
        /// Name of the combatant.
        who: String,
        /// Which.
        activity: String,
        /// Whether.
        on: bool,
    },
    /// How the table plays.
    Table {
        /// The changes.
        change: TableRequest,
    },
    /// A note was written, or removed.
    Note {
        /// Its number.
        id: u32,
        /// The note; missing = removed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<NoteRequest>,
    },
    /// The point got a name.
    Bookmark {
        /// The name.
        name: String,
    },
    /// Combatants enter the running fight.
    Enter {
        /// Their creatures and themselves, as tables of the encounter file.
        tables: String,
        /// The command that brings them in.
        text: String,
        /// Names of the new combatants that players do not see.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hidden: Vec<String>,
        /// Hash of how things look afterwards.
        outlook: u16,
    },
    /// Another encounter file was taken.
    Setup {
        /// Its text.
        text: String,
        /// Combatants that players do not see.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hidden: Vec<String>,
    },
}

/// Format name of an exported encounter.
pub(crate) const FORMAT: &str = "turnwright encounter 1";

/// An encounter as one text: what it began with, and its log.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    /// Always `turnwright encounter 1`.
    pub format: String,
    /// Title of the encounter.
    pub title: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Version of the ruleset.
    pub version: String,
    /// The ruleset's text.
    pub rules: Vec<TextFile>,
    /// The encounter file it began with.
    pub encounter: TextFile,
    /// Campaign and creature files that it names.
    pub beside: Vec<TextFile>,
    /// Seed of the server's dice.
    #[schema(format = "uint64")]
    pub seed: u64,
    /// Every change.
    pub entries: Vec<Entry>,
}

fn is_false(value: &bool) -> bool {
    !value
}
