//! `[budget]` of `sheet.toml` as written: how hard fights are.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Text};

/// How hard fights are: what foes cost, and how much a party can take.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetBudget {
    /// The unit of costs: XP.
    pub unit: Text,
    /// The word before the level of creatures that have a cost: CR where they say `CR 3`.
    pub level: Text,
    /// Costs by level: `"1/8" = 25`.
    pub costs: BTreeMap<Text, At<u32>>,
    /// Costs go by how far the level of a creature is above that of the party: `"-1" = 30`. Whoever
    /// is further below costs nothing, and whoever is further above is beyond every grade.
    #[serde(default)]
    pub relative: bool,
    /// The level of a party that says nothing else; not said = 1.
    pub party: Option<At<u8>>,
    /// Grades of difficulty, the easiest first.
    pub grade: Vec<SheetGrade>,
    /// The title of fights that cost more than the last grade.
    pub over: Text,
}

/// A grade of difficulty.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetGrade {
    /// Its title.
    pub title: Text,
    /// The most that the foes cost, for each hero: one number for each level of the party from 1,
    /// or one for all levels.
    pub hero: Vec<At<u32>>,
    /// A number added for the party as a whole; not said = 0.
    pub plus: Option<At<i32>>,
}
