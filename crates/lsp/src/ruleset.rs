//! A ruleset as it stands in the buffers: its folder and the texts of its files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rules::Source;
use rules::diagnostic::Diagnostic;
use rules::source::{FORMS, SourceFile, read_text};

use crate::documents::Documents;
use crate::index::Index;
use crate::layout::{FOLDERS, MANIFEST, is_part, is_rules};

/// The files of a ruleset.
#[derive(Debug)]
pub(crate) struct Ruleset {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Texts by path below the folder, with forward slashes.
    pub(crate) files: BTreeMap<String, Arc<str>>,
    /// Files that cannot be read, and why.
    pub(crate) unreadable: Vec<(String, Diagnostic)>,
    index: OnceLock<Index>,
}

/// Returns the folder of the ruleset that a file belongs to: the nearest one above it that has a
/// `ruleset.toml`, on disk or in a buffer.
pub(crate) fn folder_of(path: &Path, documents: &Documents) -> Option<PathBuf> {
    let has_manifest = |folder: &&Path| {
        let manifest = folder.join(MANIFEST);
        documents.get(&manifest).is_some() || manifest.is_file()
    };
    path.ancestors().skip(1).find(has_manifest).map(Path::to_path_buf)
}

impl Ruleset {
    /// Reads the files of a ruleset, each from its buffer if it is open.
    pub(crate) fn read(folder: &Path, documents: &Documents) -> Ruleset {
        let mut ruleset = Ruleset {
            folder: folder.to_path_buf(),
            files: BTreeMap::new(),
            unreadable: Vec::new(),
            index: OnceLock::new(),
        };
        for name in [MANIFEST].into_iter().chain(FORMS) {
            let path = folder.join(name);
            if path.is_file() && documents.get(&path).is_none() {
                ruleset.add(name.to_owned(), &path);
            }
        }
        for (inside, extension) in FOLDERS {
            let listing = std::fs::read_dir(folder.join(inside)).into_iter().flatten().flatten();
            for entry in listing {
                let path = entry.path();
                let fits = path.extension().is_some_and(|end| end == extension) && path.is_file();
                if fits
                    && documents.get(&path).is_none()
                    && let Some(name) = path.file_name().and_then(|name| name.to_str())
                {
                    ruleset.add(format!("{inside}/{name}"), &path);
                }
            }
        }
        for (path, document) in documents.iter() {
            if let Some(name) = ruleset.name_of(path).filter(|name| is_part(name)) {
                ruleset.files.insert(name, document.text.clone());
            }
        }
        ruleset
    }

    /// Returns the same ruleset with other texts of some files.
    pub(crate) fn with(&self, texts: impl IntoIterator<Item = (String, Arc<str>)>) -> Ruleset {
        let mut files = self.files.clone();
        files.extend(texts);
        let unreadable = self.unreadable.clone();
        Ruleset { folder: self.folder.clone(), files, unreadable, index: OnceLock::new() }
    }

    /// Returns the path of a file below the folder, with forward slashes; `None` if it is outside.
    pub(crate) fn name_of(&self, path: &Path) -> Option<String> {
        let inside = path.strip_prefix(&self.folder).ok()?;
        Some(inside.to_str()?.replace('\\', "/"))
    }

    /// Returns the path of one of its files.
    pub(crate) fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the files of the rules, in reading order.
    pub(crate) fn source(&self) -> Source {
        let rules = self.files.keys().map(String::as_str).filter(|name| is_rules(name));
        let names = [MANIFEST].into_iter().chain(FORMS).chain(rules);
        let file = |name: &str| {
            let text = self.files.get(name)?.clone();
            Some(SourceFile { path: name.to_owned(), text })
        };
        Source { files: names.filter_map(file).collect() }
    }

    /// Returns the names that the ruleset declares and uses.
    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(&self.files))
    }

    fn add(&mut self, name: String, path: &Path) {
        match read_text(path) {
            Ok(text) => {
                self.files.insert(name, text.into());
            }
            Err(problem) => self.unreadable.push((name, problem)),
        }
    }
}
