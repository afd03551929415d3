//! The texts that diagnostics point into.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::expand::{Origin, Origins, expand};

/// Id of a file of one [`Files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A place in a text for people: line and column start at 1, and columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// All files read so far, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: Vec<Arc<File>>,
}

#[derive(Debug)]
struct File {
    name: String,
    text: String,
    /// Places behind the text, for elements that `for` makes. Computed when first asked for.
    origins: OnceLock<Origins>,
    /// Byte offset of the start of each line; the first is 0.
    line_starts: Vec<usize>,
}

impl Files {
    /// Adds a file under the name that people know it by, usually its path. An unreadable file is
    /// added with an empty text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let line_starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        self.files.push(Arc::new(File {
            name: name.into(),
            text,
            origins: OnceLock::new(),
            line_starts,
        }));
        FileId(u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX))
    }

    /// Returns the file added last; the id of the first one if there is none yet.
    pub fn last(&self) -> FileId {
        FileId(u32::try_from(self.files.len().saturating_sub(1)).unwrap_or(u32::MAX))
    }

    /// Returns the name of a file; empty for an unknown id.
    pub fn name(&self, file: FileId) -> &str {
        self.get(file).map_or("", |file| &file.name)
    }

    /// Returns the text of a file; empty for an unknown id.
    pub fn text(&self, file: FileId) -> &str {
        self.get(file).map_or("", |file| &file.text)
    }

    /// Returns the place in the text of something in an element that `for` makes; `None` for all
    /// other places.
    pub fn origin(&self, file: FileId, span: &Range<usize>) -> Option<Origin> {
        let file = self.get(file)?;
        if span.start <= file.text.len() {
            return None;
        }
        let made = || expand(&file.text).map(|expanded| expanded.origins).unwrap_or_default();
        file.origins.get_or_init(made).find(span)
    }

    /// Returns the byte offset in the text of an offset that may be one of an element that `for`
    /// makes.
    pub fn offset(&self, file: FileId, byte: usize) -> usize {
        self.origin(file, &(byte..byte)).map_or(byte, |origin| origin.span.start)
    }

    /// Returns line and column of a byte offset. An offset inside a character counts as its start.
    pub fn position(&self, file: FileId, byte: usize) -> Position {
        let Some(File { text, line_starts, .. }) = self.get(file) else {
            return Position { line: 1, column: 1 };
        };
        let byte = text.floor_char_boundary(self.offset(file, byte));
        let line = line_starts.partition_point(|&start| start <= byte);
        let column = text[line_starts[line - 1]..byte].chars().count() + 1;
        Position { line, column }
    }

    /// Returns the nearest span that lies within the text and cuts no character.
    pub(super) fn clamp(&self, file: FileId, span: &Range<usize>) -> Range<usize> {
        let text = self.text(file);
        let origin = self.origin(file, span);
        let span = origin.as_ref().map_or(span, |origin| &origin.span);
        let start = text.floor_char_boundary(span.start);
        start..text.ceil_char_boundary(span.end).max(start)
    }

    /// Returns the span of the whole lines that a clamped span touches, without the last line's
    /// end.
    pub(super) fn lines_around(&self, file: FileId, span: &Range<usize>) -> Range<usize> {
        let text = self.text(file);
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let rest = text[span.end..].lines().next().unwrap_or_default();
        start..span.end + rest.len()
    }

    fn get(&self, file: FileId) -> Option<&File> {
        self.files.get(file.0 as usize).map(Arc::as_ref)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let mut files = Files::default();
        let file = files.add("a.toml", "één = 1\r\n\tb = 2\n");
        let at = |byte| {
            let Position { line, column } = files.position(file, byte);
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(1), (1, 1), "the middle of a character counts as its start");
        assert_eq!(at(2), (1, 2));
        assert_eq!(at(11), (2, 1));
        assert_eq!(at(12), (2, 2));
        assert_eq!(at(18), (3, 1));
        assert_eq!(at(usize::MAX), (3, 1));
    }

    #[test]
    fn odd_spans_are_clamped() {
        let mut files = Files::default();
        let file = files.add("a.toml", "één");
        assert_eq!(files.clamp(file, &(1..3)), 0..4);
        let (start, end) = (2, 1);
        assert_eq!(files.clamp(file, &(start..end)), 2..2);
        assert_eq!(files.clamp(file, &(9..12)), 5..5);
        let stranger = FileId(7);
        assert_eq!((files.name(stranger), files.text(stranger)), ("", ""));
        assert_eq!(files.position(stranger, 3), Position { line: 1, column: 1 });
    }
}
