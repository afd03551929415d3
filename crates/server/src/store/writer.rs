//! The thread that writes.

use std::sync::mpsc::Receiver;

use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use super::{Append, StoreError};

/// Jobs that go into one transaction at most.
const TOGETHER_MAX: usize = 512;

/// Something to be written.
pub(super) enum Job {
    /// Entries of a log.
    Append(Append, oneshot::Sender<Result<(), StoreError>>),
    /// Anything else, in a transaction of its own.
    Alone(Box<dyn FnOnce(&mut Connection) + Send>),
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Job::Append(append, _) => append.fmt(f),
            Job::Alone(_) => f.write_str("Alone"),
        }
    }
}

impl Job {
    /// Work whose result somebody waits for.
    pub(super) fn alone<T: Send + 'static>(
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
        done: oneshot::Sender<Result<T, StoreError>>,
    ) -> Job {
        Job::Alone(Box::new(move |connection| {
            // Whoever asked may have gone; what was written stays written.
            let _ = done.send(transaction(connection, work).map_err(StoreError::from));
        }))
    }
}

/// Writes until nobody can ask any more.
pub(super) fn run(mut connection: Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
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
            }
            next = if appends.len() < TOGETHER_MAX { jobs.try_recv().ok() } else { None };
        }
        append_all(&mut connection, appends);
        if let Some(work) = alone {
            work(&mut connection);
        }
    }
}

/// Writes appends together; if that fails, each by itself, so that one cannot spoil the others.
fn append_all(
    connection: &mut Connection,
    appends: Vec<(Append, oneshot::Sender<Result<(), StoreError>>)>,
) {
    if appends.is_empty() {
        return;
    }
    let together = transaction(connection, |connection| {
        appends.iter().try_for_each(|(append, _)| add(connection, append))
    });
    for (append, done) in appends {
        let result = match &together {
            Ok(()) => Ok(()),
            Err(_) => transaction(connection, |connection| add(connection, &append)),
        };
        // Whoever asked may have gone; what was written stays written.
        let _ = done.send(result.map_err(StoreError::from));
    }
}

fn add(connection: &Connection, append: &Append) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (encounter, sequence, body, request) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for (at, body) in append.bodies.iter().enumerate() {
        let sequence = append.first as i64 + at as i64;
        insert.execute(params![&*append.encounter, sequence, body, append.request])?;
    }
    Ok(())
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
