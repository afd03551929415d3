//! Rebuilds an encounter in memory from its files and its log.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use rules::Compiled;
use sha2::{Digest, Sha256};
use sim::origin::{Origin, Problems};
use sim::record::outlook;

use super::live::Live;
use crate::begun::{Begun, Stored};
use crate::entry::{Deed, Entry};
use crate::failure::Failure;
use crate::wire::ProblemCode;

/// Number of entries between two checks that the state matches its recorded fingerprint.
const COMPARED_EVERY: usize = 256;

/// Cache of compiled games, by a hash of their files. A game stays as long as an encounter uses it.
#[derive(Debug, Default)]
pub(crate) struct Games {
    known: Mutex<HashMap<[u8; 32], Weak<Compiled>>>,
}

impl Games {
    /// Returns the game compiled from the files of an encounter.
    pub(crate) fn compile(&self, origin: &Origin) -> Result<Arc<Compiled>, Problems> {
        let hash = hash(origin);
        if let Some(known) = self.lookup(&hash) {
            return Ok(known);
        }
        let compiled = origin.compile()?;
        if let Ok(mut known) = self.known.lock() {
            known.retain(|_, game| game.strong_count() > 0);
            known.insert(hash, Arc::downgrade(&compiled));
        }
        Ok(compiled)
    }

    fn lookup(&self, hash: &[u8; 32]) -> Option<Arc<Compiled>> {
        self.known.lock().ok()?.get(hash)?.upgrade()
    }
}

fn hash(origin: &Origin) -> [u8; 32] {
    let files = [&origin.encounter].into_iter().chain(&origin.beside).chain(&origin.ruleset.files);
    let mut hash = Sha256::new();
    for file in files {
        for part in [file.path.as_bytes(), file.text.as_bytes()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hash.finalize().into()
}

/// Plays the log of a stored encounter and returns the encounter in memory.
pub(crate) fn load(games: &Games, stored: Stored) -> Result<super::Loaded, Failure> {
    let mut entries = Vec::with_capacity(stored.entries.len());
    let mut requests = HashMap::new();
    for (at, (body, request)) in stored.entries.into_iter().enumerate() {
        let sequence = at as u64 + 1;
        let entry: Entry = serde_json::from_str(&body)
            .map_err(|error| unplayable(sequence, &error.to_string()))?;
        entries.push(entry);
        if let Some(request) = request {
            let range = requests.entry(request).or_insert((sequence, sequence));
            range.1 = sequence;
        }
    }
    let mut live = replay(games, &stored.begun, entries)?;
    live.requests = requests;
    Ok(super::Loaded(live))
}

/// Returns the present files of an encounter: the first ones with the present encounter file.
pub(super) fn present(origin: &Origin, entries: &[Entry]) -> Origin {
    let mut origin = origin.clone();
    origin.encounter.text = present_text(&origin.encounter.text, entries.iter()).into();
    origin
}

/// Returns the present encounter file: the last one set, with the tables of combatants that have
/// entered since.
pub(crate) fn present_text<'e>(
    first: &str,
    entries: impl DoubleEndedIterator<Item = &'e Entry>,
) -> String {
    let mut entered: Vec<&str> = Vec::new();
    let mut text = first;
    for entry in entries.rev() {
        match &entry.deed {
            Deed::Enter { tables, .. } => entered.push(tables),
            Deed::Setup { text: taken, .. } => {
                text = taken;
                break;
            }
            _ => {}
        }
    }
    let more = entered.iter().rev();
    more.fold(text.to_owned(), |text, tables| format!("{}\n\n{tables}", text.trim_end()))
}

/// Returns how many entries of a log can be played, counted from the first, and the failure that
/// ends the count.
pub(crate) fn playable(games: &Games, stored: &Stored) -> (usize, Option<Failure>) {
    let mut entries = Vec::with_capacity(stored.entries.len());
    let mut unread = None;
    for ((body, _), sequence) in stored.entries.iter().zip(1..) {
        match serde_json::from_str::<Entry>(body) {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                unread = Some(unplayable(sequence, &error.to_string()));
                break;
            }
        }
    }
    // A cut may remove the last setup, and then an earlier entry may fail. The log gets shorter in
    // each round, so the loop ends.
    let mut reason = unread;
    loop {
        match play(games, &stored.begun, entries.clone()) {
            Ok(_) => return (entries.len(), reason),
            Err((_, failure)) if entries.is_empty() => return (0, Some(failure)),
            Err((good, failure)) => {
                entries.truncate(good.min(entries.len() - 1));
                reason = Some(failure);
            }
        }
    }
}

/// Plays the log again with a new entry that changes the game itself. Changes nothing on failure.
pub(super) fn setup(live: &mut Live, games: &Games, entry: Entry) -> Result<(), Failure> {
    let mut entries: Vec<Entry> = live.log.iter().map(|one| one.entry.clone()).collect();
    entries.push(entry);
    let begun = Begun {
        id: live.id.to_string(),
        title: live.first_title.clone(),
        origin: live.origin.clone(),
        seed: live.session.seed(),
        created: 0,
        secret: Some(live.secret),
    };
    let mut again = blocking(|| replay(games, &begun, entries))?;
    again.requests = std::mem::take(&mut live.requests);
    again.seats = std::mem::take(&mut live.seats);
    *live = again;
    Ok(())
}

/// Runs slow work. Where there are threads, other encounters go on meanwhile.
fn blocking<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(not(target_arch = "wasm32"))]
    if tokio::runtime::Handle::try_current().is_ok() {
        return tokio::task::block_in_place(work);
    }
    work()
}

/// Plays a log in the game of its last setup.
pub(super) fn replay(games: &Games, begun: &Begun, entries: Vec<Entry>) -> Result<Live, Failure> {
    play(games, begun, entries).map_err(|(_, failure)| failure)
}

/// Does the same as [`replay`]. A failure comes with the number of good entries before it.
fn play(games: &Games, begun: &Begun, entries: Vec<Entry>) -> Result<Live, (usize, Failure)> {
    let origin = present(&begun.origin, &entries);
    let is_setup = |entry: &Entry| matches!(entry.deed, Deed::Setup { .. });
    let has_files = |entry: &Entry| matches!(entry.deed, Deed::Setup { .. } | Deed::Enter { .. });
    let compiled = games.compile(&origin).map_err(|(report, files)| {
        let good = entries.iter().rposition(has_files).unwrap_or(0);
        (good, Failure::unloadable(crate::failure::report(&report, &files)))
    })?;
    let mut live = Live::begin(begun, compiled);
    let comparable = entries.iter().rposition(is_setup).unwrap_or(0);
    let last = entries.len().saturating_sub(1);
    for (at, entry) in entries.into_iter().enumerate() {
        let looked = match entry.deed {
            // A new entry has no fingerprint yet.
            Deed::Enter { outlook: 0, .. } => None,
            Deed::Command { outlook, .. } | Deed::Enter { outlook, .. } => Some(outlook),
            _ => None,
        };
        let words = words(&entry);
        live.take(entry).map_err(|failure| (at, illegal(at as u64 + 1, &words, &failure)))?;
        let compared = at >= comparable && (at % COMPARED_EVERY == 0 || at == last);
        if compared
            && looked.is_some_and(|look| look != outlook(live.compiled(), live.session.state()))
        {
            let why = "the encounter does not look as it did after it";
            return Err((at, unplayable(at as u64 + 1, why)));
        }
    }
    Ok(live)
}

fn words(entry: &Entry) -> String {
    match &entry.deed {
        Deed::Command { text, .. } | Deed::Enter { text, .. } => format!("`{text}`"),
        _ => "a change of the table".to_owned(),
    }
}

fn illegal(sequence: u64, words: &str, failure: &Failure) -> Failure {
    let problem = failure.problem();
    let message =
        format!("change {sequence}, {words}, is not possible any more: {}", problem.message);
    let mut failure = Failure::new(ProblemCode::Conflict, message);
    failure.set_reasons(problem.reasons.clone());
    failure
}

fn unplayable(sequence: u64, why: &str) -> Failure {
    let message = format!("change {sequence} cannot be played: {why}");
    Failure::new(ProblemCode::Conflict, message)
}
