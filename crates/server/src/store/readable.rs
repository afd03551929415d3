//! Reads rows one by one, so that a damaged row does not take the others with it.

use std::collections::HashSet;

use rusqlite::types::Type;
use rusqlite::{Connection, Row};

/// Rows of a table.
#[derive(Debug)]
pub(crate) struct Readable<T> {
    /// The rows that can be read.
    pub(crate) found: Vec<T>,
    /// Descriptions of the others: the first column of each, and the reason.
    pub(crate) broken: Vec<String>,
}

/// Reads all rows of a table with a rowid. The first of the `columns` is the id. If a page in the
/// middle is damaged, the rows behind it are read from the end.
pub(super) fn rows<T>(
    connection: &Connection,
    table: &str,
    columns: &str,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Readable<T>> {
    let mut all = Readable { found: Vec::new(), broken: Vec::new() };
    let mut seen = HashSet::new();
    for order in ["", "DESC"] {
        let sql =
            format!("SELECT {columns}, rowid FROM {table} NOT INDEXED ORDER BY rowid {order}");
        let mut statement = connection.prepare(&sql)?;
        let rowid = statement.column_count() - 1;
        let mut rows = statement.query([])?;
        let stopped = loop {
            match rows.next() {
                Ok(Some(row)) => {
                    // Both ends together read no row twice.
                    if !seen.insert(row.get::<_, i64>(rowid)?) {
                        break None;
                    }
                    match read(row) {
                        Ok(found) => all.found.push(found),
                        Err(error) => all.broken.push(describe(row, &error)),
                    }
                }
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        match stopped {
            None => break,
            Some(error) if order.is_empty() => {
                all.broken.push(format!("some cannot be read: {error}"));
            }
            Some(_) => {}
        }
    }
    Ok(all)
}

/// Returns the id of a row and what is wrong with it.
fn describe(row: &Row<'_>, error: &rusqlite::Error) -> String {
    let id = row.get::<_, String>(0).unwrap_or_else(|_| "of unreadable id".to_owned());
    format!("{id}: {error}")
}

/// Returns the error for a word in a column that stands for nothing.
pub(super) fn unknown_word(column: usize, word: &str) -> rusqlite::Error {
    let why = format!("`{word}` is no such word");
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
}
