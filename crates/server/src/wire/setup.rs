//! Setups of encounters, as text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Report, SheetRole, SheetValues};

/// A file with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// The path it is named by.
    pub path: String,
    /// The text.
    pub text: String,
}

/// Files that an encounter is made from.
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
    /// Notes to read before play.
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
#[schema(example = json!({ "expected": 0, "side": "monsters", "lines": "2 orcs" }))]
pub struct QuickRequest {
    /// The `sequence` of the state that was looked at.
    pub expected: u64,
    /// The side they are on.
    pub side: String,
    /// Lines such as `3 goblins`, `goblin x3` or `Ana`.
    #[serde(default)]
    pub lines: String,
    /// Further combatants, by creature or with a sheet.
    #[serde(default)]
    pub members: Vec<Member>,
    /// Whether unknown creatures are made with the defaults of the sheet (not said: yes);
    /// otherwise they stay out.
    #[serde(default = "yes")]
    pub defaults: bool,
    /// Players do not see them yet.
    #[serde(default)]
    pub hidden: bool,
    /// In a running fight they act right after whoever acts now.
    #[serde(default)]
    pub next: bool,
}

/// Changes to somebody in the fight; what is missing stays as it is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "expected": 0, "numbers": { "hp": "12" } }))]
pub struct CombatantEdit {
    /// The `sequence` of the state that was looked at.
    pub expected: u64,
    /// Numbers by attribute, as they are to be now.
    #[serde(default)]
    pub numbers: BTreeMap<String, String>,
    /// Another name; only before the first command.
    #[serde(default)]
    pub name: Option<String>,
    /// Another side.
    #[serde(default)]
    pub side: Option<String>,
    /// Another square.
    #[serde(default)]
    #[schema(example = "c4")]
    pub at: Option<String>,
}

/// Some combatants alike.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Their side, if it is another one.
    #[serde(default)]
    pub side: Option<String>,
    /// How many.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 64)]
    pub count: u32,
    /// The name of one that has its own.
    #[serde(default)]
    pub name: Option<String>,
    /// The creature they are.
    #[serde(default)]
    #[schema(example = "Goblin")]
    pub creature: Option<String>,
    /// A filled-in sheet, instead of a creature.
    #[serde(default)]
    pub sheet: Option<SheetValues>,
}

/// A name that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UnknownName {
    /// The name, as typed.
    pub name: String,
    /// Creatures that it may have been meant to be.
    pub close: Vec<String>,
}

pub(super) fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
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

/// Result of checking a setup.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Checked {
    /// Whether an encounter can be made from it.
    pub loads: bool,
    /// Names of the combatants that would take part.
    pub combatants: Vec<String>,
    /// Everything that is wrong, warnings included.
    pub report: Report,
}

/// A creature of a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Creature {
    /// Its name.
    pub name: String,
    /// Where it is described: `setup`, `rulebook`, `yours` for the data file, or an example.
    pub from: String,
    /// Its id in the data file.
    pub id: Option<String>,
    /// Its level or challenge, where that is said.
    pub level: Option<String>,
    /// Words for searching.
    pub words: Vec<String>,
    /// Tokens it can spend, as written.
    pub grants: Option<String>,
    /// Its numbers, as written.
    pub attributes: Vec<CreatureNumber>,
    /// Names of what only it can do, besides its attacks.
    pub activities: Vec<String>,
    /// Its stat block, in the order of the sheet.
    pub stats: Vec<Stat>,
    /// Its attacks.
    pub attacks: Vec<StatAttack>,
    /// Its sheet, to be changed or kept under another name.
    pub sheet: SheetValues,
}

/// A row of a stat block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Stat {
    /// Its label.
    pub label: String,
    /// A label of a few letters.
    pub short: String,
    /// Its value with its unit.
    pub value: String,
    /// Where cards show it.
    pub role: SheetRole,
}

/// An attack of a stat block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StatAttack {
    /// Its name.
    pub name: String,
    /// The kind of attack.
    pub kind: String,
    /// The title of that kind.
    pub title: String,
    /// Its numbers and dice.
    pub stats: Vec<Stat>,
}

/// A number of a creature, as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CreatureNumber {
    /// Name of the number.
    pub name: String,
    /// The number.
    pub value: String,
}

/// Creatures found.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Creatures {
    /// By name.
    pub creatures: Vec<Creature>,
    /// Whether there are more.
    pub more: bool,
}
