//! Paths across the board: the cheapest path with surcharges, and all squares in reach with their
//! prices. By definition, a path costs the sum of `BoardView::price` over its steps.
//!
//! This is A* search. Prices are small, so open squares wait in buckets, one per price. Of equal
//! ones the newest comes first, so that the search follows one path to the end.

mod bucket_queue;
mod class_map;
mod heuristic;
mod rect;
mod terrain_costs;
#[cfg(test)]
mod tests;
mod threats;

use crate::board_view::BoardView;
use crate::board_view::path::bucket_queue::BucketQueue;
use crate::board_view::path::class_map::ClassMap;
use crate::board_view::path::heuristic::Heuristic;
use crate::board_view::path::rect::{PLACES, ROW, Rect, next, place, square};
use crate::board_view::path::terrain_costs::TerrainCosts;
use crate::ids::CombatantId;
use crate::model::board::{Diagonals, Square};
use crate::state::Frame;

/// Steps of this cost or more are not searched.
const MAX_STEP_COST: u16 = 64;
const UNREACHED: u16 = u16::MAX;

/// All squares in reach of a combatant, with prices and paths. Reuse it: it allocates once.
#[derive(Clone, Debug)]
pub struct Reach {
    map: ClassMap,
    /// Price by place and by parity of the diagonal steps made.
    price: Vec<u16>,
    /// The last step of the path to each node with a price.
    last: Vec<BackPointer>,
    waiting: BucketQueue,
}

/// Last step of a path.
#[derive(Clone, Copy, Debug, Default)]
struct BackPointer {
    /// Direction of the step; `None` at the start.
    direction: Option<u8>,
    /// Diagonal parity before the step.
    odd: bool,
    /// Whether the search has expanded this square.
    done: bool,
}

/// Returns the index of a place with a diagonal parity.
fn node(place: usize, odd: bool) -> usize {
    place * 2 + usize::from(odd)
}

impl Default for Reach {
    fn default() -> Reach {
        Reach {
            map: ClassMap::default(),
            price: vec![UNREACHED; PLACES * 2],
            last: vec![BackPointer::default(); PLACES * 2],
            waiting: BucketQueue::default(),
        }
    }
}

impl Reach {
    /// Finds every square within `budget` of a combatant.
    pub fn find(&mut self, space: BoardView<'_>, who: CombatantId, budget: i32) {
        self.search(space, who, budget, None);
    }

    /// Returns the squares of the cheapest path to a square, without the first, and its price.
    /// `None` if there is none within `budget`.
    pub fn way(
        &mut self,
        space: BoardView<'_>,
        who: CombatantId,
        to: Square,
        budget: i32,
    ) -> Option<(Vec<Square>, i32)> {
        self.search(space, who, budget, Some(to));
        let price = self.price(to)?;
        let mut squares = vec![];
        let mut at = place(to);
        let mut last = self.last[self.cheaper(at)];
        while let Some(direction) = last.direction {
            squares.push(square(at));
            at = next(at, usize::from(direction) + 4);
            last = self.last[node(at, last.odd)];
        }
        squares.reverse();
        Some((squares, price))
    }

    /// Returns the price of a path that ends on a square.
    pub fn price(&self, square: Square) -> Option<i32> {
        let at = place(square);
        if !self.map.span.holds(square) || !self.map.is_stop(at) {
            return None;
        }
        let price = self.price[self.cheaper(at)];
        (price != UNREACHED).then_some(i32::from(price))
    }

    /// Returns the node of a place with the cheaper parity.
    fn cheaper(&self, at: usize) -> usize {
        node(at, self.price[node(at, true)] < self.price[node(at, false)])
    }

    /// Searches until nothing is left within the budget, or the goal is reached.
    fn search(
        &mut self,
        space: BoardView<'_>,
        who: CombatantId,
        budget: i32,
        goal: Option<Square>,
    ) {
        let (board, one) = (&space.game.board, space.state.combatant(who));
        let free = space.game.steps.may_be_free;
        let near = if free && budget >= 0 { i32::MAX } else { budget };
        self.map.span = Rect::around(board, one.square, near);
        if !self.map.span.holds(goal.unwrap_or(one.square)) {
            self.map.span = Rect::NONE;
            return;
        }
        for places in self.map.span.places() {
            self.price[node(places.start, false)..node(places.end, false)].fill(UNREACHED);
        }
        let mut ground = TerrainCosts::new(space, who, &mut self.map);
        let rest = goal.filter(|_| !free).map(|goal| Heuristic::new(&mut ground, goal));
        let rest = |at: usize, odd: bool| rest.as_ref().map_or(0, |rest| rest.from(at, odd));
        let goal = goal.map(place);
        let budget = budget.min(i32::from(UNREACHED) - 1) as u16;
        let alternating = board.diagonals == Diagonals::Alternating;
        let (start, odd) = (place(one.square), alternating && one.odd);
        let least = rest(start, odd);
        self.waiting.start(least);
        if least <= budget {
            self.price[node(start, odd)] = 0;
            self.last[node(start, odd)] = BackPointer::default();
            self.waiting.push(least, node(start, odd) as u16);
        }
        while let Some(waited) = self.waiting.pop() {
            let (at, odd) = (usize::from(waited / 2), waited % 2 == 1);
            let last = &mut self.last[usize::from(waited)];
            if last.done {
                continue;
            }
            last.done = true;
            if goal == Some(at) {
                return;
            }
            let so_far = self.price[usize::from(waited)];
            let directions = ground.directions(last.direction);
            let (order, count) = straightest_last(directions, at, start, goal);
            for &direction in &order[..count] {
                let direction = usize::from(direction);
                let price = ground.step(at, direction, odd);
                let Some(price) = price.filter(|price| *price < MAX_STEP_COST) else { continue };
                let onto = next(at, direction);
                let then_odd = odd ^ (alternating && direction & 1 == 1);
                let then = node(onto, then_odd);
                let total = so_far.saturating_add(price);
                if total >= self.price[then] {
                    continue;
                }
                let least = total.saturating_add(rest(onto, then_odd));
                if least <= budget {
                    self.price[then] = total;
                    self.last[then] =
                        BackPointer { direction: Some(direction as u8), odd, done: false };
                    self.waiting.push(least, then as u16);
                }
            }
        }
    }
}

/// Lists the directions of a set. With a goal, those nearest to the straight line from the start
/// to it come last: of equal squares the newest is searched first, so that paths are straight.
fn straightest_last(
    mut directions: u8,
    at: usize,
    start: usize,
    goal: Option<usize>,
) -> ([u8; 8], usize) {
    let (mut order, mut count) = ([0; 8], 0);
    while directions != 0 {
        order[count] = directions.trailing_zeros() as u8;
        directions &= directions - 1;
        count += 1;
    }
    if let Some(goal) = goal {
        // Squares beyond the border have no coordinates of their own.
        let point = |place: usize| ((place % ROW) as i32, (place / ROW) as i32);
        let away = |from: usize| {
            let ((x, y), (goal_x, goal_y)) = (point(from), point(goal));
            (x - goal_x, y - goal_y)
        };
        let line = away(start);
        order[..count].sort_by_key(|direction| {
            let (x, y) = away(next(at, usize::from(*direction)));
            std::cmp::Reverse((x * line.1 - y * line.0).abs())
        });
    }
    (order, count)
}

/// Returns true if the movement left suffices to go on from a square that can only be passed
/// through to one where a stop is allowed. Such squares lie in short rows, so a short search
/// decides.
pub(crate) fn can_leave(space: BoardView<'_>, onto: &Frame, left: i32) -> bool {
    let board = &space.game.board;
    let mut seen = [Square::NOWHERE; 32];
    let mut waiting = [(Square::NOWHERE, 0i32, false); 32];
    let (mut count, mut at) = (1, 0);
    let odd = |frame: &Frame| {
        frame.odd_diagonal
            ^ (board.diagonals == Diagonals::Alternating && frame.from.is_diagonal(frame.square))
    };
    seen[0] = onto.square;
    waiting[0] = (onto.square, left, odd(onto));
    while at < count {
        let (square, left, parity) = waiting[at];
        at += 1;
        for direction in 0..8 {
            let Some(next) = board.neighbour(square, direction) else { continue };
            let step = space.step_frame(onto.actor, square, next, parity);
            if seen[..count].contains(&next) || !space.is_open(&step) {
                continue;
            }
            let rest = left - space.price(&step);
            if rest < 0 {
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
