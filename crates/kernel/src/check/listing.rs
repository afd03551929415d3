//! The parts of checking that listing shares, one at a time.

use crate::activity::{Activity, Target};
use crate::decision::Declaration;
use crate::decision::Enforcement;
use crate::denial::FirstReasonOnly;
use crate::ids::{CombatantId, CombatantSet, ExprId, bit, iter_bits};
use crate::moment::Moments;
use crate::state::Frame;

use super::{CheckState, View};

impl View<'_> {
    /// Whether the actor may do this at the moment it is, whatever pays for it: the part of
    /// checking that listing shares.
    #[inline]
    pub(crate) fn open_to(self, declare: &Declaration, moment: Moments) -> bool {
        let activity = &self.game.activities[declare.activity.index()];
        let conditions = self.state.combatant(declare.actor).conditions;
        let barred = conditions & activity.blocked_mask | !conditions & activity.required_mask;
        if barred != 0 && self.state.relaxed_rules.is_empty() {
            return false;
        }
        self.is_open(&self.checking_frame(declare), moment)
    }

    /// The same for a declaration given by its frame.
    #[inline]
    pub(crate) fn is_open(self, frame: &Frame, moment: Moments) -> bool {
        let activity = &self.game.activities[frame.activity.index()];
        let mut at = CheckState { view: self, refused: false };
        self.check_decision(&mut at, activity.by_game_master, frame.actor, &mut FirstReasonOnly)
            .is_some()
            && self.check_actor(&mut at, activity, frame, moment, &mut FirstReasonOnly).is_some()
            && !at.refused
    }

    /// Whether declarations of this kind are waited for from someone who may make them.
    pub(crate) fn is_waited_for(self, who: CombatantId) -> bool {
        let mut at = CheckState { view: self, refused: false };
        let within = self.state.window.named.is_some();
        self.check_decision(&mut at, false, who, &mut FirstReasonOnly).is_some()
            && (within || self.state.combatant(who).conditions & self.game.out == 0)
    }

    /// Whether what someone requires for a declaration given by its frame holds, with no rule
    /// relaxed: what conditions alone forbid, and what is asked of the target, aside.
    #[inline]
    pub(crate) fn meets_own(self, frame: &Frame) -> bool {
        let conditions = self.state.combatant(frame.actor).conditions;
        let scope = self.scope(frame);
        self.game
            .actor_tests(frame.activity)
            .iter()
            .all(|(guard, part)| conditions & guard != *guard || scope.eval_bool(*part))
    }

    /// Neighbouring squares a declaration given by its frame may be aimed at as a step, one bit per
    /// direction.
    #[inline]
    pub(crate) fn legal_steps(self, frame: &Frame, activity: &Activity) -> u8 {
        if self.has_no_overrides(frame.actor) {
            return self.space().legal_steps(frame.actor);
        }
        let from = self.state.combatant(frame.actor).square;
        let fits = |way: &usize| {
            let frame = Frame { square: from.towards(*way), ..*frame };
            let mut at = CheckState { view: self, refused: false };
            self.check_target(&mut at, activity, &frame, &mut FirstReasonOnly).is_some()
        };
        (0..8).filter(fits).fold(0, |ways, way| ways | 1 << way)
    }

    /// Whether everything is judged now and no rule is relaxed.
    pub(crate) fn has_no_overrides(self, who: CombatantId) -> bool {
        self.state.relaxed_rules.is_empty() && !self.prepares(who)
    }

    /// Whether a requirement holds for a declaration given by its frame.
    #[inline]
    pub(crate) fn holds(self, frame: &Frame, test: ExprId) -> bool {
        let scope = self.scope(frame);
        self.game.conjuncts_of(test).iter().all(|part| scope.eval_bool(*part))
    }

    /// The value of an expression for a declaration given by its frame.
    #[inline]
    pub(crate) fn number(self, frame: &Frame, expr: ExprId) -> i32 {
        self.scope(frame).eval(expr)
    }

    /// Narrows the possible targets to those whose requirements hold.
    #[inline]
    pub(crate) fn filter_targets(
        self,
        frame: &mut Frame,
        activity: &Activity,
        mask: CombatantSet,
    ) -> CombatantSet {
        let bounds = self.game.bearings[frame.activity.index()].bounds_depend_on_target;
        // What is prepared is aimed at whoever it may fit later.
        let later = self.state.relaxed_rules.is_empty() && self.prepares(frame.actor);
        if !bounds && (later || !activity.requirements.iter().any(|need| need.depends_on_target)) {
            return mask;
        }
        let mut fit = 0;
        for target in iter_bits(mask) {
            self.set_target(frame, target);
            fit |= if self.target_fits(frame, activity) { bit(target) } else { 0 };
        }
        fit
    }

    /// Aims what a frame declares, with the number usually taken, at someone.
    #[inline]
    pub(crate) fn set_target(self, frame: &mut Frame, target: CombatantId) {
        frame.target = target;
        if !self.game.bearings[frame.activity.index()].default_depends_on_target {
            return;
        }
        if let Some(argument) = &self.game.activities[frame.activity.index()].argument {
            frame.argument = 0;
            frame.argument = self.number(frame, argument.default);
        }
    }

    /// Whether the target, or doing without one, meets the requirements.
    pub(crate) fn target_fits(self, frame: &Frame, activity: &Activity) -> bool {
        if self.game.bearings[frame.activity.index()].bounds_depend_on_target
            && !self.has_range(frame)
        {
            return false;
        }
        // What is prepared is aimed at whoever it may fit later.
        if !self.has_no_overrides(frame.actor) {
            let mut at = CheckState { view: self, refused: false };
            return self.check_target(&mut at, activity, frame, &mut FirstReasonOnly).is_some();
        }
        let bearing = &self.game.bearings[frame.activity.index()];
        // With the number usually taken, or with any where it does not matter.
        let unread = !bearing.affects_legality && activity.argument.is_some();
        if unread || bearing.constant_default.is_none_or(|usual| usual == frame.argument) {
            let scope = self.scope(frame);
            let tests = &self.game.target_tests[frame.activity.index()];
            return tests.iter().all(|test| scope.eval_bool(*test));
        }
        let mut needs = activity.requirements.iter().filter(|need| need.depends_on_target);
        needs.all(|need| self.holds(frame, need.test))
    }

    /// Whether some number would go with the declaration, as far as that does not depend on whom
    /// it is aimed at.
    pub(crate) fn in_range(self, declare: &Declaration) -> bool {
        let bearing = &self.game.bearings[declare.activity.index()];
        !bearing.bounds_of_actor() || self.has_range(&self.checking_frame(declare))
    }

    /// Whether some number would go with a declaration given by its frame.
    fn has_range(self, frame: &Frame) -> bool {
        let activity = &self.game.activities[frame.activity.index()];
        let Some(argument) = &activity.argument else { return true };
        self.range(activity, frame).is_none_or(|(min, max)| min <= max)
            || !self.state.relaxed_rules.is_empty()
                && self.state.enforcement_of(self.game, argument.rules) != Enforcement::Enforced
    }

    /// Whether there is anyone to aim at, where a target is needed, given everybody with any
    /// of the marks that targets are told by.
    pub(crate) fn has_target(
        self,
        declare: &Declaration,
        activity: &Activity,
        marked: CombatantSet,
    ) -> bool {
        match activity.target {
            Target::Square if self.game.board.exists() => return true,
            Target::None | Target::Optional | Target::Square
                if self.target_fits(&self.checking_frame(declare), activity) =>
            {
                return true;
            }
            Target::Step => return self.legal_steps(&self.frame(declare), activity) != 0,
            _ => {}
        }
        let known = self.game.marks_at(self.state);
        let marks = known.of_target[declare.activity.index()];
        let mut targets = self.state.everybody();
        if marks != 0 && self.has_no_overrides(declare.actor) {
            let of_others = known.of_others[declare.activity.index()];
            targets = self.told(targets & marked, marks, of_others);
        }
        if targets != 0 {
            targets &= self.targets(activity, declare.actor);
        }
        if targets == 0 {
            return false;
        }
        let mut frame = self.checking_frame(declare);
        iter_bits(targets).any(|target| {
            self.set_target(&mut frame, target);
            self.target_fits(&frame, activity)
        })
    }

    /// Returns the combatants in `among` with any of `marks` and, except the answered one, any of
    /// `of_others`.
    #[inline(always)]
    fn told(self, among: CombatantSet, marks: u64, of_others: u64) -> CombatantSet {
        let answered = self.answered_actor();
        let told = |who: CombatantId| {
            let conditions = self.state.combatant(who).conditions;
            conditions & marks != 0 && (who == answered || conditions & of_others != 0)
        };
        iter_bits(among).fold(0, |all, who| all | if told(who) { bit(who) } else { 0 })
    }
}
