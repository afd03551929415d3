//! Texts of a damaged data file. Each is stored under its SHA-256, so a copy of it from elsewhere
//! can take its place.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};

use rules::Source;
use rules::source::{embedded_file, embedded_list, embedded_names};
use rusqlite::Connection;

use super::encounters::text_hash;

/// The texts that can be put back, and notes about those that were.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// Texts of the program by hash, each with its source.
    built_in: OnceCell<HashMap<[u8; 32], (String, String)>>,
    /// Texts in the data file by the hash that they really have.
    by_content: OnceCell<HashMap<[u8; 32], String>>,
    notes: RefCell<BTreeSet<String>>,
}

impl Texts {
    /// Returns the text with a hash. If the data file has only a damaged one, returns the text from
    /// elsewhere, or else the damaged one if it can be read at all. If there is no such hash, it is
    /// damaged itself: then the built-in ruleset's file of that path may be the one.
    pub(super) fn get(
        &self,
        connection: &Connection,
        hash: &[u8],
        ruleset: &str,
        path: &str,
    ) -> Option<String> {
        let stored = connection
            .query_row("SELECT text FROM texts WHERE hash = ?1", [hash], |row| {
                row.get::<_, String>(0)
            })
            .ok();
        if stored.as_ref().is_some_and(|text| text_hash(text) == *hash) {
            return stored;
        }
        let built_in = self.built_in.get_or_init(built_in);
        if let Some((text, from)) = built_in.get(hash) {
            self.note(format!("text `{path}` was damaged: it is put back from {from}"));
            return Some(text.clone());
        }
        let by_content = self.by_content.get_or_init(|| by_content(connection));
        if let Some(text) = by_content.get(hash) {
            self.note(format!("text `{path}` was stored under a damaged hash: it is put back"));
            return Some(text.clone());
        }
        if stored.is_some() {
            self.note(format!("text `{path}` is damaged: it stays as it is"));
            return stored;
        }
        let named = embedded_file(ruleset, path);
        let outcome = match named {
            Some(_) => format!("it is put back from the built-in ruleset {ruleset}"),
            None => "it is lost".to_owned(),
        };
        self.note(format!("text `{path}` was not to be found: {outcome}"));
        named.map(str::to_owned)
    }

    /// Returns what happened to damaged texts.
    pub(super) fn into_notes(self) -> impl Iterator<Item = String> {
        self.notes.into_inner().into_iter()
    }

    fn note(&self, note: String) {
        self.notes.borrow_mut().insert(note);
    }
}

/// Returns all texts of the built-in rulesets.
fn built_in() -> HashMap<[u8; 32], (String, String)> {
    let mut all = HashMap::new();
    for ruleset in embedded_names() {
        let from = format!("the built-in ruleset {ruleset}");
        let rules = Source::embedded(ruleset).map_or(Vec::new(), |source| source.files);
        let rules = rules.into_iter().map(|file| file.text.to_string());
        let folders = ["examples", "creatures"];
        let paths = folders.iter().flat_map(|folder| embedded_list(ruleset, folder));
        let others = paths.filter_map(|path| embedded_file(ruleset, &path).map(str::to_owned));
        for text in rules.chain(others) {
            all.insert(text_hash(&text), (text, from.clone()));
        }
    }
    all
}

/// Returns the readable texts of a data file by the hashes that they really have.
fn by_content(connection: &Connection) -> HashMap<[u8; 32], String> {
    let mut all = HashMap::new();
    let Ok(mut statement) = connection.prepare("SELECT text FROM texts") else { return all };
    let Ok(mut rows) = statement.query([]) else { return all };
    while let Ok(Some(row)) = rows.next() {
        if let Ok(text) = row.get::<_, String>(0) {
            all.insert(text_hash(&text), text);
        }
    }
    all
}
