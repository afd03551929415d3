//! Checks of the end of a turn.

use crate::board_view::path::can_leave;
use crate::check::View;
use crate::decision::{Declaration, Enforcement};
use crate::denial::{Denial, DenialKind, FirstReasonOnly, ReasonSink};
use crate::game::EvalContext;
use crate::ids::{CombatantId, RulesId, iter_bits};
use crate::model::activity::Target;
use crate::state::Frame;

impl View<'_> {
    /// Returns why the turn cannot end now, or `None` if it can. Obligations come first. A
    /// combatant must move on from a square that can only be passed through, if it can move on.
    #[inline]
    pub fn why_not_end(self) -> Option<Denial> {
        if self.game.steps.pass_through_only.is_empty() && self.game.obligations.is_empty() {
            return None;
        }
        let passing = |who: &CombatantId| {
            // This test comes first because it is cheap and mostly false.
            self.state.combatant(*who).passing && self.is_passing_on(*who)
        };
        let mut denial = Denial::default();
        for who in iter_bits(self.state.acting()) {
            self.explain_owed(who, &mut denial);
        }
        for who in iter_bits(self.state.acting()).filter(passing) {
            self.explain_passing(who, &mut denial);
        }
        (!denial.reasons.is_empty()).then_some(denial)
    }

    /// Gives every enforced obligation that a combatant still has. Nobody out of the fight has any.
    fn explain_owed(self, who: CombatantId, denial: &mut Denial) {
        let View { game, state } = self;
        if state.combatant(who).conditions & game.out != 0 {
            return;
        }
        let frame = Frame { actor: who, cause: who, ..Frame::default() };
        for (unmet, rules) in &game.obligations {
            let enforced = state.enforcement_of(game, *rules) == Enforcement::Enforced;
            if enforced && (EvalContext { game, state, frame: &frame }).eval_bool(*unmet) {
                denial.reason(DenialKind::Owed, *rules);
            }
        }
    }

    /// Returns true if a combatant is still on a square that can only be passed through, and can
    /// move on.
    fn is_passing_on(self, who: CombatantId) -> bool {
        let (space, one) = (self.space(), self.state.combatant(who));
        let left = space.left(who);
        let here = space.step_frame(who, one.square, one.square, one.odd);
        space.is_passing(&here) && can_leave(space, &here, left) && self.can_step(who)
    }

    /// Returns the rules that forbid a declared step by now, because its answers changed the board.
    /// `None` if it is still possible, or if the game master forced it.
    pub(crate) fn bars_step(self, frame: &Frame) -> Option<RulesId> {
        let activity = self.game.activities.get(frame.activity.index())?;
        let asked = frame.window_opened && !frame.prepared && !frame.resolves_anyway;
        if !asked || activity.target != Target::Step {
            return None;
        }
        let mut denial = Denial::default();
        if self.space().may_step(frame.actor, frame.square, &mut denial) {
            return None;
        }
        let enforced = |rules| self.state.enforcement_of(self.game, rules) == Enforcement::Enforced;
        denial.reasons.iter().map(|reason| reason.rules).find(|rules| enforced(*rules))
    }

    /// Returns true if a prepared step ends on a square that can only be passed through, and no
    /// prepared step follows.
    pub(super) fn stays_in_passing(self, frame: &Frame) -> bool {
        let activity = |frame: &Frame| self.game.activities.get(frame.activity.index());
        let steps = |frame: &Frame| activity(frame).is_some_and(|one| one.target == Target::Step);
        if self.game.steps.pass_through_only.is_empty() || !steps(frame) {
            return false;
        }
        let [.., next, _] = self.state.stack.as_slice() else { return self.would_pass(frame) };
        let leads_on = next.prepared && next.actor == frame.actor && steps(next);
        !leads_on && self.would_pass(frame)
    }

    /// Returns true if a step leads to a square that can only be passed through.
    fn would_pass(self, frame: &Frame) -> bool {
        let one = self.state.combatant(frame.actor);
        let step = self.space().step_frame(frame.actor, one.square, frame.square, one.odd);
        let mut passing = false;
        self.forbids_staying(&step, |_| passing = true);
        passing
    }

    /// Calls `each` with every enforced rule that forbids staying on the square of a step.
    fn forbids_staying(self, step: &Frame, mut each: impl FnMut(RulesId)) {
        let View { game, state } = self;
        for (test, rules) in &game.steps.pass_through_only {
            let holds = |one: &Frame| EvalContext { game, state, frame: one }.eval_bool(*test);
            if state.enforcement_of(game, *rules) == Enforcement::Enforced
                && self.space().any_square(step, holds)
            {
                each(*rules);
            }
        }
    }

    fn can_step(self, who: CombatantId) -> bool {
        let own = self.state.combatant(who).square;
        let next = |way| self.game.board.neighbour(own, way);
        let mut options = self.game.sheets[who.index()].options.iter();
        options.any(|option| {
            self.game.activities[option.activity.index()].target == Target::Step
                && (0..8).filter_map(next).any(|square| {
                    let step = Declaration { square, ..Declaration::new(who, option.activity) };
                    self.check(&step, &mut FirstReasonOnly).is_some()
                })
        })
    }

    fn explain_passing(self, who: CombatantId, denial: &mut Denial) {
        let one = self.state.combatant(who);
        let here = self.space().step_frame(who, one.square, one.square, one.odd);
        self.forbids_staying(&here, |rules| denial.reason(DenialKind::MustKeepMoving, rules));
    }
}
