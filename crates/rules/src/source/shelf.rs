//! Rulesets handed in at run time: a browser fetches each when something asks for it.
//!
//! They take the place of those embedded into the program. What is asked of a ruleset that was
//! announced and has not been handed in yet is answered with nothing and noted as missing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

static SHELF: Mutex<Shelf> = Mutex::new(Shelf {
    announced: BTreeSet::new(),
    rulesets: BTreeMap::new(),
    missing: BTreeSet::new(),
});

struct Shelf {
    announced: BTreeSet<String>,
    /// Files by path, for each ruleset. They stay for as long as the program runs.
    rulesets: BTreeMap<&'static str, BTreeMap<String, &'static str>>,
    missing: BTreeSet<String>,
}

fn shelf() -> MutexGuard<'static, Shelf> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says that a ruleset can be had.
pub fn announce(ruleset: &str) {
    shelf().announced.insert(ruleset.to_owned());
}

/// Hands in the files of a ruleset, as paths and texts; the first time counts.
pub fn provide(ruleset: &str, files: impl IntoIterator<Item = (String, String)>) {
    let mut shelf = shelf();
    if !shelf.rulesets.contains_key(ruleset) {
        let kept = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let files = files.into_iter().map(|(path, text)| (path, kept(text))).collect();
        shelf.rulesets.insert(kept(ruleset.to_owned()), files);
    }
}

/// Takes the names of rulesets that something has asked for in vain.
pub fn take_missing() -> Vec<String> {
    std::mem::take(&mut shelf().missing).into_iter().collect()
}

/// Names of the rulesets handed in so far.
pub(super) fn names() -> Vec<&'static str> {
    shelf().rulesets.keys().copied().collect()
}

/// A file of a ruleset.
pub(super) fn file(ruleset: &str, path: &str) -> Option<&'static str> {
    with(ruleset, |files| files.get(path).copied()).flatten()
}

/// Paths of the files in a folder, in name order.
pub(super) fn list(ruleset: &str, folder: &str) -> Vec<String> {
    let is_inside = |path: &str| {
        let name = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        name.is_some_and(|name| !name.contains('/'))
    };
    let paths = |files: &BTreeMap<String, &'static str>| {
        files.keys().filter(|path| is_inside(path)).cloned().collect()
    };
    with(ruleset, paths).unwrap_or_default()
}

fn with<T>(ruleset: &str, read: impl FnOnce(&BTreeMap<String, &'static str>) -> T) -> Option<T> {
    let mut shelf = shelf();
    if let Some(files) = shelf.rulesets.get(ruleset) {
        return Some(read(files));
    }
    if shelf.announced.contains(ruleset) {
        shelf.missing.insert(ruleset.to_owned());
    }
    None
}
