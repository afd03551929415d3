//! Checks of declarations, with all reasons or only with the first one.
//!
//! With [`Denial`] as the sink every reason is collected. With [`crate::FirstReasonOnly`] checking
//! stops at the first one and compiles to the tests alone. Listing of legal actions uses the same
//! functions, so the list and the check cannot disagree.

mod ending;
mod listing;
mod paying;
pub(crate) mod payment_denial;
mod view;

use crate::decision::{Decision, Declaration, Enforcement};
use crate::denial::{Denial, DenialKind, ReasonSink};
use crate::ids::{CombatantId, CombatantSet, NOBODY, RulesId, bit};
use crate::limits::{PREPARED_MAX, STACK_MAX};
use crate::model::activity::{Activity, Requirement, Target};
use crate::model::moment::Moments;
use crate::pay::Payment;
use crate::state::Frame;

pub use view::View;

/// Adds a reason, unless its rules are relaxed. Ends the calling check if one reason is enough.
macro_rules! refuse {
    ($view:expr, $explain:expr, $why:expr, $rules:expr) => {{
        let (why, rules): (DenialKind, RulesId) = ($why, $rules);
        match $view.strictness(rules) {
            Enforcement::Off | Enforcement::WarnOnly => {}
            Enforcement::Enforced => {
                $explain.reason(why, rules);
                if !E::ALL {
                    return None;
                }
                #[allow(
                    unused_assignments,
                    reason = "the last refusal of a block needs no reading"
                )]
                {
                    $view.refused = true;
                }
            }
        }
    }};
}

struct CheckState<'a> {
    view: View<'a>,
    refused: bool,
    /// Whether the encounter waits for dice, a ruling or another choice than a declaration.
    paused: bool,
}

impl<'a> CheckState<'a> {
    #[inline(always)]
    fn of(view: View<'a>) -> CheckState<'a> {
        CheckState { view, refused: false, paused: false }
    }

    /// Returns the moment at which the actor would pay. While the encounter waits for something
    /// else than a declaration, nobody's moment has come or gone, so every moment will do.
    #[inline(always)]
    fn moment(&self, declare: &Declaration) -> Moments {
        if self.paused { Moments::ALL } else { self.view.state.moment(declare.actor) }
    }

    #[inline(always)]
    fn strictness(&self, rules: RulesId) -> Enforcement {
        let state = self.view.state;
        if state.relaxed_rules.is_empty() {
            Enforcement::Enforced
        } else {
            state.enforcement_of(self.view.game, rules)
        }
    }
}

impl<'a> View<'a> {
    /// Checks a declaration. Returns the payment that would be made.
    pub fn check<E: ReasonSink>(self, declare: &Declaration, explain: &mut E) -> Option<Payment> {
        let grounds = &self.game.grounds;
        let mut at = CheckState::of(self);
        if !self.state.combatants.has(declare.actor)
            || declare.activity.index() >= self.game.activities.len()
        {
            explain.reason(DenialKind::Unknown, grounds.unknown);
            return None;
        }
        let activity = &self.game.activities[declare.activity.index()];
        self.check_decision(&mut at, activity.by_game_master, declare.actor, explain)?;
        let moment = self.state.moment(declare.actor);
        let frame = self.frame(declare);
        self.check_target(&mut at, activity, &frame, explain)?;
        self.check_argument(&mut at, activity, &frame, declare, explain)?;
        if activity.by_game_master {
            self.check_actor(&mut at, activity, &frame, moment, explain)?;
            return (!at.refused).then_some(Payment::NONE);
        }
        let sheet = self.sheet(declare.actor);
        let position = sheet.option(declare.activity);
        if position.is_none() {
            explain.reason(DenialKind::Unknown, activity.rules);
            if !E::ALL {
                return None;
            }
        }
        self.check_actor(&mut at, activity, &frame, moment, explain)?;
        let option = &sheet.options[position?];
        let payment = self.choose_payment(&mut at, &sheet, option, activity, declare, explain)?;
        (!at.refused).then_some(payment)
    }

    /// Returns `Some` if the encounter waits for declarations of this kind from this combatant.
    fn check_decision<E: ReasonSink>(
        self,
        at: &mut CheckState<'_>,
        by_game_master: bool,
        actor: CombatantId,
        explain: &mut E,
    ) -> Option<()> {
        let grounds = &self.game.grounds;
        let state = self.state;
        match state.decision {
            Decision::Act(_) => {}
            _ if by_game_master && state.awaits_people() => {}
            Decision::Answer(asked) => {
                if self.answerers(asked) & bit(actor) == 0 {
                    refuse!(at, explain, DenialKind::NotAsked, grounds.waiting);
                }
            }
            Decision::Offer(_, asked) | Decision::DeclareSecretly(asked) => {
                if asked & bit(actor) == 0 {
                    // No relaxed rule lets others declare in a named or secret window.
                    explain.reason(DenialKind::NotAsked, grounds.waiting);
                    if !E::ALL {
                        return None;
                    }
                    at.refused = true;
                }
            }
            waiting => {
                explain.reason(DenialKind::NotAwaited, RulesId(0));
                if state.stack.last().is_some_and(|frame| frame.instant) {
                    explain.reason(DenialKind::StackLocked, grounds.locked);
                }
                // The other reasons are collected, too, because a combatant without any answer is
                // not asked.
                if !E::ALL || matches!(waiting, Decision::NotStarted | Decision::Finished) {
                    return None;
                }
                (at.refused, at.paused) = (true, true);
            }
        }
        if state.stack.len() >= STACK_MAX {
            explain.reason(DenialKind::StackFull, RulesId(0));
            return None;
        }
        let own = |frame: &&Frame| frame.actor == actor;
        if state.prepared.len() >= PREPARED_MAX
            && !by_game_master
            && self.prepares(actor)
            && state.prepared.iter().filter(own).count() >= PREPARED_MAX
        {
            explain.reason(DenialKind::PreparedFull, grounds.prepare);
            return None;
        }
        Some(())
    }

    /// Returns true if a prepared declaration is still possible.
    pub(crate) fn is_still_legal(self, frame: &Frame) -> bool {
        let Some(activity) = self.game.activities.get(frame.activity.index()) else { return true };
        let mut at = CheckState::of(self);
        let verdict = &mut crate::denial::FirstReasonOnly;
        self.check_target(&mut at, activity, frame, verdict).is_some()
            && self.check_requirements(&mut at, activity, frame, verdict).is_some()
            && !self.stays_in_passing(frame)
    }

    /// Returns `Some` if the actor may do this now, apart from payment and target.
    fn check_actor<E: ReasonSink>(
        self,
        at: &mut CheckState<'_>,
        activity: &Activity,
        frame: &Frame,
        moment: Moments,
        explain: &mut E,
    ) -> Option<()> {
        let conditions = self.state.combatant(frame.actor).conditions;
        if !activity.by_game_master {
            let outside = self.state.window.named.is_none();
            if conditions & self.game.out != 0 && outside {
                refuse!(at, explain, DenialKind::Out, self.game.grounds.out);
            }
            // For combatants who are not asked in a window, that reason is given already.
            let unasked = at.refused && moment == Moments::default();
            let unknown = unasked || at.paused;
            if !activity.moments.meets(moment) && !unknown && !self.prepares(frame.actor) {
                refuse!(at, explain, DenialKind::Moment(moment), activity.rules);
            }
        }
        self.check_requirements(at, activity, frame, explain)
    }

    /// Returns `Some` if the actor's conditions and the activity's requirements allow it.
    fn check_requirements<E: ReasonSink>(
        self,
        at: &mut CheckState<'_>,
        activity: &Activity,
        frame: &Frame,
        explain: &mut E,
    ) -> Option<()> {
        let conditions = self.state.combatant(frame.actor).conditions;
        if conditions & activity.blocked_mask != 0 {
            for &(bits, rules) in &activity.blocked {
                if conditions & bits != 0 {
                    refuse!(at, explain, DenialKind::Barred(conditions & bits), rules);
                }
            }
        }
        if !conditions & activity.required_mask != 0 {
            for &(bits, rules) in &activity.required {
                if !conditions & bits != 0 {
                    refuse!(at, explain, DenialKind::MissingCondition(!conditions & bits), rules);
                }
            }
        }
        // A prepared declaration meets its other requirements when it is released.
        let later = self.prepares(frame.actor);
        let judged =
            |need: &&Requirement| !need.depends_on_target && (!later || need.binds_prepared);
        for need in activity.requirements.iter().filter(judged) {
            let tested = conditions & need.only_if == need.only_if;
            if tested && !self.holds(frame, need.test) {
                refuse!(at, explain, DenialKind::Need, need.rules);
            }
        }
        Some(())
    }

    /// Returns the rules by which conditions or requirements forbid a declaration, apart from
    /// target and payment.
    pub fn barring(self, declare: &Declaration) -> Vec<RulesId> {
        let activity = &self.game.activities[declare.activity.index()];
        let mut at = CheckState::of(self);
        let mut denial = Denial::default();
        self.check_requirements(&mut at, activity, &self.frame(declare), &mut denial);
        let bars = |why: DenialKind| matches!(why, DenialKind::Barred(_) | DenialKind::Need);
        let reasons = denial.reasons.into_iter().filter(|reason| bars(reason.why));
        reasons.map(|reason| reason.rules).collect()
    }

    /// Returns `Some` if the target fits.
    fn check_target<E: ReasonSink>(
        self,
        at: &mut CheckState<'_>,
        activity: &Activity,
        frame: &Frame,
        explain: &mut E,
    ) -> Option<()> {
        let board = &self.game.board;
        // Without a board, an activity aimed at a square takes no square.
        let takes_square = match activity.target {
            Target::Step => true,
            Target::Square => board.exists() || activity.by_game_master,
            _ => activity.with_square && board.exists(),
        };
        if takes_square && !board.holds(frame.square) {
            explain.reason(DenialKind::Square, self.game.grounds.target);
            return None;
        }
        let nobody = frame.target == NOBODY;
        let exists = nobody || self.state.combatants.has(frame.target);
        let wanted = match activity.target {
            Target::None | Target::Step | Target::Square => nobody,
            Target::Optional => true,
            _ => !nobody,
        };
        if !exists || !wanted {
            // No relaxed rule allows a target that does not exist. The reasons that hold for any
            // target are still collected.
            let why = if nobody { DenialKind::NoTarget } else { DenialKind::UnexpectedTarget };
            explain.reason(if exists { why } else { DenialKind::Target }, self.game.grounds.target);
            at.refused = true;
            return (exists && E::ALL).then_some(());
        }
        if !nobody && self.by_kind(activity, frame.actor) & bit(frame.target) == 0 {
            refuse!(at, explain, DenialKind::Target, self.game.grounds.target);
        }
        if self.prepares(frame.actor) {
            return Some(());
        }
        if activity.target == Target::Step {
            let mut reasons = Denial::default();
            if !self.space().may_step(frame.actor, frame.square, &mut reasons) {
                for reason in reasons.reasons {
                    refuse!(at, explain, reason.why, reason.rules);
                }
            }
        }
        for need in activity.requirements.iter().filter(|need| need.depends_on_target) {
            if !self.holds(frame, need.test) {
                refuse!(at, explain, DenialKind::Need, need.rules);
            }
        }
        Some(())
    }

    /// Returns the combatants that an activity may be aimed at by its kind of target; all
    /// combatants if the game master relaxes that rule.
    #[inline]
    pub fn targets(self, activity: &Activity, actor: CombatantId) -> CombatantSet {
        let someone = !matches!(activity.target, Target::None | Target::Step | Target::Square);
        if self.any_target() && someone {
            return self.state.everybody();
        }
        self.by_kind(activity, actor)
    }

    /// Returns true if a relaxed rule allows any target.
    #[inline]
    pub(crate) fn any_target(self) -> bool {
        !self.state.relaxed_rules.is_empty()
            && self.state.enforcement_of(self.game, self.game.grounds.target)
                != Enforcement::Enforced
    }

    fn by_kind(self, activity: &Activity, actor: CombatantId) -> CombatantSet {
        let side = self.state.combatant(actor).side();
        match activity.target {
            Target::None | Target::Step | Target::Square => 0,
            Target::Foe => self.state.hostile_to(side),
            Target::Ally => self.state.on_side(side) & !bit(actor),
            Target::Friend => self.state.on_side(side),
            Target::Other => self.state.everybody() & !bit(actor),
            Target::Any | Target::Optional => self.state.everybody(),
        }
    }

    /// Returns `Some` if the argument given is in range, with text if it requires some.
    fn check_argument<E: ReasonSink>(
        self,
        at: &mut CheckState<'_>,
        activity: &Activity,
        frame: &Frame,
        declare: &Declaration,
        explain: &mut E,
    ) -> Option<()> {
        let given = declare.argument;
        let aimed = matches!(activity.target, Target::Optional) || frame.target != NOBODY;
        let bounds_of_target = self.game.bearings[frame.activity.index()].bounds_depend_on_target;
        if at.refused && bounds_of_target && !aimed {
            return Some(());
        }
        let Some((min, max)) = self.range(activity, frame) else {
            if given.is_some() {
                let why = DenialKind::Argument { of: frame.activity, min: 0, max: 0 };
                refuse!(at, explain, why, self.game.grounds.argument);
            }
            return Some(());
        };
        let rules = activity.argument.map_or(RulesId(0), |argument| argument.rules);
        if given.is_some_and(|number| number < min || number > max) || min > max {
            refuse!(at, explain, DenialKind::Argument { of: frame.activity, min, max }, rules);
        }
        if declare.without_text && self.wants_words(activity, declare) {
            refuse!(at, explain, DenialKind::MissingText { of: frame.activity }, rules);
        }
        Some(())
    }

    /// Returns true if the declaration's argument requires text.
    #[cold]
    #[inline(never)]
    fn wants_words(self, activity: &Activity, declare: &Declaration) -> bool {
        let worded = activity.argument.and_then(|argument| argument.text_value);
        worded.is_some_and(|number| number == self.argument(declare))
    }

    /// Returns the least and greatest argument that a declaration may have.
    pub(crate) fn range(self, activity: &Activity, frame: &Frame) -> Option<(i32, i32)> {
        let argument = activity.argument.as_ref()?;
        let scope = self.scope(frame);
        Some((scope.eval(argument.min), scope.eval(argument.max)))
    }

    /// Returns the reasons why a declaration is refused, or `None` if it is legal.
    pub fn why_not(self, declare: &Declaration) -> Option<Denial> {
        let mut denial = Denial::default();
        match self.check(declare, &mut denial) {
            Some(_) => None,
            None => {
                if denial.reasons.is_empty() {
                    denial.reason(DenialKind::Unpayable, RulesId(0));
                }
                Some(denial)
            }
        }
    }
}
