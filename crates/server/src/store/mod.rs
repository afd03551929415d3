//! The store: one SQLite file with every encounter, its log and its keys.
//!
//! One thread writes. What arrives while a transaction is being made durable goes into the next
//! one together, so that many tables share the wait for the disk. What [`Store::append`] has
//! answered is on disk. After [`Store::close`] the file alone is whole. A file that cannot be
//! written, as on a full disk, is opened for reading only.

mod backup;
mod chain;
mod encounters;
mod error;
mod keys;
mod lock;
mod migrate;
mod shelf;
pub(crate) mod tools;
mod writer;

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

pub(crate) use backup::copy;
pub(crate) use chain::Chain;
pub(crate) use encounters::Listed;
pub use error::StoreError;
pub(crate) use keys::StoredKey;
use lock::Lock;
pub(crate) use shelf::{Shelved, Sort};
use writer::Job;

use crate::metrics::Metrics;

/// How long the database waits for another program that reads or writes.
const BUSY: Duration = Duration::from_secs(5);

/// The data file, for any number of users.
#[derive(Clone, Debug)]
pub(crate) struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    /// The way to the thread that writes, or why nothing can be written.
    jobs: Result<mpsc::Sender<Job>, String>,
    /// Gone once the store is closed.
    reader: Mutex<Option<Connection>>,
    is_closing: AtomicBool,
    /// Held for as long as the store is open: no second process may write.
    lock: Mutex<Option<Lock>>,
}

impl Store {
    /// Opens a data file, making it or bringing it up to date where needed.
    pub(crate) fn open(path: &Path, metrics: Arc<Metrics>) -> Result<Store, StoreError> {
        private(path).map_err(|error| StoreError::from_io(path, &error))?;
        let lock = Lock::take(path)?;
        backup::remove_unfinished(path);
        let (reader, jobs) = match open_for_writing(path) {
            Ok((reader, writer)) => {
                let (jobs, arriving) = mpsc::channel();
                std::thread::Builder::new()
                    .name("store".to_owned())
                    .spawn(move || writer::run(writer, &arriving, &metrics))
                    .map_err(|error| StoreError::Database(error.to_string()))?;
                (reader, Ok(jobs))
            }
            Err(StoreError::NotWritable(why)) => {
                tracing::error!(file = %path.display(), why, "starting without writing");
                (open_for_reading(path)?, Err(why))
            }
            Err(error) => return Err(error),
        };
        Ok(Store(Arc::new(Inner {
            path: path.to_path_buf(),
            jobs,
            reader: Mutex::new(Some(reader)),
            is_closing: AtomicBool::new(false),
            lock: Mutex::new(Some(lock)),
        })))
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Why nothing can be written, if that is so.
    pub(crate) fn read_only(&self) -> Option<&str> {
        self.0.jobs.as_ref().err().map(String::as_str)
    }

    /// Adds entries to the log of an encounter, the first one with this number. They are on disk
    /// once this has answered.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        self.send(Job::Append(append, done))?;
        answer.await.map_err(|_| StoreError::Stopping)?
    }

    /// Does something in a transaction of its own.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        self.send(Job::alone(work, done))?;
        answer.await.map_err(|_| StoreError::Stopping)?
    }

    /// Reads something, off the threads that serve requests, as of one moment.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = self.0.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let reader = inner.reader.lock().unwrap_or_else(PoisonError::into_inner);
            let connection = reader.as_ref().ok_or(StoreError::Stopping)?;
            let moment = connection.unchecked_transaction()?;
            let found = work(&moment)?;
            moment.finish()?;
            Ok(found)
        });
        reading.await.map_err(|_| StoreError::Stopping)?
    }

    /// Writes what was asked for before, moves everything into the one file and closes it.
    pub(crate) async fn close(&self) {
        self.0.is_closing.store(true, Ordering::SeqCst);
        let inner = self.0.clone();
        // Whoever reads keeps the writer from emptying what stands beside the file.
        let closing = tokio::task::spawn_blocking(move || {
            drop(inner.reader.lock().unwrap_or_else(PoisonError::into_inner).take());
        });
        let _ = closing.await;
        if let Ok(jobs) = &self.0.jobs {
            let (done, closed) = oneshot::channel();
            if jobs.send(Job::Close(done)).is_ok() {
                let _ = closed.await;
            }
        }
        drop(self.0.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
        tracing::info!(file = %self.path().display(), "data file closed");
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        if self.0.is_closing.load(Ordering::SeqCst) {
            return Err(StoreError::Stopping);
        }
        match &self.0.jobs {
            Ok(jobs) => jobs.send(job).map_err(|_| StoreError::Stopping),
            Err(why) => Err(StoreError::NotWritable(why.clone())),
        }
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

fn open_for_writing(path: &Path) -> Result<(Connection, Connection), StoreError> {
    let connect = || -> Result<Connection, StoreError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        Ok(connection)
    };
    let writer = connect()?;
    migrate::up_to_date(&writer, path)?;
    let reader = connect()?;
    // Its first look needs memory shared with the writer, which is made on the same disk.
    reader.query_row("SELECT count(*) FROM encounters", [], |_| Ok(()))?;
    Ok((reader, writer))
}

/// A connection that needs no room on the disk: what the others share in a file it has in memory.
fn open_for_reading(path: &Path) -> Result<Connection, StoreError> {
    let alone = || -> Result<Connection, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.pragma_update(None, "query_only", "ON")?;
        outdated(&connection, path)?;
        Ok(connection)
    };
    alone().or_else(|_| {
        // A disk that cannot be written at all.
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        outdated(&connection, path)?;
        Ok(connection)
    })
}

/// Fails on a file that would have to be brought up to date first.
fn outdated(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    match migrate::look(connection, path)?.format {
        migrate::FORMAT => Ok(()),
        _ => Err(StoreError::Database(format!(
            "{} must be brought up to date first, which needs room on its disk",
            path.display()
        ))),
    }
}

/// Makes sure that there is a file that only its owner reads and writes. A file that is there is
/// not opened: closing it again would end the database's locks on it.
fn private(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder; name a file in it",
        ));
    }
    if path.exists() {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = path.metadata()?.permissions().mode();
            if mode & 0o077 != 0 {
                // Where that is not allowed, as with somebody else's file, it stays as it is.
                let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600));
            }
        }
        return Ok(());
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path).map(drop)
}
