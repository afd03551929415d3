//! Makes sure that only one program at a time writes a data file.
//!
//! The lock is on the file itself, whatever name it is opened by. On some systems such a lock would
//! keep the database itself out. There the lock is on a file beside it, named after its resolved
//! name.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::StoreError;

/// Identity of a data file: its device and inode, or its resolved path on other systems than Unix.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Identity(PathBuf, u64, u64);

/// Files that this process has open. A second handle to such a file must not be opened and closed,
/// even to find it locked: the system would drop the database's locks on the file.
static OPEN: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

/// The right to write a data file. Dropping it gives the right up.
#[derive(Debug)]
pub(super) struct Lock {
    file: Option<File>,
    /// The `-wal` file beside the data file, locked too: another data file that gets the name of
    /// this one would share it.
    beside: Option<File>,
    identity: Identity,
}

impl Lock {
    /// Locks an existing file. Fails if this or another process has it open for writing.
    pub(super) fn take(path: &Path) -> Result<Lock, StoreError> {
        let in_use = || StoreError::InUse(path.display().to_string());
        let unusable =
            |error: std::io::Error| StoreError::Database(format!("{}: {error}", path.display()));
        let identity = identity(path).map_err(unusable)?;
        {
            let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
            if open.contains(&identity) {
                return Err(in_use());
            }
            open.push(identity.clone());
        }
        // From here on, dropping the lock also removes the file from the list.
        let mut lock = Lock { file: None, beside: None, identity };
        let file = file_to_lock(path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use()),
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        lock.file = Some(file);
        check_beside(path)?;
        Ok(lock)
    }

    /// Locks the `-wal` file beside the data file, if there is one.
    pub(super) fn hold_beside(&mut self, path: &Path) {
        self.beside = None;
        self.beside = lock_beside(path).unwrap_or_default();
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        drop((self.file.take(), self.beside.take()));
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|known| *known != self.identity);
    }
}

/// Fails if another data file, which had the name `path` before, is open and writes the `-wal` file
/// beside it.
pub(super) fn check_beside(path: &Path) -> Result<(), StoreError> {
    lock_beside(path).map(drop)
}

/// Locks the `-wal` file beside a data file; `None` if there is none. The database itself never
/// locks that file.
#[cfg(target_os = "linux")]
fn lock_beside(path: &Path) -> Result<Option<File>, StoreError> {
    let beside = super::beside(path, "-wal");
    let Ok(file) = File::open(&beside) else { return Ok(None) };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(beside.display().to_string())),
        // Without such a lock the file is as safe as on other systems.
        Err(TryLockError::Error(_)) => Ok(None),
        Ok(()) => Ok(Some(file)),
    }
}

/// Does nothing: on some systems the lock would keep the database itself out.
#[cfg(not(target_os = "linux"))]
fn lock_beside(_path: &Path) -> Result<Option<File>, StoreError> {
    Ok(None)
}

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    let found = path.metadata()?;
    Ok(Identity(PathBuf::new(), found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Identity> {
    Ok(Identity(path.canonicalize()?, 0, 0))
}

/// Opens the data file itself: the database locks parts of it, which does not conflict with a lock
/// of the whole file.
#[cfg(target_os = "linux")]
fn file_to_lock(path: &Path) -> std::io::Result<File> {
    File::open(path)
}

#[cfg(not(target_os = "linux"))]
fn file_to_lock(path: &Path) -> std::io::Result<File> {
    let path = path.canonicalize()?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    File::create(path.with_file_name(name))
}
