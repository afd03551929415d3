//! Onto which of the neighbouring squares one may step, all judged together.
//!
//! Where the rules of steps read nothing of a square but its terrain, who stands there and how
//! often it is threatened, squares alike in that are judged once, and that is remembered for as
//! long as nothing else that those rules read has changed.

use crate::board_view::{BoardView, MovementRules, SquareRef};
use crate::denial::FirstReasonOnly;
use crate::expr::{EvalContext, Input, Instr, Role};
use crate::game::Game;
use crate::ids::{CombatantId, CombatantSet, bit};
use crate::state::Frame;

/// What is told apart about a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SquareClass {
    terrain: u8,
    threats: u8,
    foes: u8,
    allies: u8,
}

/// What the rules of steps say of a sort of square: whether it can be entered, whether one may stop
/// there, and what is added to the price.
#[derive(Clone, Copy, Debug, Default)]
struct StepVerdict {
    sort: SquareClass,
    open: bool,
    passing: bool,
    adds: i32,
}

/// What the rules of steps have said of sorts of square.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepMemo {
    known: [StepVerdict; MEMO_SIZE],
    count: usize,
}

/// Sorts of square remembered; more than there are neighbours.
const MEMO_SIZE: usize = 16;

impl StepMemo {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// What is known of a sort of square, or else is found out now.
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
    /// Everything that the rules of steps read.
    pub(crate) fn inputs(&self, game: &Game) -> impl Iterator<Item = Input> {
        let rules = self.surcharges.iter().chain(&self.blocked).chain(&self.pass_through_only);
        rules.flat_map(|(expr, _)| game.expr(*expr)).filter_map(|code| match code {
            Instr::Load(input) => Some(*input),
            _ => None,
        })
    }
}

/// Whether an input is what squares stepped onto are sorted by.
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

/// What the rules of steps read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepDependence {
    /// More than sorts of square.
    #[default]
    No,
    /// Sorts of square, not how often they are threatened.
    Unthreatened,
    /// Sorts of square.
    Yes,
}

impl StepDependence {
    /// What the rules of steps of a game read.
    pub(crate) fn of(game: &Game) -> StepDependence {
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
    /// Neighbouring squares someone may step onto, one bit per direction.
    pub fn legal_steps(self, who: CombatantId) -> u8 {
        self.legal_steps_given(who, &mut StepMemo::default())
    }

    /// The same, given what is known of sorts of square.
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

    /// The same, each square judged by itself.
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
            let on = || crate::path::can_leave(self, &step, left - price);
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

    /// How many foes, and how many others of one's own side, stand on each neighbouring square, by
    /// direction.
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

    /// How many foes threaten each neighbouring square, by direction.
    fn threats_around(self, who: CombatantId) -> [u8; 8] {
        let BoardView { game, state } = self;
        let me = state.combatant(who);
        let mut threats = [0; 8];
        let Some(reach) = game.board.threat else { return threats };
        let mut foes: CombatantSet = state.hostile_to(me.side());
        for (at, one) in state.combatants.iter().enumerate() {
            // One step brings one no more than two nearer, whatever the metric.
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
