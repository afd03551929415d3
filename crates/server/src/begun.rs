//! Encounters as a store knows them: at their beginning, with the log that followed, and in a list.

use std::sync::Arc;

use sim::origin::Origin;

/// An encounter at its beginning, before its first entry.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    /// Id of the encounter.
    pub(crate) id: String,
    /// Title of the encounter.
    pub(crate) title: String,
    /// Files that the encounter is made from.
    pub(crate) origin: Origin,
    /// Seed of the server's dice.
    pub(crate) seed: u64,
    /// Time of creation, in milliseconds since 1970.
    pub(crate) created: u64,
    /// Secret that only hidden dice are drawn from, so that visible dice reveal nothing about them.
    pub(crate) secret: Option<[u8; 32]>,
}

/// An encounter with its log.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// The encounter at its beginning.
    pub(crate) begun: Begun,
    /// Entries as JSON, in order, each with the id of the request that made it.
    pub(crate) entries: Vec<(String, Option<String>)>,
}

/// An encounter's row in a list.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) ruleset: String,
    pub(crate) created: u64,
    pub(crate) archived: bool,
    pub(crate) sequence: u64,
}

/// Entries to be added to a log.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    /// Id of the encounter.
    pub(crate) encounter: Arc<str>,
    /// Sequence number of the first entry.
    pub(crate) first: u64,
    /// The entries as JSON.
    pub(crate) bodies: Vec<String>,
    /// Id of the request, from the key and the idempotency key.
    pub(crate) request: Option<String>,
}
