//! What happens by itself, as written.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Effect, Text};

/// What happens by itself at an edge.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct On {
    /// The span.
    pub span: Text,
    /// begin or end.
    pub edge: Text,
    /// encounter (not said), side, combatant, or actor (whose turn it is).
    pub each: Option<Text>,
    /// When; read for each subject.
    pub when: Option<Text>,
    /// What happens.
    pub r#do: Vec<Effect>,
    /// Handlers of an edge run in this order, then as written; not said = 0.
    pub order: Option<At<i32>>,
}

/// What happens when an attribute changes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The attribute.
    pub attribute: Text,
    /// When; `before` and `now` are its values.
    pub when: Text,
    /// What happens.
    pub r#do: Vec<Effect>,
}
