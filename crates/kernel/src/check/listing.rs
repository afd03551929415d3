//! Parts of the check as separate tests, for windows and listings.

use crate::decision::{Declaration, Enforcement};
use crate::denial::FirstReasonOnly;
use crate::ids::{CombatantId, CombatantSet, ExprId, bit, iter_bits};
use crate::model::activity::{Activity, Target};
use crate::model::moment::Moments;
use crate::model::sheet::ActionOption;
use crate::state::Frame;

use super::{CheckState, View};

impl View<'_> {
    /// Returns true if the actor may do this at a moment, apart from target, number and payment.
    #[inline]
    pub(crate) fn open_to(self, declare: &Declaration, moment: Moments) -> bool {
        let activity = &self.game.activities[declare.activity.index()];
        let conditions = self.state.combatant(declare.actor).conditions;
        let barred = conditions & activity.blocked_mask | !conditions & activity.required_mask;
        if barred != 0 && self.state.relaxed_rules.is_empty() {
            return false;
        }
        let frame = self.checking_frame(declare);
        let mut at = CheckState::of(self);
        self.check_decision(&mut at, activity.by_game_master, declare.actor, &mut FirstReasonOnly)
            .is_some()
            && self.check_actor(&mut at, activity, &frame, moment, &mut FirstReasonOnly).is_some()
            && !at.refused
    }

    /// Returns true if the encounter waits for declarations from a combatant who may make them.
    pub(crate) fn is_waited_for(self, who: CombatantId) -> bool {
        let mut at = CheckState::of(self);
        let within = self.state.window.named.is_some();
        self.check_decision(&mut at, false, who, &mut FirstReasonOnly).is_some()
            && (within || self.state.combatant(who).conditions & self.game.out == 0)
    }

    /// Returns true if a requirement holds for a declaration, given by its frame.
    #[inline]
    pub(crate) fn holds(self, frame: &Frame, test: ExprId) -> bool {
        self.scope(frame).eval_bool(test)
    }

    /// Returns the value of an expression for a declaration, given by its frame.
    #[inline]
    pub(crate) fn number(self, frame: &Frame, expr: ExprId) -> i32 {
        self.scope(frame).eval(expr)
    }

    /// Returns the targets in `mask` that meet the requirements.
    #[inline]
    pub(crate) fn filter_targets(
        self,
        frame: &mut Frame,
        activity: &Activity,
        mask: CombatantSet,
    ) -> CombatantSet {
        let bounds = self.game.bearings[frame.activity.index()].bounds_depend_on_target;
        // A prepared declaration may be aimed at targets that only fit later.
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

    /// Aims a declaration with its default number at a combatant.
    #[inline]
    pub(crate) fn set_target(self, frame: &mut Frame, target: CombatantId) {
        frame.target = target;
        if self.game.bearings[frame.activity.index()].default_depends_on_target {
            frame.argument = self.default_argument(frame);
        }
    }

    /// Returns true if some number is in range, as far as that does not depend on the target.
    pub(crate) fn in_range(self, declare: &Declaration) -> bool {
        let bearing = &self.game.bearings[declare.activity.index()];
        !bearing.bounds_of_actor() || self.has_range(&self.checking_frame(declare))
    }

    /// Returns true if some number is in range, for a declaration given by its frame.
    pub(crate) fn has_range(self, frame: &Frame) -> bool {
        let activity = &self.game.activities[frame.activity.index()];
        let Some(argument) = &activity.argument else { return true };
        self.range(activity, frame).is_none_or(|(min, max)| min <= max)
            || !self.state.relaxed_rules.is_empty()
                && self.state.enforcement_of(self.game, argument.rules) != Enforcement::Enforced
    }

    /// Returns true if the target, or having none, meets the requirements.
    pub(crate) fn target_fits(self, frame: &Frame, activity: &Activity) -> bool {
        if self.game.bearings[frame.activity.index()].bounds_depend_on_target
            && !self.has_range(frame)
        {
            return false;
        }
        // A prepared declaration may be aimed at targets that only fit later.
        let mut at = CheckState::of(self);
        self.check_target(&mut at, activity, frame, &mut FirstReasonOnly).is_some()
    }

    /// Returns the neighboring squares that a step may be aimed at, one bit per direction.
    pub(crate) fn legal_steps(self, frame: &Frame, activity: &Activity) -> u8 {
        let from = self.state.combatant(frame.actor).square;
        let fits = |way: &usize| {
            let frame = Frame { square: from.towards(*way), ..*frame };
            let mut at = CheckState::of(self);
            self.check_target(&mut at, activity, &frame, &mut FirstReasonOnly).is_some()
        };
        (0..8).filter(fits).fold(0, |ways, way| ways | 1 << way)
    }

    /// Returns true if there is a target that fits, or none is needed.
    pub(crate) fn has_target(self, declare: &Declaration, activity: &Activity) -> bool {
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
        let mut frame = self.checking_frame(declare);
        iter_bits(self.targets(activity, declare.actor)).any(|target| {
            self.set_target(&mut frame, target);
            self.target_fits(&frame, activity)
        })
    }

    /// Returns true if a combatant can declare an option now, with some target and some payment.
    pub(crate) fn can_declare(self, who: CombatantId, option: &ActionOption) -> bool {
        let activity = &self.game.activities[option.activity.index()];
        let declare = Declaration::new(who, option.activity);
        let moment = self.moment(who);
        self.open_to(&declare, moment)
            && self.in_range(&declare)
            && self.has_target(&declare, activity)
            && self.is_affordable(&self.payment_limits(who, moment), &declare, option)
    }
}
