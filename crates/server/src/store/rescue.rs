//! Opens data files that SQLite refuses because of their header, their definitions or their length:
//! a copy gets a new first page and is read instead.
//!
//! The first page has the header and the definitions of all tables. Both are the same in every data
//! file, except for the page on which each table begins. The new page defines the tables without
//! indexes and constraints, so that nothing but the rows themselves is read.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{BUSY, StoreError, backup, beside, has_wal, migrate};

/// Size of a page in every data file.
const PAGE: usize = 4096;

/// The tables of the present format, without indexes and constraints.
const TABLES: [(&str, &str); 6] = [
    ("texts", "(hash BLOB PRIMARY KEY, text TEXT) WITHOUT ROWID"),
    (
        "encounters",
        "(id TEXT, title TEXT, ruleset TEXT, version TEXT, seed INTEGER, created INTEGER,
          archived INTEGER DEFAULT 0, last INTEGER DEFAULT 0, chain BLOB, secret BLOB)",
    ),
    (
        "files",
        "(encounter TEXT, place INTEGER, role TEXT, path TEXT, hash BLOB,
          PRIMARY KEY (encounter, place)) WITHOUT ROWID",
    ),
    (
        "entries",
        "(encounter TEXT, sequence INTEGER, body TEXT, request TEXT, chain BLOB,
          PRIMARY KEY (encounter, sequence)) WITHOUT ROWID",
    ),
    (
        "keys",
        "(id TEXT, encounter TEXT, role TEXT, name TEXT, combatants TEXT, hash BLOB,
          created INTEGER)",
    ),
    ("shelf", "(id TEXT, ruleset TEXT, sort TEXT, name TEXT, body TEXT, changed INTEGER)"),
];

/// A data file, or a mended copy of it, open for reading.
pub(super) struct Opened {
    pub(super) connection: Connection,
    /// Format of the file.
    pub(super) format: i64,
    /// Reason why a copy is read; `None` if the file itself is read.
    pub(super) damage: Option<String>,
    /// Descriptions of tables that cannot be found.
    pub(super) missing: Vec<String>,
    /// The copy. It is removed after the connection is closed.
    _copy: Option<Scratch>,
}

impl Opened {
    /// Opens a data file for reading. If it is damaged so that SQLite refuses it, makes a readable
    /// copy at `scratch`.
    ///
    /// # Errors
    ///
    /// The file is no data file, or nothing in it can be read.
    pub(super) fn at(path: &Path, scratch: &Path) -> Result<Opened, StoreError> {
        let plain = || -> Result<(Connection, i64), StoreError> {
            let connection = open(path)?;
            let format = migrate::look(&connection, path)?.format;
            are_tables_there(&connection, format)?;
            Ok((connection, format))
        };
        match plain() {
            Ok((connection, format)) => {
                let (damage, missing) = (None, Vec::new());
                Ok(Opened { connection, format, damage, missing, _copy: None })
            }
            Err(StoreError::Damaged(why)) => mended(path, scratch, why),
            Err(error) => Err(error),
        }
    }
}

/// Opens a data file for reading, as it is.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    // Even reading needs the `-shm` file, which may have to be made.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "query_only", "ON")?;
    Ok(connection)
}

/// Fails if a table or a column of a format is not defined, or if a table cannot be read at all.
fn are_tables_there(connection: &Connection, format: i64) -> Result<(), StoreError> {
    let wanted = migrate::empty(format)?;
    let mut tables = wanted.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let tables = tables.query_map([], |row| row.get::<_, String>(0))?;
    for table in tables {
        let table = table?;
        let columns = wanted.prepare(&format!("SELECT * FROM {table}"))?;
        let columns = columns.column_names().join(", ");
        let sql = format!("SELECT {columns} FROM {table} NOT INDEXED LIMIT 1");
        let read = connection.prepare(&sql).and_then(|mut it| it.query([])?.next().map(drop));
        read.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => StoreError::from(error),
            _ => StoreError::Damaged(error.to_string()),
        })?;
    }
    Ok(())
}

/// Makes a readable copy of a damaged data file at `scratch` and opens it.
fn mended(path: &Path, scratch: &Path, why: String) -> Result<Opened, StoreError> {
    let failed = |error: io::Error| StoreError::from_io(scratch, &error);
    let copy = Scratch::of(path, scratch).map_err(failed)?;
    let format = copy.format().map_err(failed)?;
    if has_wal(&copy.0) {
        copy.mend_header(true).map_err(failed)?;
        // If the `-wal` file is damaged too, what is in the data file must do.
        let _ = copy.merge_wal();
        backup::remove_beside(&copy.0);
    }
    copy.mend_header(false).map_err(failed)?;
    let roots = copy.roots();
    if roots.is_empty() {
        return Err(StoreError::Damaged(format!("{why}; its tables cannot be found")));
    }
    copy.replace_first_page(&roots, format)?;
    let is_missing = |name: &&str| !roots.iter().any(|(known, _)| known == name);
    let missing = TABLES.iter().map(|(name, _)| *name).filter(is_missing);
    let missing = missing.map(|name| format!("table `{name}` cannot be found")).collect();
    let connection = open(&copy.0)?;
    Ok(Opened { connection, format, damage: Some(why), missing, _copy: Some(copy) })
}

/// A copy of a data file. Dropping it removes the file.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        backup::remove(&self.0);
    }
}

impl Scratch {
    /// Copies a data file and its `-wal` file, and fills up the last page.
    fn of(path: &Path, scratch: &Path) -> io::Result<Scratch> {
        // An earlier copy may have been left by a program that was cut off.
        backup::remove(scratch);
        let copy = Scratch(scratch.to_owned());
        for end in ["", "-wal"] {
            let Ok(mut from) = File::open(beside(path, end)) else { continue };
            let mut to = create(&beside(scratch, end))?;
            let bytes = io::copy(&mut from, &mut to)?;
            if end.is_empty() {
                to.set_len(bytes.next_multiple_of(PAGE as u64).max(PAGE as u64))?;
            }
        }
        Ok(copy)
    }

    fn file(&self) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).open(&self.0)
    }

    /// Returns the format in the header, or the present format if it cannot be that.
    fn format(&self) -> io::Result<i64> {
        let mut page = [0; PAGE];
        self.file()?.read_exact(&mut page)?;
        let found = i64::from(i32::from_be_bytes([page[60], page[61], page[62], page[63]]));
        Ok(if (1..=migrate::FORMAT).contains(&found) { found } else { migrate::FORMAT })
    }

    /// Writes a valid header over that of the first page.
    fn mend_header(&self, has_wal: bool) -> io::Result<()> {
        let mut file = self.file()?;
        let pages = file.metadata()?.len() / PAGE as u64;
        let mut header = [0; 100];
        file.read_exact(&mut header)?;
        fill_header(&mut header, u32::try_from(pages).unwrap_or(u32::MAX), has_wal);
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)
    }

    /// Moves the changes of the `-wal` file into the copy.
    fn merge_wal(&self) -> rusqlite::Result<()> {
        let connection = Connection::open(&self.0)?;
        connection.execute_batch("PRAGMA writable_schema = ON")?;
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    }

    /// Returns the tables that the copy defines, each with the page on which it begins.
    fn roots(&self) -> Vec<(&'static str, u32)> {
        let mut roots = Vec::new();
        let Ok(connection) = Connection::open(&self.0) else { return roots };
        // This setting makes SQLite ignore definitions that it does not understand.
        let sql = "PRAGMA writable_schema = ON";
        if connection.execute_batch(sql).is_err() {
            return roots;
        }
        let sql = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema NOT INDEXED";
        let Ok(mut statement) = connection.prepare(sql) else { return roots };
        let Ok(mut rows) = statement.query([]) else { return roots };
        while let Ok(Some(row)) = rows.next() {
            let text = |column| row.get::<_, String>(column).unwrap_or_default();
            let (kind, name, of, sql) = (text(0), text(1), text(2), text(4));
            let Ok(root) = row.get::<_, u32>(3) else { continue };
            // The name stands in three places, so damage to one of them does not matter.
            let is_of = |table: &str| {
                let defines = sql.contains(&format!("CREATE TABLE {table} "));
                let votes = [name == table, of == table, defines].into_iter().filter(|it| *it);
                votes.count() >= 2 && (kind == "table" || defines)
            };
            let table = TABLES.iter().map(|(table, _)| *table).find(|table| is_of(table));
            if let Some(table) = table.filter(|it| !roots.iter().any(|(known, _)| known == it)) {
                roots.push((table, root));
            }
        }
        roots
    }

    /// Writes a first page that defines tables and says where they begin.
    fn replace_first_page(
        &self,
        roots: &[(&'static str, u32)],
        format: i64,
    ) -> Result<(), StoreError> {
        let failed = |error: io::Error| StoreError::from_io(&self.0, &error);
        let model = Scratch(beside(&self.0, ".page"));
        backup::remove(&model.0);
        drop(create(&model.0).map_err(failed)?);
        let connection = Connection::open(&model.0)?;
        let settings = format!(
            "PRAGMA page_size = {PAGE}; PRAGMA user_version = {format};
             PRAGMA writable_schema = ON;"
        );
        connection.execute_batch(&settings)?;
        for (table, columns) in TABLES {
            if roots.iter().any(|(known, _)| *known == table) {
                connection.execute_batch(&format!("CREATE TABLE {table} {columns}"))?;
            }
        }
        for (table, root) in roots {
            let update = "UPDATE sqlite_schema SET rootpage = ?2 WHERE name = ?1";
            connection.execute(update, (table, root))?;
        }
        drop(connection);
        let mut page = [0; PAGE];
        let read = File::open(&model.0).and_then(|mut file| file.read_exact(&mut page));
        read.map_err(failed)?;
        let write = || -> io::Result<()> {
            self.file()?.write_all(&page)?;
            self.mend_header(false)
        };
        write().map_err(failed)
    }
}

/// Creates a file that only its owner can read. Fails if there is one.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// Fills in everything in a header that is the same in every data file, and the number of pages.
/// Keeps the format and the mark.
fn fill_header(header: &mut [u8; 100], pages: u32, has_wal: bool) {
    let version = if has_wal { 2 } else { 1 };
    let size = (PAGE as u16).to_be_bytes();
    header[..16].copy_from_slice(b"SQLite format 3\0");
    // Size of a page, versions for writing and reading, reserved bytes, and three constants.
    header[16..24].copy_from_slice(&[size[0], size[1], version, version, 0, 64, 32, 32]);
    // The number of pages holds only if the counters at 24 and 92 are the same.
    header[24..28].copy_from_slice(&1u32.to_be_bytes());
    header[28..32].copy_from_slice(&pages.to_be_bytes());
    // No list of free pages, because nothing is written.
    header[32..40].fill(0);
    // Format of definitions, cache size, no automatic vacuum, and UTF-8.
    header[44..60].copy_from_slice(&[0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    header[64..68].fill(0);
    header[72..92].fill(0);
    header[92..96].copy_from_slice(&1u32.to_be_bytes());
}
