//! How a table plays: who sees what, notes, names.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How the table plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Table {
    /// The server rolls all dice as soon as they are needed.
    pub auto_roll: bool,
    /// Dice for combatants of the game master are hidden from players.
    pub hidden_rolls: bool,
    /// What players know about the health of combatants that no seat plays.
    pub health: Sight,
    /// Whether players see what combatants that no seat plays can spend.
    pub pools: bool,
    /// Seats may undo their own last command.
    pub seats_undo: bool,
}

/// How exactly something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// As a number.
    Exact,
    /// In words.
    Words,
    /// Not at all.
    Hidden,
}

/// Changes to how the table plays; what is missing stays as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// What the encounter is called.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80)]
    pub title: Option<String>,
    /// See [`Table`].
    #[serde(default)]
    pub auto_roll: Option<bool>,
    /// See [`Table`].
    #[serde(default)]
    pub hidden_rolls: Option<bool>,
    /// See [`Table`].
    #[serde(default)]
    pub health: Option<Sight>,
    /// See [`Table`].
    #[serde(default)]
    pub pools: Option<bool>,
    /// See [`Table`].
    #[serde(default)]
    pub seats_undo: Option<bool>,
    /// Changes to single combatants.
    #[serde(default)]
    pub combatants: Vec<CombatantRequest>,
}

/// Changes to how one combatant is shown; what is missing stays as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatantRequest {
    /// Who.
    pub name: String,
    /// A new name.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80)]
    pub rename: Option<String>,
    /// Forgets first what was set for it alone: players know of it what the table's way is.
    #[serde(default)]
    pub as_table: bool,
    /// Players do not see it.
    #[serde(default)]
    pub hidden: Option<bool>,
    /// What players know about its health, whatever the table's way is.
    #[serde(default)]
    pub health: Option<Sight>,
    /// Whether players see what it can spend, whatever the table's way is.
    #[serde(default)]
    pub pools: Option<bool>,
}

/// What was set for one combatant alone; what is `null` goes the table's way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Known {
    /// What players know about its health.
    pub health: Option<Sight>,
    /// Whether players see what it can spend.
    pub pools: Option<bool>,
}

/// A note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Note {
    /// Its number.
    pub id: u32,
    /// Whom it is about; `null` = the fight.
    pub about: Option<String>,
    /// The words.
    pub text: String,
    /// Only the game master reads it.
    pub secret: bool,
    /// Who wrote it last: `game master` or the name of a seat.
    pub by: String,
}

/// A note to be written.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteRequest {
    /// The words.
    #[schema(min_length = 1, max_length = 4000)]
    pub text: String,
    /// Whom it is about.
    #[serde(default)]
    pub about: Option<String>,
    /// Only the game master reads it.
    #[serde(default)]
    pub secret: bool,
}

/// A name for the point the encounter stands at.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BookmarkRequest {
    /// The name.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
}
