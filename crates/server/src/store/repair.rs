//! Repairs data files: saves everything that can be read into a new file.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};

use super::encounters::Sound;
use super::lock::Lock;
use super::rescue::Opened;
use super::texts::Texts;
use super::tools::{Playable, check, existing, ids, unverified};
use super::{StoreError, StoredKey, backup, beside, migrate};
use crate::begun::{Begun, Stored};
use crate::shelved::Shelved;

/// Result of a repair.
#[derive(Clone, Debug, Default)]
pub struct Repaired {
    /// Path of the damaged file after the repair; `None` if nothing had to be repaired.
    pub kept_as: Option<PathBuf>,
    /// Number of encounters in the repaired file.
    pub encounters: u64,
    /// Number of changes in all their logs.
    pub changes: u64,
    /// Descriptions of everything that was lost, that cannot be confirmed, or that was put back
    /// from elsewhere.
    pub losses: Vec<String>,
}

/// Replaces a damaged data file with one that holds everything that can be saved: of each log, the
/// entries that match their checksums and can be played. The damaged file stays beside it.
pub(crate) fn repair(path: &Path, playable: Playable<'_>) -> Result<Repaired, StoreError> {
    existing(path)?;
    let lock = Lock::take(path)?;
    let checked = check(path, playable)?;
    let mut repaired = Repaired::default();
    if checked.problems.is_empty() {
        (repaired.encounters, repaired.changes) = (checked.encounters, checked.changes);
        return Ok(repaired);
    }
    let fresh = beside(path, ".repaired");
    // An earlier repair that was cut off may have left these files.
    backup::remove(&fresh);
    let written = write(path, &fresh, playable, &mut repaired);
    written.inspect_err(|_| backup::remove(&fresh))?;
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

/// Writes everything that can be saved of the file at `path` into a new file.
fn write(
    path: &Path,
    fresh: &Path,
    playable: Playable<'_>,
    repaired: &mut Repaired,
) -> Result<(), StoreError> {
    let old = Opened::at(path, &beside(path, ".rescue")).map_err(|error| match error {
        StoreError::Damaged(why) => StoreError::Lost { file: path.display().to_string(), why },
        other => other,
    })?;
    repaired.losses.extend(old.missing.iter().cloned());
    super::private(fresh).map_err(|error| StoreError::from_io(fresh, &error))?;
    let new = Connection::open(fresh)?;
    migrate::up_to_date(&new, fresh)?;
    save(&old, &new, playable, repaired)?;
    // Without this, the new file would not be complete by itself.
    Ok(new.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
}

/// Copies everything that can be saved.
fn save(
    old: &Opened,
    new: &Connection,
    playable: Playable<'_>,
    repaired: &mut Repaired,
) -> Result<(), StoreError> {
    let (format, old) = (old.format, &old.connection);
    let texts = Texts::default();
    let mut saved = Vec::new();
    for id in ids(old) {
        let begun = Begun::mended(old, &id, &texts);
        let found = if format < migrate::CHAINED {
            begun.and_then(|it| unverified(old, it)).map(|it| it.map(|it| (it, Sound::Whole)))
        } else {
            begun.and_then(|it| Stored::salvage(old, it))
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
    repaired.losses.extend(texts.into_notes());
    if format == migrate::FORMAT {
        save_shelf(old, new, &mut repaired.losses)?;
    }
    save_keys(old, new, &saved, &mut repaired.losses)
}

/// Copies the keys of the saved encounters and of the host.
fn save_keys(
    old: &Connection,
    new: &Connection,
    saved: &[String],
    losses: &mut Vec<String>,
) -> Result<(), StoreError> {
    match StoredKey::all(old) {
        Ok(keys) => {
            losses.extend(keys.broken.into_iter().map(|key| format!("key {key}; it is lost")));
            let is_of_use = |key: &&StoredKey| {
                key.grant.encounter.as_ref().is_none_or(|encounter| saved.contains(encounter))
            };
            keys.found.iter().filter(is_of_use).try_for_each(|key| key.put(new))?;
        }
        Err(error) => losses.push(format!("all keys are lost, make new ones: {error}")),
    }
    Ok(())
}

/// Copies the parties, creatures and templates.
fn save_shelf(
    old: &Connection,
    new: &Connection,
    losses: &mut Vec<String>,
) -> Result<(), StoreError> {
    match Shelved::readable(old) {
        Ok(shelf) => {
            let lost = |what| format!("party, creature or template {what}; it is lost");
            losses.extend(shelf.broken.into_iter().map(lost));
            shelf.found.iter().try_for_each(|thing| thing.put(new))?;
        }
        Err(error) => {
            losses.push(format!("parties, creatures and templates are lost: {error}"));
        }
    }
    Ok(())
}

/// Returns the number of changes that a log had; 0 if that is not known.
fn old_length(old: &Connection, id: &str) -> u64 {
    let last = old
        .query_row("SELECT last FROM encounters WHERE id = ?1", [id], |row| row.get::<_, i64>(0));
    last.map_or(0, |last| last as u64)
}

/// Returns a path with an ending, numbered if needed, that no file has yet.
fn unused(path: &Path, end: &str) -> PathBuf {
    let numbered = (2..).map(|number| beside(path, &format!("{end}-{number}")));
    let mut names = std::iter::once(beside(path, end)).chain(numbered);
    names.find(|name| !name.exists()).unwrap_or_else(|| beside(path, end))
}
