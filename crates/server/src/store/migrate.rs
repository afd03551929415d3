//! Bringing a data file up to date, and refusing those that are not ours.

use std::path::Path;

use rusqlite::Connection;

use super::StoreError;

/// Marks a database as one of ours: `TWRT`.
const APPLICATION: i64 = 0x5457_5254;

/// What each format adds to the one before. Never changed, only added to.
const MIGRATIONS: [&str; 2] = [
    "
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
",
    "
    CREATE TABLE shelf (
        id TEXT PRIMARY KEY,
        ruleset TEXT NOT NULL,
        sort TEXT NOT NULL CHECK (sort IN ('party', 'creature', 'template')),
        name TEXT NOT NULL,
        body TEXT NOT NULL,
        changed INTEGER NOT NULL
    );
    CREATE INDEX shelf_by_ruleset ON shelf (ruleset, sort);
",
];

/// Makes sure that the file is ours, not newer than this program, ours alone, and up to date.
pub(super) fn up_to_date(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let file = path.display().to_string();
    let foreign = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => StoreError::Foreign(file.clone()),
        Some(rusqlite::ErrorCode::DatabaseBusy) => StoreError::InUse(file.clone()),
        _ => StoreError::from(error),
    };
    let number = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(foreign);
    let application = number("PRAGMA application_id")?;
    let tables = number("SELECT count(*) FROM sqlite_master")?;
    if application != APPLICATION && tables > 0 {
        return Err(StoreError::Foreign(file));
    }
    let found = number("PRAGMA user_version")?;
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { file, found, known });
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(foreign)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    for (at, migration) in MIGRATIONS.iter().enumerate().skip(found.max(0) as usize) {
        let version = at + 1;
        let sql = format!(
            "BEGIN IMMEDIATE; {migration}; PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {version}; COMMIT;"
        );
        connection.execute_batch(&sql).map_err(foreign)?;
    }
    Ok(())
}
