//! Checks and copies data files without a server.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;

use super::backup::{self, Copies};
use super::rescue::{Opened, open};
use super::{StoreError, StoredKey, migrate};
use crate::begun::{Begun, Stored};
use crate::shelved::Shelved;

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

/// Function that returns how many entries of a log can be played, counted from the first, and the
/// reason why no more.
pub(crate) type Playable<'p> = &'p dyn Fn(&Stored) -> (usize, Option<String>);

/// Verifies a data file, down to whether every log can be played. Changes nothing; a server may be
/// running on the file.
pub(crate) fn check(path: &Path, playable: Playable<'_>) -> Result<Checked, StoreError> {
    existing(path)?;
    let mut checked = Checked::default();
    // Damaged files are read as a mended copy. No two checks share its name.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let nth = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("turnwright-{}-{nth}.rescue", std::process::id());
    let opened = match Opened::at(path, &std::env::temp_dir().join(name)) {
        Ok(opened) => opened,
        Err(StoreError::Damaged(why)) => {
            checked.problems.push(format!("database: {why}"));
            return Ok(checked);
        }
        Err(error) => return Err(error),
    };
    let format = opened.format;
    if format == 0 {
        return Ok(checked);
    }
    let moment = opened.connection.unchecked_transaction()?;
    match &opened.damage {
        Some(why) => checked.problems.push(format!("database: {why}")),
        None => {
            for pragma in ["PRAGMA integrity_check(100)", "PRAGMA foreign_key_check"] {
                let found = first_columns(&moment, pragma);
                let found = found.into_iter().filter(|verdict| verdict != "ok");
                checked.problems.extend(found.map(|what| format!("database: {what}")));
            }
            let changed = migrate::changed_definitions(&moment, format)?;
            let changed = changed.into_iter().map(|name| format!("database: {name} is redefined"));
            checked.problems.extend(changed);
        }
    }
    for id in ids(&moment) {
        checked.encounters += 1;
        let read = if format < migrate::CHAINED {
            Begun::read(&moment, &id).and_then(|it| unverified(&moment, it)).map(Ok)
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
        Ok(keys) => {
            checked.keys = keys.found.len() as u64;
            checked.problems.extend(keys.broken.into_iter().map(|key| format!("key {key}")));
        }
        Err(error) => checked.problems.push(format!("keys: {error}")),
    }
    if format == migrate::FORMAT {
        let found = Shelved::readable(&moment).map(|shelf| shelf.broken);
        let broken = found.unwrap_or_else(|error| vec![error.to_string()]);
        let shown = |what| format!("party, creature or template {what}");
        checked.problems.extend(broken.into_iter().map(shown));
    }
    Ok(checked)
}

/// Copies a whole data file and returns the size of the copy in bytes. A server may be running on
/// the file. Stopping `copies` ends it early.
pub(crate) fn back_up(path: &Path, to: &Path, copies: &Copies) -> Result<u64, StoreError> {
    existing(path)?;
    let connection = open(path)?;
    migrate::look(&connection, path)?;
    drop(connection);
    backup::copy(path, to, copies)
}

/// Fails if there is no file of this name.
pub(super) fn existing(path: &Path) -> Result<(), StoreError> {
    match path.metadata() {
        Ok(found) if found.is_dir() => {
            Err(StoreError::Database(format!("{} is a folder", path.display())))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(StoreError::Missing(path.display().to_string()))
        }
        Err(error) => Err(StoreError::from_io(path, &error)),
    }
}

/// Reads the log behind a beginning in a format without checksums.
pub(super) fn unverified(
    connection: &Connection,
    begun: Option<Begun>,
) -> rusqlite::Result<Option<Stored>> {
    let Some(begun) = begun else { return Ok(None) };
    let entries = super::encounters::entries(connection, &begun.id)?;
    let in_order = entries.into_iter().zip(1..).take_while(|(entry, nth)| entry.sequence == *nth);
    let entries = in_order.map(|(entry, _)| (entry.body, entry.request)).collect();
    Ok(Some(Stored { begun, entries }))
}

/// Returns the ids of all encounters that can be found, reading from both ends in case the middle
/// is damaged.
pub(super) fn ids(connection: &Connection) -> Vec<String> {
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
