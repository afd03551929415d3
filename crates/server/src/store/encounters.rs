//! Encounters in the store: their beginnings and their logs.

use rules::Source;
use rules::source::SourceFile;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};
use sim::origin::Origin;

use super::chain::{Chain, files};
use super::texts::Texts;
use crate::begun::{Begun, Listed, Stored};

/// An entry in the store.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) sequence: u64,
    pub(crate) body: String,
    pub(crate) request: Option<String>,
    /// Checksum of the log up to this entry; `None` in files of the first format.
    pub(crate) chain: Option<Chain>,
}

/// Returns the hash of a text. Equal texts are stored once, under their hash.
pub(super) fn text_hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

impl Begun {
    /// Inserts the encounter, with the entries that it may come with.
    pub(crate) fn insert(
        &self,
        connection: &Connection,
        entries: &[(String, Option<String>)],
    ) -> rusqlite::Result<()> {
        let mut chain = Chain::begin(self);
        connection.execute(
            "INSERT INTO encounters (id, title, ruleset, version, seed, created, chain, secret)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                self.id,
                self.title,
                self.origin.id,
                self.origin.version,
                self.seed as i64,
                self.created as i64,
                chain,
                self.secret,
            ],
        )?;
        for (place, (role, file)) in files(&self.origin).enumerate() {
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
        let mut sequence = 0;
        for (body, request) in entries {
            sequence += 1;
            chain = add_entry(connection, &self.id, sequence, body, request.as_deref(), chain)?;
        }
        set_last(connection, &self.id, sequence, chain)
    }

    /// Reads the beginning of an encounter without its secret; `None` if there is no such
    /// encounter.
    pub(crate) fn read(connection: &Connection, id: &str) -> rusqlite::Result<Option<Begun>> {
        let Some(mut begun) = Begun::head(connection, id)? else { return Ok(None) };
        let mut files = connection.prepare_cached(
            "SELECT role, path, text FROM files JOIN texts USING (hash)
             WHERE encounter = ?1 ORDER BY place",
        )?;
        let mut rows = files.query([id])?;
        while let Some(row) = rows.next()? {
            let text: String = row.get(2)?;
            begun.add_file(&row.get::<_, String>(0)?, row.get(1)?, text);
        }
        Ok(Some(begun))
    }

    /// Does the same as [`Begun::read`], but puts back damaged texts that `texts` has.
    pub(super) fn mended(
        connection: &Connection,
        id: &str,
        texts: &Texts,
    ) -> rusqlite::Result<Option<Begun>> {
        let Some(mut begun) = Begun::head(connection, id)? else { return Ok(None) };
        let mut files = connection.prepare_cached(
            "SELECT role, path, hash FROM files WHERE encounter = ?1 ORDER BY place",
        )?;
        let mut rows = files.query([id])?;
        while let Some(row) = rows.next()? {
            let (role, path): (String, String) = (row.get(0)?, row.get(1)?);
            let (hash, ruleset) = (row.get::<_, Vec<u8>>(2)?, &begun.origin.id);
            if let Some(text) = texts.get(connection, &hash, ruleset, &path) {
                begun.add_file(&role, path, text);
            }
        }
        Ok(Some(begun))
    }

    /// Reads an encounter's own row, without its files.
    fn head(connection: &Connection, id: &str) -> rusqlite::Result<Option<Begun>> {
        let head = "SELECT title, ruleset, version, seed, created FROM encounters WHERE id = ?1";
        let head = connection.query_row(head, [id], |row| {
            let (seed, created): (i64, i64) = (row.get(3)?, row.get(4)?);
            let origin = Origin {
                id: row.get(1)?,
                version: row.get(2)?,
                ruleset: Source { files: Vec::new() },
                encounter: SourceFile { path: String::new(), text: "".into() },
                beside: Vec::new(),
            };
            let (seed, created, secret) = (seed as u64, created as u64, None);
            Ok(Begun { id: id.to_owned(), title: row.get(0)?, origin, seed, created, secret })
        });
        head.optional()
    }

    fn add_file(&mut self, role: &str, path: String, text: String) {
        let file = SourceFile { path, text: text.into() };
        match role {
            "encounter" => self.origin.encounter = file,
            "beside" => self.origin.beside.push(file),
            _ => self.origin.ruleset.files.push(file),
        }
    }
}

/// Returns the entries of an encounter, in order.
pub(super) fn entries(connection: &Connection, id: &str) -> rusqlite::Result<Vec<Kept>> {
    let chains = "SELECT count(*) FROM pragma_table_info('entries') WHERE name = 'chain'";
    let has_chains: bool = connection.query_row(chains, [], |row| row.get(0))?;
    let chain = if has_chains { "chain" } else { "NULL" };
    let mut entries = connection.prepare_cached(&format!(
        "SELECT sequence, body, request, {chain} FROM entries
         WHERE encounter = ?1 ORDER BY sequence"
    ))?;
    let entries = entries.query_map([id], |row| {
        let sequence: i64 = row.get(0)?;
        let (body, request, chain) = (row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(Kept { sequence: sequence as u64, body, request, chain })
    })?;
    entries.collect()
}

/// Adds an entry. Returns the checksum that includes it.
pub(super) fn add_entry(
    connection: &Connection,
    encounter: &str,
    sequence: u64,
    body: &str,
    request: Option<&str>,
    before: Chain,
) -> rusqlite::Result<Chain> {
    let chain = before.next(sequence, body, request);
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (encounter, sequence, body, request, chain)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    insert.execute(params![encounter, sequence as i64, body, request, chain])?;
    Ok(chain)
}

/// Sets the length and the checksum of a log.
pub(super) fn set_last(
    connection: &Connection,
    encounter: &str,
    last: u64,
    chain: Chain,
) -> rusqlite::Result<()> {
    let mut update =
        connection.prepare_cached("UPDATE encounters SET last = ?2, chain = ?3 WHERE id = ?1")?;
    update.execute(params![encounter, last as i64, chain]).map(drop)
}

/// Returns the length and the checksum of a log.
pub(super) fn last(connection: &Connection, encounter: &str) -> rusqlite::Result<(u64, Chain)> {
    let mut last = connection.prepare_cached("SELECT last, chain FROM encounters WHERE id = ?1")?;
    last.query_row([encounter], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))
}

impl Stored {
    /// Reads an encounter and verifies its log; `None` if there is no such encounter. The inner
    /// error describes the damage.
    pub(crate) fn read(
        connection: &Connection,
        id: &str,
    ) -> rusqlite::Result<Result<Option<Stored>, String>> {
        let begun = Begun::read(connection, id)?;
        let Some((stored, sound)) = Stored::salvage(connection, begun)? else {
            return Ok(Ok(None));
        };
        Ok(match sound {
            Sound::Whole => Ok(Some(stored)),
            Sound::Beginning => Err("its files or its first change are not what they were".into()),
            Sound::After(good) => Err(format!("change {} is not what it was", good + 1)),
            Sound::End { last } => {
                Err(format!("it had {last} changes, {} are there", stored.entries.len()))
            }
        })
    }

    /// Reads as much of the log behind a beginning as its checksums confirm, and tells how much
    /// that is.
    pub(super) fn salvage(
        connection: &Connection,
        begun: Option<Begun>,
    ) -> rusqlite::Result<Option<(Stored, Sound)>> {
        let Some(mut begun) = begun else { return Ok(None) };
        let id = begun.id.clone();
        let (last, whole, secret) = connection.query_row(
            "SELECT last, chain, secret FROM encounters WHERE id = ?1",
            [&id],
            |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, Chain>(1)?, row.get(2)?)),
        )?;
        begun.secret = secret;
        let (mut sound, mut before) = (Sound::Whole, Chain::begin(&begun));
        let mut entries = Vec::new();
        for (entry, sequence) in self::entries(connection, &id)?.into_iter().zip(1..) {
            let chain = before.next(sequence, &entry.body, entry.request.as_deref());
            let is_first = sequence == 1;
            match entry.chain {
                Some(kept) if entry.sequence == sequence && (kept == chain || is_first) => {
                    if kept != chain {
                        // The checksum does not tell whether the files or the entry changed.
                        sound = Sound::Beginning;
                    }
                    before = kept;
                }
                _ => {
                    sound = Sound::After(sequence - 1);
                    break;
                }
            }
            entries.push((entry.body, entry.request));
        }
        if sound == Sound::Whole && (entries.len() as u64, before) != (last, whole) {
            sound = if last == 0 { Sound::Beginning } else { Sound::End { last } };
        }
        Ok(Some((Stored { begun, entries }, sound)))
    }
}

/// Part of an encounter that its checksums confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sound {
    /// Everything.
    Whole,
    /// Everything but the files at the beginning or the first entry.
    Beginning,
    /// The beginning and this many entries.
    After(u64),
    /// All present entries, but the log had `last` of them.
    End { last: u64 },
}

impl Listed {
    /// Returns the number of encounters.
    pub(crate) fn count(connection: &Connection) -> rusqlite::Result<usize> {
        let count = "SELECT count(*) FROM encounters";
        connection.query_row(count, [], |row| row.get::<_, i64>(0)).map(|count| count as usize)
    }

    /// Archives an encounter, or takes it out of the archive.
    pub(crate) fn archive(
        connection: &Connection,
        id: &str,
        archived: bool,
    ) -> rusqlite::Result<()> {
        let update = "UPDATE encounters SET archived = ?2 WHERE id = ?1";
        connection.execute(update, (id, archived)).map(drop)
    }

    /// Returns all encounters, newest first.
    pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<Listed>> {
        Listed::some(connection, "ORDER BY created DESC, id", [])
    }

    /// Returns one encounter; `None` if there is none of this id.
    pub(crate) fn one(connection: &Connection, id: &str) -> rusqlite::Result<Option<Listed>> {
        Ok(Listed::some(connection, "WHERE id = ?1", [id])?.pop())
    }

    fn some(
        connection: &Connection,
        which: &str,
        parameters: impl rusqlite::Params,
    ) -> rusqlite::Result<Vec<Listed>> {
        let mut listed = connection.prepare_cached(&format!(
            "SELECT id, title, ruleset, created, archived, last FROM encounters {which}"
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
        // A page that cannot be read fails; a row that cannot is left out.
        let readable = listed.filter_map(|row| match row {
            Err(error) if error.sqlite_error_code().is_none() => {
                tracing::error!(%error, "an encounter is damaged in the data file");
                None
            }
            other => Some(other),
        });
        readable.collect()
    }
}
