//! Which encounters are in memory.

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

/// The encounters in memory, by id. The others are read when they are asked for.
#[derive(Debug)]
pub(crate) struct Registry {
    store: Store,
    keys: Arc<KeyRing>,
    /// Games compiled already.
    pub(crate) games: Arc<Games>,
    open: Mutex<HashMap<String, Arc<OnceCell<Handle>>>>,
    metrics: Arc<Metrics>,
    is_closed: AtomicBool,
}

impl Registry {
    /// A registry with nothing in memory.
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

    /// An encounter, read and played again if need be.
    pub(crate) async fn get(&self, id: &str) -> Result<Handle, Failure> {
        if self.is_closed.load(Ordering::SeqCst) {
            return Err(StoreError::Stopping.into());
        }
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
        self.is_closed.store(true, Ordering::SeqCst);
        self.open.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Lets go of encounters to which nobody listens and of which nobody has asked anything for so
    /// long. Whoever asks next reads them again.
    pub(crate) fn release_idle(&self, idle: Duration) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|id, cell| {
            let Some(handle) = cell.get() else { return true };
            // Nobody else has a way to it: neither somebody about to ask nor somebody waiting.
            let is_alone = Arc::strong_count(cell) == 1 && handle.is_the_only_one();
            let is_released = handle.is_gone() || is_alone && handle.is_idle(idle);
            if is_released {
                self.metrics.released.add(1);
                tracing::info!(encounter = id, "released from memory");
            }
            !is_released
        });
    }

    /// How many encounters are in memory, and how many listen to them.
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
            // It will not be any better the next time.
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
