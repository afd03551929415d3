//! Accelerator: lower bound on the cost of the rest of a path, which directs the search. It must
//! never exceed the sum of `BoardView::price` over its steps.
//!
//! Besides its steps, a path pays the least surcharge of every column, or of every row, in between.

use std::ops::RangeInclusive;

use super::class_map::Lines;
use super::rect::square;
use super::terrain_costs::TerrainCosts;
use crate::model::board::{BOARD_MAX, Board, Square};

/// Cap on each surcharge, so that no single step changes the bound much.
const BELIEVED: u16 = 31;

/// Lower bounds on the cost of paths to one square.
pub(crate) struct Heuristic<'s> {
    board: &'s Board,
    to: Square,
    /// Sums of surcharges on the way there, by column and by row.
    columns: Lines,
    rows: Lines,
}

impl<'s> Heuristic<'s> {
    /// Computes the bounds, which hold if no surcharge is below 0.
    pub(crate) fn new(ground: &mut TerrainCosts<'s>, to: Square) -> Heuristic<'s> {
        let (span, columns, rows) = (ground.map.span, ground.map.columns, ground.map.rows);
        Heuristic {
            board: &ground.space.game.board,
            to,
            columns: sums(ground, &columns, span.columns(), to.x),
            rows: sums(ground, &rows, span.rows(), to.y),
        }
    }

    /// Returns a lower bound on the cost of any path from a place; `odd` as for a step.
    #[inline]
    pub(crate) fn from(&self, place: usize, odd: bool) -> u16 {
        let at = square(place);
        let surcharges = self.columns[usize::from(at.x)].max(self.rows[usize::from(at.y)]);
        self.board.least(at, self.to, odd) as u16 + surcharges
    }
}

/// Returns the sums of least surcharges from each column, or row, to column or row `to`.
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
