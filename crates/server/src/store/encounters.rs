//! Encounters in the store: what they began with, and their logs.

use rules::Source;
use rules::source::SourceFile;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};
use sim::origin::Origin;

/// An encounter as it began.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    /// Its id.
    pub(crate) id: String,
    /// What it is called.
    pub(crate) title: String,
    /// The files it is made from.
    pub(crate) origin: Origin,
    /// Seed of the server's dice.
    pub(crate) seed: u64,
    /// Milliseconds since 1970.
    pub(crate) created: u64,
}

/// An encounter with its log.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// How it began.
    pub(crate) begun: Begun,
    /// The entries as JSON, in order, each with the request it came with.
    pub(crate) entries: Vec<(String, Option<String>)>,
}

/// An encounter in a list.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) ruleset: String,
    pub(crate) created: u64,
    pub(crate) archived: bool,
    pub(crate) sequence: u64,
}

/// Hash of a text, by which it is kept once.
fn text_hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

impl Begun {
    /// Writes it down, with entries it may come with.
    pub(crate) fn insert(
        &self,
        connection: &Connection,
        entries: &[String],
    ) -> rusqlite::Result<()> {
        connection.execute(
            "INSERT INTO encounters (id, title, ruleset, version, seed, created)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                self.id,
                self.title,
                self.origin.id,
                self.origin.version,
                self.seed as i64,
                self.created as i64
            ],
        )?;
        let encounter = std::iter::once(("encounter", &self.origin.encounter));
        let beside = self.origin.beside.iter().map(|file| ("beside", file));
        let ruleset = self.origin.ruleset.files.iter().map(|file| ("ruleset", file));
        for (place, (role, file)) in encounter.chain(beside).chain(ruleset).enumerate() {
            let hash = text_hash(&file.text);
            connection.execute(
                "INSERT OR IGNORE INTO texts (hash, text) VALUES (?1, ?2)",
                params![hash, &*file.text],
            )?;
            connection.execute(
                "INSERT INTO files (encounter, place, role, path, hash) VALUES (?1, ?2, ?3, ?4, \
                    ?5)",
                params![self.id, place as i64, role, file.path, hash],
            )?;
        }
        let mut insert = connection.prepare_cached(
            "INSERT INTO entries (encounter, sequence, body) VALUES (?1, ?2, ?3)",
        )?;
        for (at, body) in entries.iter().enumerate() {
            insert.execute(params![self.id, at as i64 + 1, body])?;
        }
        Ok(())
    }
}

impl Stored {
    /// Reads an encounter, if there is such a one.
    pub(crate) fn read(connection: &Connection, id: &str) -> rusqlite::Result<Option<Stored>> {
        let head = connection
            .query_row(
                "SELECT title, ruleset, version, seed, created FROM encounters WHERE id = ?1",
                [id],
                |row| {
                    let (title, ruleset, version) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    let (seed, created): (i64, i64) = (row.get(3)?, row.get(4)?);
                    Ok((title, ruleset, version, seed as u64, created as u64))
                },
            )
            .optional()?;
        let Some((title, ruleset, version, seed, created)) = head else { return Ok(None) };
        let mut origin = Origin {
            id: ruleset,
            version,
            ruleset: Source { files: Vec::new() },
            encounter: SourceFile { path: String::new(), text: "".into() },
            beside: Vec::new(),
        };
        let mut files = connection.prepare_cached(
            "SELECT role, path, text FROM files JOIN texts USING (hash)
             WHERE encounter = ?1 ORDER BY place",
        )?;
        let mut rows = files.query([id])?;
        while let Some(row) = rows.next()? {
            let role: String = row.get(0)?;
            let text: String = row.get(2)?;
            let file = SourceFile { path: row.get(1)?, text: text.into() };
            match role.as_str() {
                "encounter" => origin.encounter = file,
                "beside" => origin.beside.push(file),
                _ => origin.ruleset.files.push(file),
            }
        }
        let mut entries = connection.prepare_cached(
            "SELECT body, request FROM entries WHERE encounter = ?1 ORDER BY sequence",
        )?;
        let entries = entries.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let entries = entries.collect::<rusqlite::Result<_>>()?;
        let begun = Begun { id: id.to_owned(), title, origin, seed, created };
        Ok(Some(Stored { begun, entries }))
    }
}

impl Listed {
    /// Every encounter, newest first.
    pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<Listed>> {
        Listed::some(connection, "ORDER BY created DESC, id", [])
    }

    /// One of them.
    pub(crate) fn one(connection: &Connection, id: &str) -> rusqlite::Result<Option<Listed>> {
        Ok(Listed::some(connection, "WHERE id = ?1", [id])?.pop())
    }

    fn some(
        connection: &Connection,
        which: &str,
        parameters: impl rusqlite::Params,
    ) -> rusqlite::Result<Vec<Listed>> {
        let mut listed = connection.prepare_cached(&format!(
            "SELECT id, title, ruleset, created, archived,
                (SELECT ifnull(max(sequence), 0) FROM entries WHERE encounter = id)
             FROM encounters {which}"
        ))?;
        let listed = listed.query_map(parameters, |row| {
            let (created, sequence): (i64, i64) = (row.get(3)?, row.get(5)?);
            Ok(Listed {
                id: row.get(0)?,
                title: row.get(1)?,
                ruleset: row.get(2)?,
                created: created as u64,
                archived: row.get(4)?,
                sequence: sequence as u64,
            })
        })?;
        listed.collect()
    }
}
