//! Through whose eyes an encounter is looked at.

use crate::auth::Caller;
use crate::wire::Role;

/// A role and the combatants it acts for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Eyes {
    /// It sees and may do everything.
    pub(crate) master: bool,
    /// Name of the role in the log.
    pub(crate) name: String,
    /// Combatants it acts for.
    pub(crate) combatants: Vec<String>,
}

/// Name of the game master in the log.
pub(crate) const MASTER: &str = "game master";
/// Name of the server in the log.
pub(crate) const SERVER: &str = "server";

impl Eyes {
    /// The eyes of whoever makes a request.
    pub(crate) fn of(caller: &Caller) -> Eyes {
        let grant = &caller.grant;
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

    /// Whether it acts for someone.
    pub(crate) fn owns(&self, name: &str) -> bool {
        self.combatants.iter().any(|one| one == name)
    }
}
