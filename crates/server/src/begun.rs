//! Encounters as they began, and with the log that followed.

use sim::origin::Origin;

/// An encounter as it began.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    /// Its id.
    pub(crate) id: String,
    /// Title of the encounter.
    pub(crate) title: String,
    /// The files it is made from.
    pub(crate) origin: Origin,
    /// Seed of the server's dice.
    pub(crate) seed: u64,
    /// Milliseconds since 1970.
    pub(crate) created: u64,
    /// Secret that hidden dice are drawn from; nothing that anybody is ever told comes from it.
    pub(crate) secret: Option<[u8; 32]>,
}

/// An encounter with its log.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// How it began.
    pub(crate) begun: Begun,
    /// The entries as JSON, in order, each with the request it came with.
    pub(crate) entries: Vec<(String, Option<String>)>,
}
