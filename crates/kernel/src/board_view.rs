//! Questions about squares in a state: who stands there, who threatens it, what a step onto it
//! costs, whether a line is clear.

pub(crate) mod path;

use crate::denial::{DenialKind, ReasonSink};
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, CombatantSet, RulesId, bit, iter_bits};
use crate::model::board::Square;
use crate::model::expr::{Role, SquareRef};
use crate::state::{Frame, State};

/// A game and a state, to ask about squares.
#[derive(Clone, Copy)]
pub struct BoardView<'a> {
    /// The game, which never changes.
    pub game: &'a Game,
    /// The current state.
    pub state: &'a State,
}

impl<'a> BoardView<'a> {
    /// Terrain of a square, one bit per sort; nothing off the board.
    #[inline]
    pub fn terrain(self, square: Square) -> u8 {
        if !self.game.board.holds(square) {
            return 0;
        }
        self.state.terrain.get(self.game.board.index(square)).copied().unwrap_or(0)
    }

    /// Everybody on a square who is not out of the fight.
    #[inline]
    pub fn occupants(self, square: Square) -> CombatantSet {
        let mut mask = 0;
        for (index, one) in self.state.combatants.iter().enumerate() {
            let there = one.square == square && one.conditions & self.game.out == 0;
            mask |= u64::from(there) << index;
        }
        if square.is_somewhere() { mask } else { 0 }
    }

    /// Whether someone can be brought onto a square.
    pub(crate) fn is_free(self, square: Square) -> bool {
        self.game.board.holds(square)
            && self.terrain(square) & self.game.board.solid == 0
            && self.occupants(square) == 0
    }

    /// How many of those hostile to someone threaten a square.
    pub fn threats(self, square: Square, to: CombatantId) -> i32 {
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
            let distance = game.board.distance(one.square, square);
            if distance <= game.board.threat_most {
                (frame.actor, frame.cause) = (CombatantId(at as u8), CombatantId(at as u8));
                let scope = EvalContext { game, state, frame: &frame };
                count += i32::from(distance <= scope.eval(reach));
            }
        }
        count
    }

    /// The frame a step onto a neighbouring square is judged in.
    pub fn step_frame(self, who: CombatantId, from: Square, to: Square, odd: bool) -> Frame {
        Frame { actor: who, cause: who, from, square: to, odd_diagonal: odd, ..Frame::default() }
    }

    /// Returns the cost of a step: its own cost plus every surcharge, at least 0.
    pub fn price(self, step: &Frame) -> i32 {
        let scope = EvalContext { game: self.game, state: self.state, frame: step };
        let adds = self.game.steps.nonzero_surcharges.iter().map(|add| scope.eval(*add));
        let own = self.game.board.step(step.from, step.square, step.odd_diagonal);
        adds.fold(own, i32::saturating_add).max(0)
    }

    /// The rules of every surcharge that a step pays, and of a diagonal one that counts twice.
    pub fn surcharged(self, step: &Frame, mut each: impl FnMut(RulesId)) {
        let scope = EvalContext { game: self.game, state: self.state, frame: step };
        let board = &self.game.board;
        if board.step(step.from, step.square, step.odd_diagonal) > 1 {
            each(board.diagonal_rules);
        }
        for (add, rules) in &self.game.steps.surcharges {
            let code = self.game.expr(*add);
            if scope.eval(*add) != 0 {
                each(*rules);
                if reads_threats(code) {
                    each(board.threat_rules);
                }
            }
        }
    }

    /// Whether a square can be entered at all.
    pub fn is_open(self, step: &Frame) -> bool {
        let scope = EvalContext { game: self.game, state: self.state, frame: step };
        self.terrain(step.square) & self.game.board.solid == 0
            && !self.cuts_corner(step.from, step.square)
            && !self.game.steps.blocked.iter().any(|(test, _)| scope.eval_bool(*test))
    }

    /// Whether a step leads diagonally past solid terrain that keeps one from it.
    #[inline]
    pub(crate) fn cuts_corner(self, from: Square, to: Square) -> bool {
        let board = &self.game.board;
        let beside = |square| self.terrain(square) & board.solid != 0;
        board.tight
            && from.is_diagonal(to)
            && (beside(Square { x: from.x, ..to }) || beside(Square { y: from.y, ..to }))
    }

    /// Whether a square can only be passed through.
    pub fn is_passing(self, step: &Frame) -> bool {
        let scope = EvalContext { game: self.game, state: self.state, frame: step };
        self.game.steps.pass_through_only.iter().any(|(test, _)| scope.eval_bool(*test))
    }

    /// Returns the movement that someone has left; 0 if the ruleset has no movement by squares.
    #[inline]
    pub fn left(self, who: CombatantId) -> i32 {
        let from = self.game.steps.movement_attribute;
        from.map_or(0, |from| i32::from(self.state.combatant(who).attributes[from.index()]))
    }

    /// Whether someone may make a step; every reason why not.
    pub fn may_step<E: ReasonSink>(self, who: CombatantId, to: Square, explain: &mut E) -> bool {
        let one = self.state.combatant(who);
        let (game, steps) = (self.game, &self.game.steps);
        let near = game.board.holds(to)
            && one.square.is_somewhere()
            && one.square.steps(to) == 1
            && (game.board.diagonals != crate::model::board::Diagonals::Forbidden
                || !one.square.is_diagonal(to));
        if !near {
            self.explain_far(who, to, explain);
            return false;
        }
        let step = self.step_frame(who, one.square, to, one.odd);
        let scope = EvalContext { game, state: self.state, frame: &step };
        let mut fine = true;
        if self.terrain(to) & game.board.solid != 0 || self.cuts_corner(one.square, to) {
            explain.reason(DenialKind::Obstructed, game.board.rules);
            fine = false;
        }
        for (test, rules) in &steps.blocked {
            if scope.eval_bool(*test) {
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
                if scope.eval_bool(*test) {
                    explain.reason(DenialKind::CannotStopThere, *rules);
                }
            }
            fine = false;
        }
        fine
    }

    /// Why a square that is no neighbour cannot be stepped onto: for people, with what the way
    /// there would cost.
    fn explain_far<E: ReasonSink>(self, who: CombatantId, to: Square, explain: &mut E) {
        let left = self.left(who);
        let anywhere = i32::from(i16::MAX);
        if E::ALL && self.game.board.holds(to) {
            let way = crate::board_view::path::Reach::default().way(self, who, to, anywhere);
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

    /// Whether one may stop on the square of a step, or can get on from there to one where one may.
    fn can_continue(self, step: &Frame, left: i32) -> bool {
        self.game.steps.pass_through_only.is_empty()
            || !self.is_passing(step)
            || crate::board_view::path::can_leave(self, step, left)
    }

    /// Whether nothing obstructs the straight line between two combatants: neither solid terrain
    /// nor anyone standing in between, or where either of them stands. True where either of them is
    /// off the board.
    pub fn line_is_clear(self, one: CombatantId, other: CombatantId) -> bool {
        let (from, to) = (self.state.combatant(one).square, self.state.combatant(other).square);
        if !from.is_somewhere() || !to.is_somewhere() {
            return true;
        }
        let board = &self.game.board;
        let side = self.state.combatant(one).side();
        let allied = if board.allies { 0 } else { self.state.on_side(side) };
        let others = self.state.everybody() & !allied & !bit(one) & !bit(other);
        // To look at all of them takes less than to ask after each whether to go on.
        let between = iter_bits(others).fold(false, |any, who| {
            let between = self.state.combatant(who);
            let stands = between.square.is_somewhere() & (between.conditions & self.game.out == 0);
            any | stands & board.crosses(from, to, between.square)
        });
        if between {
            return false;
        }
        if from.steps(to) <= 1 && !(board.corners && from.is_diagonal(to)) {
            // There is no square in between.
            return true;
        }
        !self.is_walled(from, to) || self.is_line_clear_of_walls(from, to)
    }

    /// Whether there is anything solid in the rows between two squares, or they are not all on the
    /// board.
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

    /// Whether the line between two squares passes through nothing solid.
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

    /// The squares entered on the straight line from one combatant towards another until the rest
    /// of the way is at most `within`.
    pub fn approach(
        self,
        one: CombatantId,
        other: CombatantId,
        within: i32,
    ) -> impl Iterator<Item = Square> + use<'a> {
        let (from, to) = (self.state.combatant(one).square, self.state.combatant(other).square);
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

    /// The square to enter next on an approach along a line from one square to another, and that
    /// line: to where the target has gone meanwhile, as long as that leads through where one is,
    /// otherwise to where it stood.
    pub(crate) fn next_of_approach(
        self,
        (set_out, bound_for): (Square, Square),
        one: CombatantId,
        other: CombatantId,
        within: i32,
    ) -> Option<(Square, (Square, Square))> {
        let board = &self.game.board;
        let (at, to) = (self.state.combatant(one).square, self.state.combatant(other).square);
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

    /// Whether every square of an approach can be entered, and the last one be stopped on.
    pub fn approach_is_open(self, one: CombatantId, other: CombatantId, within: i32) -> bool {
        let mut at = self.state.combatant(one).square;
        let mut stops = true;
        self.approach(one, other, within).all(|next| {
            let step = self.step_frame(one, at, next, false);
            at = next;
            stops = !self.is_passing(&step);
            let forbidden = self.game.board.diagonals == crate::model::board::Diagonals::Forbidden;
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

/// Whether an expression reads how often a square is threatened.
pub(crate) fn reads_threats(code: &[crate::model::expr::Instr]) -> bool {
    use crate::model::expr::{Input, Instr};
    code.iter().any(|one| matches!(one, Instr::Load(Input::Threats(_))))
}

/// Whether an expression only reads the actor and the square a step leads to, so that it says the
/// same of all empty squares of one sort.
pub(crate) fn reads_only_there(code: &[crate::model::expr::Instr]) -> bool {
    use crate::model::expr::{Input, Instr};
    code.iter().all(|instruction| match instruction {
        Instr::Load(input) => matches!(
            input,
            Input::Attribute(Role::Actor, _)
                | Input::Stat(Role::Actor, _)
                | Input::Has(Role::Actor, _)
                | Input::Terrain(SquareRef::There, _)
                | Input::Threats(SquareRef::There)
                | Input::Foes(SquareRef::There)
                | Input::Allies(SquareRef::There)
                | Input::Variable(_)
        ),
        _ => true,
    })
}

/// Whether an expression only reads the actor and the squares of a step, so that squares alike have
/// the same price.
pub(crate) fn reads_only_squares(code: &[crate::model::expr::Instr]) -> bool {
    use crate::model::expr::{Input, Instr};
    code.iter().all(|instruction| match instruction {
        Instr::Load(input) => matches!(
            input,
            Input::Attribute(Role::Actor, _)
                | Input::Stat(Role::Actor, _)
                | Input::Has(Role::Actor, _)
                | Input::Terrain(..)
                | Input::Threats(_)
                | Input::Variable(_)
        ),
        _ => true,
    })
}
