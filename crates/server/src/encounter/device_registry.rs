//! Registry of the encounters in memory on one device.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Games, Handle, load};
use crate::begun::Stored;
use crate::failure::Failure;
use crate::store::Store;
use crate::wire::ProblemCode;

/// Encounters in memory, by id. Other encounters are read from the store when requested.
#[derive(Debug)]
pub(crate) struct Registry {
    store: Store,
    /// Compiled games, shared by encounters with the same files.
    pub(crate) games: Arc<Games>,
    open: Mutex<HashMap<String, Handle>>,
}

impl Registry {
    /// Returns a registry with no encounters in memory.
    pub(crate) fn new(store: Store) -> Registry {
        Registry { store, games: Arc::default(), open: Mutex::default() }
    }

    /// Returns the handle of an encounter. Reads the encounter and plays its log if it is not in
    /// memory.
    pub(crate) async fn get(&self, id: &str) -> Result<Handle, Failure> {
        if let Some(known) = self.open().get(id) {
            return Ok(known.clone());
        }
        let wanted = id.to_owned();
        let stored = self.store.read(move |it| Stored::read(it, &wanted)).await?;
        let stored = stored.ok_or_else(|| Failure::not_found("encounter"))?;
        let loaded = load(&self.games, stored).map_err(|failure| {
            if failure.problem().code == ProblemCode::Unloadable {
                return failure;
            }
            let what = &failure.problem().message;
            let message = format!("this encounter is damaged in this browser: {what}");
            Failure::new(ProblemCode::Damaged, message)
                .help("go on with an exported copy of it, or begin again")
        })?;
        let handle = Handle::new(loaded, self.store.clone(), self.games.clone());
        self.open().insert(id.to_owned(), handle.clone());
        Ok(handle)
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
