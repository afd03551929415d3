//! Plans: the ways in which a combatant can end its turn.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Every distinct way to end a turn, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Plan {
    /// The state it holds for.
    pub sequence: u64,
    /// The combatant whose turn it is.
    pub who: String,
    /// The ways.
    pub ways: Vec<PlannedWay>,
    /// There is more than was looked at.
    pub cut: bool,
}

/// One way to end a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlannedWay {
    /// The declarations, in order.
    pub steps: Vec<PlannedStep>,
    /// Health that foes are expected to lose if nobody reacts; `null` if this role may not know.
    pub dealt: Option<Expected>,
    /// Health that one's own side is expected to lose; `null` if this role may not know.
    pub lost: Option<Expected>,
}

/// One declaration of a way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlannedStep {
    /// The command that declares it.
    pub command: String,
    /// The activity, for people.
    pub label: String,
    /// The combatant it is aimed at.
    pub target: Option<String>,
    /// The square it is aimed at.
    pub square: Option<String>,
}

/// An expected number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Expected {
    /// The number.
    pub value: f64,
    /// Half of its interval of 95 %; 0 = it is exact.
    pub margin: f64,
}
