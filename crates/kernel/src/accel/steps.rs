//! Accelerator: legal single steps as a direction mask. It must equal eight calls of
//! `BoardView::may_step`.
//!
//! If movement rules read only a square's terrain, occupants and threats, each class of square is
//! judged once. Verdicts are cached until something else that those rules read changes.

use crate::board_view::BoardView;
use crate::denial::FirstReasonOnly;
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, CombatantSet, bit};
use crate::model::expr::{Input, Instr, Role, SquareRef};
use crate::model::movement::{MovementRules, StepDependence};
use crate::state::Frame;

/// Class of a square: everything of it that class-based movement rules read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SquareClass {
    terrain: u8,
    threats: u8,
    foes: u8,
    allies: u8,
}

/// Verdict of the movement rules on a class of square: open, only for passing, surcharge.
#[derive(Clone, Copy, Debug, Default)]
struct StepVerdict {
    sort: SquareClass,
    open: bool,
    passing: bool,
    adds: i32,
}

/// Memo table of verdicts on classes of square.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepMemo {
    known: [StepVerdict; MEMO_SIZE],
    count: usize,
}

/// Most verdicts cached, more than there are neighbors.
const MEMO_SIZE: usize = 16;

impl StepMemo {
    /// Removes all verdicts.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Returns the verdict on a class of square, computing it if it is not cached.
    #[inline(always)]
    fn of(&mut self, sort: SquareClass, judge: impl FnOnce() -> StepVerdict) -> StepVerdict {
        if let Some(judged) = self.known[..self.count].iter().find(|one| one.sort == sort) {
            return *judged;
        }
        if self.count == MEMO_SIZE {
            self.clear();
        }
        self.known[self.count] = judge();
        self.count += 1;
        self.known[self.count - 1]
    }
}

impl MovementRules {
    /// Returns all inputs that the movement rules read.
    pub(crate) fn inputs(&self, game: &Game) -> impl Iterator<Item = Input> {
        let rules = self.surcharges.iter().chain(&self.blocked).chain(&self.pass_through_only);
        rules.flat_map(|(expr, _)| game.expr(*expr)).filter_map(|code| match code {
            Instr::Load(input) => Some(*input),
            _ => None,
        })
    }
}

/// Returns true if an input is part of the class of the square stepped onto.
pub(crate) fn is_of_sort(input: Input) -> bool {
    use SquareRef::There;
    matches!(
        input,
        Input::Terrain(There, _)
            | Input::Threats(There)
            | Input::Foes(There)
            | Input::Allies(There)
    )
}

impl StepDependence {
    /// Returns the dependence for the movement rules of a game.
    pub(crate) fn of(game: &Game) -> StepDependence {
        if game.board.has_large {
            // A class describes one square, and a step may cover several.
            return StepDependence::No;
        }
        let mut alike = StepDependence::Unthreatened;
        for input in game.steps.inputs(game) {
            match input {
                Input::Threats(SquareRef::There) => alike = StepDependence::Yes,
                Input::Attribute(Role::Actor, _)
                | Input::Stat(Role::Actor, _)
                | Input::Has(Role::Actor, _)
                | Input::Terrain(..)
                | Input::Threats(SquareRef::Here)
                | Input::Foes(_)
                | Input::Allies(_)
                | Input::Variable(_) => {}
                _ => return StepDependence::No,
            }
        }
        alike
    }
}

impl BoardView<'_> {
    /// Returns the legal single steps of a combatant, one bit per direction.
    pub fn legal_steps(self, who: CombatantId) -> u8 {
        self.legal_steps_given(who, &mut StepMemo::default())
    }

    /// Returns the legal single steps, given cached verdicts on classes of square.
    pub(crate) fn legal_steps_given(self, who: CombatantId, known: &mut StepMemo) -> u8 {
        let one = self.state.combatant(who);
        let left = self.left(who);
        if !one.square.is_somewhere() || left <= 0 && !self.game.steps.may_be_free {
            return 0;
        }
        match self.game.steps.dependence {
            StepDependence::No => self.legal_steps_one_by_one(who),
            alike => self.legal_steps_by_class(who, left, alike, known),
        }
    }

    /// Returns the legal single steps, judging each square by itself.
    fn legal_steps_one_by_one(self, who: CombatantId) -> u8 {
        let from = self.state.combatant(who).square;
        let open = |way: &usize| {
            let to = self.game.board.neighbour(from, *way);
            to.is_some_and(|to| self.may_step(who, to, &mut FirstReasonOnly))
        };
        (0..8).filter(open).fold(0, |ways, way| ways | 1 << way)
    }

    fn legal_steps_by_class(
        self,
        who: CombatantId,
        left: i32,
        alike: StepDependence,
        known: &mut StepMemo,
    ) -> u8 {
        let (game, from) = (self.game, self.state.combatant(who).square);
        let odd = self.state.combatant(who).odd;
        let around = self.standing_around(who);
        let threats = match alike {
            StepDependence::Yes => self.threats_around(who),
            _ => [0; 8],
        };
        let mut ways = 0;
        for way in 0..8 {
            let Some(to) = game.board.neighbour(from, way) else { continue };
            let terrain = self.terrain(to);
            if terrain & game.board.solid != 0 || self.cuts_corner(from, to) {
                continue;
            }
            let step = self.step_frame(who, from, to, odd);
            let (foes, allies) = around[way];
            let sort = SquareClass { terrain, threats: threats[way], foes, allies };
            let judged = known.of(sort, || self.judge(&step, sort));
            let price = game.board.step(from, to, odd).saturating_add(judged.adds).max(0);
            let on = || crate::board_view::path::can_leave(self, &step, left - price);
            if judged.open && price <= left && (!judged.passing || on()) {
                ways |= 1 << way;
            }
        }
        ways
    }

    fn judge(self, step: &Frame, sort: SquareClass) -> StepVerdict {
        let BoardView { game, state } = self;
        let scope = EvalContext { game, state, frame: step };
        let any = |tests: &[(crate::ids::ExprId, crate::ids::RulesId)]| {
            tests.iter().any(|(test, _)| scope.eval_bool(*test))
        };
        let open = !any(&game.steps.blocked);
        let adds = game.steps.surcharges.iter().map(|(add, _)| scope.eval(*add));
        let adds = if open { adds.fold(0, i32::saturating_add) } else { 0 };
        StepVerdict { sort, open, passing: open && any(&game.steps.pass_through_only), adds }
    }

    /// Returns the numbers of foes and of allies on each neighboring square, by direction.
    fn standing_around(self, who: CombatantId) -> [(u8, u8); 8] {
        let BoardView { game, state } = self;
        let me = state.combatant(who);
        let peace = state.sides[me.side().index()].peace | 1 << me.side().0;
        let mut around = [(0, 0); 8];
        for (at, one) in state.combatants.iter().enumerate() {
            let near = one.square.steps(me.square) == 1;
            if near && one.conditions & game.out == 0 && at != who.index() {
                let way = (0..8).find(|way| me.square.towards(*way) == one.square);
                let (foes, allies) = &mut around[way.unwrap_or(0)];
                *foes += u8::from(peace >> one.side().0 & 1 == 0);
                *allies += u8::from(one.side() == me.side());
            }
        }
        around
    }

    /// Returns the number of foes that threaten each neighboring square, by direction.
    fn threats_around(self, who: CombatantId) -> [u8; 8] {
        let BoardView { game, state } = self;
        let me = state.combatant(who);
        let mut threats = [0; 8];
        let Some(reach) = game.board.threat else { return threats };
        let mut foes: CombatantSet = state.hostile_to(me.side());
        for (at, one) in state.combatants.iter().enumerate() {
            // A step changes a distance by at most two in every metric.
            let far = game.board.distance(one.square, me.square) > game.board.threat_most + 2;
            if far || !one.square.is_somewhere() || one.conditions & game.out != 0 {
                foes &= !(1 << at);
            }
        }
        for foe in crate::ids::iter_bits(foes & !bit(who)) {
            let frame = Frame { actor: foe, cause: foe, ..Frame::default() };
            let reach = EvalContext { game, state, frame: &frame }.eval(reach);
            let there = state.combatant(foe).square;
            for (way, threats) in threats.iter_mut().enumerate() {
                let to = me.square.towards(way);
                *threats += u8::from(game.board.distance(there, to) <= reach);
            }
        }
        threats
    }
}

#[cfg(test)]
mod tests;
