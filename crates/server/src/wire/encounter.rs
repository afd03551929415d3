//! Making, listing and handing on encounters.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{NewKey, TextFile};

/// An encounter to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "from": { "kind": "example", "ruleset": "collective", "name": "skirmish" }
}))]
pub struct EncounterRequest {
    /// What it is made from.
    pub from: Beginning,
    /// What it is called, if not as the setup says.
    #[serde(default)]
    pub title: Option<String>,
    /// Seed of the dice, if not as the setup says. Without any, and for examples, one is drawn.
    #[serde(default)]
    #[schema(format = "uint64")]
    pub seed: Option<u64>,
    /// Option values by option name, over those of the setup.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Answers given in advance by ruling name, over those of the setup.
    #[serde(default)]
    pub rulings: BTreeMap<String, String>,
}

/// What an encounter is made from.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Beginning {
    /// An example fight.
    Example {
        /// Id of its ruleset.
        ruleset: String,
        /// Its name.
        name: String,
    },
    /// The text of an encounter file.
    Setup {
        /// The text.
        text: String,
        /// Campaign and creature files that it names.
        #[serde(default)]
        files: Vec<TextFile>,
    },
    /// Lines such as `3: Goblin`, by side.
    Quick {
        /// Id of the ruleset.
        ruleset: String,
        /// Lines by side.
        sides: Vec<QuickSide>,
    },
    /// An exported encounter or a recorded game.
    Import {
        /// Its text.
        text: String,
    },
}

/// Combatants of a side, as quickly typed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuickSide {
    /// The side.
    pub side: String,
    /// Lines such as `3: Goblin` or `Ana`.
    pub lines: String,
}

/// An encounter that was made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The encounter.
    pub encounter: Summary,
    /// The game master's key.
    pub game_master: NewKey,
    /// A key to look on with, for a screen on the table.
    pub spectator: NewKey,
}

/// An encounter in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Id of its ruleset.
    pub ruleset: String,
    /// Milliseconds since 1970 at which it was made.
    pub created: u64,
    /// Changes so far.
    pub sequence: u64,
    /// It was put away.
    pub archived: bool,
}

/// The encounters of the server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Encounters {
    /// Newest first.
    pub encounters: Vec<Summary>,
}

/// Changes to an encounter in the list; what is missing stays as it is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryRequest {
    /// Puts it away, or takes it out again.
    pub archived: bool,
}

/// A copy of the whole data file to be made beside it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupRequest {
    /// Its name: letters, digits and hyphens.
    #[schema(pattern = "^[A-Za-z0-9-]{1,64}$")]
    pub name: String,
}

/// A copy of the whole data file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Backup {
    /// The file it was written to.
    pub file: String,
    /// Its size in bytes.
    pub bytes: u64,
}
