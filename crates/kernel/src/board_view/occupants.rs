//! Queries about who stands where: footprints, occupants, room and threats.

use crate::board_view::BoardView;
use crate::game::EvalContext;
use crate::ids::{CombatantId, CombatantSet, bit};
use crate::model::board::{Diagonals, Square};
use crate::model::footprint::Footprint;
use crate::state::Frame;

impl BoardView<'_> {
    /// Returns the squares that a combatant covers.
    pub fn footprint(self, who: CombatantId) -> Footprint {
        Footprint { corner: self.state.combatant(who).square, span: self.game.span_of(who) }
    }

    /// Returns true if a combatant covers more than one square.
    #[inline(always)]
    pub(crate) fn is_large(self, who: CombatantId) -> bool {
        self.game.board.has_large && self.game.span_of(who) > 1
    }

    /// Returns the distance between a combatant and a block of squares.
    pub fn distance(self, who: CombatantId, to: Footprint) -> i32 {
        self.game.board.metric.apart(self.footprint(who), to)
    }

    /// Returns the combatants on a square who are not out of the fight.
    #[inline]
    pub fn occupants(self, square: Square) -> CombatantSet {
        if self.game.board.has_large {
            return self.occupants_of(Footprint::single(square));
        }
        let mut mask = 0;
        for (index, one) in self.state.combatants.iter().enumerate() {
            let there = one.square == square && one.conditions & self.game.out == 0;
            mask |= u64::from(there) << index;
        }
        if square.is_somewhere() { mask } else { 0 }
    }

    /// Returns the combatants on any square of a block who are not out of the fight.
    pub fn occupants_of(self, block: Footprint) -> CombatantSet {
        let fighting = |who: CombatantId| self.state.combatant(who).conditions & self.game.out == 0;
        let all = (0..self.state.combatants.len() as u8).map(CombatantId);
        let there = all.filter(|who| fighting(*who) && self.footprint(*who).overlaps(block));
        there.fold(0, |mask, who| mask | bit(who))
    }

    /// Returns true if a combatant can be put on a square: every square that it covers then is on
    /// the board, not solid, and free of others.
    pub fn has_room(self, who: CombatantId, square: Square) -> bool {
        let block = self.footprint(who).moved_to(square);
        let solid = self.game.board.solid;
        self.is_on_board(block)
            && block.squares().all(|at| self.terrain(at) & solid == 0)
            && self.occupants_of(block) & !bit(who) == 0
    }

    /// Returns true if two blocks are one step apart.
    pub(crate) fn is_beside(self, one: Footprint, other: Footprint) -> bool {
        let (dx, dy) = other.gap(one);
        let forbidden = self.game.board.diagonals == Diagonals::Forbidden;
        dx.abs().max(dy.abs()) == 1 && !(forbidden && dx != 0 && dy != 0)
    }

    /// Returns true if all squares of a block lie on the board.
    pub(crate) fn is_on_board(self, block: Footprint) -> bool {
        block.corner.is_somewhere() && block.squares().all(|at| self.game.board.holds(at))
    }

    /// Returns the number of combatants hostile to `to` that threaten a square.
    pub fn threats(self, square: Square, to: CombatantId) -> i32 {
        self.threats_on(Footprint::single(square), to)
    }

    /// Returns the number of combatants hostile to `to` that threaten any square of a block.
    pub(crate) fn threats_on(self, block: Footprint, to: CombatantId) -> i32 {
        let square = block.corner;
        let Some(reach) = self.game.board.threat.filter(|_| square.is_somewhere()) else {
            return 0;
        };
        let (game, state) = (self.game, self.state);
        let side = state.combatant(to).side();
        let peace = state.sides[side.index()].peace | 1 << side.0;
        let mut frame = Frame::default();
        let mut count = 0;
        for (at, one) in state.combatants.iter().enumerate() {
            let friend = peace >> one.side().0 & 1 == 1;
            if friend || !one.square.is_somewhere() || one.conditions & game.out != 0 {
                continue;
            }
            let distance = match game.board.has_large {
                true => self.distance(CombatantId(at as u8), block),
                false => game.board.distance(one.square, square),
            };
            if distance <= game.board.threat_most {
                (frame.actor, frame.cause) = (CombatantId(at as u8), CombatantId(at as u8));
                let scope = EvalContext { game, state, frame: &frame };
                count += i32::from(distance <= scope.eval(reach));
            }
        }
        count
    }
}
