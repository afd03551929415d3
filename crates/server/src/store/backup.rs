//! Copies a whole data file while it may be in use. A copy gets its name only once it is complete.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::StoreError;

/// End of the name of an unfinished copy.
const UNFINISHED: &str = ".part";

/// Copies a data file and returns the size of the copy in bytes. Leaves nothing behind on failure.
///
/// # Errors
///
/// Fails if `to` exists already, or if the copy cannot be written or is damaged.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<u64, StoreError> {
    if to.exists() {
        return Err(StoreError::Exists(to.display().to_string()));
    }
    let part = Part::beside(to)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(from, flags)?;
    connection.busy_timeout(super::BUSY)?;
    connection.execute("VACUUM INTO ?1", [part.0.to_string_lossy()])?;
    drop(connection);
    let bytes = check(&part.0)?;
    let failed = |error: std::io::Error| StoreError::from_io(&part.0, &error);
    File::open(&part.0).and_then(|file| file.sync_all()).map_err(failed)?;
    std::fs::rename(&part.0, to).map_err(failed)?;
    sync_folder(to);
    Ok(bytes)
}

/// Checks that a copy can be read. Returns its size in bytes.
fn check(path: &Path) -> Result<u64, StoreError> {
    let copy = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let verdict: String = copy.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(StoreError::Damaged(format!("the copy is not whole: {verdict}")));
    }
    Ok(path.metadata().map_or(0, |it| it.len()))
}

/// Removes unfinished copies that were cut off, for example by a power cut.
pub(super) fn remove_unfinished(path: &Path) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let Ok(listing) = folder.read_dir() else { return };
    let begins = format!("{name}.");
    for entry in listing.flatten() {
        let found = entry.file_name();
        let Some(found) = found.to_str() else { continue };
        let rest = found.strip_prefix(&begins);
        if rest.is_some_and(|rest| rest.ends_with(&format!(".backup{UNFINISHED}"))) {
            // A file that cannot be removed does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// An unfinished copy. Dropping it removes the file, unless it was renamed.
struct Part(PathBuf);

impl Part {
    fn beside(to: &Path) -> Result<Part, StoreError> {
        let mut name = to.as_os_str().to_owned();
        name.push(UNFINISHED);
        let path = PathBuf::from(name);
        // An older unfinished copy is useless. Anything else belongs to somebody else and is not
        // replaced.
        let _ = std::fs::remove_file(&path);
        if path.exists() {
            let message = format!("{} is in the way of the copy", path.display());
            return Err(StoreError::Database(message));
        }
        let part = Part(path);
        // Lets only the owner read the file before anything is in it.
        super::private(&part.0).map_err(|error| StoreError::from_io(&part.0, &error))?;
        Ok(part)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        for end in ["", "-journal", "-wal", "-shm"] {
            let mut name = self.0.as_os_str().to_owned();
            name.push(end);
            // Usually there is no such file.
            let _ = std::fs::remove_file(PathBuf::from(name));
        }
    }
}

/// Makes a new name durable, if the system supports that.
pub(super) fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}
