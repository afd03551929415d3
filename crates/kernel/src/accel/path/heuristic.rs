//! What the rest of a way costs at least, so that a search looks towards where it is to lead.
//!
//! Besides what its steps count, a way pays the least surcharge of every column in between, and of
//! every row.

use std::ops::RangeInclusive;

use super::class_map::Lines;
use super::rect::square;
use super::terrain_costs::TerrainCosts;
use crate::board::{BOARD_MAX, Board, Square};

/// No more of a surcharge than this is believed, so that no step changes much about the rest.
const BELIEVED: u16 = 31;

/// What is known of the ways to one square.
pub(crate) struct Heuristic<'s> {
    board: &'s Board,
    to: Square,
    /// Surcharges on the way there, by column and by row.
    columns: Lines,
    rows: Lines,
}

impl<'s> Heuristic<'s> {
    /// Right as long as no surcharge is below 0.
    pub(crate) fn new(ground: &mut TerrainCosts<'s>, to: Square) -> Heuristic<'s> {
        let (span, columns, rows) = (ground.map.span, ground.map.columns, ground.map.rows);
        Heuristic {
            board: &ground.space.game.board,
            to,
            columns: sums(ground, &columns, span.columns(), to.x),
            rows: sums(ground, &rows, span.rows(), to.y),
        }
    }

    /// At least what any way from a place costs; `odd` as for a step.
    #[inline]
    pub(crate) fn from(&self, place: usize, odd: bool) -> u16 {
        let at = square(place);
        let surcharges = self.columns[usize::from(at.x)].max(self.rows[usize::from(at.y)]);
        self.board.least(at, self.to, odd) as u16 + surcharges
    }
}

/// The least surcharges from each column, or row, to one of them, by the sorts found in each.
fn sums(ground: &mut TerrainCosts<'_>, sorts: &Lines, span: RangeInclusive<u8>, to: u8) -> Lines {
    let (first, to, last) = (usize::from(*span.start()), usize::from(to), usize::from(*span.end()));
    let mut sums = [0; BOARD_MAX as usize];
    let mut least = |at: usize| ground.surcharge(sorts[at]).min(BELIEVED);
    for at in (first..to).rev() {
        sums[at] = sums[at + 1] + least(at + 1);
    }
    for at in to + 1..=last {
        sums[at] = sums[at - 1] + least(at - 1);
    }
    sums
}
