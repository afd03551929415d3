//! The parts of checking that listing shares, one at a time.

use crate::activity::{Activity, Target};
use crate::decision::Declare;
use crate::denial::Verdict;
use crate::ids::{CombatantId, ExprId, Mask, bit, members};
use crate::moment::Moments;
use crate::state::{Dial, Frame};

use super::{Checking, View};

impl View<'_> {
    /// Whether the actor may do this at the moment it is, whatever pays for it: the part of
    /// checking that listing shares.
    #[inline]
    pub(crate) fn open_to(self, declare: &Declare, moment: Moments) -> bool {
        let activity = &self.game.activities[declare.activity.index()];
        let conditions = self.state.combatant(declare.actor).conditions;
        let barred = conditions & activity.barred_by | !conditions & activity.requires;
        if barred != 0 && self.state.dial.is_empty() {
            return false;
        }
        self.is_open(&self.outline(declare), moment)
    }

    /// The same for a declaration given by its frame.
    #[inline]
    pub(crate) fn is_open(self, frame: &Frame, moment: Moments) -> bool {
        let activity = &self.game.activities[frame.activity.index()];
        let mut at = Checking { view: self, refused: false };
        self.timely(&mut at, activity.by_game_master, frame.actor, &mut Verdict).is_some()
            && self.permitted(&mut at, activity, frame, moment, &mut Verdict).is_some()
            && !at.refused
    }

    /// Whether declarations of this kind are waited for from someone who may make them.
    pub(crate) fn is_waited_for(self, who: CombatantId) -> bool {
        let mut at = Checking { view: self, refused: false };
        let within = self.state.window.named.is_some();
        self.timely(&mut at, false, who, &mut Verdict).is_some()
            && (within || self.state.combatant(who).conditions & self.game.out == 0)
    }

    /// Whether what someone requires for a declaration given by its frame holds, with no rule
    /// relaxed: what conditions alone forbid, and what is asked of the target, aside.
    #[inline]
    pub(crate) fn meets_own(self, frame: &Frame) -> bool {
        let conditions = self.state.combatant(frame.actor).conditions;
        let scope = self.scope(frame);
        self.game
            .own_tests(frame.activity)
            .iter()
            .all(|(guard, part)| conditions & guard != *guard || scope.test(*part))
    }

    /// Neighbouring squares a declaration given by its frame may be aimed at as a step, one bit per
    /// direction.
    #[inline]
    pub(crate) fn strides(self, frame: &Frame, activity: &Activity) -> u8 {
        if self.is_usual(frame.actor) {
            return self.space().ways(frame.actor);
        }
        let from = self.state.combatant(frame.actor).square;
        let fits = |way: &usize| {
            let frame = Frame { square: from.towards(*way), ..*frame };
            let mut at = Checking { view: self, refused: false };
            self.reachable(&mut at, activity, &frame, &mut Verdict).is_some()
        };
        (0..8).filter(fits).fold(0, |ways, way| ways | 1 << way)
    }

    /// Whether everything is judged now and no rule is relaxed.
    pub(crate) fn is_usual(self, who: CombatantId) -> bool {
        self.state.dial.is_empty() && !self.prepares(who)
    }

    /// Whether a requirement holds for a declaration given by its frame.
    #[inline]
    pub(crate) fn holds(self, frame: &Frame, test: ExprId) -> bool {
        let scope = self.scope(frame);
        self.game.parts(test).iter().all(|part| scope.test(*part))
    }

    /// The value of an expression for a declaration given by its frame.
    #[inline]
    pub(crate) fn number(self, frame: &Frame, expr: ExprId) -> i32 {
        self.scope(frame).value(expr)
    }

    /// Narrows the possible targets to those whose requirements hold.
    #[inline]
    pub(crate) fn aimed(self, frame: &mut Frame, activity: &Activity, mask: Mask) -> Mask {
        let bounds = self.game.bearings[frame.activity.index()].bounds_of_target;
        // What is prepared is aimed at whoever it may fit later.
        let later = self.state.dial.is_empty() && self.prepares(frame.actor);
        if !bounds && (later || !activity.needs.iter().any(|need| need.of_target)) {
            return mask;
        }
        let mut fit = 0;
        for target in members(mask) {
            self.aim(frame, target);
            fit |= if self.is_fit(frame, activity) { bit(target) } else { 0 };
        }
        fit
    }

    /// Aims what a frame declares, with the number usually taken, at someone.
    #[inline]
    pub(crate) fn aim(self, frame: &mut Frame, target: CombatantId) {
        frame.target = target;
        if !self.game.bearings[frame.activity.index()].usual_of_target {
            return;
        }
        if let Some(argument) = &self.game.activities[frame.activity.index()].argument {
            frame.argument = 0;
            frame.argument = self.number(frame, argument.usual);
        }
    }

    /// Whether the target, or doing without one, meets the requirements.
    pub(crate) fn is_fit(self, frame: &Frame, activity: &Activity) -> bool {
        if self.game.bearings[frame.activity.index()].bounds_of_target && !self.has_range(frame) {
            return false;
        }
        // What is prepared is aimed at whoever it may fit later.
        if !self.is_usual(frame.actor) {
            let mut at = Checking { view: self, refused: false };
            return self.reachable(&mut at, activity, frame, &mut Verdict).is_some();
        }
        let bearing = &self.game.bearings[frame.activity.index()];
        // With the number usually taken, or with any where it does not matter.
        let unread = !bearing.matters && activity.argument.is_some();
        if unread || bearing.usual.is_none_or(|usual| usual == frame.argument) {
            let scope = self.scope(frame);
            let tests = &self.game.aim_tests[frame.activity.index()];
            return tests.iter().all(|test| scope.test(*test));
        }
        let mut needs = activity.needs.iter().filter(|need| need.of_target);
        needs.all(|need| self.holds(frame, need.test))
    }

    /// Whether some number would go with the declaration, as far as that does not depend on whom
    /// it is aimed at.
    pub(crate) fn in_range(self, declare: &Declare) -> bool {
        let bearing = &self.game.bearings[declare.activity.index()];
        !bearing.bounds_of_actor() || self.has_range(&self.outline(declare))
    }

    /// Whether some number would go with a declaration given by its frame.
    fn has_range(self, frame: &Frame) -> bool {
        let activity = &self.game.activities[frame.activity.index()];
        let Some(argument) = &activity.argument else { return true };
        self.range(activity, frame).is_none_or(|(min, max)| min <= max)
            || !self.state.dial.is_empty()
                && self.state.dialled(self.game, argument.rules) != Dial::Forbid
    }

    /// Whether there is anyone to aim at, where a target is needed, given everybody with any
    /// of the marks that targets are told by.
    pub(crate) fn has_target(self, declare: &Declare, activity: &Activity, marked: Mask) -> bool {
        match activity.target {
            Target::Square if self.game.board.exists() => return true,
            Target::None | Target::Optional | Target::Square
                if self.is_fit(&self.outline(declare), activity) =>
            {
                return true;
            }
            Target::Step => return self.strides(&self.frame(declare), activity) != 0,
            _ => {}
        }
        let known = self.game.marks_at(self.state);
        let marks = known.of_target[declare.activity.index()];
        let mut targets = self.state.everybody();
        if marks != 0 && self.is_usual(declare.actor) {
            let of_others = known.of_others[declare.activity.index()];
            targets = self.told(targets & marked, marks, of_others);
        }
        if targets != 0 {
            targets &= self.targets(activity, declare.actor);
        }
        if targets == 0 {
            return false;
        }
        let mut frame = self.outline(declare);
        members(targets).any(|target| {
            self.aim(&mut frame, target);
            self.is_fit(&frame, activity)
        })
    }

    /// Those among some people who have any of some conditions, and any of others unless they are
    /// the one who is answered.
    #[inline(always)]
    fn told(self, among: Mask, marks: u64, of_others: u64) -> Mask {
        let answered = self.whom_answered();
        let told = |who: CombatantId| {
            let conditions = self.state.combatant(who).conditions;
            conditions & marks != 0 && (who == answered || conditions & of_others != 0)
        };
        members(among).fold(0, |all, who| all | if told(who) { bit(who) } else { 0 })
    }
}
