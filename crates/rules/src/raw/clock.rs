//! The clock, whose turn comes when, and who is asked first, as written.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Text};

/// A span of the clock. The last one declared is the turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// Its name.
    pub id: Text,
    /// Its label for people; not said: the id with blanks.
    pub name: Option<Text>,
    /// Instances within one of the span before it: a number or `forever`; for the last one `turns`
    /// (one for each turn group) or `line` (one for each combatant, along the line).
    pub repeat: Text,
}

/// How long an instance of a span lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lasts {
    /// The span.
    pub span: Text,
    /// Seconds.
    pub seconds: At<u16>,
}

/// A turn group.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Its name.
    pub id: Text,
    /// Its label for people; not said: the id with blanks.
    pub name: Option<Text>,
}

/// A side that encounters may put combatants on.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Its name.
    pub id: Text,
    /// Its label for people; not said: the id with blanks.
    pub name: Option<Text>,
    /// The turn group it acts with.
    pub turn: Text,
}

/// A window that effects open for someone.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Its name; moments can name it.
    pub id: Text,
    /// Its label for people; not said: the id with blanks.
    pub name: Option<Text>,
    /// The question shown to whoever may use it, in terms of what has opened it:
    /// `{target} was hit by {actor}. Use a reaction?`
    pub ask: Option<Text>,
}

/// In which order those are asked who can answer something, along a line of turns.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asking {
    /// A number read for each, highest first; those alike as they stand in the line.
    pub by: Text,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}
