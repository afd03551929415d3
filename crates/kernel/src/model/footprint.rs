//! The squares that a combatant covers, and distances between such blocks of squares.

use crate::model::board::{Metric, Square};

/// Most squares along one edge of a footprint.
pub const SPAN_MAX: u8 = 8;

/// A block of squares that one combatant covers: `span` squares along each edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// The upper left square; [`Square::NOWHERE`] = off the board.
    pub corner: Square,
    /// Squares along each edge, from 1.
    pub span: u8,
}

impl Footprint {
    /// Returns the footprint that is one square.
    #[inline(always)]
    pub fn single(square: Square) -> Footprint {
        Footprint { corner: square, span: 1 }
    }

    /// Returns the same block with its upper left square elsewhere.
    #[inline]
    pub fn moved_to(self, corner: Square) -> Footprint {
        Footprint { corner, ..self }
    }

    /// Returns its squares, row by row; none off the board.
    pub fn squares(self) -> impl Iterator<Item = Square> + use<> {
        let Footprint { corner, span } = self;
        let span = if corner.is_somewhere() { span } else { 0 };
        (0..span).flat_map(move |down| {
            (0..span).map(move |right| Square { x: corner.x + right, y: corner.y + down })
        })
    }

    /// Returns the columns and rows from this block to the nearest square of another; 0 each where
    /// they share columns or rows. Between single squares this is their offset.
    pub fn gap(self, other: Footprint) -> (i32, i32) {
        let along = |from: u8, to: u8| {
            let (from, to) = (i32::from(from), i32::from(to));
            let beyond = to - (from + i32::from(self.span) - 1);
            let before = to + i32::from(other.span) - 1 - from;
            beyond.max(0) + before.min(0)
        };
        (along(self.corner.x, other.corner.x), along(self.corner.y, other.corner.y))
    }

    /// Returns true if both cover a square in common.
    pub fn overlaps(self, other: Footprint) -> bool {
        let placed = self.corner.is_somewhere() && other.corner.is_somewhere();
        placed && self.gap(other) == (0, 0)
    }

    /// Returns the direction of another block from here: 0 to 7, clockwise from straight up.
    pub fn direction_of(self, other: Footprint) -> usize {
        let (dx, dy) = self.gap(other);
        let beside = Square { x: 1, y: 1 };
        let to = Square { x: (1 + dx.signum()) as u8, y: (1 + dy.signum()) as u8 };
        (0..8).find(|way| beside.towards(*way) == to).unwrap_or(0)
    }

    /// Returns the upper left square after a move of one square away from another block, along the
    /// line between the two centers.
    pub fn away_from(self, origin: Footprint) -> Square {
        let center = |at: u8, span: u8| 2 * i32::from(at) + i32::from(span);
        let along = |of: fn(Square) -> u8| {
            center(of(self.corner), self.span) - center(of(origin.corner), origin.span)
        };
        let (dx, dy) = (along(|at| at.x), along(|at| at.y));
        let longer = dx.abs().max(dy.abs());
        // Rounded to the nearest of the eight directions.
        let way = |delta: i32| if 2 * delta.abs() >= longer { delta.signum() as i8 } else { 0 };
        Square {
            x: self.corner.x.wrapping_add_signed(way(dx)),
            y: self.corner.y.wrapping_add_signed(way(dy)),
        }
    }
}

impl Metric {
    /// Returns the distance between the nearest squares of two blocks; 0 if either is off the
    /// board.
    pub fn apart(self, one: Footprint, other: Footprint) -> i32 {
        if !one.corner.is_somewhere() || !other.corner.is_somewhere() {
            return 0;
        }
        let (dx, dy) = one.gap(other);
        self.of_offset(dx, dy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(x: u8, y: u8, span: u8) -> Footprint {
        Footprint { corner: Square { x, y }, span }
    }

    /// The distance by definition: the least one between any two squares.
    fn least(metric: Metric, one: Footprint, other: Footprint) -> Option<i32> {
        let pairs = one.squares().flat_map(|a| other.squares().map(move |b| (a, b)));
        pairs.map(|(a, b)| metric.between(a, b)).min()
    }

    #[test]
    fn a_distance_is_the_least_between_squares() {
        let metrics = [Metric::Squares, Metric::Alternating, Metric::Euclid, Metric::Orthogonal];
        for (span, other_span) in [(1, 1), (1, 3), (2, 2), (3, 1), (4, 2)] {
            let other = block(6, 6, other_span);
            for x in 0..14 {
                for y in 0..14 {
                    let one = block(x, y, span);
                    for metric in metrics {
                        assert_eq!(Some(metric.apart(one, other)), least(metric, one, other));
                    }
                    let shared = one.squares().any(|at| other.squares().any(|it| it == at));
                    assert_eq!(one.overlaps(other), shared, "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_push_follows_the_line_between_the_centers() {
        // A single square pushes a block of 2 × 2 that lies right of it.
        assert_eq!(block(3, 3, 2).away_from(block(2, 3, 1)), Square { x: 4, y: 3 });
        assert_eq!(block(3, 4, 2).away_from(block(2, 3, 1)), Square { x: 4, y: 5 });
        assert_eq!(block(3, 3, 1).away_from(block(4, 3, 1)), Square { x: 2, y: 3 });
    }

    #[test]
    fn nothing_is_covered_off_the_board() {
        let nowhere = Footprint { corner: Square::NOWHERE, span: 3 };
        assert_eq!(nowhere.squares().count(), 0);
        assert!(!nowhere.overlaps(nowhere));
        assert_eq!(Metric::Squares.apart(nowhere, block(1, 1, 1)), 0);
    }
}
