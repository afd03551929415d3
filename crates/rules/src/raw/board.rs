//! Elements of rules about the board, and about dice that combatants have of their own.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Text;

/// Dice that each combatant has of its own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// Their name.
    pub id: Text,
    /// Their label for people; not said: the id with blanks, capitalized.
    pub name: Option<Text>,
    /// The dice where a setup says nothing.
    pub default: Text,
}

/// A sort of terrain.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Its name.
    pub id: Text,
    /// Its label for people; not said: the id with blanks.
    pub name: Option<Text>,
    /// The letter it has on maps.
    pub letter: Text,
    /// Nobody can enter it, and it obstructs lines.
    #[serde(default)]
    pub solid: bool,
}

/// Distances, lines and threat. Exactly one key besides `when` is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// How diagonal steps count: one, alternating or forbidden.
    pub diagonals: Option<Text>,
    /// How distances are measured: squares, alternating, euclid or orthogonal.
    pub metric: Option<Text>,
    /// Obstructions of a line besides solid terrain and foes: corners or allies. `diagonals`: solid
    /// terrain obstructs diagonal steps past its corners.
    pub obstructs: Option<Text>,
    /// How far someone threatens, in squares; below 0 = not at all. Read for each as the actor.
    pub threat: Option<Text>,
    /// The attribute that says how many squares someone covers along each edge, 1 to 8. It is fixed
    /// and 1 by default. The square of whoever covers several is the upper left one.
    pub span: Option<Text>,
    /// How long a square is for people, `5 ft`.
    pub square: Option<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// Prices of steps across the board, and conditions that forbid them. Exactly one key besides
/// `when` is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The attribute that steps use up.
    pub from: Option<Text>,
    /// A number added to the price of a step.
    pub adds: Option<Text>,
    /// The square cannot be entered while this holds.
    pub barred: Option<Text>,
    /// The square can only be passed through while this holds: it is entered only by who can go on
    /// from there, and who can does not end the turn there.
    pub passing: Option<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}
