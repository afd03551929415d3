//! Clear lines between combatants.

use crate::board_view::BoardView;
use crate::ids::{CombatantId, bit, iter_bits};
use crate::model::board::Square;

impl BoardView<'_> {
    /// Returns true if nothing obstructs the straight line between two combatants: no solid
    /// terrain, and no other combatant in between or on either end. True if either is off the
    /// board.
    ///
    /// From and to a combatant that covers several squares, one clear line between any two squares
    /// is enough.
    pub fn line_is_clear(self, one: CombatantId, other: CombatantId) -> bool {
        if self.game.board.has_large {
            let (from, to) = (self.footprint(one), self.footprint(other));
            let placed = from.corner.is_somewhere() && to.corner.is_somewhere();
            let mut pairs = from.squares().flat_map(|a| to.squares().map(move |b| (a, b)));
            return !placed || pairs.any(|ends| self.is_line_clear(ends, one, other));
        }
        let ends = (self.state.combatant(one).square, self.state.combatant(other).square);
        self.is_line_clear(ends, one, other)
    }

    /// Returns true if nothing but the two combatants obstructs the line between two squares.
    #[inline(always)]
    fn is_line_clear(
        self,
        (from, to): (Square, Square),
        one: CombatantId,
        other: CombatantId,
    ) -> bool {
        if !from.is_somewhere() || !to.is_somewhere() {
            return true;
        }
        let board = &self.game.board;
        let side = self.state.combatant(one).side();
        let allied = if board.allies { 0 } else { self.state.on_side(side) };
        let others = self.state.everybody() & !allied & !bit(one) & !bit(other);
        // A loop over all of them is faster than one that may stop early.
        let between = iter_bits(others).fold(false, |any, who| {
            let between = self.state.combatant(who);
            let stands = between.square.is_somewhere() & (between.conditions & self.game.out == 0);
            let crossed = match board.has_large {
                true => self.footprint(who).squares().any(|at| board.crosses(from, to, at)),
                false => board.crosses(from, to, between.square),
            };
            any | stands & crossed
        });
        if between {
            return false;
        }
        if from.steps(to) <= 1 && !(board.corners && from.is_diagonal(to)) {
            // No square lies in between.
            return true;
        }
        !self.is_walled(from, to) || self.is_line_clear_of_walls(from, to)
    }

    /// Returns true if the rows between two squares hold solid terrain or lie partly off the board.
    #[inline(always)]
    fn is_walled(self, from: Square, to: Square) -> bool {
        let board = &self.game.board;
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let first = board.index(Square { x: left, y: from.y.min(to.y) });
        let last = board.index(Square { x: right, y: from.y.max(to.y) });
        match self.state.terrain.get(first..last + 1) {
            Some(there) if right < board.width => {
                there.iter().fold(0, |all, sorts| all | sorts) & board.solid != 0
            }
            _ => true,
        }
    }

    /// Returns true if the line between two squares passes through no solid terrain.
    #[inline(never)]
    fn is_line_clear_of_walls(self, from: Square, to: Square) -> bool {
        let board = &self.game.board;
        let (columns, mut rows) =
            (from.x.min(to.x)..=from.x.max(to.x), from.y.min(to.y)..=from.y.max(to.y));
        !rows.any(|y| {
            columns.clone().any(|x| {
                let square = Square { x, y };
                self.terrain(square) & board.solid != 0 && board.crosses(from, to, square)
            })
        })
    }
}
