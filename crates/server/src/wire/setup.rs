//! What an encounter is made from, as text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Report;

/// A file with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// The path it is named by.
    pub path: String,
    /// The text.
    pub text: String,
}

/// What an encounter is made from.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Setup {
    /// The state it holds for.
    pub sequence: u64,
    /// The encounter file.
    pub encounter: TextFile,
    /// Campaign and creature files it names.
    pub files: Vec<TextFile>,
    /// Version of the ruleset it carries.
    pub version: String,
    /// What there is to know before play.
    pub notes: Option<String>,
}

/// A setup to be taken instead of the present one. Everything is played again under it; where that
/// does not work, nothing changes.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    /// The `sequence` of the state that was looked at.
    pub expected: u64,
    /// The text of the encounter file.
    pub text: String,
}

/// Toggles and rulings to be set in the setup; `null` takes one out of it again. Everything is
/// played again under them; where that does not work, nothing changes.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoicesRequest {
    /// The `sequence` of the state that was looked at.
    pub expected: u64,
    /// Option values by option name.
    #[serde(default)]
    pub options: BTreeMap<String, Option<String>>,
    /// Answers given in advance by ruling name.
    #[serde(default)]
    pub rulings: BTreeMap<String, Option<String>>,
}

/// Combatants to be added to the setup.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "expected": 0, "side": "monsters", "lines": "2: Orc" }))]
pub struct QuickRequest {
    /// The `sequence` of the state that was looked at.
    pub expected: u64,
    /// The side they are on.
    pub side: String,
    /// Lines such as `3: Goblin` or `Ana`.
    pub lines: String,
    /// Players do not see them yet.
    #[serde(default)]
    pub hidden: bool,
}

/// A setup to be looked through.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The text of the encounter file.
    pub text: String,
    /// Campaign and creature files that it names.
    #[serde(default)]
    pub files: Vec<TextFile>,
}

/// What was found in a setup.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Checked {
    /// Whether an encounter can be made from it.
    pub loads: bool,
    /// Who would take part.
    pub combatants: Vec<String>,
    /// Everything that is wrong, warnings included.
    pub report: Report,
}

/// A creature that quick-add knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Creature {
    /// Its name.
    pub name: String,
    /// Where it is described: the setup, or an example.
    pub from: String,
    /// What it can spend.
    pub grants: Option<String>,
    /// Its numbers, as written.
    pub attributes: Vec<CreatureNumber>,
    /// What only it can do.
    pub activities: Vec<String>,
}

/// A number of a creature, as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CreatureNumber {
    /// What it is called.
    pub name: String,
    /// The number.
    pub value: String,
}

/// The creature library.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Creatures {
    /// By name.
    pub creatures: Vec<Creature>,
}
