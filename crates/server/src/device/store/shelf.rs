//! Records of the shelf: parties, creatures and templates for later fights of a ruleset.

use super::{Connection, StoreError};
use crate::shelved::{Shelved, Sort};

fn key(id: &str) -> String {
    format!("shelf {id}")
}

fn read(text: &str) -> Result<Shelved, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(error.to_string()))
}

impl Shelved {
    /// Returns all things of a sort for a ruleset, by name.
    pub(crate) fn all(
        connection: &Connection,
        ruleset: &str,
        sort: Sort,
    ) -> Result<Vec<Shelved>, StoreError> {
        let all = connection.beginning_with("shelf ").into_iter().map(|(_, text)| read(&text));
        let mut all = all.collect::<Result<Vec<Shelved>, StoreError>>()?;
        all.retain(|one| one.sort == sort && one.ruleset == ruleset);
        all.sort_by_cached_key(|one| (one.name.to_lowercase(), one.id.clone()));
        Ok(all)
    }

    /// Returns a thing by sort and id; `None` if there is none.
    pub(crate) fn one(
        connection: &Connection,
        sort: Sort,
        id: &str,
    ) -> Result<Option<Shelved>, StoreError> {
        let found = connection.get(&key(id)).map(|text| read(&text)).transpose()?;
        Ok(found.filter(|one| one.sort == sort))
    }

    /// Returns the number of things of all sorts and rulesets.
    pub(crate) fn count(connection: &Connection) -> Result<i64, StoreError> {
        Ok(connection.beginning_with("shelf ").len() as i64)
    }

    /// Stores the thing in place of one with the same id.
    pub(crate) fn put(&self, connection: &Connection) -> Result<(), StoreError> {
        // Serialization cannot fail: a thing on the shelf consists of texts and numbers.
        connection.put(key(&self.id), serde_json::to_string(self).unwrap_or_default());
        Ok(())
    }

    /// Removes a thing by id.
    pub(crate) fn remove(connection: &Connection, id: &str) -> Result<(), StoreError> {
        connection.remove(&key(id));
        Ok(())
    }
}
