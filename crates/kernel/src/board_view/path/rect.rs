//! Accelerator: table indexes of squares, with a border. They must agree with [`Board::neighbour`].

use std::ops::{Range, RangeInclusive};

use crate::model::board::{BOARD_MAX, Board, Square};

/// Indexes per row: the longest row and its border, rounded up to a power of two. This makes row
/// and column cheap to compute.
pub(crate) const ROW: usize = 128;
/// Indexes of the largest board and its border.
pub(crate) const PLACES: usize = ROW * (BOARD_MAX as usize + 2);

/// Returns the index of a square.
#[inline]
pub(crate) fn place(square: Square) -> usize {
    (usize::from(square.y) + 1) * ROW + usize::from(square.x) + 1
}

/// Returns the square at an index.
#[inline]
pub(crate) fn square(place: usize) -> Square {
    Square { x: (place % ROW) as u8 - 1, y: (place / ROW) as u8 - 1 }
}

/// Returns the index next to another, in a direction as for [`Board::neighbour`].
#[inline]
pub(crate) fn next(place: usize, direction: usize) -> usize {
    const ROW: isize = self::ROW as isize;
    const NEXT: [isize; 8] = [-ROW, 1 - ROW, 1, 1 + ROW, ROW, ROW - 1, -1, -1 - ROW];
    place.wrapping_add_signed(NEXT[direction & 7])
}

/// Rectangle of columns and rows of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rect {
    from: Square,
    to: Square,
}

impl Rect {
    /// No squares.
    pub(crate) const NONE: Rect = Rect { from: Square { x: 1, y: 1 }, to: Square { x: 0, y: 0 } };

    /// Returns all squares at most `steps` from a square; none if that is off the board or `steps`
    /// is below 0.
    pub(crate) fn around(board: &Board, middle: Square, steps: i32) -> Rect {
        if !board.holds(middle) || steps < 0 {
            return Rect::NONE;
        }
        let steps = steps.min(i32::from(BOARD_MAX)) as u8;
        let last = |at: u8, edge: u8| (at + steps).min(edge - 1);
        Rect {
            from: Square { x: middle.x.saturating_sub(steps), y: middle.y.saturating_sub(steps) },
            to: Square { x: last(middle.x, board.width), y: last(middle.y, board.height) },
        }
    }

    pub(crate) fn columns(&self) -> RangeInclusive<u8> {
        self.from.x..=self.to.x
    }

    pub(crate) fn rows(&self) -> RangeInclusive<u8> {
        self.from.y..=self.to.y
    }

    pub(crate) fn holds(&self, square: Square) -> bool {
        self.columns().contains(&square.x) && self.rows().contains(&square.y)
    }

    /// Returns the indexes of each row.
    pub(crate) fn places(self) -> impl Iterator<Item = Range<usize>> {
        self.rows()
            .map(move |y| place(Square { y, ..self.from })..place(Square { y, ..self.to }) + 1)
    }

    /// Returns the indexes of each row, including the border.
    pub(crate) fn bordered(self) -> impl Iterator<Item = Range<usize>> {
        let (from, to) = (place(self.from) - 1, place(self.to) + 1);
        let width = (to - from) % ROW + 1;
        (from - ROW..=to + ROW).step_by(ROW).map(move |at| at..at + width)
    }
}
