//! Types to create, list and export encounters.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::setup::yes;
use super::{Member, NewKey, SheetValues, TextFile, UnknownName};

/// An encounter to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "from": { "kind": "example", "ruleset": "collective", "name": "skirmish" }
}))]
pub struct EncounterRequest {
    /// Source of the encounter.
    pub from: Beginning,
    /// Title of the encounter; missing = as the setup says.
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

/// Source of an encounter.
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
    /// Heroes against foes, both as typed or filled in. Nobody has to be described first.
    Fight {
        /// Id of the ruleset.
        ruleset: String,
        /// Id of the party whose heroes take part.
        #[serde(default)]
        party: Option<String>,
        /// Heroes, or further ones; one who has only a name gets the defaults of the sheet.
        #[serde(default)]
        heroes: Vec<SheetValues>,
        /// Foes: lines such as `3 goblins`, `goblin x3`, `3: Goblin` or `Grusk = Orc`.
        #[serde(default)]
        lines: String,
        /// Further combatants, by creature or with a sheet; those without a side are foes.
        #[serde(default)]
        members: Vec<Member>,
        /// The side of the heroes, if not as the sheet says.
        #[serde(default)]
        heroes_side: Option<String>,
        /// The side of their foes, if not as the sheet says.
        #[serde(default)]
        foes_side: Option<String>,
        /// Whether unknown creatures are made with the defaults of the sheet (not said: yes);
        /// otherwise they stay out.
        #[serde(default = "yes")]
        defaults: bool,
        /// The board; heroes are placed on its left and foes on its right.
        #[serde(default)]
        board: Option<FightBoard>,
    },
    /// The setup of another encounter, as it is now, from the beginning.
    Copy {
        /// Id of the encounter.
        encounter: String,
    },
    /// A setup kept as a template.
    Template {
        /// Id of the template.
        template: String,
    },
    /// An exported encounter or a recorded game.
    Import {
        /// Its text.
        text: String,
    },
}

/// A board for a new fight.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FightBoard {
    /// Columns and rows; not needed where there is a map.
    #[serde(default)]
    #[schema(example = "20x12")]
    pub size: Option<String>,
    /// Rows from the top, a letter for each square as the ruleset's terrain has them.
    #[serde(default)]
    pub map: Vec<String>,
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
    /// Names that no creature has: those were made with the defaults of the sheet, or left out.
    pub unknown: Vec<UnknownName>,
}

/// An encounter in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// Title of the encounter.
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
