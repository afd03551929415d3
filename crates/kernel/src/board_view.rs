//! Queries about squares in a state: occupants, threats, the cost of a step, clear lines.

pub(crate) mod path;

use crate::denial::{DenialKind, ReasonSink};
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, CombatantSet, RulesId, bit, iter_bits};
use crate::model::board::Square;
use crate::model::expr::{Role, SquareRef};
use crate::state::{Frame, State};

/// A game with a state, for queries about squares.
#[derive(Clone, Copy)]
pub struct BoardView<'a> {
    /// The game, which never changes.
    pub game: &'a Game,
    /// The current state.
    pub state: &'a State,
}

impl<'a> BoardView<'a> {
    /// Returns the terrain of a square, one bit per sort; 0 off the board.
    #[inline]
    pub fn terrain(self, square: Square) -> u8 {
        if !self.game.board.holds(square) {
            return 0;
        }
        self.state.terrain.get(self.game.board.index(square)).copied().unwrap_or(0)
    }

    /// Returns the combatants on a square who are not out of the fight.
    #[inline]
    pub fn occupants(self, square: Square) -> CombatantSet {
        let mut mask = 0;
        for (index, one) in self.state.combatants.iter().enumerate() {
            let there = one.square == square && one.conditions & self.game.out == 0;
            mask |= u64::from(there) << index;
        }
        if square.is_somewhere() { mask } else { 0 }
    }

    /// Returns true if a combatant can be put on a square: it is on the board, not solid and empty.
    pub(crate) fn is_free(self, square: Square) -> bool {
        self.game.board.holds(square)
            && self.terrain(square) & self.game.board.solid == 0
            && self.occupants(square) == 0
    }

    /// Returns the number of combatants hostile to `to` that threaten a square.
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

    /// Returns the frame in which a step onto an adjacent square is judged. `odd` = an odd number
    /// of diagonal steps came before.
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

    /// Calls `each` with the rules of every surcharge on a step, and of a diagonal step that counts
    /// twice.
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

    /// Returns true if the square of a step can be entered at all.
    pub fn is_open(self, step: &Frame) -> bool {
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
        let scope = EvalContext { game: self.game, state: self.state, frame: step };
        self.game.steps.pass_through_only.iter().any(|(test, _)| scope.eval_bool(*test))
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

    /// Gives the reason why a square that is not adjacent cannot be stepped onto. If all reasons
    /// are wanted, it names the cost of the path there.
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

    /// Returns true if a stop is allowed on the square of a step, or on a square that the movement
    /// left can reach from there.
    fn can_continue(self, step: &Frame, left: i32) -> bool {
        self.game.steps.pass_through_only.is_empty()
            || !self.is_passing(step)
            || crate::board_view::path::can_leave(self, step, left)
    }

    /// Returns true if nothing obstructs the straight line between two combatants: no solid
    /// terrain, and no other combatant in between or on either end. True if either is off the
    /// board.
    pub fn line_is_clear(self, one: CombatantId, other: CombatantId) -> bool {
        let (from, to) = (self.state.combatant(one).square, self.state.combatant(other).square);
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
            any | stands & board.crosses(from, to, between.square)
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

    /// Returns the squares entered on a straight line from one combatant towards another, until the
    /// distance left is at most `within`.
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

    /// Returns true if every square of an approach can be entered and the last one allows a stop.
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

/// Returns true if an expression reads the number of threats to a square.
pub(crate) fn reads_threats(code: &[crate::model::expr::Instr]) -> bool {
    use crate::model::expr::{Input, Instr};
    code.iter().any(|one| matches!(one, Instr::Load(Input::Threats(_))))
}

/// Returns true if an expression reads only the actor and the square that a step leads to. Its
/// value is then the same for all empty squares of one class.
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

/// Returns true if an expression reads only the actor and the squares of a step. Squares of equal
/// classes then have the same price.
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
