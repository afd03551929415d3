//! What happens by itself, or together with something else, as written.

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

/// What happens together with activities declared elsewhere.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Also {
    /// Activities, as for [`Bar`].
    pub on: Vec<Text>,
    /// Not these, though.
    #[serde(default)]
    pub but: Vec<Text>,
    /// Before (`begin`, not said) or after (`end`) what the activity itself does. Each rule puts
    /// its steps around what is there: of two rules with `begin` the later one's come first.
    pub edge: Option<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
    /// What happens. Registers are those of the activity; each of them is 0 where it begins.
    pub r#do: Vec<Effect>,
}
