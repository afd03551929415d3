//! The registry of the encounters in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;

use super::{Games, Handle, load, task};
use crate::begun::Stored;
use crate::failure::Failure;
use crate::keys::KeyRing;
use crate::metrics::Metrics;
use crate::store::{Store, StoreError};
use crate::wire::ProblemCode;

/// Encounters in memory, by id. Other encounters are read from the store when requested.
#[derive(Debug)]
pub(crate) struct Registry {
    store: Store,
    keys: Arc<KeyRing>,
    /// Compiled games, shared by encounters with the same files.
    pub(crate) games: Arc<Games>,
    open: Mutex<HashMap<String, Arc<OnceCell<Handle>>>>,
    metrics: Arc<Metrics>,
    is_closed: AtomicBool,
}

impl Registry {
    /// Returns a registry with no encounters in memory.
    pub(crate) fn new(store: Store, keys: Arc<KeyRing>, metrics: Arc<Metrics>) -> Registry {
        Registry {
            store,
            keys,
            games: Arc::default(),
            open: Mutex::default(),
            metrics,
            is_closed: AtomicBool::new(false),
        }
    }

    /// Returns the handle of an encounter. Reads the encounter and plays its log if it is not in
    /// memory.
    pub(crate) async fn get(&self, id: &str) -> Result<Handle, Failure> {
        if self.is_closed.load(Ordering::SeqCst) {
            return Err(StoreError::Stopping.into());
        }
        let cell = self.cell(id);
        let handle = cell.get_or_try_init(|| self.open(id)).await.cloned();
        match handle {
            Ok(handle) if handle.is_gone() => {
                // The task has ended. The next task begins with the log in the store.
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

    /// Returns the handle of an encounter, or `None` if it is not in memory.
    pub(crate) fn known(&self, id: &str) -> Option<Handle> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get(id)?.get().cloned()
    }

    /// Releases all encounters and opens no others. Their live streams end, so that clients notice.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        self.open.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Releases the encounters without listeners that had no requests for `idle`. The next request
    /// reads them again.
    pub(crate) fn release_idle(&self, idle: Duration) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|id, cell| {
            let Some(handle) = cell.get() else { return true };
            // Releases an encounter only if nobody else holds its cell or its handle.
            let is_alone = Arc::strong_count(cell) == 1 && handle.is_the_only_one();
            let is_released = handle.is_gone() || is_alone && handle.is_idle(idle);
            if is_released {
                self.metrics.released.add(1);
                tracing::info!(encounter = id, "released from memory");
            }
            !is_released
        });
    }

    /// Returns the number of encounters in memory and the number of their listeners.
    pub(crate) fn count(&self) -> (u64, u64) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let handles = open.values().filter_map(|cell| cell.get());
        handles.fold((0, 0), |(all, listeners), one| (all + 1, listeners + one.listeners()))
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
        let stored = self.store.read(move |it| Stored::read(it, &wanted)).await;
        let stored = match stored {
            Ok(Ok(stored)) => stored.ok_or_else(|| Failure::not_found("encounter"))?,
            Ok(Err(what)) => return Err(self.damaged(id, &what)),
            Err(StoreError::Damaged(what)) => return Err(self.damaged(id, &what)),
            Err(error) => return Err(error.into()),
        };
        let games = self.games.clone();
        let loading = tokio::task::spawn_blocking(move || load(&games, stored));
        let loaded =
            loading.await.map_err(|_| Failure::unavailable("the encounter cannot be opened"))?;
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(failure) if failure.problem().code == ProblemCode::Unloadable => {
                return Err(failure);
            }
            // Reading the encounter again would fail in the same way.
            Err(failure) => return Err(self.damaged(id, &failure.problem().message)),
        };
        self.metrics.opened.add(1);
        tracing::info!(encounter = id, "opened");
        let seats = self.keys.seats(id);
        Ok(task::spawn(loaded, seats, self.store.clone(), self.games.clone()))
    }

    fn damaged(&self, id: &str, what: &str) -> Failure {
        self.metrics.damaged.add(1);
        tracing::error!(encounter = id, what, "an encounter is damaged");
        let message = format!("this encounter is damaged in the data file: {what}");
        Failure::new(ProblemCode::Damaged, message).help(
            "the host stops the server and runs `turnwright db repair`, or goes back to a backup",
        )
    }
}
