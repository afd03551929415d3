//! The writing thread of the store.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::StoreError;
use super::encounters::{add_entry, last, set_last};
use super::health::Health;
use crate::begun::Append;
use crate::metrics::Metrics;

/// Largest number of appends in one transaction.
const TOGETHER_MAX: usize = 512;

/// Work on the connection that writes.
type Work = Box<dyn FnOnce(&mut Connection, &Health) + Send>;

/// A job of the writing thread.
pub(super) enum Job {
    /// Adds entries to a log.
    Append(Append, oneshot::Sender<Result<(), StoreError>>),
    /// Does other work, in a transaction of its own.
    Alone(Work),
    /// Finds out whether changes can be made, and the reason if not.
    Probe(oneshot::Sender<Option<String>>),
    /// Ends the thread. Later jobs are not written. The answer is the reason why the data file
    /// alone is not whole, if it is not.
    Close(oneshot::Sender<Option<String>>),
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Job::Append(append, _) => append.fmt(f),
            Job::Alone(_) => f.write_str("Alone"),
            Job::Probe(_) => f.write_str("Probe"),
            Job::Close(_) => f.write_str("Close"),
        }
    }
}

impl Job {
    /// Returns a job whose result goes to `done`.
    pub(super) fn alone<T: Send + 'static>(
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
        done: oneshot::Sender<Result<T, StoreError>>,
    ) -> Job {
        Job::Alone(Box::new(move |connection, health| {
            let result = transaction(connection, work).map_err(StoreError::from);
            // Work that succeeds may have had nothing to write.
            if let Err(error) = &result {
                health.failed(error);
            }
            // The caller may have left; the write stays.
            let _ = done.send(result);
        }))
    }
}

/// Writes until told to stop, or until there are no senders left. Then moves everything into the
/// one file.
pub(super) fn run(
    mut connection: Connection,
    jobs: &Receiver<Job>,
    metrics: &Arc<Metrics>,
    health: &Health,
) {
    let mut closed = None;
    while closed.is_none() {
        let Ok(first) = jobs.recv() else { break };
        let mut appends = Vec::new();
        let mut next = Some(first);
        let mut alone = None;
        while let Some(job) = next {
            match job {
                Job::Append(append, done) => appends.push((append, done)),
                Job::Alone(work) => {
                    alone = Some(work);
                    break;
                }
                Job::Probe(done) => {
                    alone = Some(Box::new(|connection, health| {
                        // The caller may have left.
                        let _ = done.send(health.probe(connection));
                    }));
                    break;
                }
                Job::Close(done) => {
                    closed = Some(done);
                    break;
                }
            }
            next = if appends.len() < TOGETHER_MAX { jobs.try_recv().ok() } else { None };
        }
        append_all(&mut connection, appends, metrics, health);
        if let Some(work) = alone {
            work(&mut connection, health);
        }
    }
    let unmoved = close(connection);
    if let Some(done) = closed {
        // In a hurried shutdown nobody waits for this any more.
        let _ = done.send(unmoved);
    }
}

/// Moves the `-wal` file into the data file, so that the data file is complete by itself. Returns
/// the reason if that fails.
fn close(connection: Connection) -> Option<String> {
    let moved = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
        Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
    });
    let unmoved = match moved {
        // If a reader still needs the `-wal` file, it stays, but nothing is missing without it.
        Ok((pages, moved)) if pages == moved => None,
        Ok(_) => Some("another program is using it".to_owned()),
        Err(error) => Some(error.to_string()),
    };
    if let Err((_, error)) = connection.close() {
        tracing::error!(%error, "the data file cannot be closed");
    }
    unmoved
}

/// Writes appends in one transaction. If that fails, writes each by itself, so that one bad append
/// does not spoil the others.
fn append_all(
    connection: &mut Connection,
    appends: Vec<(Append, oneshot::Sender<Result<(), StoreError>>)>,
    metrics: &Metrics,
    health: &Health,
) {
    if appends.is_empty() {
        return;
    }
    let start = Instant::now();
    let together = transaction(connection, |connection| {
        appends.iter().try_for_each(|(append, _)| add(connection, append))
    });
    for (append, done) in appends {
        let result = match &together {
            Ok(()) => Ok(()),
            Err(_) => transaction(connection, |connection| add(connection, &append)),
        };
        let result = result.map_err(StoreError::from);
        match &result {
            Ok(()) => {
                metrics.changes.add(append.bodies.len() as u64);
                health.worked();
            }
            Err(error) => {
                metrics.write_failures.add(1);
                health.failed(error);
                let encounter = &*append.encounter;
                tracing::error!(%error, encounter, "a change cannot be written");
            }
        }
        // The caller may have left; the write stays.
        let _ = done.send(result);
    }
    metrics.write_times.record(start.elapsed());
}

fn add(connection: &Connection, append: &Append) -> rusqlite::Result<()> {
    let (mut sequence, mut chain) = last(connection, &append.encounter)?;
    if sequence + 1 != append.first {
        // Two tasks believe that they own the encounter. The later one fails and begins again.
        return Err(rusqlite::Error::StatementChangedRows(sequence as usize));
    }
    for body in &append.bodies {
        sequence += 1;
        let request = append.request.as_deref();
        chain = add_entry(connection, &append.encounter, sequence, body, request, chain)?;
    }
    set_last(connection, &append.encounter, sequence, chain)
}

fn transaction<T>(
    connection: &mut Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let transaction = connection.transaction()?;
    let result = work(&transaction)?;
    transaction.commit()?;
    Ok(result)
}
