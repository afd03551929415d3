//! `import.toml` as written: how stat blocks of other programs fill in a ruleset's sheet.
//!
//! Values are expressions over a stat block, in the language of [`crate::expr`]. Names they may use
//! and their meaning stand in the crate that reads stat blocks.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Text;

/// `import.toml`: the stat blocks a ruleset takes, by the system they are written for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportFile {
    /// The systems whose stat blocks become sheets of this ruleset.
    #[serde(default)]
    pub system: Vec<ImportSystem>,
}

/// How stat blocks of a system become sheets.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportSystem {
    /// The system: dnd5e, pf2e or pf1.
    pub id: Text,
    /// Fields of the sheet, each with the expression that fills it in. A field whose expression
    /// reads something that a stat block lacks stays as in a blank sheet.
    #[serde(default)]
    pub fields: BTreeMap<Text, Text>,
    /// Tags, each given where its condition holds.
    #[serde(default)]
    pub tags: BTreeMap<Text, Text>,
    /// Activities, each listed where its condition holds.
    #[serde(default)]
    pub activities: BTreeMap<Text, Text>,
    /// Rules for attacks, powers and spells. Every rule that fits is followed.
    #[serde(default)]
    pub each: Vec<ImportEach>,
}

/// A rule for attacks, powers or spells of a stat block.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportEach {
    /// The entries it is for: attack, power, spell or feature.
    pub of: Text,
    /// The condition under which it fits; not said = always.
    pub when: Option<Text>,
    /// The kind of attack of the sheet that an entry becomes. Without one the entry is the
    /// ruleset's activity of the same name, which is then listed.
    pub kind: Option<Text>,
    /// A word put behind the entry's name, in parentheses.
    pub suffix: Option<Text>,
    /// Fields of that kind of attack, each with its expression.
    #[serde(default)]
    pub fields: BTreeMap<Text, Text>,
}
