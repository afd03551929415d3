//! Straight approaches: the squares entered, their cost, and whether they are open.

use crate::board_view::BoardView;
use crate::ids::CombatantId;
use crate::model::board::{Diagonals, Square};

impl<'a> BoardView<'a> {
    /// Returns the squares entered on a straight line from one combatant towards another, until the
    /// distance left is at most `within`.
    pub fn approach(
        self,
        one: CombatantId,
        other: CombatantId,
        within: i32,
    ) -> impl Iterator<Item = Square> + use<'a> {
        let (from, to) = (self.state.combatant(one).square, self.end_of_approach(one, other));
        let placed = from.is_somewhere() && to.is_somewhere();
        let (from, to) = if placed { (from, to) } else { (Square::NOWHERE, Square::NOWHERE) };
        let board = &self.game.board;
        let mut at = from;
        board.straight(from, to).take_while(move |next| {
            let arrived = board.distance(at, to) <= within;
            at = *next;
            !arrived
        })
    }

    /// Returns the square that an approach heads for: the target's, or the one that brings two
    /// blocks of squares together on the shortest way.
    fn end_of_approach(self, one: CombatantId, other: CombatantId) -> Square {
        let (at, to) = (self.state.combatant(one).square, self.state.combatant(other).square);
        if !self.game.board.has_large || !at.is_somewhere() || !to.is_somewhere() {
            return to;
        }
        let (dx, dy) = self.footprint(one).gap(self.footprint(other));
        Square { x: at.x.wrapping_add_signed(dx as i8), y: at.y.wrapping_add_signed(dy as i8) }
    }

    /// Returns the next square of an approach, and the line that it follows. The line leads to the
    /// target's present square if that line passes through the actor's square, else to the target's
    /// earlier square.
    pub(crate) fn next_of_approach(
        self,
        (set_out, bound_for): (Square, Square),
        one: CombatantId,
        other: CombatantId,
        within: i32,
    ) -> Option<(Square, (Square, Square))> {
        let board = &self.game.board;
        let (at, to) = (self.state.combatant(one).square, self.end_of_approach(one, other));
        if !at.is_somewhere() || !to.is_somewhere() || board.distance(at, to) <= within {
            return None;
        }
        if !set_out.is_somewhere() {
            return Some((board.straight(at, to).next()?, (at, to)));
        }
        let along = |end: Square| {
            let mut line = board.straight(set_out, end);
            let on_line = at == set_out || line.any(|one| one == at);
            Some((on_line.then(|| line.next()).flatten()?, (set_out, end)))
        };
        along(to).or_else(|| along(bound_for))
    }

    /// Returns true if every square of an approach can be entered and the last one allows a stop.
    pub fn approach_is_open(self, one: CombatantId, other: CombatantId, within: i32) -> bool {
        let mut at = self.state.combatant(one).square;
        let mut stops = true;
        self.approach(one, other, within).all(|next| {
            let step = self.step_frame(one, at, next, false);
            at = next;
            stops = !self.is_passing(&step);
            let forbidden = self.game.board.diagonals == Diagonals::Forbidden;
            self.is_open(&step) && !(forbidden && step.from.is_diagonal(next))
        }) && stops
    }

    /// Returns the total cost of an approach, summed step by step.
    pub fn approach_price(self, one: CombatantId, other: CombatantId, within: i32) -> i32 {
        let mut step =
            self.step_frame(one, self.state.combatant(one).square, Square::NOWHERE, false);
        let mut total = 0i32;
        for next in self.approach(one, other, within) {
            step.square = next;
            total = total.saturating_add(self.price(&step));
            step.odd_diagonal ^= step.from.is_diagonal(next);
            step.from = next;
        }
        total
    }
}
