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
    /// A file with the name of the copy exists already.
    #[error("{0} exists already; choose another name")]
    Exists(String),
    /// The file, or something in it, is damaged.
    #[error(
        "the data file is damaged: {0}; stop the server and run `turnwright db repair`, or go back \
            to a backup"
    )]
    Damaged(String),
    /// The file cannot be written, for example because the disk is full.
    #[error("the data file cannot be written: {0}; make room on its disk and start again")]
    NotWritable(String),
    /// The database reports another error.
    #[error("the data file cannot be used: {0}")]
    Database(String),
    /// The writing thread has ended.
    #[error("the server is stopping")]
    Stopping,
}

#[cfg(not(target_arch = "wasm32"))]
impl StoreError {
    /// Returns the error for a failure of the file system.
    pub(crate) fn from_io(path: &Path, error: &io::Error) -> StoreError {
        use io::ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        let text = format!("{}: {error}", path.display());
        match error.kind() {
            StorageFull | ReadOnlyFilesystem | QuotaExceeded => StoreError::NotWritable(text),
            _ => StoreError::Database(text),
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
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(text),
            Some(ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::CannotOpen) => {
                StoreError::NotWritable(text)
            }
            // A full disk is by far the likeliest cause of an I/O error.
            Some(ErrorCode::SystemIoFailure) => {
                StoreError::NotWritable(format!("{text} (is the disk full?)"))
            }
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
