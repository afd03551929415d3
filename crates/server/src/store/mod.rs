//! The store: one SQLite file with every encounter, its log and its keys.
//!
//! One thread writes. Appends that arrive while a transaction is being made durable go into the
//! next transaction together, so that many tables share the wait for the disk. An entry is on disk
//! once [`Store::append`] returns. After [`Store::close`] the file is complete by itself. A file
//! that cannot be written, for example on a full disk, is opened for reading only.

mod backup;
mod chain;
mod encounters;
mod health;
mod keys;
mod lock;
mod migrate;
mod readable;
pub(crate) mod repair;
mod rescue;
mod shelf;
mod texts;
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

pub(crate) use backup::Copies;
pub(crate) use chain::Chain;
use health::Health;
pub(crate) use keys::StoredKey;
use lock::Lock;
use writer::Job;

use crate::begun::Append;
use crate::metrics::Metrics;
pub use crate::store_error::StoreError;

/// Longest wait of the database for another program that reads or writes.
const BUSY: Duration = Duration::from_secs(5);

/// The data file. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    /// Channel to the writing thread, or the reason why nothing can be written.
    jobs: Result<mpsc::Sender<Job>, String>,
    /// Connection for reading; `None` once the store is closed.
    reader: Mutex<Option<Connection>>,
    is_closing: AtomicBool,
    /// Result of the last writes.
    health: Arc<Health>,
    /// The copies under way.
    copies: Copies,
    /// Lock on the file while the store is open, so that no second process writes it.
    lock: Mutex<Option<Lock>>,
}

impl Store {
    /// Opens a data file. Creates it or updates its format if needed.
    pub(crate) fn open(path: &Path, metrics: Arc<Metrics>) -> Result<Store, StoreError> {
        lock::check_beside(path)?;
        if is_empty(path) && has_wal(path) {
            // SQLite would remove the `-wal` file, which may be the only copy of some changes.
            return Err(StoreError::Orphan(path.display().to_string()));
        }
        private(path).map_err(|error| StoreError::from_io(path, &error))?;
        let mut lock = Lock::take(path)?;
        backup::remove_unfinished(path);
        let health = Arc::new(Health::default());
        let (reader, jobs) = match open_for_writing(path) {
            Ok((reader, writer)) => {
                let (jobs, arriving) = mpsc::channel();
                let health = health.clone();
                std::thread::Builder::new()
                    .name("store".to_owned())
                    .spawn(move || writer::run(writer, &arriving, &metrics, &health))
                    .map_err(|error| StoreError::Database(error.to_string()))?;
                (reader, Ok(jobs))
            }
            Err(StoreError::NotWritable(why)) => {
                tracing::error!(file = %path.display(), why, "starting without writing");
                (open_for_reading(path)?, Err(format!("{why} and start again")))
            }
            Err(error) => return Err(error),
        };
        lock.hold_beside(path);
        Ok(Store(Arc::new(Inner {
            path: path.to_path_buf(),
            jobs,
            reader: Mutex::new(Some(reader)),
            is_closing: AtomicBool::new(false),
            health,
            copies: Copies::default(),
            lock: Mutex::new(Some(lock)),
        })))
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns the reason why nothing can be written; `None` if the file is writable.
    pub(crate) fn read_only(&self) -> Option<&str> {
        self.0.jobs.as_ref().err().map(String::as_str)
    }

    /// Returns the reason why no changes can be made now; `None` if they can. Finds out by a write,
    /// at most once a second.
    pub(crate) async fn probe(&self) -> Option<String> {
        if let Some(why) = self.read_only() {
            return Some(why.to_owned());
        }
        if let Some(known) = self.0.health.recent() {
            return known;
        }
        let (done, answer) = oneshot::channel();
        let stopping = || Some(StoreError::Stopping.to_string());
        match self.send(Job::Probe(done)) {
            Ok(()) => answer.await.unwrap_or_else(|_| stopping()),
            Err(_) => stopping(),
        }
    }

    /// Copies the whole file and returns the size of the copy in bytes. Closing the store stops it.
    pub(crate) async fn back_up(&self, to: &Path) -> Result<u64, StoreError> {
        let (inner, to) = (self.0.clone(), to.to_owned());
        let copying =
            tokio::task::spawn_blocking(move || backup::copy(&inner.path, &to, &inner.copies));
        copying.await.map_err(|_| StoreError::Stopping)?
    }

    /// Adds entries to the log of an encounter. They are on disk once this returns.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        self.send(Job::Append(append, done))?;
        answer.await.map_err(|_| StoreError::Stopping)?
    }

    /// Runs `work` in a transaction of its own on the writing thread.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        self.send(Job::alone(work, done))?;
        answer.await.map_err(|_| StoreError::Stopping)?
    }

    /// Runs `work` on one snapshot of the data, off the threads that serve requests.
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

    /// Writes everything requested before, moves it into the one file and closes the file. Fails if
    /// the one file is not complete by itself afterwards.
    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        self.0.is_closing.store(true, Ordering::SeqCst);
        let inner = self.0.clone();
        // A copy or an open reader would keep the writer from emptying the `-wal` file.
        let closing = tokio::task::spawn_blocking(move || {
            inner.copies.stop();
            drop(inner.reader.lock().unwrap_or_else(PoisonError::into_inner).take());
        });
        let _ = closing.await;
        let unmoved = match &self.0.jobs {
            Ok(jobs) => {
                let (done, closed) = oneshot::channel();
                let _ = jobs.send(Job::Close(done));
                // Without the writing thread nobody has moved anything.
                closed.await.unwrap_or_else(|_| Some("it could not be closed".to_owned()))
            }
            Err(why) => Some(why.clone()),
        };
        drop(self.0.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
        match unmoved.filter(|_| has_wal(self.path())) {
            Some(why) => {
                let file = self.path().display().to_string();
                let error = StoreError::NotWhole { file, why };
                tracing::error!(%error, "data file closed");
                Err(error)
            }
            None => {
                tracing::info!(file = %self.path().display(), "data file closed");
                Ok(())
            }
        }
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

fn open_for_writing(path: &Path) -> Result<(Connection, Connection), StoreError> {
    let connect = || -> Result<Connection, StoreError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        Ok(connection)
    };
    let writer = connect()?;
    migrate::up_to_date(&writer, path)?;
    let reader = connect()?;
    // The first read needs memory shared with the writer, which is a file on the same disk.
    reader.query_row("SELECT count(*) FROM encounters", [], |_| Ok(()))?;
    Ok((reader, writer))
}

/// Opens a connection that needs no room on the disk: it keeps in memory what others share in a
/// file.
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
        // The disk cannot be written at all.
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        outdated(&connection, path)?;
        Ok(connection)
    })
}

/// Fails if a file would first have to be updated to the present format.
fn outdated(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    match migrate::look(connection, path)?.format {
        migrate::FORMAT => Ok(()),
        _ => Err(StoreError::Database(format!(
            "{} must be brought up to date first, which needs room on its disk",
            path.display()
        ))),
    }
}

/// Returns true if a file is missing or has no bytes.
fn is_empty(path: &Path) -> bool {
    path.metadata().map_or(true, |it| it.len() == 0)
}

/// Returns true if there is a `-wal` file with something in it beside a data file.
fn has_wal(path: &Path) -> bool {
    beside(path, "-wal").metadata().is_ok_and(|it| it.len() > 0)
}

/// Returns a path with an ending added to its file name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Creates the file if it is missing, and lets only its owner read and write it. An existing file
/// is not opened, because closing it would end the database's locks on it.
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
                // If that is not allowed, as for a file of another user, the permissions stay.
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
