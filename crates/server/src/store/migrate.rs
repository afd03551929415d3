//! Updates a data file to the present format, and refuses files of other programs.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};

use super::encounters::entries;
use super::{Chain, StoreError};
use crate::begun::Begun;

/// Application id of Turnwright's data files: `TWRT`.
const APPLICATION: i64 = 0x5457_5254;

/// Additions of each format to the one before: SQL, and code that runs after it in the same
/// transaction. Existing migrations never change; new ones are appended.
const MIGRATIONS: [(&str, Code); 3] =
    [(TABLES, |_| Ok(())), (CHECKSUMS, chain_all), (SHELF, |_| Ok(()))];

type Code = fn(&Connection) -> rusqlite::Result<()>;

const TABLES: &str = "
    CREATE TABLE texts (
        hash BLOB PRIMARY KEY,
        text TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE encounters (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        version TEXT NOT NULL,
        seed INTEGER NOT NULL,
        created INTEGER NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE files (
        encounter TEXT NOT NULL REFERENCES encounters (id),
        place INTEGER NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('ruleset', 'encounter', 'beside')),
        path TEXT NOT NULL,
        hash BLOB NOT NULL REFERENCES texts (hash),
        PRIMARY KEY (encounter, place)
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        encounter TEXT NOT NULL REFERENCES encounters (id),
        sequence INTEGER NOT NULL,
        body TEXT NOT NULL,
        request TEXT,
        PRIMARY KEY (encounter, sequence)
    ) WITHOUT ROWID;
    CREATE TABLE keys (
        id TEXT PRIMARY KEY,
        encounter TEXT REFERENCES encounters (id),
        role TEXT NOT NULL,
        name TEXT NOT NULL,
        combatants TEXT NOT NULL,
        hash BLOB NOT NULL,
        created INTEGER NOT NULL
    );
    CREATE INDEX keys_of_encounters ON keys (encounter);
";

/// Table of the parties, creatures and templates that the host keeps, by ruleset.
const SHELF: &str = "
    CREATE TABLE shelf (
        id TEXT PRIMARY KEY,
        ruleset TEXT NOT NULL,
        sort TEXT NOT NULL CHECK (sort IN ('party', 'creature', 'template')),
        name TEXT NOT NULL,
        body TEXT NOT NULL,
        changed INTEGER NOT NULL
    );
    CREATE INDEX shelf_by_ruleset ON shelf (ruleset, sort);
";

/// Columns for the checksum of each entry, the last checksum of each encounter, and the secret of
/// hidden dice.
const CHECKSUMS: &str = "
    ALTER TABLE entries ADD COLUMN chain BLOB;
    ALTER TABLE encounters ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE encounters ADD COLUMN chain BLOB;
    ALTER TABLE encounters ADD COLUMN secret BLOB;
";

/// Format that this program writes.
pub(super) const FORMAT: i64 = MIGRATIONS.len() as i64;
/// Largest format that any program may ever have.
const FORMAT_MAX: i64 = 9_999;
/// First format in which logs have checksums.
pub(super) const CHAINED: i64 = 2;

/// Adds checksums to every log that has none.
fn chain_all(connection: &Connection) -> rusqlite::Result<()> {
    let mut ids = connection.prepare("SELECT id FROM encounters WHERE chain IS NULL")?;
    let ids: Vec<String> = ids.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let mut update = connection
        .prepare("UPDATE entries SET chain = ?3 WHERE encounter = ?1 AND sequence = ?2")?;
    for id in ids {
        let Some(begun) = Begun::read(connection, &id)? else { continue };
        let mut chain = Chain::begin(&begun);
        let mut last = 0;
        for entry in entries(connection, &id)? {
            chain = chain.next(entry.sequence, &entry.body, entry.request.as_deref());
            last = entry.sequence as i64;
            update.execute(params![id, last, chain])?;
        }
        connection.execute(
            "UPDATE encounters SET last = ?2, chain = ?3, secret = randomblob(32) WHERE id = ?1",
            params![id, last, chain],
        )?;
    }
    Ok(())
}

/// Returns true if the first page of a file has the mark or the definitions of a data file, even if
/// it is damaged.
pub(super) fn is_ours(path: &Path) -> bool {
    let mut page = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4096).read_to_end(&mut page));
    if read.is_err() {
        return false;
    }
    let has = |part: &str| page.windows(part.len()).any(|bytes| bytes == part.as_bytes());
    let definitions = ["TABLE encounters", "TABLE entries", "keys_of_encounters", "TABLE texts"];
    let is_marked = page.get(68..72) == Some(b"TWRT");
    is_marked || definitions.iter().filter(|part| has(part)).count() >= 2
}

/// State of a file before this program changes anything in it.
pub(super) struct Found {
    /// Format of the file; 0 for an empty file.
    pub(super) format: i64,
}

/// Returns the format of a file. Fails if it belongs to another program or is newer than this one.
pub(super) fn look(connection: &Connection, path: &Path) -> Result<Found, StoreError> {
    let file = path.display().to_string();
    let number = |sql| {
        connection
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .map_err(|error| named(error, &file))
    };
    let application = number("PRAGMA application_id")?;
    let tables = number("SELECT count(*) FROM sqlite_master")?;
    if application != APPLICATION && tables > 0 {
        return Err(match is_ours(path) {
            true => StoreError::Damaged("its mark is not what it was".to_owned()),
            false => StoreError::Foreign(file),
        });
    }
    let found = number("PRAGMA user_version")?;
    // A number that no program can have written, or none beside tables, is damage.
    if !(0..=FORMAT_MAX).contains(&found) || found == 0 && tables > 0 {
        return Err(StoreError::Damaged(format!("its format cannot be {found}")));
    }
    if found > FORMAT {
        return Err(StoreError::Newer { file, found, known: FORMAT });
    }
    Ok(Found { format: found })
}

/// Returns the names of all tables and indexes of a format that are missing or defined in another
/// way.
pub(super) fn changed_definitions(
    connection: &Connection,
    format: i64,
) -> rusqlite::Result<Vec<String>> {
    let (wanted, found) = (definitions(&empty(format)?)?, definitions(connection)?);
    Ok(wanted.into_iter().filter(|it| !found.contains(it)).map(|(name, _)| name).collect())
}

/// Returns a database in memory with the empty tables of a format.
pub(super) fn empty(format: i64) -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    for (sql, _) in MIGRATIONS.iter().take(format as usize) {
        connection.execute_batch(sql)?;
    }
    Ok(connection)
}

/// Returns the name of each table and index, and its definition without white space.
fn definitions(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let mut all = connection.prepare("SELECT name, coalesce(sql, '') FROM sqlite_schema")?;
    let all = all.query_map([], |row| {
        let sql: String = row.get(1)?;
        Ok((row.get(0)?, sql.split_whitespace().collect()))
    })?;
    all.collect()
}

/// Updates a file to the present format, and checks that it can be written.
pub(super) fn up_to_date(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let file = path.display().to_string();
    let failed = |error: rusqlite::Error| named(error, &file);
    let Found { format } = look(connection, path)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", "ON").map_err(failed)?;
    for (at, (sql, code)) in MIGRATIONS.iter().enumerate().skip(format as usize) {
        let version = at + 1;
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
            .map_err(failed)?;
        transaction.execute_batch(sql).map_err(failed)?;
        code(&transaction).map_err(failed)?;
        let marks =
            format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {version};");
        transaction.execute_batch(&marks).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        tracing::info!(file, format = version, "data file brought up to date");
    }
    // A write fails here if the disk is full.
    let probe = format!("BEGIN IMMEDIATE; PRAGMA user_version = {FORMAT}; COMMIT;");
    connection.execute_batch(&probe).map_err(failed)
}

fn named(error: rusqlite::Error, file: &str) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) if !is_ours(Path::new(file)) => {
            StoreError::Foreign(file.to_owned())
        }
        Some(ErrorCode::DatabaseBusy) => StoreError::InUse(file.to_owned()),
        _ => StoreError::from(error),
    }
}
