//! Copies a whole data file while it may be in use. A copy gets its name only once it is complete.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::Duration;

use rusqlite::{Connection, InterruptHandle, OpenFlags};

use super::StoreError;

/// End of the name of an unfinished copy.
const UNFINISHED: &str = ".part";
/// Time after which a stopped copy is interrupted again.
const AGAIN: Duration = Duration::from_millis(5);
/// Ends of the names of a database and of the files that SQLite puts beside it.
const ENDS: [&str; 4] = ["", "-journal", "-wal", "-shm"];

/// The copies under way, so that all of them can be stopped.
#[derive(Default)]
pub(crate) struct Copies {
    is_stopped: AtomicBool,
    connections: Mutex<Vec<Weak<InterruptHandle>>>,
    /// Number of copies under way.
    under_way: Mutex<u32>,
    has_ended: Condvar,
}

impl std::fmt::Debug for Copies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Copies").field("is_stopped", &self.is_stopped).finish_non_exhaustive()
    }
}

impl Copies {
    /// Stops all copies and begins no others. Returns once none of them has a file any more.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        while *under_way > 0 {
            // A connection between two statements does not notice an interrupt, so it is repeated.
            let connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
            connections.iter().filter_map(Weak::upgrade).for_each(|it| it.interrupt());
            drop(connections);
            let waited = self.has_ended.wait_timeout(under_way, AGAIN);
            (under_way, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Counts a copy as under way until the result is dropped. Fails if copies have been stopped.
    fn begin(&self) -> Result<UnderWay<'_>, StoreError> {
        *self.under_way.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        let under_way = UnderWay(self);
        self.go_on().map(|()| under_way)
    }

    /// Lets [`Copies::stop`] interrupt a connection as long as the handle is kept. Fails if copies
    /// have been stopped.
    fn watch(&self, connection: &Connection) -> Result<Arc<InterruptHandle>, StoreError> {
        let handle = Arc::new(connection.get_interrupt_handle());
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.retain(|known| known.strong_count() > 0);
        connections.push(Arc::downgrade(&handle));
        drop(connections);
        self.go_on().map(|()| handle)
    }

    fn go_on(&self) -> Result<(), StoreError> {
        match self.is_stopped.load(Ordering::SeqCst) {
            true => Err(StoreError::Stopped),
            false => Ok(()),
        }
    }
}

/// A copy under way. Dropping it says that the copy has ended.
struct UnderWay<'c>(&'c Copies);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        *self.0.under_way.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.has_ended.notify_all();
    }
}

/// Copies a data file and returns the size of the copy in bytes. Leaves nothing behind on failure.
///
/// # Errors
///
/// Fails if `to` exists already, if the copy cannot be written or is damaged, or if `copies` are
/// stopped.
pub(crate) fn copy(from: &Path, to: &Path, copies: &Copies) -> Result<u64, StoreError> {
    // Dropped last, once the unfinished copy is removed.
    let _under_way = copies.begin()?;
    if to.exists() {
        return Err(StoreError::Exists(to.display().to_string()));
    }
    let part = Part::beside(to)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(from, flags)?;
    connection.busy_timeout(super::BUSY)?;
    let watched = copies.watch(&connection)?;
    let written = connection.execute("VACUUM INTO ?1", [part.0.to_string_lossy()]);
    written.map_err(|error| StoreError::from(error).of_copy())?;
    drop((watched, connection));
    let bytes = check(&part.0, copies)?;
    copies.go_on()?;
    let failed = |error: std::io::Error| StoreError::from_io(&part.0, &error).of_copy();
    File::open(&part.0).and_then(|file| file.sync_all()).map_err(failed)?;
    std::fs::rename(&part.0, to).map_err(failed)?;
    sync_folder(to);
    Ok(bytes)
}

/// Checks that a copy can be read. Returns its size in bytes.
fn check(path: &Path, copies: &Copies) -> Result<u64, StoreError> {
    let copy = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let _watched = copies.watch(&copy)?;
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
        let unfinished = |end| format!(".backup{UNFINISHED}{end}");
        if rest.is_some_and(|rest| ENDS.iter().any(|end| rest.ends_with(&unfinished(end)))) {
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
        remove(&path);
        if path.exists() {
            let message = format!("{} is in the way of the copy", path.display());
            return Err(StoreError::Copy(message));
        }
        let part = Part(path);
        // Lets only the owner read the file before anything is in it.
        let failed = |error: std::io::Error| StoreError::from_io(&part.0, &error).of_copy();
        super::private(&part.0).map_err(failed)?;
        Ok(part)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes a database with the files that SQLite puts beside it.
pub(super) fn remove(path: &Path) {
    // Usually there is no such file.
    let _ = std::fs::remove_file(path);
    remove_beside(path);
}

/// Removes the files that SQLite puts beside a database.
pub(super) fn remove_beside(path: &Path) {
    for end in ENDS.iter().filter(|end| !end.is_empty()) {
        let _ = std::fs::remove_file(super::beside(path, end));
    }
}

/// Makes a new name durable, if the system supports that.
pub(super) fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}
