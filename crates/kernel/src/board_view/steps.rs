//! Queries about single steps: their cost, and whether they are allowed.

use crate::board_view::BoardView;
use crate::board_view::path::{Reach, can_leave};
use crate::denial::{DenialKind, ReasonSink};
use crate::game::EvalContext;
use crate::ids::{CombatantId, RulesId};
use crate::model::board::{Diagonals, Square};
use crate::model::footprint::Footprint;
use crate::state::Frame;

use super::reads_threats;

impl BoardView<'_> {
    /// Returns the frame in which a step onto an adjacent square is judged. `odd` = an odd number
    /// of diagonal steps came before.
    pub fn step_frame(self, who: CombatantId, from: Square, to: Square, odd: bool) -> Frame {
        Frame { actor: who, cause: who, from, square: to, odd_diagonal: odd, ..Frame::default() }
    }

    /// Returns the steps of all squares that a large actor covers: each from its own square to the
    /// one beside it.
    fn covered(self, step: &Frame) -> impl Iterator<Item = Frame> + use<> {
        let block = Footprint { corner: step.from, span: self.game.span_of(step.actor) };
        let (step, onto) = (*step, block.moved_to(step.square));
        block.squares().zip(onto.squares()).map(move |(from, square)| {
            let mut one = step;
            (one.from, one.square) = (from, square);
            one
        })
    }

    /// Returns true if a test holds for the step of any square that the actor covers.
    #[inline(always)]
    pub(crate) fn any_square(self, step: &Frame, mut test: impl FnMut(&Frame) -> bool) -> bool {
        if self.is_large(step.actor) {
            return self.covered(step).any(|one| test(&one));
        }
        test(step)
    }

    /// Returns the cost of a step: its own cost plus every surcharge, at least 0. A combatant that
    /// covers several squares pays for the dearest of them.
    pub fn price(self, step: &Frame) -> i32 {
        if self.is_large(step.actor) {
            return self.covered(step).map(|one| self.price_of_square(&one)).max().unwrap_or(0);
        }
        self.price_of_square(step)
    }

    /// Returns the cost of a step onto one square.
    #[inline(always)]
    fn price_of_square(self, step: &Frame) -> i32 {
        let scope = EvalContext { game: self.game, state: self.state, frame: step };
        let adds = self.game.steps.nonzero_surcharges.iter().map(|add| scope.eval(*add));
        let own = self.game.board.step(step.from, step.square, step.odd_diagonal);
        adds.fold(own, i32::saturating_add).max(0)
    }

    /// Calls `each` with the rules of every surcharge on a step, and of a diagonal step that counts
    /// twice.
    pub fn surcharged(self, step: &Frame, mut each: impl FnMut(RulesId)) {
        let board = &self.game.board;
        if board.step(step.from, step.square, step.odd_diagonal) > 1 {
            each(board.diagonal_rules);
        }
        for (add, rules) in &self.game.steps.surcharges {
            let code = self.game.expr(*add);
            let adds = |step: &Frame| {
                EvalContext { game: self.game, state: self.state, frame: step }.eval(*add) != 0
            };
            if self.any_square(step, adds) {
                each(*rules);
                if reads_threats(code) {
                    each(board.threat_rules);
                }
            }
        }
    }

    /// Returns true if the square of a step can be entered at all. A combatant that covers several
    /// squares must be able to enter all of them.
    pub fn is_open(self, step: &Frame) -> bool {
        let closed = |one: &Frame| {
            let off = self.is_large(step.actor) && !self.game.board.holds(one.square);
            off || !self.is_square_open(one)
        };
        !self.any_square(step, closed)
    }

    /// Returns true if one square can be entered from the one before it.
    #[inline(always)]
    fn is_square_open(self, step: &Frame) -> bool {
        let scope = EvalContext { game: self.game, state: self.state, frame: step };
        self.terrain(step.square) & self.game.board.solid == 0
            && !self.cuts_corner(step.from, step.square)
            && !self.game.steps.blocked.iter().any(|(test, _)| scope.eval_bool(*test))
    }

    /// Returns true if solid terrain beside a diagonal step blocks it.
    #[inline]
    pub(crate) fn cuts_corner(self, from: Square, to: Square) -> bool {
        let board = &self.game.board;
        let beside = |square| self.terrain(square) & board.solid != 0;
        board.tight
            && from.is_diagonal(to)
            && (beside(Square { x: from.x, ..to }) || beside(Square { y: from.y, ..to }))
    }

    /// Returns true if the square of a step can only be passed through.
    pub fn is_passing(self, step: &Frame) -> bool {
        self.any_square(step, |one| {
            let scope = EvalContext { game: self.game, state: self.state, frame: one };
            self.game.steps.pass_through_only.iter().any(|(test, _)| scope.eval_bool(*test))
        })
    }

    /// Returns the movement that a combatant has left; 0 if the ruleset has no movement by squares.
    #[inline]
    pub fn left(self, who: CombatantId) -> i32 {
        let from = self.game.steps.movement_attribute;
        from.map_or(0, |from| i32::from(self.state.combatant(who).attributes[from.index()]))
    }

    /// Returns true if a combatant may make a step. Otherwise gives all reasons why not.
    pub fn may_step<E: ReasonSink>(self, who: CombatantId, to: Square, explain: &mut E) -> bool {
        let one = self.state.combatant(who);
        let (game, steps) = (self.game, &self.game.steps);
        let near = game.board.holds(to)
            && one.square.is_somewhere()
            && one.square.steps(to) == 1
            && (game.board.diagonals != Diagonals::Forbidden || !one.square.is_diagonal(to));
        if !near {
            self.explain_far(who, to, explain);
            return false;
        }
        let step = self.step_frame(who, one.square, to, one.odd);
        let holds = |test| {
            self.any_square(&step, |one| {
                EvalContext { game, state: self.state, frame: one }.eval_bool(test)
            })
        };
        let mut fine = true;
        let obstructed = |one: &Frame| {
            !game.board.holds(one.square)
                || self.terrain(one.square) & game.board.solid != 0
                || self.cuts_corner(one.from, one.square)
        };
        if self.any_square(&step, obstructed) {
            explain.reason(DenialKind::Obstructed, game.board.rules);
            fine = false;
        }
        for (test, rules) in &steps.blocked {
            if holds(*test) {
                explain.reason(DenialKind::Obstructed, *rules);
                fine = false;
            }
        }
        let (price, left) = (self.price(&step), self.left(who));
        if price > left {
            self.surcharged(&step, |rules| {
                explain.reason(DenialKind::TooFar { price, left }, rules)
            });
            explain.reason(DenialKind::TooFar { price, left }, steps.rules);
            fine = false;
        }
        if fine && !self.can_continue(&step, left - price) {
            for (test, rules) in &steps.pass_through_only {
                if holds(*test) {
                    explain.reason(DenialKind::CannotStopThere, *rules);
                }
            }
            fine = false;
        }
        fine
    }

    /// Gives the reason why a square that is not adjacent cannot be stepped onto. If all reasons
    /// are wanted, it names the cost of the path there.
    fn explain_far<E: ReasonSink>(self, who: CombatantId, to: Square, explain: &mut E) {
        let left = self.left(who);
        let anywhere = i32::from(i16::MAX);
        if E::ALL && self.game.board.holds(to) {
            let way = Reach::default().way(self, who, to, anywhere);
            match way {
                Some((_, price)) if price > left => {
                    return explain
                        .reason(DenialKind::TooFar { price, left }, self.game.steps.rules);
                }
                Some(_) => {}
                None => return explain.reason(DenialKind::Obstructed, self.game.board.rules),
            }
        }
        explain.reason(DenialKind::NotAdjacent, self.game.board.rules);
    }

    /// Returns true if a stop is allowed on the square of a step, or on a square that the movement
    /// left can reach from there.
    fn can_continue(self, step: &Frame, left: i32) -> bool {
        self.game.steps.pass_through_only.is_empty()
            || !self.is_passing(step)
            || can_leave(self, step, left)
    }
}
