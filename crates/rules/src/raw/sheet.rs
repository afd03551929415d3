//! `sheet.toml` as written: the form that people fill in for a hero or a creature.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, SheetBudget, Text};

/// `sheet.toml`: the form of a ruleset's heroes and creatures.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetFile {
    /// The side that heroes are put on; not said = the ruleset's first one.
    pub heroes: Option<Text>,
    /// The side that their foes are put on; not said = the ruleset's second one.
    pub foes: Option<Text>,
    /// Groups of fields, in the order they are shown.
    #[serde(default)]
    pub group: Vec<SheetGroup>,
    /// Kinds of attack that a sheet may list.
    #[serde(default)]
    pub attack: Vec<SheetAttack>,
    /// How hard fights are.
    pub budget: Option<SheetBudget>,
}

/// Fields under one heading.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetGroup {
    /// The heading.
    pub title: Text,
    /// The fields.
    #[serde(default)]
    pub field: Vec<SheetField>,
}

/// A field of the form.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetField {
    /// Its name, unique in the sheet, or in the kind of attack it belongs to.
    pub id: Text,
    /// Its label.
    pub label: Text,
    /// A label of a few letters, for narrow places; not said = the label.
    pub short: Option<Text>,
    /// Its purpose, in a sentence.
    pub help: Option<Text>,
    /// number (not said), dice, yes-no, choice or tokens.
    pub kind: Option<Text>,
    /// The names that its value is kept under; not said = its id. A number or choice sets
    /// attributes, dice set dice. Where yes is said, tags are given and attributes are 1. Tokens
    /// name one kind, whose number is asked for; without `sets` the whole amount is, `2P+1M`.
    pub sets: Option<Vec<Text>>,
    /// The value of a blank sheet, as it is typed.
    pub default: Option<Text>,
    /// Least number, as it is typed.
    pub min: Option<Text>,
    /// Greatest number, as it is typed.
    pub max: Option<Text>,
    /// The number typed is this many times the one kept: 5 for feet where squares are kept.
    pub per: Option<At<u16>>,
    /// The unit shown behind it.
    pub unit: Option<Text>,
    /// It is asked for in the short form.
    #[serde(default)]
    pub essential: bool,
    /// Where cards show it: health, armor, temporary (unless 0), initiative, speed or none (not
    /// said).
    pub role: Option<Text>,
    /// The values to choose from.
    #[serde(default)]
    pub choices: Vec<SheetChoice>,
    /// Activities that only who lists them has, listed where yes is said.
    #[serde(default)]
    pub activities: Vec<Text>,
    /// Tokens granted where yes is said.
    pub grants: Option<Text>,
}

/// A value to choose.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetChoice {
    /// The value kept.
    pub value: Text,
    /// Its name for people.
    pub label: Text,
    /// Tags given with it.
    #[serde(default)]
    pub tags: Vec<Text>,
}

/// A kind of attack. Each named one becomes a variant of an activity.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetAttack {
    /// Its name.
    pub id: Text,
    /// Its title.
    pub title: Text,
    /// The activity that it is a variant of.
    pub like: Text,
    /// A blank sheet begins with one of this kind.
    #[serde(default)]
    pub essential: bool,
    /// All of this kind have names, and none of their numbers is the creature's own: for powers and
    /// spells.
    #[serde(default)]
    pub named: bool,
    /// Its fields; they set attributes and dice that the activity reads.
    #[serde(default)]
    pub field: Vec<SheetField>,
}
