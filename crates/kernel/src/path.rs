//! Ways across the board: the cheapest path under surcharges, and everything in reach with its
//! price.
//!
//! Squares that look alike (same terrain, as often threatened) cost alike, so each sort of square
//! is priced once. Prices are small, so squares wait in a ring of buckets, one per price. On the
//! way to one square, what the rest of it counts at least is added, so that the search hardly looks
//! the other way.

use crate::board::{BOARD_MAX, Diagonals, Square};
use crate::ids::CombatantId;
use crate::space::{Space, reads_only_squares, reads_only_there};
use crate::state::Frame;

#[cfg(test)]
mod tests;

const SQUARES: usize = BOARD_MAX as usize * BOARD_MAX as usize;
/// A step that costs as much is not worth finding a way for.
const STEEP: u16 = 64;
/// Buckets: enough for any step and for what it changes about the rest of the way.
const RING: usize = 128;
const UNREACHED: u16 = u16::MAX;

/// Everything someone can reach, and by which way. Kept and filled again: it allocates once.
#[derive(Clone, Debug)]
pub struct Reach {
    width: usize,
    /// Price by square and by parity of the diagonal steps made.
    price: Vec<u16>,
    /// Direction of the last step, and the parity before it.
    by: Vec<u8>,
    /// Squares that can only be passed.
    passing: Vec<bool>,
    open: Vec<u8>,
    ring: Vec<Vec<u16>>,
    threats: Vec<u8>,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach {
            width: 0,
            price: vec![UNREACHED; SQUARES * 2],
            by: vec![0; SQUARES * 2],
            passing: vec![false; SQUARES],
            open: vec![0; SQUARES],
            ring: vec![Vec::new(); RING],
            threats: vec![0; SQUARES],
        }
    }
}

/// What is known about a square: nothing yet, open, or closed.
const UNKNOWN: u8 = 0;
const OPEN: u8 = 1;
const CLOSED: u8 = 2;

impl Reach {
    /// Finds every square within `budget`, from where someone stands.
    pub fn find(&mut self, space: Space<'_>, who: CombatantId, budget: i32) {
        self.search(space, who, budget, None);
    }

    /// The squares of the cheapest way to one square, without the first, and its price. `None` if
    /// there is none within `budget`.
    pub fn way(
        &mut self,
        space: Space<'_>,
        who: CombatantId,
        to: Square,
        budget: i32,
    ) -> Option<(Vec<Square>, i32)> {
        self.search(space, who, budget, Some(to));
        let price = self.price(to)?;
        let from = space.state.combatant(who).square;
        let board = &space.game.board;
        let mut at = to;
        let mut parity = self.best_parity(board.index(to));
        let mut squares = vec![];
        while at != from {
            squares.push(at);
            let by = self.by[board.index(at) * 2 + parity];
            at = board.neighbour(at, usize::from(by & 7) + 4)?;
            parity = usize::from(by >> 3);
        }
        squares.reverse();
        Some((squares, price))
    }

    /// The price of getting to a square and stopping there.
    pub fn price(&self, square: Square) -> Option<i32> {
        let at = usize::from(square.y) * self.width + usize::from(square.x);
        if self.width == 0 || at >= SQUARES || self.passing[at] {
            return None;
        }
        let price = self.price[at * 2 + self.best_parity(at)];
        (price != UNREACHED).then_some(i32::from(price))
    }

    fn best_parity(&self, at: usize) -> usize {
        usize::from(self.price[at * 2 + 1] < self.price[at * 2])
    }

    fn search(&mut self, space: Space<'_>, who: CombatantId, budget: i32, goal: Option<Square>) {
        if !self.search_towards(space, who, budget, goal, goal) {
            // Some step costs less than it counts, so nothing is sure about the rest of a way.
            self.search_towards(space, who, budget, goal, None);
        }
    }

    /// Searches until there is nothing left within the budget, or a way to the goal; `towards` is a
    /// square that no way leads to for less than its steps count. False if some step does.
    fn search_towards(
        &mut self,
        space: Space<'_>,
        who: CombatantId,
        budget: i32,
        goal: Option<Square>,
        towards: Option<Square>,
    ) -> bool {
        let board = &space.game.board;
        let from = space.state.combatant(who).square;
        let count = usize::from(board.width) * usize::from(board.height);
        self.width = usize::from(board.width);
        self.price[..count * 2].fill(UNREACHED);
        self.passing[..count].fill(false);
        self.open[..count].fill(UNKNOWN);
        self.ring.iter_mut().for_each(Vec::clear);
        if !board.holds(from) || budget < 0 {
            return true;
        }
        let rest = |at: Square, odd: bool| towards.map_or(0, |to| board.least(at, to, odd) as u16);
        let budget = budget.min(i32::from(UNREACHED) - 1) as u16;
        let mut prices = Prices::new(space, who, &mut self.threats);
        let alternating = board.diagonals == Diagonals::Alternating;
        let odd = usize::from(alternating && space.state.combatant(who).odd);
        let start = board.index(from);
        self.price[start * 2 + odd] = 0;
        let (mut now, mut waiting) = (rest(from, odd == 1), 1usize);
        self.ring[usize::from(now) % RING].push((start * 2 + odd) as u16);
        while waiting > 0 && now <= budget {
            let Some(node) = self.ring[usize::from(now) % RING].pop() else {
                now += 1;
                continue;
            };
            waiting -= 1;
            let (at, parity) = (usize::from(node / 2), usize::from(node % 2));
            let square = Square { x: (at % self.width) as u8, y: (at / self.width) as u8 };
            let so_far = self.price[usize::from(node)];
            if so_far + rest(square, parity == 1) != now {
                continue;
            }
            if goal == Some(square) && !self.passing[at] {
                return true;
            }
            for direction in 0..8 {
                let Some(next) = board.neighbour(square, direction) else { continue };
                let index = board.index(next);
                let step = space.stepping(who, square, next, parity == 1);
                if self.open[index] == UNKNOWN {
                    let (open, passing) = prices.entry(&step);
                    self.open[index] = if open { OPEN } else { CLOSED };
                    self.passing[index] = next != from && passing;
                }
                if self.open[index] == CLOSED || space.cuts_corner(square, next) {
                    continue;
                }
                let price = prices.of(&step);
                if price >= STEEP {
                    continue;
                }
                if towards.is_some() && i32::from(price) < board.step(square, next, step.odd) {
                    return false;
                }
                let diagonal = alternating && square.is_diagonal(next);
                let odd = parity ^ usize::from(diagonal);
                let then = index * 2 + odd;
                let total = so_far.saturating_add(price);
                let least = total.saturating_add(rest(next, odd == 1));
                if total < self.price[then] && least <= budget {
                    self.price[then] = total;
                    self.by[then] = direction as u8 | (parity as u8) << 3;
                    self.ring[usize::from(least) % RING].push(then as u16);
                    waiting += 1;
                }
            }
        }
        true
    }
}

/// Sorts of square told apart: terrain, and how often threatened up to this.
const THREATS: usize = 4;
const SORTS: usize = 256 * THREATS;

/// What steps cost by the sorts of square they lead from and to.
struct Prices<'s> {
    space: Space<'s>,
    /// Foes threatening each square.
    threats: &'s mut [u8],
    /// Numbers given to the sorts met so far; `u8::MAX` = none yet.
    sorts: [u8; SORTS],
    met: u8,
    known: [u16; 2 * 16 * 16],
    /// Whether squares alike cost alike.
    alike: bool,
    /// Whether empty squares alike can be entered alike, and which sorts can: open, passing.
    alike_empty: bool,
    entries: [Option<(bool, bool)>; 16],
    /// Squares somebody is on, a bit each.
    stood: [u64; SQUARES / 64],
}

impl<'s> Prices<'s> {
    fn new(space: Space<'s>, who: CombatantId, threats: &'s mut [u8]) -> Prices<'s> {
        let game = space.game;
        let code = |(add, _): &(crate::ids::ExprId, crate::ids::RulesId)| game.expr(*add);
        let adds = game.steps.adds.iter().map(code);
        let alike = adds.clone().all(reads_only_squares);
        let tests = game.steps.barred.iter().chain(&game.steps.passing);
        let mut stood = [0; SQUARES / 64];
        for one in &space.state.combatants {
            if game.board.holds(one.square) {
                let at = game.board.index(one.square);
                stood[at / 64] |= 1 << (at % 64);
            }
        }
        space.count_threats(who, threats);
        Prices {
            space,
            threats,
            sorts: [u8::MAX; SORTS],
            met: 0,
            known: [UNREACHED; 2 * 16 * 16],
            alike,
            alike_empty: tests.map(code).all(reads_only_there),
            entries: [None; 16],
            stood,
        }
    }

    fn sort(&mut self, square: Square) -> usize {
        let at = self.space.game.board.index(square);
        let threats = usize::from(self.threats[at]).min(THREATS - 1);
        let sort = &mut self.sorts[usize::from(self.space.terrain(square)) * THREATS + threats];
        if *sort == u8::MAX {
            *sort = self.met;
            self.met = self.met.saturating_add(1);
        }
        usize::from(*sort)
    }

    /// Whether a square can be entered, and whether it can only be passed through.
    fn entry(&mut self, step: &Frame) -> (bool, bool) {
        let at = self.space.game.board.index(step.square);
        let empty = self.stood[at / 64] >> (at % 64) & 1 == 0;
        let crowded = usize::from(self.threats[at]) >= THREATS - 1;
        let sort = self.sort(step.square);
        // Whether a step cuts a corner is no matter of the square it leads to.
        let straight = Frame { from: step.square, ..*step };
        let judged = || (self.space.is_open(&straight), self.space.is_passing(step));
        if !self.alike_empty || !empty || crowded || sort >= self.entries.len() {
            return judged();
        }
        *self.entries[sort].get_or_insert_with(judged)
    }

    fn of(&mut self, step: &Frame) -> u16 {
        let many = |at: &[u8], index: usize| usize::from(at[index]) >= THREATS - 1;
        let board = &self.space.game.board;
        let (here, there) = (board.index(step.from), board.index(step.square));
        let crowded = many(self.threats, here) || many(self.threats, there);
        let (from, to) = (self.sort(step.from), self.sort(step.square));
        let own = board.step(step.from, step.square, step.odd);
        if !self.alike || crowded || from >= 16 || to >= 16 {
            return self.space.price(step).min(i32::from(UNREACHED)) as u16;
        }
        let known = &mut self.known[((own as usize - 1) * 16 + from) * 16 + to];
        if *known == UNREACHED {
            *known = self.space.price(step).min(i32::from(UNREACHED) - 1) as u16;
        }
        *known
    }
}

impl Space<'_> {
    /// How many foes of someone threaten each square of the board.
    fn count_threats(self, to: CombatantId, counts: &mut [u8]) {
        let board = &self.game.board;
        let squares = usize::from(board.width) * usize::from(board.height);
        counts[..squares].fill(0);
        let Some(reach) = board.threat else { return };
        let side = self.state.combatant(to).side;
        for foe in crate::ids::members(self.state.hostile_to(side)) {
            let one = self.state.combatant(foe);
            if !board.holds(one.square) || one.conditions & self.game.out != 0 {
                continue;
            }
            let frame = Frame { actor: foe, by: foe, ..Frame::default() };
            let scope = crate::expr::Scope { game: self.game, state: self.state, frame: &frame };
            let within = scope.value(self.game.expr(reach)).clamp(-1, i32::from(BOARD_MAX)) as i16;
            let span = |at: u8, edge: u8| {
                let at = i16::from(at);
                (at - within).max(0) as u8
                    ..=(at + within).clamp(-1, i16::from(edge) - 1).max(0) as u8
            };
            if within < 0 {
                continue;
            }
            for y in span(one.square.y, board.height) {
                for x in span(one.square.x, board.width) {
                    let square = Square { x, y };
                    let near = board.distance(one.square, square) <= i32::from(within);
                    let count = &mut counts[board.index(square)];
                    *count = count.saturating_add(u8::from(near));
                }
            }
        }
    }
}

/// Whether one gets on from a square that can only be passed, with what is left, to one where one
/// may stop. Such squares lie side by side in short rows, so a short look ahead decides.
pub(crate) fn leads_on(space: Space<'_>, onto: &Frame, left: i32) -> bool {
    let board = &space.game.board;
    let mut seen = [Square::NOWHERE; 32];
    let mut waiting = [(Square::NOWHERE, 0i32, false); 32];
    let (mut count, mut at) = (1, 0);
    let odd = |frame: &Frame| {
        frame.odd
            ^ (board.diagonals == Diagonals::Alternating && frame.from.is_diagonal(frame.square))
    };
    seen[0] = onto.square;
    waiting[0] = (onto.square, left, odd(onto));
    while at < count {
        let (square, left, parity) = waiting[at];
        at += 1;
        for direction in 0..8 {
            let Some(next) = board.neighbour(square, direction) else { continue };
            let step = space.stepping(onto.actor, square, next, parity);
            let rest = left - space.price(&step);
            if rest < 0 || seen[..count].contains(&next) || !space.is_open(&step) {
                continue;
            }
            if next == onto.from || !space.is_passing(&step) {
                return true;
            }
            if count < seen.len() {
                seen[count] = next;
                waiting[count] = (next, rest, odd(&step));
                count += 1;
            }
        }
    }
    false
}
