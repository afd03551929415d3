//! Parties, creatures and templates that the data file keeps for later fights.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SheetValues, UnknownName};

/// Lines to be read before anything is made of them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "lines": "3 goblins\nGrusk = Orc" }))]
pub struct LinesRequest {
    /// The lines, as typed.
    pub lines: String,
}

/// Result of reading typed lines.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct LinesRead {
    /// Combatants that the lines would add, one entry each.
    pub combatants: Vec<LineCombatant>,
    /// Names that no creature has; they would be made with the defaults of the sheet.
    pub unknown: Vec<UnknownName>,
}

/// Somebody whom a line names.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct LineCombatant {
    /// The name.
    pub name: String,
    /// The creature.
    pub creature: String,
    /// Whether there is such a creature.
    pub known: bool,
}

/// A creature to be kept.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatureRequest {
    /// Its sheet.
    pub sheet: SheetValues,
}

/// A file of creatures to be kept.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatureImport {
    /// The text of a creature file, or of a campaign or encounter file that describes some.
    pub text: String,
}

/// Heroes who fight together.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Party {
    /// Its id.
    pub id: String,
    /// Id of its ruleset.
    pub ruleset: String,
    /// Name of the party.
    pub name: String,
    /// The heroes.
    pub heroes: Vec<SheetValues>,
    /// Milliseconds since 1970 at which it was last changed.
    pub changed: u64,
}

/// The parties of a ruleset.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Parties {
    /// By name.
    pub parties: Vec<Party>,
}

/// A party to be kept.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "The company", "heroes": [{ "name": "Ana" }] }))]
pub struct PartyRequest {
    /// Name of the party.
    pub name: String,
    /// The heroes; one who has only a name gets the defaults of the sheet.
    pub heroes: Vec<SheetValues>,
}

/// A party as a file, to be handed on.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PartyFile {
    /// Always `turnwright party 1`.
    pub format: String,
    /// Id of its ruleset.
    pub ruleset: String,
    /// Name of the party.
    pub name: String,
    /// The heroes.
    pub heroes: Vec<SheetValues>,
}

/// A setup kept for later fights.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Template {
    /// Its id.
    pub id: String,
    /// Id of its ruleset.
    pub ruleset: String,
    /// Name of the template.
    pub name: String,
    /// Names of the combatants that take part.
    pub combatants: Vec<String>,
    /// Milliseconds since 1970 at which it was made.
    pub changed: u64,
}

/// The templates of a ruleset.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Templates {
    /// By name.
    pub templates: Vec<Template>,
}

/// A template to be made of an encounter's setup.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TemplateRequest {
    /// Name of the template.
    pub name: String,
}

/// Something that is gone.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Removed {
    /// Name of the removed item.
    pub name: String,
}
