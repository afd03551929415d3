//! A map of the squares a search may come by: which of them look alike.
//!
//! Squares of the same terrain that are threatened as often are of one sort. The few that would
//! need more sorts than there are, or are threatened more often than is told apart, are mixed.

use super::rect::{PLACES, Rect, place, square};
use crate::board::{BOARD_MAX, Square};
use crate::board_view::BoardView;

/// What lies at a place: its sort, in these bits, and what else is known about it.
pub(crate) const CLASS_MASK: u8 = 15;
/// Nobody has looked yet how it can be entered.
pub(crate) const UNJUDGED: u8 = 1 << 4;
/// It can only be passed through.
pub(crate) const PASSING: u8 = 1 << 5;
/// It cannot be entered.
pub(crate) const CLOSED: u8 = 1 << 6;
/// Somebody is there, so it is judged by itself.
pub(crate) const OCCUPIED: u8 = 1 << 7;

/// The sort of squares that have nothing in common.
pub(crate) const UNCLASSIFIED: u8 = CLASS_MASK;
/// The sort of solid terrain, and of the border.
pub(crate) const SOLID: u8 = CLASS_MASK - 1;
pub(crate) const SORTS: usize = CLASS_MASK as usize + 1;

/// Squares threatened as often, or more often, are mixed.
const MAX_THREATS: u8 = 7;
const EDGE: usize = BOARD_MAX as usize;

/// The sorts found in each column, or in each row, a bit each.
pub(crate) type Lines = [u16; EDGE];

/// What lies where; filled again for each search.
#[derive(Clone, Debug)]
pub(crate) struct ClassMap {
    /// The part of the board that is on the map.
    pub(crate) span: Rect,
    /// What lies at each place.
    pub(crate) lies: Vec<u8>,
    /// How many foes threaten each square of the board.
    pub(crate) threats: Vec<u8>,
    pub(crate) columns: Lines,
    pub(crate) rows: Lines,
    /// A square of each sort.
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
    /// Whether one may stop at a place that one gets to.
    #[inline]
    pub(crate) fn is_stop(&self, place: usize) -> bool {
        self.lies[place] & PASSING == 0
    }

    #[inline]
    pub(crate) fn sort(&self, place: usize) -> u8 {
        self.lies[place] & CLASS_MASK
    }

    /// Draws the part of the board spanned, by terrain and threats, and whoever is there.
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
        for one in &space.state.combatants {
            if self.span.holds(one.square) {
                self.lies[place(one.square)] |= OCCUPIED;
            }
        }
    }
}
