//! Accelerator: entries and step costs of squares, cached by class where rules read nothing else.
//! They must equal the price of each step by itself (`BoardView::price`).

use super::class_map::{
    CLASS_MASK, CLOSED, ClassMap, OCCUPIED, PASSING, SOLID, SORTS, UNCLASSIFIED, UNJUDGED,
};
use super::rect::{next, place, square};
use super::threats::count_threats;
use crate::board_view::{BoardView, reads_only_squares, reads_only_there, reads_threats};
use crate::ids::CombatantId;
use crate::model::board::Diagonals;

const UNPRICED: u16 = u16::MAX;

/// Entries and step costs known to one combatant's path search.
pub(crate) struct TerrainCosts<'s> {
    pub(crate) space: BoardView<'s>,
    who: CombatantId,
    pub(crate) map: &'s mut ClassMap,
    /// Entry of empty squares of each class, if nothing else matters.
    entries: [u8; SORTS],
    alike_empty: bool,
    /// Step costs by double counting and the classes of both squares, if nothing else matters. With
    /// `by_entry`, the class left does not matter either.
    prices: [[[u16; SORTS]; SORTS]; 2],
    alike: bool,
    by_entry: bool,
}

impl<'s> TerrainCosts<'s> {
    /// Prepares the part of the board that the map spans.
    pub(crate) fn new(
        space: BoardView<'s>,
        who: CombatantId,
        map: &'s mut ClassMap,
    ) -> TerrainCosts<'s> {
        let game = space.game;
        let code = |(expr, _): &(_, _)| game.expr(*expr);
        let adds = || game.steps.surcharges.iter().map(code);
        let tests = || game.steps.blocked.iter().chain(&game.steps.pass_through_only).map(code);
        let squares = usize::from(game.board.width) * usize::from(game.board.height);
        map.threats[..squares].fill(0);
        if adds().chain(tests()).any(reads_threats) {
            count_threats(space, who, &mut map.threats);
        }
        map.draw(space);
        // The combatant may stand on its own square.
        map.lies[place(space.state.combatant(who).square)] &= CLASS_MASK;
        // A class describes one square, and a large combatant covers several.
        let single = !space.is_large(who);
        let alike = single && adds().all(reads_only_squares);
        TerrainCosts {
            space,
            who,
            map,
            entries: [UNJUDGED; SORTS],
            alike_empty: single && tests().all(reads_only_there),
            prices: [[[UNPRICED; SORTS]; SORTS]; 2],
            alike,
            by_entry: alike && adds().all(reads_only_there),
        }
    }

    /// Returns the directions to search after a step in direction `came`, one bit each.
    pub(crate) fn directions(&self, came: Option<u8>) -> u8 {
        let board = &self.space.game.board;
        match (board.diagonals, came) {
            (Diagonals::Forbidden, _) => 0b0101_0101,
            // Squares adjacent to the previous square cost no more from there directly.
            (Diagonals::One, Some(came)) if self.by_entry && !board.tight => {
                let ahead: u8 = if came & 1 == 0 { 0b1000_0011 } else { 0b1100_0111 };
                ahead.rotate_left(u32::from(came))
            }
            _ => !0,
        }
    }

    /// Returns the cost of a step, if legal; `odd` as for [`BoardView::step_frame`].
    #[inline]
    pub(crate) fn step(&mut self, from: usize, direction: usize, odd: bool) -> Option<u16> {
        let to = next(from, direction);
        let mut lie = self.map.lies[to];
        if lie & UNJUDGED != 0 {
            let sort = lie & CLASS_MASK;
            let known = self.entries[usize::from(sort)];
            let alike = lie & OCCUPIED == 0 && known != UNJUDGED;
            lie = sort | if alike { known } else { self.judge(from, to) };
            self.map.lies[to] = lie;
        }
        let closed = lie & CLOSED != 0 || self.cuts_corner(from, direction);
        (!closed).then(|| self.price(from, to, odd && direction & 1 == 1))
    }

    /// Returns true if a diagonal step is blocked by solid terrain beside it.
    #[inline]
    fn cuts_corner(&self, from: usize, direction: usize) -> bool {
        if self.space.is_large(self.who) {
            let onto = next(from, direction);
            let step = self.space.step_frame(self.who, square(from), square(onto), false);
            return self
                .space
                .any_square(&step, |one| self.space.cuts_corner(one.from, one.square));
        }
        let solid = |turn: usize| self.map.sort(next(from, direction + turn)) == SOLID;
        self.space.game.board.tight && direction & 1 == 1 && (solid(1) || solid(7))
    }

    /// Judges the entry of a place; caches it if all empty squares of the class share it.
    #[cold]
    fn judge(&mut self, from: usize, to: usize) -> u8 {
        let (lie, onto) = (self.map.lies[to], square(to));
        // Cutting a corner depends on both squares, so it is not part of the entry.
        let straight = self.space.step_frame(self.who, onto, onto, false);
        let step = self.space.step_frame(self.who, square(from), onto, false);
        let closed = if self.space.is_open(&straight) { 0 } else { CLOSED };
        let entry = closed | if self.space.is_passing(&step) { PASSING } else { 0 };
        if self.alike_empty && lie & OCCUPIED == 0 && lie & CLASS_MASK != UNCLASSIFIED {
            self.entries[usize::from(lie & CLASS_MASK)] = entry;
        }
        entry
    }

    #[inline]
    fn price(&mut self, from: usize, to: usize, twice: bool) -> u16 {
        let from_sort = if self.by_entry { 0 } else { self.map.sort(from) };
        let prices = &self.prices[usize::from(twice)][usize::from(from_sort)];
        match prices[usize::from(self.map.sort(to))] {
            UNPRICED => self.reckon(from, to, twice),
            price => price,
        }
    }

    /// Prices a step; caches the price if the classes decide it.
    #[cold]
    fn reckon(&mut self, from: usize, to: usize, twice: bool) -> u16 {
        let step = self.space.step_frame(self.who, square(from), square(to), twice);
        let price = self.space.price(&step).min(i32::from(UNPRICED) - 1) as u16;
        let from_sort = if self.by_entry { 0 } else { self.map.sort(from) };
        let to_sort = self.map.sort(to);
        if self.alike && from_sort != UNCLASSIFIED && to_sort != UNCLASSIFIED {
            self.prices[usize::from(twice)][usize::from(from_sort)][usize::from(to_sort)] = price;
        }
        price
    }

    /// Returns the least surcharge of entering a square of any of some classes, if no surcharge is
    /// below 0.
    pub(crate) fn surcharge(&mut self, sorts: u16) -> u16 {
        let mut sorts = sorts & !(1 << SOLID);
        if !self.by_entry || sorts >> UNCLASSIFIED & 1 == 1 {
            return 0;
        }
        let mut least = u16::MAX;
        while sorts != 0 && least != 0 {
            let onto = place(self.map.like[sorts.trailing_zeros() as usize]);
            sorts &= sorts - 1;
            least = least.min(self.price(onto, onto, false).saturating_sub(1));
        }
        least
    }
}
