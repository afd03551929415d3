//! Duties before a turn may end.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Text;

/// A duty: the turn cannot end while it is unmet for somebody whose turn it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Obligation {
    /// True as long as the actor owes it.
    pub unmet: Text,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}
