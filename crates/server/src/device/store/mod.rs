//! The records of one device: texts by key, kept by the browser.
//!
//! ```text
//! fight ID              what it began with      shelf SORT ID   something for later fights
//! entry ID SEQUENCE     a change of its log     text HASH       a file, kept once
//! ```
//!
//! Everything is in memory. Changes are collected, and the browser keeps all of an answer together
//! or none.

#[path = "../../store/error.rs"]
mod error;
mod fights;
mod shelf;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use error::StoreError;
pub(crate) use fights::Listed;
pub(crate) use shelf::{Shelved, Sort};

/// The records, for any number of users.
#[derive(Clone, Debug)]
pub(crate) struct Store(Arc<Connection>);

/// The records, as reading and writing work with them.
#[derive(Debug)]
pub(crate) struct Connection(Mutex<Records>);

#[derive(Debug)]
struct Records {
    kept: BTreeMap<String, String>,
    changed: BTreeMap<String, Option<String>>,
}

/// Entries to be added to a log.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    /// The encounter.
    pub(crate) encounter: Arc<str>,
    /// Number of the first one.
    pub(crate) first: u64,
    /// The entries as JSON.
    pub(crate) bodies: Vec<String>,
    /// The key and idempotency key of the request.
    pub(crate) request: Option<String>,
}

impl Store {
    /// Begins with the records that a device keeps.
    pub(in crate::device) fn open(records: impl IntoIterator<Item = (String, String)>) -> Store {
        let records = Records { kept: records.into_iter().collect(), changed: BTreeMap::new() };
        Store(Arc::new(Connection(Mutex::new(records))))
    }

    /// Takes the records changed since the last time; those removed have no value.
    pub(in crate::device) fn take_changes(&self) -> Vec<(String, Option<String>)> {
        std::mem::take(&mut self.0.records().changed).into_iter().collect()
    }

    /// Adds entries to the log of an encounter.
    pub(crate) fn append(&self, append: Append) {
        let Append { encounter, first, bodies, request } = append;
        for (body, sequence) in bodies.iter().zip(first..) {
            self.0.put_entry(&encounter, sequence, body, request.as_deref());
        }
    }

    /// Changes something.
    pub(crate) async fn write<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        work(&self.0)
    }

    /// Reads something.
    pub(crate) async fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        work(&self.0)
    }
}

impl Connection {
    fn records(&self) -> MutexGuard<'_, Records> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: &str) -> Option<String> {
        self.records().kept.get(key).cloned()
    }

    fn put(&self, key: String, value: String) {
        let mut records = self.records();
        records.kept.insert(key.clone(), value.clone());
        records.changed.insert(key, Some(value));
    }

    fn remove(&self, key: &str) {
        let mut records = self.records();
        records.kept.remove(key);
        records.changed.insert(key.to_owned(), None);
    }

    /// The records whose keys begin with a text, in the order of their keys.
    fn beginning_with(&self, start: &str) -> Vec<(String, String)> {
        let records = self.records();
        let found = records.kept.range(start.to_owned()..);
        let found = found.take_while(|(key, _)| key.starts_with(start));
        found.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}
