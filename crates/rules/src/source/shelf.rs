//! Rulesets provided at run time, in place of the rulesets embedded into the program.
//!
//! A browser fetches a ruleset when it is first needed. Until then the ruleset is only announced:
//! reading it finds no files and notes it as missing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

static SHELF: Mutex<Shelf> = Mutex::new(Shelf {
    announced: BTreeSet::new(),
    rulesets: BTreeMap::new(),
    missing: BTreeSet::new(),
});

struct Shelf {
    announced: BTreeSet<String>,
    /// Files by path, for each ruleset. Their memory is never freed.
    rulesets: BTreeMap<&'static str, BTreeMap<String, &'static str>>,
    missing: BTreeSet<String>,
}

fn shelf() -> MutexGuard<'static, Shelf> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Announces a ruleset that can be provided. Reading it before then notes it as missing.
pub fn announce(ruleset: &str) {
    shelf().announced.insert(ruleset.to_owned());
}

/// Provides the files of a ruleset, as paths and texts. Later calls for the same ruleset change
/// nothing.
pub fn provide(ruleset: &str, files: impl IntoIterator<Item = (String, String)>) {
    let mut shelf = shelf();
    if !shelf.rulesets.contains_key(ruleset) {
        let kept = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let files = files.into_iter().map(|(path, text)| (path, kept(text))).collect();
        shelf.rulesets.insert(kept(ruleset.to_owned()), files);
    }
}

/// Takes the names of the announced rulesets that were read before they were provided, sorted.
pub fn take_missing() -> Vec<String> {
    std::mem::take(&mut shelf().missing).into_iter().collect()
}

/// Returns the names of the rulesets provided so far, sorted.
pub(super) fn names() -> Vec<&'static str> {
    shelf().rulesets.keys().copied().collect()
}

/// Returns the text of a file of a ruleset; `None` if there is no such file.
pub(super) fn file(ruleset: &str, path: &str) -> Option<&'static str> {
    with(ruleset, |files| files.get(path).copied()).flatten()
}

/// Returns the paths of the files in a folder, in name order. Leaves out subfolders.
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
