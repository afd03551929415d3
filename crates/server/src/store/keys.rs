//! Keys in the store, as hashes.

use rusqlite::{Connection, params};

use super::readable::{Readable, rows, unknown_word};
use crate::grant::Grant;
use crate::wire::Role;

/// A key in the store: a hash stands for its secret.
#[derive(Clone, Debug)]
pub(crate) struct StoredKey {
    pub(crate) id: String,
    pub(crate) grant: Grant,
    pub(crate) hash: [u8; 32],
    pub(crate) created: u64,
}

const ROLES: [(Role, &str); 4] = [
    (Role::Host, "host"),
    (Role::GameMaster, "game-master"),
    (Role::Seat, "seat"),
    (Role::Spectator, "spectator"),
];

impl StoredKey {
    /// Returns all keys that can be read, oldest first, and descriptions of the others.
    pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Readable<StoredKey>> {
        let columns = "id, encounter, role, name, combatants, hash, created";
        let mut all = rows(connection, "keys", columns, |row| {
            let (role, combatants): (String, String) = (row.get(2)?, row.get(4)?);
            let created: i64 = row.get(6)?;
            let found = ROLES.iter().find(|(_, name)| *name == role);
            // A file with a role of a later program does not pass the check of its format.
            let (role, _) = found.ok_or_else(|| unknown_word(2, &role))?;
            let grant = Grant {
                encounter: row.get(1)?,
                role: *role,
                name: row.get(3)?,
                combatants: serde_json::from_str(&combatants).unwrap_or_default(),
            };
            Ok(StoredKey { id: row.get(0)?, grant, hash: row.get(5)?, created: created as u64 })
        })?;
        all.found.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        Ok(all)
    }

    /// Stores the key in place of one with the same id.
    pub(crate) fn put(&self, connection: &Connection) -> rusqlite::Result<()> {
        let Grant { encounter, role, name, combatants } = &self.grant;
        let role = ROLES.iter().find(|(known, _)| known == role).map_or("", |(_, name)| name);
        let combatants = serde_json::to_string(combatants).unwrap_or_default();
        connection.execute(
            "INSERT OR REPLACE INTO keys (id, encounter, role, name, combatants, hash, created)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![self.id, encounter, role, name, combatants, self.hash, self.created as i64],
        )?;
        Ok(())
    }

    /// Removes a key.
    pub(crate) fn remove(connection: &Connection, id: &str) -> rusqlite::Result<()> {
        connection.execute("DELETE FROM keys WHERE id = ?1", [id]).map(drop)
    }
}
