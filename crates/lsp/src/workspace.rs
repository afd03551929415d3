//! Everything that requests ask about: the buffers, and the rulesets as they stand in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_server::ErrorCode;
use lsp_types::TextDocumentPositionParams;
use serde_json::Value;

use crate::documents::Documents;
use crate::origin::path_of;
use crate::ruleset::{Ruleset, folder_of};
use crate::text::Encoding;

/// Buffers and rulesets.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) encoding: Encoding,
    pub(crate) documents: Documents,
    /// Folders that the editor has opened.
    roots: Vec<PathBuf>,
    /// Rulesets as they stand in the buffers; dropped with each change.
    rulesets: BTreeMap<PathBuf, Arc<Ruleset>>,
}

impl Workspace {
    /// Returns the workspace of an editor by the parameters of its request `initialize`.
    pub(crate) fn new(params: &Value) -> Workspace {
        let offered = &params["capabilities"]["general"]["positionEncodings"];
        let offers_utf8 = offered.as_array().is_some_and(|all| all.iter().any(|it| it == "utf-8"));
        let folders = params["workspaceFolders"].as_array().into_iter().flatten();
        let uris = folders.map(|folder| &folder["uri"]).chain([&params["rootUri"]]);
        let roots = uris.filter_map(|uri| path_of(&uri.as_str()?.parse().ok()?));
        Workspace {
            encoding: if offers_utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            documents: Documents::default(),
            roots: roots.collect(),
            rulesets: BTreeMap::new(),
        }
    }

    /// Drops all rulesets, since a file has changed.
    pub(crate) fn invalidate(&mut self) {
        self.rulesets.clear();
    }

    /// Returns the ruleset that a file belongs to, and the file's path below its folder.
    pub(crate) fn ruleset_of(&mut self, path: &Path) -> Option<(Arc<Ruleset>, String)> {
        let folder = folder_of(path, &self.documents)?;
        let ruleset = self.ruleset(&folder);
        let name = ruleset.name_of(path)?;
        Some((ruleset, name))
    }

    /// Returns the place that a request is about; `None` if its file belongs to no ruleset.
    pub(crate) fn locate(&mut self, at: &TextDocumentPositionParams) -> Option<Located> {
        let path = path_of(&at.text_document.uri)?;
        let (ruleset, name) = self.ruleset_of(&path)?;
        let text = ruleset.files.get(&name)?.clone();
        let offset = self.encoding.offset(&text, at.position);
        Some(Located { ruleset, name, text, offset })
    }

    /// Returns the ruleset of a folder.
    pub(crate) fn ruleset(&mut self, folder: &Path) -> Arc<Ruleset> {
        if let Some(known) = self.rulesets.get(folder) {
            return known.clone();
        }
        let read = Arc::new(Ruleset::read(folder, &self.documents));
        self.rulesets.insert(folder.to_path_buf(), read.clone());
        read
    }

    /// Returns the rulesets of all open files and folders.
    pub(crate) fn all_rulesets(&mut self) -> Vec<Arc<Ruleset>> {
        let of_documents = self.documents.iter().filter_map(|(path, _)| {
            let folder = folder_of(path, &self.documents)?;
            Some(folder)
        });
        let of_roots = self.roots.iter().filter(|root| root.join("ruleset.toml").is_file());
        let folders: BTreeSet<PathBuf> = of_documents.chain(of_roots.cloned()).collect();
        folders.iter().map(|folder| self.ruleset(folder)).collect()
    }
}

/// A place in a file of a ruleset.
pub(crate) struct Located {
    pub(crate) ruleset: Arc<Ruleset>,
    /// Path of the file below the ruleset's folder.
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
    /// Offset in the text, in bytes.
    pub(crate) offset: usize,
}

/// Reason why a request gets no answer.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}
