//! Positions of the protocol as byte offsets of a text, and the reverse.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind};

/// Unit of columns, as client and server have agreed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Code units of UTF-16, the protocol's default.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

impl Encoding {
    /// Returns the name that the protocol has for it.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf8 => PositionEncodingKind::UTF8,
        }
    }

    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf8 => letter.len_utf8(),
        }
    }

    /// Returns the byte offset of a position. Positions beyond a line mean its end, and lines
    /// beyond the text mean the end of the text.
    pub(crate) fn offset(self, text: &str, position: Position) -> usize {
        let Some(line) = lines(text).nth(position.line as usize) else { return text.len() };
        let (wanted, mut column) = (position.character as usize, 0);
        for (at, letter) in text[line.clone()].char_indices() {
            column += self.width(letter);
            if column > wanted {
                return line.start + at;
            }
        }
        line.end
    }

    /// Returns the position of a byte offset. An offset inside a character counts as its start.
    pub(crate) fn position(self, text: &str, offset: usize) -> Position {
        let offset = text.floor_char_boundary(offset);
        let mut found = (0, 0..0);
        for (number, line) in lines(text).enumerate() {
            if line.start > offset {
                break;
            }
            found = (number, line);
        }
        let (number, line) = found;
        let before = &text[line.start..offset.clamp(line.start, line.end)];
        let column: usize = before.chars().map(|letter| self.width(letter)).sum();
        Position::new(number as u32, column as u32)
    }

    /// Returns the range of a span in bytes.
    pub(crate) fn range(self, text: &str, span: &Range<usize>) -> lsp_types::Range {
        let end = span.end.max(span.start);
        lsp_types::Range::new(self.position(text, span.start), self.position(text, end))
    }
}

/// Returns the lines of a text without their ends; a text that ends in a line end has an empty line
/// after it.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let Some(length) = text[start..].find(['\n', '\r']) else {
            next = None;
            return Some(start..text.len());
        };
        let end = start + length;
        let wide = text[end..].starts_with("\r\n");
        next = Some(end + if wide { 2 } else { 1 });
        Some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "é𝄞x\r\n\rend";

    #[test]
    fn columns_are_counted_in_the_agreed_unit() {
        let x = TEXT.find('x').unwrap();
        assert_eq!(Encoding::Utf16.position(TEXT, x), Position::new(0, 3));
        assert_eq!(Encoding::Utf8.position(TEXT, x), Position::new(0, 6));
        assert_eq!(Encoding::Utf16.offset(TEXT, Position::new(0, 3)), x);
        assert_eq!(Encoding::Utf16.offset(TEXT, Position::new(0, 2)), 2, "inside a character");
        assert_eq!(Encoding::Utf16.offset(TEXT, Position::new(2, 1)), TEXT.len() - 2);
    }

    #[test]
    fn positions_outside_are_moved_inside() {
        assert_eq!(Encoding::Utf16.offset(TEXT, Position::new(0, 99)), 7);
        assert_eq!(Encoding::Utf16.offset(TEXT, Position::new(99, 0)), TEXT.len());
        assert_eq!(Encoding::Utf16.position(TEXT, 9999), Position::new(2, 3));
        assert_eq!(Encoding::Utf16.position("", 3), Position::new(0, 0));
    }
}
