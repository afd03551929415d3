//! Which encounters are in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use super::{Games, Handle, load, task};
use crate::failure::Failure;
use crate::keys::KeyRing;
use crate::store::{Store, Stored};

/// The encounters in memory, by id. The others are read when they are asked for.
#[derive(Debug)]
pub(crate) struct Registry {
    store: Store,
    keys: Arc<KeyRing>,
    /// Games compiled already.
    pub(crate) games: Arc<Games>,
    open: Mutex<HashMap<String, Arc<OnceCell<Handle>>>>,
}

impl Registry {
    /// A registry with nothing in memory.
    pub(crate) fn new(store: Store, keys: Arc<KeyRing>) -> Registry {
        Registry { store, keys, games: Arc::default(), open: Mutex::default() }
    }

    /// An encounter, read and played again if need be.
    pub(crate) async fn get(&self, id: &str) -> Result<Handle, Failure> {
        let cell = self.cell(id);
        let handle = cell.get_or_try_init(|| self.open(id)).await.cloned();
        match handle {
            Ok(handle) if handle.is_gone() => {
                // Its task has ended; the next one begins from what the store has.
                self.forget(id, &cell);
                let again = self.cell(id);
                again.get_or_try_init(|| self.open(id)).await.cloned()
            }
            Ok(handle) => Ok(handle),
            Err(failure) => {
                self.forget(id, &cell);
                Err(failure)
            }
        }
    }

    /// An encounter, if it is in memory.
    pub(crate) fn known(&self, id: &str) -> Option<Handle> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get(id)?.get().cloned()
    }

    /// Lets go of all encounters: their live streams end, so that people notice.
    pub(crate) fn close(&self) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn cell(&self, id: &str) -> Arc<OnceCell<Handle>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.entry(id.to_owned()).or_default().clone()
    }

    fn forget(&self, id: &str, cell: &Arc<OnceCell<Handle>>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.get(id).is_some_and(|known| Arc::ptr_eq(known, cell)) {
            open.remove(id);
        }
    }

    async fn open(&self, id: &str) -> Result<Handle, Failure> {
        let wanted = id.to_owned();
        let stored = self.store.read(move |it| Stored::read(it, &wanted)).await?;
        let stored = stored.ok_or_else(|| Failure::not_found("encounter"))?;
        let games = self.games.clone();
        let loading = tokio::task::spawn_blocking(move || load(&games, stored));
        let loaded =
            loading.await.map_err(|_| Failure::unavailable("the encounter cannot be opened"))??;
        let seats = self.keys.seats(id);
        Ok(task::spawn(loaded, seats, self.store.clone(), self.games.clone()))
    }
}
