//! Handlers and watches, as written.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Effect, Text};

/// A handler: steps that run at the edge of a span.
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
    /// The steps.
    pub r#do: Vec<Effect>,
    /// Handlers of an edge run in this order, then as written; not said = 0.
    pub order: Option<At<i32>>,
}

/// A watch: steps that run when an attribute changes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The attribute.
    pub attribute: Text,
    /// When; `before` and `now` are its values.
    pub when: Text,
    /// The steps.
    pub r#do: Vec<Effect>,
}
