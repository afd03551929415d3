//! Records of encounters: their beginnings and their logs.

use rules::Source;
use rules::source::SourceFile;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sim::origin::Origin;

use super::{Connection, StoreError};
use crate::begun::{Begun, Listed, Stored};

/// Record of an encounter at its beginning.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Head {
    title: String,
    ruleset: String,
    version: String,
    seed: u64,
    created: u64,
    secret: Option<[u8; 32]>,
    archived: bool,
    encounter: FileRef,
    beside: Vec<FileRef>,
    rules: Vec<FileRef>,
}

/// Reference to a file: its path, and the hash under which its text is stored once.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct FileRef {
    path: String,
    hash: String,
}

/// Record of a log entry.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    body: String,
    request: Option<String>,
}

fn head_key(id: &str) -> String {
    format!("fight {id}")
}

fn damaged(what: impl ToString) -> StoreError {
    StoreError::Damaged(what.to_string())
}

/// Returns a record as JSON. Serialization cannot fail for these types.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl Connection {
    fn head(&self, id: &str) -> Result<Option<Head>, StoreError> {
        let Some(text) = self.get(&head_key(id)) else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(damaged)
    }

    fn put_file(&self, file: &SourceFile) -> FileRef {
        let digest = Sha256::digest(file.text.as_bytes());
        let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let key = format!("text {hash}");
        if self.get(&key).is_none() {
            self.put(key, file.text.to_string());
        }
        FileRef { path: file.path.clone(), hash }
    }

    fn file(&self, file: FileRef) -> Result<SourceFile, StoreError> {
        let text = self.get(&format!("text {}", file.hash));
        let text = text.ok_or_else(|| damaged(format!("the text of {} is gone", file.path)))?;
        Ok(SourceFile { path: file.path, text: text.into() })
    }

    fn files(&self, files: Vec<FileRef>) -> Result<Vec<SourceFile>, StoreError> {
        files.into_iter().map(|file| self.file(file)).collect()
    }

    /// Adds an entry to a log.
    pub(super) fn put_entry(&self, id: &str, sequence: u64, body: &str, request: Option<&str>) {
        let line = Line { body: body.to_owned(), request: request.map(str::to_owned) };
        self.put(format!("entry {id} {sequence:08}"), json(&line));
    }

    /// Returns the records of a log, in order.
    fn entries(&self, id: &str) -> Vec<(String, String)> {
        self.beginning_with(&format!("entry {id} "))
    }
}

impl Begun {
    /// Inserts the encounter, with the entries that it may come with.
    pub(crate) fn insert(
        &self,
        connection: &Connection,
        entries: &[(String, Option<String>)],
    ) -> Result<(), StoreError> {
        let put = |files: &[SourceFile]| -> Vec<FileRef> {
            files.iter().map(|file| connection.put_file(file)).collect()
        };
        let head = Head {
            title: self.title.clone(),
            ruleset: self.origin.id.clone(),
            version: self.origin.version.clone(),
            seed: self.seed,
            created: self.created,
            secret: self.secret,
            archived: false,
            encounter: connection.put_file(&self.origin.encounter),
            beside: put(&self.origin.beside),
            rules: put(&self.origin.ruleset.files),
        };
        connection.put(head_key(&self.id), json(&head));
        for ((body, request), sequence) in entries.iter().zip(1..) {
            connection.put_entry(&self.id, sequence, body, request.as_deref());
        }
        Ok(())
    }
}

impl Stored {
    /// Reads an encounter with its log; `None` if there is no such encounter.
    pub(crate) fn read(connection: &Connection, id: &str) -> Result<Option<Stored>, StoreError> {
        let Some(head) = connection.head(id)? else { return Ok(None) };
        let origin = Origin {
            id: head.ruleset,
            version: head.version,
            ruleset: Source { files: connection.files(head.rules)? },
            encounter: connection.file(head.encounter)?,
            beside: connection.files(head.beside)?,
        };
        let begun = Begun {
            id: id.to_owned(),
            title: head.title,
            origin,
            seed: head.seed,
            created: head.created,
            secret: head.secret,
        };
        let mut entries = Vec::new();
        for ((key, text), sequence) in connection.entries(id).into_iter().zip(1u64..) {
            if key != format!("entry {id} {sequence:08}") {
                return Err(damaged(format!("change {sequence} is gone")));
            }
            let line: Line = serde_json::from_str(&text).map_err(damaged)?;
            entries.push((line.body, line.request));
        }
        Ok(Some(Stored { begun, entries }))
    }
}

impl Listed {
    /// Returns all encounters, newest first.
    pub(crate) fn all(connection: &Connection) -> Result<Vec<Listed>, StoreError> {
        let keys = connection.beginning_with("fight ").into_iter();
        let ids = keys.filter_map(|(key, _)| key.strip_prefix("fight ").map(str::to_owned));
        let mut all = Vec::new();
        for id in ids {
            all.extend(Listed::one(connection, &id)?);
        }
        all.sort_by(|a, b| (b.created, &a.id).cmp(&(a.created, &b.id)));
        Ok(all)
    }

    /// Returns one encounter; `None` if there is none of this id.
    pub(crate) fn one(connection: &Connection, id: &str) -> Result<Option<Listed>, StoreError> {
        let Some(head) = connection.head(id)? else { return Ok(None) };
        Ok(Some(Listed {
            id: id.to_owned(),
            title: head.title,
            ruleset: head.ruleset,
            created: head.created,
            archived: head.archived,
            sequence: connection.entries(id).len() as u64,
        }))
    }

    /// Returns the number of encounters.
    pub(crate) fn count(connection: &Connection) -> Result<usize, StoreError> {
        Ok(connection.beginning_with("fight ").len())
    }

    /// Archives an encounter, or takes it out of the archive.
    pub(crate) fn archive(
        connection: &Connection,
        id: &str,
        archived: bool,
    ) -> Result<(), StoreError> {
        if let Some(head) = connection.head(id)? {
            connection.put(head_key(id), json(&Head { archived, ..head }));
        }
        Ok(())
    }
}
