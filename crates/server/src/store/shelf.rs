//! The shelf of the data file: parties, creatures and templates for later fights of a ruleset.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::readable::{Readable, rows, unknown_word};
use crate::shelved::{Shelved, Sort};

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Sort::Party => "party",
            Sort::Creature => "creature",
            Sort::Template => "template",
        }
    }
}

impl Shelved {
    /// Returns all things of a sort for a ruleset, by name.
    pub(crate) fn all(
        connection: &Connection,
        ruleset: &str,
        sort: Sort,
    ) -> rusqlite::Result<Vec<Shelved>> {
        let mut found = connection.prepare_cached(
            "SELECT id, ruleset, name, body, changed FROM shelf
             WHERE ruleset = ?1 AND sort = ?2 ORDER BY name COLLATE NOCASE, id",
        )?;
        let found = found.query_map(params![ruleset, sort.word()], |row| read(row, sort))?;
        // A page that cannot be read fails; a row that cannot is left out.
        let readable = found.filter_map(|row| match row {
            Err(error) if error.sqlite_error_code().is_none() => {
                tracing::error!(%error, sort = sort.word(), "it is damaged in the data file");
                None
            }
            other => Some(other),
        });
        readable.collect()
    }

    /// Returns everything that can be read, and descriptions of the rest.
    pub(super) fn readable(connection: &Connection) -> rusqlite::Result<Readable<Shelved>> {
        rows(connection, "shelf", "id, ruleset, name, body, changed, sort", |row| {
            let word: String = row.get(5)?;
            let sorts = [Sort::Party, Sort::Creature, Sort::Template];
            let sort = sorts.into_iter().find(|sort| sort.word() == word);
            read(row, sort.ok_or_else(|| unknown_word(5, &word))?)
        })
    }

    /// Returns a thing by sort and id; `None` if there is none.
    pub(crate) fn one(
        connection: &Connection,
        sort: Sort,
        id: &str,
    ) -> rusqlite::Result<Option<Shelved>> {
        let sql = "SELECT id, ruleset, name, body, changed FROM shelf WHERE id = ?1 AND sort = ?2";
        connection.query_row(sql, params![id, sort.word()], |row| read(row, sort)).optional()
    }

    /// Returns the number of things of all sorts and rulesets.
    pub(crate) fn count(connection: &Connection) -> rusqlite::Result<i64> {
        connection.query_row("SELECT count(*) FROM shelf", [], |row| row.get(0))
    }

    /// Stores the thing in place of one with the same id.
    pub(crate) fn put(&self, connection: &Connection) -> rusqlite::Result<()> {
        let Shelved { id, ruleset, sort, name, body, changed } = self;
        connection.execute(
            "INSERT OR REPLACE INTO shelf (id, ruleset, sort, name, body, changed)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![id, ruleset, sort.word(), name, body, *changed as i64],
        )?;
        Ok(())
    }

    /// Removes a thing by id.
    pub(crate) fn remove(connection: &Connection, id: &str) -> rusqlite::Result<()> {
        connection.execute("DELETE FROM shelf WHERE id = ?1", [id]).map(drop)
    }
}

fn read(row: &Row<'_>, sort: Sort) -> rusqlite::Result<Shelved> {
    let changed: i64 = row.get(4)?;
    Ok(Shelved {
        id: row.get(0)?,
        ruleset: row.get(1)?,
        sort,
        name: row.get(2)?,
        body: row.get(3)?,
        changed: changed as u64,
    })
}
