//! Open buffers, which replace the files on disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::origin::path_of;
use crate::text::Encoding;

/// An open buffer.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Address, as the editor writes it.
    pub(crate) uri: Uri,
    /// Version, as the editor counts.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Arc<str>,
}

/// All open buffers by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents {
    open: BTreeMap<PathBuf, Document>,
}

impl Documents {
    /// Adds a buffer and returns its path; `None` if it is no file.
    pub(crate) fn open(&mut self, item: TextDocumentItem) -> Option<PathBuf> {
        let path = path_of(&item.uri)?;
        let document =
            Document { uri: item.uri, version: item.version, text: item.text.as_str().into() };
        self.open.insert(path.clone(), document);
        Some(path)
    }

    /// Applies changes to a buffer in their order. Changes of a buffer that is not open are
    /// ignored.
    pub(crate) fn change(
        &mut self,
        path: &Path,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        let Some(document) = self.open.get_mut(path) else { return };
        document.version = version;
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                Some(range) => {
                    let start = encoding.offset(&text, range.start);
                    let end = encoding.offset(&text, range.end).max(start);
                    text.replace_range(start..end, &change.text);
                }
                None => text = change.text,
            }
        }
        document.text = text.into();
    }

    /// Removes a buffer.
    pub(crate) fn close(&mut self, path: &Path) {
        self.open.remove(path);
    }

    /// Returns a buffer.
    pub(crate) fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    /// Returns all buffers by path.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PathBuf, &Document)> {
        self.open.iter()
    }
}
