//! Whether changes can be made now: the last failed write, and a write that tries it again.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};

use super::StoreError;

/// Time for which the result of a probe holds.
const HOLDS: Duration = Duration::from_secs(1);
/// Size of the probe after a failed write, in bytes. A smaller one might still fit where a change
/// does not.
const LARGE: i64 = 64 << 10;

/// Result of the last writes, shared by the writing thread and everyone who asks.
#[derive(Debug, Default)]
pub(super) struct Health(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Reason why the last write failed; `None` if it did not.
    failure: Option<String>,
    probed: Option<Instant>,
}

impl Health {
    /// Returns the result of the last probe, or `None` if it is too old: the inner value is the
    /// reason why changes cannot be made.
    pub(super) fn recent(&self) -> Option<Option<String>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.probed.filter(|at| at.elapsed() < HOLDS).map(|_| known.failure.clone())
    }

    /// Remembers that a write failed, if nothing can be written for now.
    pub(super) fn failed(&self, error: &StoreError) {
        if let StoreError::NotWritable(why) = error {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).failure = Some(why.clone());
        }
    }

    /// Remembers that a change was written.
    pub(super) fn worked(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).failure = None;
    }

    /// Writes a row and removes it again. Returns the reason why that fails; `None` if it works.
    pub(super) fn probe(&self, connection: &mut Connection) -> Option<String> {
        let has_failed = {
            let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            known.failure.is_some()
        };
        let written = if has_failed { write_much(connection) } else { write_little(connection) };
        let failure = written.err().map(|error| match StoreError::from(error) {
            StoreError::NotWritable(why) => why,
            other => other.to_string(),
        });
        match (&failure, has_failed) {
            (Some(why), false) => tracing::error!(why, "changes cannot be written"),
            (None, true) => tracing::info!("changes can be written again"),
            _ => {}
        }
        let known = Known { failure: failure.clone(), probed: Some(Instant::now()) };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = known;
        failure
    }
}

/// Writes as many pages as a small change. The row is never visible.
fn write_little(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    insert(&transaction, 1)?;
    remove(&transaction)?;
    transaction.commit()
}

/// Writes a large row and removes it. Both must be durable, because SQLite does not write a row
/// that the same transaction removes.
fn write_much(connection: &mut Connection) -> rusqlite::Result<()> {
    insert(connection, LARGE)?;
    remove(connection)
}

/// Inserts a row that belongs to no ruleset, so that no list contains it.
fn insert(connection: &Connection, bytes: i64) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO shelf (id, ruleset, sort, name, body, changed)
               VALUES ('', '', 'template', '', CAST(zeroblob(?1) AS TEXT), 0)";
    connection.execute(sql, params![bytes]).map(drop)
}

fn remove(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM shelf WHERE id = ''", []).map(drop)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use rusqlite::Connection;

    use crate::metrics::Metrics;
    use crate::store::{Store, StoreError};

    async fn set_most_pages(store: &Store, most: i64) -> Result<(), StoreError> {
        let set = move |it: &Connection| {
            it.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()))
        };
        store.write(set).await
    }

    async fn write(store: &Store, id: &'static str) -> Result<usize, StoreError> {
        let insert = "INSERT INTO shelf VALUES (?1, 'x', 'party', 'x', hex(zeroblob(9000)), 0)";
        store.write(move |it| it.execute(insert, [id])).await
    }

    #[tokio::test]
    async fn a_file_that_can_grow_no_further_is_noticed_and_recovers() {
        let name = format!("turnwright-health-{}.db", std::process::id());
        let path = std::env::temp_dir().join(name);
        let store = Store::open(&path, Arc::new(Metrics::default())).expect("it opens");
        assert_eq!(store.probe().await, None);
        write(&store, "fits").await.expect("it fits");
        // It cannot get larger than it is.
        set_most_pages(&store, 1).await.expect("it can be set");
        let refused = write(&store, "too much").await.expect_err("there is no room");
        assert!(matches!(refused, StoreError::NotWritable(_)), "{refused}");
        let why = store.probe().await.expect("nothing can be written");
        assert!(why.contains("full") && why.contains("make room"), "{why}");
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert!(store.probe().await.is_some(), "a tiny write is not enough to be ready");
        set_most_pages(&store, i64::from(u32::MAX - 1)).await.expect("it can be set");
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert_eq!(store.probe().await, None);
        let left = store.read(|it| it.query_row("SELECT count(*) FROM shelf", [], |r| r.get(0)));
        assert_eq!(left.await.ok(), Some(1i64), "a probe leaves nothing behind");
        store.close().await.expect("it is whole");
        std::fs::remove_file(&path).expect("it can be removed");
    }
}
