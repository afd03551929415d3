//! Checks, repairs and copies data files without a server.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};

use super::encounters::Sound;
use super::lock::Lock;
use super::{BUSY, StoreError, StoredKey, backup, migrate};
use crate::begun::{Begun, Stored};

/// Number of problems after which a check stops.
const PROBLEMS_MAX: usize = 1000;

/// Contents of a data file, and its problems.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Number of encounters.
    pub encounters: u64,
    /// Number of changes in all logs.
    pub changes: u64,
    /// Number of keys.
    pub keys: u64,
    /// Descriptions of all problems; empty if the file is sound.
    pub problems: Vec<String>,
}

/// Result of a repair.
#[derive(Clone, Debug, Default)]
pub struct Repaired {
    /// Path of the damaged file after the repair; `None` if nothing had to be repaired.
    pub kept_as: Option<PathBuf>,
    /// Number of encounters in the repaired file.
    pub encounters: u64,
    /// Number of changes in all their logs.
    pub changes: u64,
    /// Descriptions of everything that was lost or cannot be confirmed.
    pub losses: Vec<String>,
}

/// Function that returns how many entries of a log can be played, counted from the first, and the
/// reason why no more.
pub(crate) type Playable<'p> = &'p dyn Fn(&Stored) -> (usize, Option<String>);

/// Verifies a data file, down to whether every log can be played. Changes nothing; a server may be
/// running on the file.
pub(crate) fn check(path: &Path, playable: Playable<'_>) -> Result<Checked, StoreError> {
    let connection = open(path)?;
    let format = migrate::look(&connection, path)?.format;
    let mut checked = Checked::default();
    if format == 0 {
        return Ok(checked);
    }
    let moment = connection.unchecked_transaction()?;
    for pragma in ["PRAGMA integrity_check(100)", "PRAGMA foreign_key_check"] {
        let found = first_columns(&moment, pragma);
        let found = found.into_iter().filter(|verdict| verdict != "ok");
        checked.problems.extend(found.map(|what| format!("database: {what}")));
    }
    for id in ids(&moment) {
        checked.encounters += 1;
        let read = if format < migrate::CHAINED {
            unverified(&moment, &id).map(Ok)
        } else {
            Stored::read(&moment, &id)
        };
        let problem = match read {
            Ok(Ok(Some(stored))) => {
                checked.changes += stored.entries.len() as u64;
                playable(&stored).1
            }
            Ok(Ok(None)) => Some("it cannot be found".to_owned()),
            Ok(Err(what)) => Some(what),
            Err(error) => Some(error.to_string()),
        };
        checked.problems.extend(problem.map(|what| format!("encounter {id}: {what}")));
        if checked.problems.len() >= PROBLEMS_MAX {
            break;
        }
    }
    match StoredKey::all(&moment) {
        Ok(keys) => checked.keys = keys.len() as u64,
        Err(error) => checked.problems.push(format!("keys: {error}")),
    }
    Ok(checked)
}

/// Replaces a damaged data file with one that holds everything that can be saved: of each log, the
/// entries that match their checksums and can be played. The damaged file stays beside it.
pub(crate) fn repair(path: &Path, playable: Playable<'_>) -> Result<Repaired, StoreError> {
    let lock = Lock::take(path)?;
    let checked = check(path, playable)?;
    let mut repaired = Repaired::default();
    if checked.problems.is_empty() {
        (repaired.encounters, repaired.changes) = (checked.encounters, checked.changes);
        return Ok(repaired);
    }
    let fresh = beside(path, ".repaired");
    // An earlier repair that was cut off may have left this file.
    let _ = std::fs::remove_file(&fresh);
    {
        super::private(&fresh).map_err(|error| StoreError::from_io(&fresh, &error))?;
        let old = open(path)?;
        let new = Connection::open(&fresh)?;
        migrate::up_to_date(&new, &fresh)?;
        save(&old, &new, path, playable, &mut repaired)?;
        // Without this, the new file would not be complete by itself.
        new.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    }
    let damaged = unused(path, ".damaged");
    for end in ["-wal", "-shm"] {
        // Usually there is no such file.
        let _ = std::fs::rename(beside(path, end), beside(&damaged, end));
    }
    let moved = std::fs::rename(path, &damaged).and_then(|()| std::fs::rename(&fresh, path));
    moved.map_err(|error| StoreError::from_io(path, &error))?;
    backup::sync_folder(path);
    repaired.kept_as = Some(damaged);
    drop(lock);
    Ok(repaired)
}

/// Copies a whole data file and returns the size of the copy in bytes. A server may be running on
/// the file.
pub fn back_up(path: &Path, to: &Path) -> Result<u64, StoreError> {
    let connection = open(path)?;
    migrate::look(&connection, path)?;
    drop(connection);
    backup::copy(path, to)
}

fn open(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "query_only", "ON")?;
    Ok(connection)
}

/// Copies everything that can be saved.
fn save(
    old: &Connection,
    new: &Connection,
    path: &Path,
    playable: Playable<'_>,
    repaired: &mut Repaired,
) -> Result<(), StoreError> {
    let format = migrate::look(old, path)?.format;
    let mut saved = Vec::new();
    for id in ids(old) {
        let found = if format < migrate::CHAINED {
            unverified(old, &id).map(|it| it.map(|stored| (stored, Sound::Whole)))
        } else {
            Stored::salvage(old, &id)
        };
        let (mut stored, sound) = match found {
            Ok(Some(found)) => found,
            Ok(None) => continue,
            Err(error) => {
                repaired.losses.push(format!("encounter {id} is lost: {error}"));
                continue;
            }
        };
        let (good, reason) = playable(&stored);
        let whole = old_length(old, &id).max(stored.entries.len() as u64);
        if sound == Sound::Beginning && reason.is_some() {
            // Neither its files nor its first change match their checksums, and they do not fit
            // together.
            stored.entries.clear();
        }
        stored.entries.truncate(good);
        if stored.entries.is_empty() && playable(&stored).1.is_some() {
            repaired.losses.push(format!("encounter {id} is lost: its files do not load"));
            continue;
        }
        let kept = stored.entries.len() as u64;
        if kept < whole {
            repaired.losses.push(format!("encounter {id}: {kept} of {whole} changes are saved"));
        } else if sound == Sound::Beginning {
            repaired.losses.push(format!("encounter {id}: nothing vouches for its files"));
        }
        stored.begun.insert(new, &stored.entries)?;
        let archived = "SELECT archived FROM encounters WHERE id = ?1";
        let archived = old.query_row(archived, [&id], |row| row.get::<_, bool>(0));
        let archive = "UPDATE encounters SET archived = ?2 WHERE id = ?1";
        new.execute(archive, params![id, archived.unwrap_or(false)])?;
        repaired.encounters += 1;
        repaired.changes += kept;
        saved.push(id);
    }
    if format == migrate::FORMAT
        && let Err(error) = save_shelf(old, new)
    {
        repaired.losses.push(format!("parties, creatures and templates are lost: {error}"));
    }
    match StoredKey::all(old) {
        Ok(keys) => {
            let is_of_use = |key: &&StoredKey| {
                key.grant.encounter.as_ref().is_none_or(|encounter| saved.contains(encounter))
            };
            keys.iter().filter(is_of_use).try_for_each(|key| key.put(new))?;
        }
        Err(error) => repaired.losses.push(format!("all keys are lost, make new ones: {error}")),
    }
    Ok(())
}

/// Copies the shelf. Fails if it cannot be read.
fn save_shelf(old: &Connection, new: &Connection) -> rusqlite::Result<()> {
    let mut all = old.prepare("SELECT id, ruleset, sort, name, body, changed FROM shelf")?;
    let mut insert = new.prepare(
        "INSERT INTO shelf (id, ruleset, sort, name, body, changed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let text = |index| row.get::<_, String>(index);
        let changed: i64 = row.get(5)?;
        insert.execute(params![text(0)?, text(1)?, text(2)?, text(3)?, text(4)?, changed])?;
    }
    Ok(())
}

/// Returns the number of changes that a log had; 0 if that is not known.
fn old_length(old: &Connection, id: &str) -> u64 {
    let last = old
        .query_row("SELECT last FROM encounters WHERE id = ?1", [id], |row| row.get::<_, i64>(0));
    last.map_or(0, |last| last as u64)
}

/// Reads an encounter of a format without checksums.
fn unverified(connection: &Connection, id: &str) -> rusqlite::Result<Option<Stored>> {
    let Some(begun) = Begun::read(connection, id)? else { return Ok(None) };
    let entries = super::encounters::entries(connection, id)?;
    let in_order = entries.into_iter().zip(1..).take_while(|(entry, nth)| entry.sequence == *nth);
    let entries = in_order.map(|(entry, _)| (entry.body, entry.request)).collect();
    Ok(Some(Stored { begun, entries }))
}

/// Returns the ids of all encounters that can be found, reading from both ends in case the middle
/// is damaged.
fn ids(connection: &Connection) -> Vec<String> {
    let forth = first_columns(connection, "SELECT id FROM encounters NOT INDEXED ORDER BY rowid");
    let back = "SELECT id FROM encounters NOT INDEXED ORDER BY rowid DESC";
    let mut seen = HashSet::new();
    let all = forth.into_iter().chain(first_columns(connection, back));
    all.filter(|id| seen.insert(id.clone())).collect()
}

/// Returns the first column of every row that can be read, as text. An error of a `PRAGMA` also
/// counts as a row.
fn first_columns(connection: &Connection, sql: &str) -> Vec<String> {
    let mut all = Vec::new();
    let Ok(mut statement) = connection.prepare(sql) else { return all };
    let Ok(mut rows) = statement.query([]) else { return all };
    loop {
        match rows.next() {
            Ok(Some(row)) => all.extend(row.get::<_, String>(0)),
            Ok(None) => return all,
            Err(error) => {
                if sql.starts_with("PRAGMA") {
                    all.push(error.to_string());
                }
                return all;
            }
        }
    }
}

/// Returns a path with an ending added to its file name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Returns a path with an ending, numbered if needed, that no file has yet.
fn unused(path: &Path, end: &str) -> PathBuf {
    let numbered = (2..).map(|number| beside(path, &format!("{end}-{number}")));
    let mut names = std::iter::once(beside(path, end)).chain(numbered);
    names.find(|name| !name.exists()).unwrap_or_else(|| beside(path, end))
}
