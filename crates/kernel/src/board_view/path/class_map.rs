//! Accelerator: map of the squares of a path search, by class. `BoardView::price` must not
//! tell squares of one class apart.
//!
//! A class is a terrain and a threat count. Squares with 7 or more threats, or beyond 14 classes,
//! are unclassified.

use super::rect::{PLACES, Rect, place, square};
use crate::board_view::BoardView;
use crate::ids::CombatantId;
use crate::model::board::{BOARD_MAX, Square};

/// Bits of a map entry that hold its class; the other bits are flags.
pub(crate) const CLASS_MASK: u8 = 15;
/// The square is not judged yet.
pub(crate) const UNJUDGED: u8 = 1 << 4;
/// The square can only be passed through.
pub(crate) const PASSING: u8 = 1 << 5;
/// The square cannot be entered.
pub(crate) const CLOSED: u8 = 1 << 6;
/// The square is occupied, so it is judged by itself.
pub(crate) const OCCUPIED: u8 = 1 << 7;

/// Class of squares that have nothing in common.
pub(crate) const UNCLASSIFIED: u8 = CLASS_MASK;
/// Class of solid terrain, and of the border.
pub(crate) const SOLID: u8 = CLASS_MASK - 1;
pub(crate) const SORTS: usize = CLASS_MASK as usize + 1;

/// Number of threats from which on squares are unclassified.
const MAX_THREATS: u8 = 7;
const EDGE: usize = BOARD_MAX as usize;

/// Classes found in each column or row, one bit each.
pub(crate) type Lines = [u16; EDGE];

/// Map of classes and flags by square, filled again for each search.
#[derive(Clone, Debug)]
pub(crate) struct ClassMap {
    /// Part of the board on the map.
    pub(crate) span: Rect,
    /// Class and flags of each place.
    pub(crate) lies: Vec<u8>,
    /// Number of foes that threaten each square of the board.
    pub(crate) threats: Vec<u8>,
    pub(crate) columns: Lines,
    pub(crate) rows: Lines,
    /// A square of each class.
    pub(crate) like: [Square; SORTS],
}

impl Default for ClassMap {
    fn default() -> ClassMap {
        ClassMap {
            span: Rect::NONE,
            lies: vec![CLOSED | SOLID; PLACES],
            threats: vec![0; EDGE * EDGE],
            columns: [0; EDGE],
            rows: [0; EDGE],
            like: [Square::NOWHERE; SORTS],
        }
    }
}

impl ClassMap {
    /// Returns true if a path may end at a place that it can enter.
    #[inline]
    pub(crate) fn is_stop(&self, place: usize) -> bool {
        self.lies[place] & PASSING == 0
    }

    #[inline]
    pub(crate) fn sort(&self, place: usize) -> u8 {
        self.lies[place] & CLASS_MASK
    }

    /// Fills the part of the board spanned, from terrain, threats and occupants.
    pub(crate) fn draw(&mut self, space: BoardView<'_>) {
        const BARE: [u8; EDGE] = [0; EDGE];
        const UNMET: u8 = UNJUDGED | CLOSED;
        let board = &space.game.board;
        let mut looks = [[UNMET; MAX_THREATS as usize + 1]; 256];
        let mut met = 0;
        for places in self.span.bordered() {
            self.lies[places].fill(CLOSED | SOLID);
        }
        self.columns.fill(0);
        for places in self.span.places() {
            let (first, width) = (square(places.start), places.len());
            let squares = board.index(first)..board.index(first) + width;
            let terrain = space.state.terrain.get(squares.clone()).unwrap_or(&BARE[..width]);
            let threats = &self.threats[squares];
            let lies = &mut self.lies[places];
            let columns = &mut self.columns[usize::from(first.x)..][..width];
            let mut row = 0;
            for at in 0..width {
                let (terrain, threats) = (terrain[at], threats[at].min(MAX_THREATS));
                let look = &mut looks[usize::from(terrain)][usize::from(threats)];
                if *look == UNMET {
                    *look = if terrain & board.solid != 0 {
                        CLOSED | SOLID
                    } else if threats == MAX_THREATS || met == SOLID {
                        UNJUDGED | UNCLASSIFIED
                    } else {
                        self.like[usize::from(met)] = Square { x: first.x + at as u8, ..first };
                        met += 1;
                        UNJUDGED | (met - 1)
                    };
                }
                lies[at] = *look;
                let sort = 1 << (*look & CLASS_MASK);
                columns[at] |= sort;
                row |= sort;
            }
            self.rows[usize::from(first.y)] = row;
        }
        for (at, one) in space.state.combatants.iter().enumerate() {
            if board.has_large {
                let block = space.footprint(CombatantId(at as u8)).squares();
                for square in block.filter(|square| self.span.holds(*square)) {
                    self.lies[place(square)] |= OCCUPIED;
                }
            } else if self.span.holds(one.square) {
                self.lies[place(one.square)] |= OCCUPIED;
            }
        }
    }
}
