//! Effects on the board: steps, pushes, pulls, and bringing combatants along.

use crate::board_view::BoardView;
use crate::event::{Event, EventSink};
use crate::ids::{AttributeId, CombatantId, ExprId};
use crate::model::board::{BOARD_MAX, Diagonals, Square};
use crate::model::expr::Role;
use crate::state::Frame;
use crate::state::change_journal::{self, SQUARE, UNTRACKED};

use super::EffectRunner;

impl<R: EventSink> EffectRunner<'_, R> {
    /// Pushes the target along the line from the actor, square by square.
    pub(super) fn push(&mut self, squares: ExprId) {
        let (Some(actor), Some(target)) = (self.someone(Role::Actor), self.someone(Role::Target))
        else {
            return;
        };
        let origin = self.space().footprint(actor);
        for _ in 0..self.value(squares).clamp(0, i32::from(BOARD_MAX)) {
            let block = self.space().footprint(target);
            if !origin.corner.is_somewhere() || !block.corner.is_somewhere() {
                return;
            }
            let to = block.away_from(origin);
            if !self.space().has_room(target, to) {
                return;
            }
            self.arrive(target, to, 0);
        }
    }

    /// Moves the actor straight away from the target, which follows square by square.
    pub(super) fn pull(&mut self, squares: ExprId) {
        let (Some(actor), Some(target)) = (self.someone(Role::Actor), self.someone(Role::Target))
        else {
            return;
        };
        for _ in 0..self.value(squares).clamp(0, i32::from(BOARD_MAX)) {
            let Some(left) = self.back_off(actor, target) else { return };
            self.arrive(target, left, 0);
        }
    }

    /// Moves a combatant one square straight away from another. Returns the square it left, if it
    /// could move.
    pub(super) fn back_off(&mut self, who: CombatantId, from: CombatantId) -> Option<Square> {
        let (block, behind) = (self.space().footprint(who), self.space().footprint(from));
        if !block.corner.is_somewhere() || !behind.corner.is_somewhere() {
            return None;
        }
        let to = block.away_from(behind);
        self.space().has_room(who, to).then(|| self.arrive(who, to, 0))?;
        Some(block.corner)
    }

    /// Puts the combatant numbered in an attribute of `to` on the nearest free square beside `to`.
    pub(super) fn bring(&mut self, to: Role, named: AttributeId) {
        let Some(to) = self.someone(to) else { return };
        let number = self.state.combatant(to).attributes[named.index()];
        let Ok(who) = u8::try_from(i32::from(number) - 1).map(CombatantId) else { return };
        if who == to || who.index() >= self.state.combatants.len() {
            return;
        }
        let space = self.space();
        let (around, block) = (space.footprint(to), space.footprint(who));
        if !around.corner.is_somewhere() || !block.corner.is_somewhere() {
            return;
        }
        let beside = |square: Square| space.is_beside(block.moved_to(square), around);
        if beside(block.corner) {
            return;
        }
        let far = |square: &Square| {
            let (dx, dy) = block.corner.offset(*square);
            (dx * dx + dy * dy, around.direction_of(block.moved_to(*square)))
        };
        let free = self.game.board.squares().filter(|&at| beside(at) && space.has_room(who, at));
        if let Some(square) = free.min_by_key(far) {
            self.arrive(who, square, 0);
        }
    }

    fn space(&self) -> BoardView<'_> {
        BoardView { game: self.game, state: self.state }
    }

    /// Makes one step and pays for it with the movement left. From then on the frame's square is
    /// the square it left: later steps and answers read that one.
    pub(super) fn take_step(&mut self) {
        let Frame { actor: who, square: to, .. } = *self.frame();
        let (Some(from), true) = (self.game.steps.movement_attribute, self.game.board.holds(to))
        else {
            return;
        };
        let space = BoardView { game: self.game, state: self.state };
        let one = self.state.combatant(who);
        let step = space.step_frame(who, one.square, to, one.odd);
        let price = space.price(&step);
        if R::RECORDS {
            self.record.cite(self.game.steps.rules);
            space.surcharged(&step, |rules| self.record.cite(rules));
        }
        let passing = space.is_passing(&step);
        let left_behind = one.square;
        let diagonal = left_behind.is_diagonal(to);
        let counts = self.game.board.diagonals == Diagonals::Alternating;
        let parts = change_journal::attribute(from) | SQUARE;
        let one = self.state.combatants.modify(who, parts);
        let left = &mut one.attributes[from.index()];
        *left = (i32::from(*left) - price).clamp(0, i32::from(i16::MAX)) as i16;
        one.odd ^= diagonal && counts;
        self.arrive(who, to, price);
        self.state.stack[self.top].square = left_behind;
        if passing {
            self.state.combatants.modify(who, UNTRACKED).passing = true;
        }
    }

    pub(super) fn arrive(&mut self, who: CombatantId, to: Square, price: i32) {
        let one = self.state.combatants.modify(who, SQUARE);
        let from = std::mem::replace(&mut one.square, to);
        one.passing = false;
        self.record.event(Event::Moved { who, from, to, price }, self.rules);
    }
}
