//! One client's session: the table it sits at, and the changes it has seen.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use server::wire::{News, State};

use crate::refusal::Refusal;
use crate::table::{Fight, Table};

/// A client's session. Clones share their contents.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// The table it sits at.
    pub(crate) table: Arc<Table>,
    /// Number of the last change seen, by fight.
    seen: Arc<Mutex<BTreeMap<String, u64>>>,
}

impl Session {
    /// Begins a session that has seen nothing.
    pub(crate) fn new(table: Arc<Table>) -> Session {
        Session { table, seen: Arc::default() }
    }

    /// Reads the state of a fight.
    pub(crate) async fn state(&self, fight: &Fight) -> Result<State, Refusal> {
        let state: State = self.table.tracker().get(&fight.key, &fight.path("state")).await?;
        self.note(fight, state.sequence);
        Ok(state)
    }

    /// Notes that the client has been told of a fight up to a change.
    pub(crate) fn note(&self, fight: &Fight, sequence: u64) {
        self.seen().insert(fight.id.clone(), sequence);
    }

    /// Requests a change of the state that the client has seen last. If the fight has changed since
    /// then, the tracker refuses until the client has read the new state.
    pub(crate) async fn change<B: Serialize>(
        &self,
        fight: &Fight,
        what: &str,
        body: impl FnOnce(u64) -> B,
    ) -> Result<News, Refusal> {
        let seen = self.seen().get(&fight.id).copied();
        let expected = match seen {
            Some(sequence) => sequence,
            None => self.state(fight).await?.sequence,
        };
        let path = fight.path(what);
        let news: News = self.table.tracker().post(&fight.key, &path, &body(expected)).await?;
        self.note(fight, news.sequence);
        Ok(news)
    }

    fn seen(&self) -> MutexGuard<'_, BTreeMap<String, u64>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
