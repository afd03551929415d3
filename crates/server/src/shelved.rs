//! Parties, creatures and templates for later fights, as a store keeps them.

use serde::{Deserialize, Serialize};

/// Sort of a thing on the shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sort {
    /// Heroes that fight together, as JSON.
    Party,
    /// A creature, as TOML.
    Creature,
    /// A setup, as JSON.
    Template,
}

/// A thing on the shelf.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Shelved {
    /// Id of the thing.
    pub(crate) id: String,
    /// Ruleset that the thing is for.
    pub(crate) ruleset: String,
    /// Sort of the thing.
    pub(crate) sort: Sort,
    /// Name of the thing.
    pub(crate) name: String,
    /// The thing itself, as JSON or TOML.
    pub(crate) body: String,
    /// Time of the last change, in milliseconds since 1970.
    pub(crate) changed: u64,
}
