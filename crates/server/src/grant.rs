//! The permissions of a key.

use crate::wire::Role;

/// Permissions of a key.
#[derive(Clone, Debug)]
pub(crate) struct Grant {
    /// Encounter that the key is for; `None` for the host.
    pub(crate) encounter: Option<String>,
    pub(crate) role: Role,
    /// Name of the seat.
    pub(crate) name: String,
    /// Combatants that the key acts for.
    pub(crate) combatants: Vec<String>,
}
