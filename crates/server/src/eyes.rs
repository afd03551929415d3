//! Eyes: the role through which an encounter is seen.

use crate::grant::Grant;
use crate::wire::Role;

/// A role, with the combatants that it acts for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Eyes {
    /// Whether the role sees everything and may do everything.
    pub(crate) master: bool,
    /// Name of the role in the log; empty for spectators.
    pub(crate) name: String,
    /// Combatants that the role acts for.
    pub(crate) combatants: Vec<String>,
}

/// Name of the game master in the log.
pub(crate) const MASTER: &str = "game master";
/// Name of the server in the log.
pub(crate) const SERVER: &str = "server";

impl Eyes {
    /// Returns the eyes that a grant gives.
    pub(crate) fn of(grant: &Grant) -> Eyes {
        let master = matches!(grant.role, Role::Host | Role::GameMaster);
        let name = match grant.role {
            Role::Host | Role::GameMaster => MASTER.to_owned(),
            Role::Seat => grant.name.clone(),
            Role::Spectator => String::new(),
        };
        let combatants = match grant.role {
            Role::Seat => grant.combatants.clone(),
            _ => Vec::new(),
        };
        Eyes { master, name, combatants }
    }

    /// Checks whether the role acts for a combatant.
    pub(crate) fn owns(&self, name: &str) -> bool {
        self.combatants.iter().any(|one| one == name)
    }
}
