//! The records of one device: texts by key, which the browser stores.
//!
//! ```text
//! fight ID              an encounter at its start   shelf ID     a thing for later fights
//! entry ID SEQUENCE     an entry of its log         text HASH    a file, stored once
//! ```
//!
//! All records are in memory. The store collects changes, and the browser stores either all
//! changes of an answer or none.

mod fights;
mod shelf;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::begun::Append;
pub use crate::store_error::StoreError;

/// Shared handle to the records; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Store(Arc<Connection>);

/// The records, as passed to the functions that read and write them.
#[derive(Debug)]
pub(crate) struct Connection(Mutex<Records>);

#[derive(Debug)]
struct Records {
    kept: BTreeMap<String, String>,
    changed: BTreeMap<String, Option<String>>,
}

impl Store {
    /// Returns a store with the records that a device stores, as keys and values.
    pub(in crate::device) fn open(records: impl IntoIterator<Item = (String, String)>) -> Store {
        let records = Records { kept: records.into_iter().collect(), changed: BTreeMap::new() };
        Store(Arc::new(Connection(Mutex::new(records))))
    }

    /// Takes the records changed since the last call, by key; `None` stands for a removed record.
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

    /// Runs work that changes records. It runs at once and never waits.
    pub(crate) async fn write<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        work(&self.0)
    }

    /// Runs work that reads records. It runs at once and never waits.
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

    /// Returns the records whose keys begin with `start`, in key order.
    fn beginning_with(&self, start: &str) -> Vec<(String, String)> {
        let records = self.records();
        let found = records.kept.range(start.to_owned()..);
        let found = found.take_while(|(key, _)| key.starts_with(start));
        found.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}
