//! Settings of a table: what players see, notes, names.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How the table plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Table {
    /// The server rolls all dice as soon as they are needed.
    pub auto_roll: bool,
    /// Dice for combatants of the game master are hidden from players.
    pub hidden_rolls: bool,
    /// How players see the health of combatants that no seat plays.
    pub health: Sight,
    /// Whether players see what combatants that no seat plays can spend.
    pub pools: bool,
    /// Seats may undo their own last command.
    pub seats_undo: bool,
}

impl Table {
    /// Returns the settings with the changes of a request.
    pub(crate) fn with(self, change: &TableRequest) -> Table {
        Table {
            auto_roll: change.auto_roll.unwrap_or(self.auto_roll),
            hidden_rolls: change.hidden_rolls.unwrap_or(self.hidden_rolls),
            health: change.health.unwrap_or(self.health),
            pools: change.pools.unwrap_or(self.pools),
            seats_undo: change.seats_undo.unwrap_or(self.seats_undo),
        }
    }
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
    /// Title of the encounter, on one line.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80, pattern = r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f]*$")]
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
    /// Name of the combatant.
    pub name: String,
    /// A new name: a letter, then letters, digits, spaces, `'`, `.` and `-`.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80)]
    pub rename: Option<String>,
    /// Forgets first what was set for it alone: players know of it what the table's way is.
    #[serde(default)]
    pub as_table: bool,
    /// Players do not see it.
    #[serde(default)]
    pub hidden: Option<bool>,
    /// How players see its health, whatever the table's setting is.
    #[serde(default)]
    pub health: Option<Sight>,
    /// Whether players see what it can spend, whatever the table's way is.
    #[serde(default)]
    pub pools: Option<bool>,
}

/// Visibility settings for one combatant alone; `null` = the table's setting applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Known {
    /// How players see its health.
    pub health: Option<Sight>,
    /// Whether players see what it can spend.
    pub pools: Option<bool>,
}

/// A note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Note {
    /// Its number.
    pub id: u32,
    /// Combatant that the note is about; `null` = the fight.
    pub about: Option<String>,
    /// The words.
    pub text: String,
    /// Only the game master reads it.
    pub secret: bool,
    /// Last author: `game master` or the name of a seat.
    pub by: String,
}

/// A note to be written.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteRequest {
    /// The words.
    #[schema(min_length = 1, max_length = 4000, pattern = "\\S")]
    pub text: String,
    /// Combatant that the note is about; missing = the fight.
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
    /// The name, on one line.
    #[schema(min_length = 1, max_length = 80, pattern = r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f]*$")]
    pub name: String,
}
