//! Difficulty of a fight, by the formula of its rulebook.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A party and its foes.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "level": 3, "heroes": 4, "foes": [{ "level": "CR 1/4", "count": 6 }] }))]
pub struct DifficultyRequest {
    /// The level of the party.
    pub level: u8,
    /// How many heroes there are.
    pub heroes: u32,
    /// The foes.
    pub foes: Vec<FoeLevel>,
}

/// Foes of one level.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FoeLevel {
    /// The level as a creature says it; empty for one that says none.
    pub level: String,
    /// How many there are.
    pub count: u32,
}

/// How hard a fight is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Difficulty {
    /// The sum of costs.
    pub cost: u64,
    /// The unit of costs and budgets.
    pub unit: String,
    /// The grade, by its title; for a fight beyond all of them the title for that.
    pub title: String,
    /// The grade, counted from 0; `null` for a fight beyond all of them.
    pub grade: Option<usize>,
    /// Every grade with its budget, the easiest first.
    pub budgets: Vec<GradeBudget>,
    /// How many foes have no level that a cost is known for.
    pub uncounted: u32,
    /// How many foes are so strong that no grade is meant for them.
    pub beyond: u32,
}

/// The budget of a grade.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GradeBudget {
    /// The title of the grade.
    pub title: String,
    /// The most that the foes may cost.
    pub budget: u64,
}
