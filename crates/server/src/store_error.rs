//! Errors of the store.

#[cfg(not(target_arch = "wasm32"))]
use std::io;
#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;

#[cfg(not(target_arch = "wasm32"))]
use rusqlite::ErrorCode;

/// An error of the store.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The file was written by a newer program.
    #[error(
        "{file} was written by a newer Turnwright (its format is {found}, this program knows \
            {known}); use that program, or another file"
    )]
    Newer {
        /// Path of the file.
        file: String,
        /// Format of the file.
        found: i64,
        /// Newest format that this program knows.
        known: i64,
    },
    /// The file is a database of another program.
    #[error("{0} is a database, but none of Turnwright's; choose another file with --db")]
    Foreign(String),
    /// Another process writes the file.
    #[error(
        "{0} is in use by another Turnwright; stop that one first, or choose another file with --db"
    )]
    InUse(String),
    /// There is no such file.
    #[error("{0}: there is no such file")]
    Missing(String),
    /// The files that belong to a data file are there without it.
    #[error(
        "{0}-wal is there, but {0} is not: the data file was renamed or removed; give it its name \
            back, move {0}-wal away, or choose another file with --db"
    )]
    Orphan(String),
    /// A file with the name of the copy exists already.
    #[error("{0} exists already; choose another name")]
    Exists(String),
    /// The file, or something in it, is damaged.
    #[error(
        "the data file is damaged: {0}; stop the server and run `turnwright db repair`, or go back \
            to a backup"
    )]
    Damaged(String),
    /// Nothing of the file can be saved.
    #[error("nothing of {file} can be saved: {why}; go back to a backup")]
    Lost {
        /// Path of the file.
        file: String,
        /// Reason why nothing can be read.
        why: String,
    },
    /// The file is closed, but some changes are only in the `-wal` file.
    #[error(
        "{file} alone is not whole: {why}; all changes are safe together with {file}-wal: copy \
            both, or start the server and stop it again"
    )]
    NotWhole {
        /// Path of the file.
        file: String,
        /// Reason why the changes were not moved into the file.
        why: String,
    },
    /// The file cannot be written, for example because the disk is full. The text says what to do.
    #[error("the data file cannot be written: {0}")]
    NotWritable(String),
    /// A copy of the file cannot be written.
    #[error("the copy cannot be written: {0}")]
    Copy(String),
    /// The program was told to stop before a copy was complete.
    #[error("stopped before the copy was complete; nothing of it is left")]
    Stopped,
    /// The database reports another error.
    #[error("the data file cannot be used: {0}")]
    Database(String),
    /// The writing thread has ended.
    #[error("the server is stopping")]
    Stopping,
}

#[cfg(not(target_arch = "wasm32"))]
const MAKE_ROOM: &str = "make room on its disk";
#[cfg(not(target_arch = "wasm32"))]
const ALLOW: &str = "let this user write the file and its folder";

#[cfg(not(target_arch = "wasm32"))]
impl StoreError {
    /// Returns the error for a failure of the file system.
    pub(crate) fn from_io(path: &Path, error: &io::Error) -> StoreError {
        use io::ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        let text = format!("{}: {error}", path.display());
        match error.kind() {
            StorageFull | QuotaExceeded => StoreError::NotWritable(format!("{text}; {MAKE_ROOM}")),
            ReadOnlyFilesystem => {
                StoreError::NotWritable(format!("{text}; choose another disk with --db"))
            }
            _ => StoreError::Database(text),
        }
    }

    /// Returns the error for a failure to write a copy.
    pub(crate) fn of_copy(self) -> StoreError {
        match self {
            StoreError::NotWritable(why) | StoreError::Database(why) => StoreError::Copy(why),
            other => other,
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
        };
        let text = error.to_string();
        let code = error.sqlite_error().map_or(0, |it| it.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(text),
            Some(ErrorCode::DiskFull) => StoreError::NotWritable(format!("{text}; {MAKE_ROOM}")),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => {
                StoreError::NotWritable(format!("{text}; {ALLOW}"))
            }
            // A full disk is by far the likeliest cause if a write fails.
            Some(ErrorCode::SystemIoFailure) if is_of_a_write(code) => {
                StoreError::NotWritable(format!("{text} (is the disk full?); {MAKE_ROOM}"))
            }
            Some(ErrorCode::SystemIoFailure) => {
                StoreError::Database(format!("{text} while reading (SQLite's code {code})"))
            }
            Some(ErrorCode::OperationInterrupted) => StoreError::Stopped,
            _ => match error {
                FromSqlConversionFailure(..)
                | IntegralValueOutOfRange(..)
                | InvalidColumnType(..)
                | Utf8Error(..) => StoreError::Damaged(text),
                _ => StoreError::Database(text),
            },
        }
    }
}

/// Returns true if SQLite's extended code of an I/O error is of a write, or of making a file larger
/// or smaller.
#[cfg(not(target_arch = "wasm32"))]
fn is_of_a_write(code: std::ffi::c_int) -> bool {
    use rusqlite::ffi::{
        SQLITE_IOERR, SQLITE_IOERR_DIR_FSYNC, SQLITE_IOERR_FSYNC, SQLITE_IOERR_SHMMAP,
        SQLITE_IOERR_SHMOPEN, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE,
    };
    // SQLite gives the plain code where it does not know more.
    let of_writes = [
        SQLITE_IOERR,
        SQLITE_IOERR_DIR_FSYNC,
        SQLITE_IOERR_FSYNC,
        SQLITE_IOERR_SHMMAP,
        SQLITE_IOERR_SHMOPEN,
        SQLITE_IOERR_SHMSIZE,
        SQLITE_IOERR_TRUNCATE,
        SQLITE_IOERR_WRITE,
    ];
    of_writes.contains(&code)
}
