//! The store: one SQLite file with every encounter, its log and its keys.
//!
//! One thread writes. What arrives while a transaction is being made durable goes into the next
//! one together, so that many tables share the wait for the disk. What [`Store::append`] has
//! answered is on disk.

mod encounters;
mod keys;
mod migrate;
mod shelf;
mod writer;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::oneshot;

pub(crate) use encounters::{Begun, Listed, Stored};
pub(crate) use keys::StoredKey;
pub(crate) use shelf::{Shelved, Sort};
use writer::Job;

/// Why the store cannot do what is asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The file was written by a newer program.
    #[error(
        "{file} was written by a newer Turnwright (its format is {found}, this program knows \
            {known}); use that program, or another file"
    )]
    Newer {
        /// The file.
        file: String,
        /// Its format.
        found: i64,
        /// The newest one known here.
        known: i64,
    },
    /// The file is a database of some other program.
    #[error("{0} is a database, but none of Turnwright's; choose another file with --db")]
    Foreign(String),
    /// Another process writes the file.
    #[error(
        "{0} is in use by another Turnwright; stop that one first, or choose another file with --db"
    )]
    InUse(String),
    /// The database says no.
    #[error("the data file cannot be used: {0}")]
    Database(String),
    /// The writing thread is gone.
    #[error("the server is stopping")]
    Stopping,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

/// The data file, for any number of users.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    path: PathBuf,
    jobs: mpsc::Sender<Job>,
    reader: Arc<Mutex<Connection>>,
    /// Held for as long as the store is open: no second process may write.
    _lock: Arc<File>,
}

impl Store {
    /// Opens a data file, making it or bringing it up to date where needed.
    pub(crate) fn open(path: &Path) -> Result<Store, StoreError> {
        let lock = lock(path)?;
        let connection = connect(path)?;
        migrate::up_to_date(&connection, path)?;
        let reader = connect(path)?;
        let (jobs, arriving) = mpsc::channel();
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(connection, &arriving))
            .map_err(|error| StoreError::Database(error.to_string()))?;
        let (reader, lock) = (Arc::new(Mutex::new(reader)), Arc::new(lock));
        Ok(Store { path: path.to_path_buf(), jobs, reader, _lock: lock })
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds entries to the log of an encounter, the first one with this number. They are on disk
    /// once this has answered.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        self.jobs.send(Job::Append(append, done)).map_err(|_| StoreError::Stopping)?;
        answer.await.map_err(|_| StoreError::Stopping)?
    }

    /// Does something in a transaction of its own.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let job = Job::alone(work, done);
        self.jobs.send(job).map_err(|_| StoreError::Stopping)?;
        answer.await.map_err(|_| StoreError::Stopping)?
    }

    /// Reads something, off the threads that serve requests.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let reader = self.reader.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let connection = reader.lock().map_err(|_| StoreError::Stopping)?;
            Ok(work(&connection)?)
        });
        reading.await.map_err(|_| StoreError::Stopping)?
    }
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

fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    let beside = path.with_file_name(name);
    let unusable =
        |error: std::io::Error| StoreError::Database(format!("{}: {error}", beside.display()));
    let file = File::create(&beside).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}
