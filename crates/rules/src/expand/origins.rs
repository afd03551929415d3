//! Places of elements that `for` makes, and where their texts stand in the file.
//!
//! Each made element has places of its own beyond the end of the text. So a problem can tell for
//! which combination of values it was found. A report of problems shows the place in the file.

use std::ops::Range;
use std::sync::Arc;

/// One combination of the values of a `for`.
#[derive(Debug, PartialEq, Eq)]
pub struct Combination {
    /// The values, as people read them: `element = cold, level = 2`.
    pub label: String,
    /// Number of combinations of its `for`.
    pub total: usize,
    /// Position of its `for` in the file.
    pub of: usize,
}

/// How the text of a piece came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// It is the text of the file.
    Copied,
    /// It is the text of the file, in a value that has parameters.
    Around,
    /// It is the value of a parameter.
    Filled,
}

/// A made place and its origin.
#[derive(Clone, Debug)]
struct Piece {
    made: Range<usize>,
    origin: Range<usize>,
    how: Made,
    combination: Arc<Combination>,
}

/// The place in the file of a made place.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The place in the file.
    pub span: Range<usize>,
    /// Whether the text there has parameters.
    pub varies: bool,
    /// The combination it was made for.
    pub combination: Arc<Combination>,
}

/// The origins of all made places of a file.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// Pieces in the order of their made places.
    pieces: Vec<Piece>,
    /// The next place that nothing has.
    next: usize,
}

impl Origins {
    /// Largest made place; places are 32 bits wide in browsers.
    const PLACE_MAX: usize = 1 << 30;

    /// Returns no origins for a text of a length in bytes.
    pub fn behind(len: usize) -> Origins {
        Origins { pieces: Vec::new(), next: len + 1 }
    }

    /// Returns true if nothing was made.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Makes a place for a copy of a text; returns its start, or `None` if there is no room left.
    pub fn copy(&mut self, origin: Range<usize>, combination: &Arc<Combination>) -> Option<usize> {
        let len = origin.len();
        self.add(origin, len, Made::Copied, combination).inspect(|_| self.next += 1)
    }

    /// Makes a place for a value with parameters, piece by piece; returns it, or `None` if there is
    /// no room left. A piece is its origin, its length, and whether it is a parameter's value.
    pub fn fill(
        &mut self,
        pieces: impl IntoIterator<Item = (Range<usize>, usize, bool)>,
        combination: &Arc<Combination>,
    ) -> Option<Range<usize>> {
        let start = self.next;
        for (origin, len, is_filled) in pieces {
            let how = if is_filled { Made::Filled } else { Made::Around };
            self.add(origin, len, how, combination)?;
        }
        let end = self.next;
        self.next += 1;
        Some(start..end)
    }

    fn add(
        &mut self,
        origin: Range<usize>,
        len: usize,
        how: Made,
        combination: &Arc<Combination>,
    ) -> Option<usize> {
        let start = self.next;
        let end = start.checked_add(len).filter(|end| *end < Self::PLACE_MAX)?;
        self.pieces.push(Piece { made: start..end, origin, how, combination: combination.clone() });
        self.next = end;
        Some(start)
    }

    /// Returns the origin of a span; `None` if it is a span of the text itself.
    pub fn find(&self, span: &Range<usize>) -> Option<Origin> {
        let first = self.piece(span.start)?;
        let last = self.piece(span.end.max(span.start + 1) - 1).unwrap_or(first);
        let start = match first.how {
            Made::Filled => first.origin.start,
            _ => first.origin.start + (span.start - first.made.start).min(first.origin.len()),
        };
        let end = match last.how {
            Made::Filled if span.end > last.made.start => last.origin.end,
            Made::Filled => last.origin.start,
            _ => last.origin.start + (span.end - last.made.start).min(last.origin.len()),
        };
        Some(Origin {
            span: start..end.max(start),
            varies: first.how != Made::Copied,
            combination: first.combination.clone(),
        })
    }

    fn piece(&self, place: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.made.start <= place);
        self.pieces.get(after.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combination(label: &str) -> Arc<Combination> {
        Arc::new(Combination { label: label.to_owned(), total: 2, of: 0 })
    }

    #[test]
    fn made_places_lead_back_to_the_text() {
        let mut origins = Origins::behind(100);
        let first = combination("n = 10");
        let copy = origins.copy(20..50, &first).unwrap();
        assert_eq!(copy, 101);
        // `"a{n}b"` at 30 becomes `"a10b"`.
        let pieces = [(30..32, 2, false), (32..35, 2, true), (35..37, 2, false)];
        let value = origins.fill(pieces, &first).unwrap();
        assert_eq!(value, 132..138);
        let second = origins.copy(20..50, &combination("n = 20")).unwrap();

        let found = |span: Range<usize>| origins.find(&span).map(|it| (it.span, it.varies));
        assert_eq!(found(5..9), None);
        assert_eq!(found(103..105), Some((22..24, false)));
        assert_eq!(found(132..138), Some((30..37, true)), "the whole value");
        assert_eq!(found(133..134), Some((31..32, true)), "`a`");
        assert_eq!(found(134..135), Some((32..35, true)), "a part of a parameter is all of it");
        assert_eq!(found(136..137), Some((35..36, true)), "`b`");
        let other = origins.find(&(second..second + 1)).unwrap();
        assert_eq!((other.span, other.combination.label.as_str()), (20..21, "n = 20"));
    }

    #[test]
    fn there_is_an_end_to_places() {
        let mut origins = Origins::behind(0);
        assert_eq!(origins.copy(0..Origins::PLACE_MAX, &combination("")), None);
        assert!(origins.is_empty());
    }
}
