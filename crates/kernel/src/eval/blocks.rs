//! Blocks of squares that a frame refers to, for boards on which somebody covers several squares.

use crate::board_view::BoardView;
use crate::game::EvalContext;
use crate::model::activity::Target;
use crate::model::board::Metric;
use crate::model::expr::{Role, SquareRef};
use crate::model::footprint::Footprint;
use crate::state::Frame;

impl EvalContext<'_> {
    /// Returns the squares that a place stands for. The place of a step is all that its actor
    /// covers there.
    pub(super) fn block(&self, place: SquareRef) -> Footprint {
        let corner = place.square(self.state, self.frame);
        let answered = self.state.stack.get(usize::from(self.frame.answers));
        let span = match place {
            SquareRef::There if self.frame.square.is_somewhere() => self.span_at(self.frame),
            SquareRef::There => answered.map_or(1, |answered| self.span_at(answered)),
            SquareRef::Here if self.frame.from.is_somewhere() => self.span_at(self.frame),
            SquareRef::Here => self.game.span_of(self.frame.actor),
        };
        Footprint { corner, span }
    }

    /// Returns the squares that the frame is aimed at.
    pub(super) fn aim(&self) -> Footprint {
        Footprint { corner: self.frame.square, span: self.span_at(self.frame) }
    }

    /// Returns the squares that a combatant covers; those the frame is aimed at if there is none.
    pub(super) fn block_of(&self, role: Role) -> Footprint {
        let space = BoardView { game: self.game, state: self.state };
        self.with_role(role, |who| space.footprint(who), self.aim())
    }

    /// Returns the distance between a combatant and a block of squares; 0 for nobody.
    pub(super) fn distance_to(&self, role: Role, block: Footprint, metric: Metric) -> i32 {
        let space = BoardView { game: self.game, state: self.state };
        self.with_role(role, |who| metric.apart(space.footprint(who), block), 0)
    }

    /// Returns the squares along each edge of what a declaration leads to: for a step those of its
    /// actor, else 1.
    fn span_at(&self, frame: &Frame) -> u8 {
        let activity = self.game.activities.get(frame.activity.index());
        let steps = activity.is_some_and(|one| one.target == Target::Step);
        if steps { self.game.span_of(frame.actor) } else { 1 }
    }
}
