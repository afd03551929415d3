//! Numbers and conditions of combatants, sides and the encounter, as written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Text};

/// A number a combatant carries.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// Its name.
    pub id: Text,
    /// Its label for people; not said: the id with blanks, capitalized.
    pub name: Option<Text>,
    /// Its label where there is little room, `HP`; not said: the name.
    pub short: Option<Text>,
    /// People are shown so many times the kept number: 5, where squares are shown as feet.
    pub per: Option<At<u16>>,
    /// Value where a setup says nothing; a whole number.
    pub default: Text,
    /// Its unit of measurement.
    pub unit: Option<Text>,
    /// Words that texts say instead of its numbers: `{ 1 = "acid", 2 = "cold" }`.
    #[serde(default)]
    pub values: BTreeMap<Text, Text>,
    /// Written numbers are multiplied by this, so that fractions such as 5 1/2 stay exact.
    pub scale: Option<At<u16>>,
    /// Its value is the `number` of the first of a group of identical combatants: those of one
    /// `count`, and those of one creature, side and name, such as `Goblin 1` and `Goblin 2`. No tie
    /// between those of a group is broken.
    #[serde(default)]
    pub group: bool,
    /// It never changes during play.
    #[serde(default)]
    pub fixed: bool,
    /// Its changes are not shown to people.
    #[serde(default)]
    pub hidden: bool,
    /// It says how hurt someone is: tables may show it to players in words or not at all.
    #[serde(default)]
    pub health: bool,
}

/// A number of the encounter, or of each side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variable {
    /// Its name.
    pub id: Text,
    /// Its label for people; not said: the id with blanks.
    pub name: Option<Text>,
    /// Each side has one of its own.
    #[serde(default)]
    pub each_side: bool,
    /// Value at the start; a whole number.
    pub default: Option<Text>,
    /// Words that texts say instead of its numbers: `{ 1 = "acid", 2 = "cold" }`.
    #[serde(default)]
    pub values: BTreeMap<Text, Text>,
    /// Its changes are not shown to people.
    #[serde(default)]
    pub hidden: bool,
}

/// A condition or fixed tag.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Its name.
    pub id: Text,
    /// Its label for people, as in `Ana is prone`; not said: the id with blanks.
    pub name: Option<Text>,
    /// The sentence when it comes, `{who} is down.`; not said: `Ana is prone`.
    pub comes: Option<Text>,
    /// The sentence when it goes; not said: `Ana is no longer prone`.
    pub goes: Option<Text>,
    /// Given to everyone on these sides at setup.
    #[serde(default)]
    pub sides: Vec<Text>,
    /// Not shown to people.
    #[serde(default)]
    pub hidden: bool,
    /// Whether it is a line of the story that it comes or goes. Not said: yes.
    pub story: Option<bool>,
    /// It stands for something readied: the words given with what brought it are shown beside it.
    /// Those of `preparing` do so anyway.
    #[serde(default)]
    pub readied: bool,
}

/// A name for several conditions. In expressions, `actor.has(GROUP)` holds for any of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionGroup {
    /// Its name.
    pub id: Text,
    /// The conditions, at least one.
    pub any: Vec<Text>,
}

/// Conditions that go away at the beginning of each instance of a span.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clears {
    /// The conditions.
    pub conditions: Vec<Text>,
    /// The span.
    pub at: Text,
}
