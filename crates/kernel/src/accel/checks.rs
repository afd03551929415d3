//! Accelerator: parts of the check by facts known before play. They must agree with
//! `check::listing`: `open_steps` with `legal_steps`, `target_passes` with `target_fits`, and
//! `has_target` with its namesake.

use crate::accel::plan::Plan;
use crate::check::View;
use crate::decision::Declaration;
use crate::ids::{CombatantId, CombatantSet, bit, iter_bits};
use crate::model::activity::{Activity, Target};
use crate::state::Frame;

impl View<'_> {
    /// Returns true if the requirements of a declaration hold, given by its frame, if no rule is
    /// relaxed. Barring conditions and requirements of the target are tested elsewhere.
    #[inline]
    pub(crate) fn meets_own(self, frame: &Frame) -> bool {
        let conditions = self.state.combatant(frame.actor).conditions;
        let scope = self.scope(frame);
        self.game
            .actor_tests(frame.activity)
            .iter()
            .all(|(guard, part)| conditions & guard != *guard || scope.eval_bool(*part))
    }

    /// Returns the neighboring squares that a step may be aimed at, one bit per direction.
    #[inline]
    pub(crate) fn open_steps(self, frame: &Frame, activity: &Activity) -> u8 {
        if self.has_no_overrides(frame.actor) {
            return self.space().legal_steps(frame.actor);
        }
        self.legal_steps(frame, activity)
    }

    /// Returns true if no rule is relaxed and the combatant does not prepare.
    pub(crate) fn has_no_overrides(self, who: CombatantId) -> bool {
        self.state.relaxed_rules.is_empty() && !self.prepares(who)
    }

    /// Returns true if the target, or having none, meets the requirements.
    pub(crate) fn target_passes(self, frame: &Frame, activity: &Activity) -> bool {
        if self.game.bearings[frame.activity.index()].bounds_depend_on_target
            && !self.has_range(frame)
        {
            return false;
        }
        if !self.has_no_overrides(frame.actor) {
            return self.target_fits(frame, activity);
        }
        let bearing = &self.game.bearings[frame.activity.index()];
        // This holds with the default number, or with any if it does not matter.
        let unread = !bearing.affects_legality && activity.argument.is_some();
        if unread || bearing.constant_default.is_none_or(|usual| usual == frame.argument) {
            let scope = self.scope(frame);
            let tests = &self.game.target_tests[frame.activity.index()];
            return tests.iter().all(|test| scope.eval_bool(*test));
        }
        let mut needs = activity.requirements.iter().filter(|need| need.depends_on_target);
        needs.all(|need| self.holds(frame, need.test))
    }

    /// Returns the combatants in `among` with any of `marks` and, except the answered one, any of
    /// `of_others`.
    #[inline(always)]
    fn with_target_condition(
        self,
        among: CombatantSet,
        marks: u64,
        of_others: u64,
    ) -> CombatantSet {
        let answered = self.answered_actor();
        let told = |who: CombatantId| {
            let conditions = self.state.combatant(who).conditions;
            conditions & marks != 0 && (who == answered || conditions & of_others != 0)
        };
        iter_bits(among).fold(0, |all, who| all | if told(who) { bit(who) } else { 0 })
    }
}

impl Plan {
    /// Returns true if there is a target that fits, or none is needed. `marked` are the combatants
    /// with a condition that targeting asks for.
    pub(crate) fn has_target(
        &self,
        view: View<'_>,
        declare: &Declaration,
        activity: &Activity,
        marked: CombatantSet,
    ) -> bool {
        match activity.target {
            Target::Square if view.game.board.exists() => return true,
            Target::None | Target::Optional | Target::Square
                if view.target_passes(&view.checking_frame(declare), activity) =>
            {
                return true;
            }
            Target::Step => return view.open_steps(&view.frame(declare), activity) != 0,
            _ => {}
        }
        let known = self.target_conditions(view.state);
        let marks = known.of_target[declare.activity.index()];
        let mut targets = view.state.everybody();
        if marks != 0 && view.has_no_overrides(declare.actor) {
            let of_others = known.of_others[declare.activity.index()];
            targets = view.with_target_condition(targets & marked, marks, of_others);
        }
        if targets != 0 {
            targets &= view.targets(activity, declare.actor);
        }
        if targets == 0 {
            return false;
        }
        let mut frame = view.checking_frame(declare);
        iter_bits(targets).any(|target| {
            view.set_target(&mut frame, target);
            view.target_passes(&frame, activity)
        })
    }
}
