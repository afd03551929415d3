//! The board: squares, distances, straight lines and terrain.
//!
//! Positions are part of the state. In a fight without a board all combatants are at
//! [`Square::NOWHERE`], and then nothing here refuses anything. The ruleset's settings decide how
//! far a step counts and what obstructs a line. The *cost* of a step is an expression of its rules.

use crate::ids::{ExprId, RulesId};

/// Most squares along one edge of a board.
pub const BOARD_MAX: u8 = 64;
/// Most sorts of terrain: those of a square fit into one byte.
pub const TERRAIN_MAX: usize = 8;
/// Most squares on a straight line.
pub const LINE_MAX: usize = BOARD_MAX as usize * 2;

/// A square, by column and row from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    /// Column, from 0.
    pub x: u8,
    /// Row, from 0.
    pub y: u8,
}

impl Default for Square {
    fn default() -> Square {
        Square::NOWHERE
    }
}

impl Square {
    /// The square that stands for being off the board.
    pub const NOWHERE: Square = Square { x: u8::MAX, y: u8::MAX };

    /// Returns true if it is not [`Square::NOWHERE`].
    #[inline(always)]
    pub fn is_somewhere(self) -> bool {
        self.x != u8::MAX
    }

    /// Returns the columns and rows to another square.
    #[inline(always)]
    pub fn offset(self, other: Square) -> (i32, i32) {
        (i32::from(other.x) - i32::from(self.x), i32::from(other.y) - i32::from(self.y))
    }

    /// Returns the steps to another square if diagonal ones count as one: the larger of columns and
    /// rows.
    #[inline(always)]
    pub fn steps(self, other: Square) -> i32 {
        let (dx, dy) = self.offset(other);
        dx.abs().max(dy.abs())
    }

    /// Returns the adjacent square in one of eight directions, clockwise from straight up. It may
    /// lie off the board.
    #[inline]
    pub fn towards(self, direction: usize) -> Square {
        const TOWARDS: [(i8, i8); 8] =
            [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let (dx, dy) = TOWARDS[direction & 7];
        Square { x: self.x.wrapping_add_signed(dx), y: self.y.wrapping_add_signed(dy) }
    }

    /// Returns true if a step to an adjacent square is diagonal.
    #[inline(always)]
    pub fn is_diagonal(self, other: Square) -> bool {
        self.x != other.x && self.y != other.y
    }
}

/// Cost of diagonal steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Diagonals {
    /// They count as any other step.
    #[default]
    One,
    /// Every second diagonal step of a movement counts twice.
    Alternating,
    /// They are forbidden.
    Forbidden,
}

/// Measure of distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// The larger of columns and rows.
    #[default]
    Squares,
    /// The steps, with alternating diagonal ones counted twice.
    Alternating,
    /// The distance from center to center, rounded down.
    Euclid,
    /// The sum of columns and rows.
    Orthogonal,
}

impl Metric {
    /// Returns the distance between two squares; 0 if either is nowhere.
    #[inline]
    pub fn between(self, from: Square, to: Square) -> i32 {
        if !from.is_somewhere() || !to.is_somewhere() {
            return 0;
        }
        let (dx, dy) = from.offset(to);
        self.of_offset(dx, dy)
    }

    /// Returns the distance over a number of columns and rows, which may be negative.
    #[inline(always)]
    pub(crate) fn of_offset(self, dx: i32, dy: i32) -> i32 {
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        match self {
            Metric::Squares => long,
            Metric::Alternating => long + short / 2,
            Metric::Euclid => root(dx * dx + dy * dy),
            Metric::Orthogonal => long + short,
        }
    }
}

/// Returns the square root, rounded down. It is not inlined, to keep the frequent callers short.
#[inline(never)]
fn root(number: i32) -> i32 {
    number.isqrt()
}

/// The board of an encounter and the ruleset's rules for space.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Columns; 0 = the fight has no board.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Terrain of each square at the start, row by row, one bit per sort.
    pub terrain: Vec<u8>,
    /// Solid sorts of terrain, one bit each: no combatant can enter them, and they obstruct lines.
    pub solid: u8,
    /// The cost of diagonal steps.
    pub diagonals: Diagonals,
    /// The rules for diagonal steps.
    pub diagonal_rules: RulesId,
    /// The measure of distances.
    pub metric: Metric,
    /// Whether a line is obstructed if it only touches the corner of an obstructed square.
    pub corners: bool,
    /// Whether solid terrain on either side of a diagonal step blocks it.
    pub tight: bool,
    /// Whether allies in between obstruct a line, too.
    pub allies: bool,
    /// Distance in squares to which a combatant threatens; 0 = it threatens no square. Evaluated
    /// with the combatant as the actor.
    pub threat: Option<ExprId>,
    /// Greatest distance to which any combatant can threaten (derived).
    pub threat_most: i32,
    /// The rules for threatened squares.
    pub threat_rules: RulesId,
    /// Whether any combatant covers more than one square (derived).
    pub has_large: bool,
    /// The rules for obstructed and for adjacent squares.
    pub rules: RulesId,
}

impl Board {
    /// Returns true if there is a board.
    #[inline(always)]
    pub fn exists(&self) -> bool {
        self.width > 0
    }

    /// Returns true if a square lies on the board.
    #[inline(always)]
    pub fn holds(&self, square: Square) -> bool {
        square.x < self.width && square.y < self.height
    }

    /// Returns all squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Square { x, y }))
    }

    /// Returns the index of a square in tables.
    #[inline(always)]
    pub fn index(&self, square: Square) -> usize {
        usize::from(square.y) * usize::from(self.width) + usize::from(square.x)
    }

    /// Returns the adjacent square in one of eight directions, clockwise from straight up; `None`
    /// if it is off the board, or if the step is diagonal and such steps are forbidden.
    #[inline]
    pub fn neighbour(&self, square: Square, direction: usize) -> Option<Square> {
        let next = square.towards(direction);
        let forbidden = self.diagonals == Diagonals::Forbidden && square.is_diagonal(next);
        (self.holds(next) && !forbidden).then_some(next)
    }

    /// Returns the distance between two squares; 0 if either is nowhere.
    #[inline]
    pub fn distance(&self, from: Square, to: Square) -> i32 {
        self.metric.between(from, to)
    }

    /// Returns the cost of a step without surcharges. `odd` means that an odd number of diagonal
    /// steps was made in this movement already.
    #[inline(always)]
    pub fn step(&self, from: Square, to: Square, odd: bool) -> i32 {
        let twice = odd && self.diagonals == Diagonals::Alternating && from.is_diagonal(to);
        1 + i32::from(twice)
    }

    /// Returns a lower bound on the cost between squares, surcharges aside; `odd` as for a step.
    #[inline(always)]
    pub fn least(&self, from: Square, to: Square, odd: bool) -> i32 {
        let (dx, dy) = from.offset(to);
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        match self.diagonals {
            Diagonals::One => long,
            Diagonals::Alternating => long + (short + i32::from(odd)) / 2,
            Diagonals::Forbidden => long + short,
        }
    }

    /// Returns the squares of a straight line without the first: one per step, each the nearest to
    /// the line.
    pub fn straight(&self, from: Square, to: Square) -> impl Iterator<Item = Square> + use<> {
        let (dx, dy) = from.offset(to);
        let steps = dx.abs().max(dy.abs());
        let (mut x, mut y) = (Drift::new(from.x, dx, steps), Drift::new(from.y, dy, steps));
        (0..steps).map(move |_| Square { x: x.next(), y: y.next() })
    }

    /// Returns true if the line between the centers of two squares passes through a third one. With
    /// `corners` it suffices to touch a corner.
    #[inline]
    pub fn crosses(&self, from: Square, to: Square, square: Square) -> bool {
        // The line meets the square if it passes within half a square of its center, measured
        // across. Doubled coordinates keep all numbers whole.
        let (dx, dy) = from.offset(to);
        let (px, py) = from.offset(square);
        let inside = |p: i32, d: i32| (p >= d.min(0)) & (p <= d.max(0));
        let across = (2 * (px * dy - py * dx)).abs();
        let width = dx.abs() + dy.abs() + i32::from(self.corners);
        inside(px, dx) & inside(py, dy) & (across < width)
    }
}

/// Coordinate along a straight line, rounded to the nearest square, halves towards the target.
struct Drift {
    at: u8,
    towards: i8,
    /// Gain per step, gain that makes a square, and gain collected towards the next square.
    gain: i32,
    whole: i32,
    part: i32,
}

impl Drift {
    fn new(from: u8, delta: i32, steps: i32) -> Drift {
        let towards = delta.signum() as i8;
        Drift { at: from, towards, gain: 2 * delta.abs(), whole: 2 * steps, part: steps }
    }

    #[inline(always)]
    fn next(&mut self) -> u8 {
        self.part += self.gain;
        if self.part >= self.whole {
            self.part -= self.whole;
            self.at = self.at.wrapping_add_signed(self.towards);
        }
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: u8, y: u8) -> Square {
        Square { x, y }
    }

    fn board() -> Board {
        Board { width: 20, height: 20, ..Board::default() }
    }

    #[test]
    fn distances_by_metric() {
        let with = |metric| Board { metric, ..board() };
        let far = (at(0, 0), at(3, 4));
        assert_eq!(with(Metric::Squares).distance(far.0, far.1), 4);
        assert_eq!(with(Metric::Alternating).distance(far.0, far.1), 5);
        assert_eq!(with(Metric::Euclid).distance(far.0, far.1), 5);
        assert_eq!(with(Metric::Orthogonal).distance(far.0, far.1), 7);
        assert_eq!(board().distance(Square::NOWHERE, far.1), 0);
    }

    #[test]
    fn lines_keep_to_the_nearest_squares() {
        let nearest = |from: u8, delta: i32, step: i32, steps: i32| {
            let share = (2 * delta.abs() * step + steps) / (2 * steps);
            (i32::from(from) + delta.signum() * share) as u8
        };
        let from = at(9, 9);
        for to in board().squares() {
            let ((dx, dy), steps) = (from.offset(to), from.steps(to));
            let line: Vec<Square> = board().straight(from, to).collect();
            let near = (1..=steps)
                .map(|step| at(nearest(from.x, dx, step, steps), nearest(from.y, dy, step, steps)));
            assert_eq!(line, near.collect::<Vec<_>>(), "{to:?}");
        }
    }

    #[test]
    fn a_straight_line_has_one_square_per_step() {
        let line: Vec<Square> = board().straight(at(2, 2), at(6, 2)).collect();
        assert_eq!(line, [at(3, 2), at(4, 2), at(5, 2), at(6, 2)]);
        let down: Vec<Square> = board().straight(at(6, 6), at(2, 4)).collect();
        assert_eq!(down.len(), 4);
        assert_eq!(down.last(), Some(&at(2, 4)));
        assert_eq!(board().straight(at(1, 1), at(1, 1)).count(), 0);
    }

    #[test]
    fn corners_are_touched_but_not_crossed() {
        // The diagonal from (0, 0) to (2, 2) passes exactly between (1, 0) and (0, 1).
        let lenient = board();
        let strict = Board { corners: true, ..board() };
        for square in [at(1, 0), at(0, 1)] {
            assert!(!lenient.crosses(at(0, 0), at(2, 2), square));
            assert!(strict.crosses(at(0, 0), at(2, 2), square));
        }
        assert!(lenient.crosses(at(0, 0), at(2, 2), at(1, 1)));
        assert!(!lenient.crosses(at(0, 0), at(2, 2), at(3, 3)));
        assert!(!strict.crosses(at(0, 0), at(2, 2), at(2, 0)));
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let count = |square| (0..8).filter(|&way| board().neighbour(square, way).is_some()).count();
        assert_eq!(
            (count(at(0, 0)), count(at(5, 0)), count(at(5, 5)), count(at(19, 19))),
            (3, 5, 8, 3)
        );
        let orthogonal = Board { diagonals: Diagonals::Forbidden, ..board() };
        assert_eq!((0..8).filter(|&way| orthogonal.neighbour(at(5, 5), way).is_some()).count(), 4);
    }

    #[test]
    fn every_second_diagonal_step_counts_twice() {
        let alternating = Board { diagonals: Diagonals::Alternating, ..board() };
        assert_eq!(alternating.step(at(1, 1), at(2, 2), false), 1);
        assert_eq!(alternating.step(at(1, 1), at(2, 2), true), 2);
        assert_eq!(alternating.step(at(1, 1), at(2, 1), true), 1);
        assert_eq!(board().step(at(1, 1), at(2, 2), true), 1);
    }
}
