//! Checking a declaration: one meaning, two instantiations.
//!
//! With [`Denial`] as the explainer every reason is collected; with [`Verdict`] checking stops at
//! the first and compiles down to the tests alone. Listing what is legal goes through the same
//! functions, so that the list and the check cannot disagree.

mod ending;
mod listing;
mod paying;
mod view;

use crate::activity::{Activity, Need, Target};
use crate::decision::{Decision, Declare};
use crate::denial::{Denial, Explain, Why};
use crate::ids::{CombatantId, Mask, NOBODY, RulesId, bit};
use crate::moment::Moments;
use crate::pay::Payment;
use crate::state::{Dial, Frame, PREPARED_MAX, STACK_MAX};

pub use view::View;

/// Takes one reason in. Returns true when checking may stop.
macro_rules! refuse {
    ($view:expr, $explain:expr, $why:expr, $rules:expr) => {{
        let (why, rules): (Why, RulesId) = ($why, $rules);
        match $view.strictness(rules) {
            Dial::Off | Dial::Warn => {}
            Dial::Forbid => {
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

struct Checking<'a> {
    view: View<'a>,
    refused: bool,
}

impl Checking<'_> {
    #[inline(always)]
    fn strictness(&self, rules: RulesId) -> Dial {
        let state = self.view.state;
        if state.dial.is_empty() { Dial::Forbid } else { state.dialled(self.view.game, rules) }
    }
}

impl<'a> View<'a> {
    /// Checks a declaration; gives the payment that would be made.
    pub fn check<E: Explain>(self, declare: &Declare, explain: &mut E) -> Option<Payment> {
        let grounds = &self.game.grounds;
        let mut at = Checking { view: self, refused: false };
        if !self.state.combatants.has(declare.actor)
            || declare.activity.index() >= self.game.activities.len()
        {
            explain.reason(Why::Unknown, grounds.unknown);
            return None;
        }
        let activity = &self.game.activities[declare.activity.index()];
        self.timely(&mut at, activity.by_game_master, declare.actor, explain)?;
        let moment = self.state.moment(declare.actor);
        let frame = self.frame(declare);
        self.reachable(&mut at, activity, &frame, explain)?;
        self.measured(&mut at, activity, &frame, declare, explain)?;
        if activity.by_game_master {
            self.permitted(&mut at, activity, &frame, moment, explain)?;
            return (!at.refused).then_some(Payment::NONE);
        }
        let sheet = self.sheet(declare.actor);
        let position = sheet.option(declare.activity);
        if position.is_none() {
            explain.reason(Why::Unknown, activity.rules);
            if !E::ALL {
                return None;
            }
        }
        self.permitted(&mut at, activity, &frame, moment, explain)?;
        let option = &sheet.options[position?];
        let payment = self.paid(&mut at, &sheet, option, activity, declare, explain)?;
        (!at.refused).then_some(payment)
    }

    /// Whether the encounter waits for declarations of this kind from this combatant.
    fn timely<E: Explain>(
        self,
        at: &mut Checking<'_>,
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
                    refuse!(at, explain, Why::NotAsked, grounds.waiting);
                }
            }
            Decision::Offer(_, asked) | Decision::Seal(asked) => {
                if asked & bit(actor) == 0 {
                    // A window of one's own cannot be opened to others by a dial.
                    explain.reason(Why::NotAsked, grounds.waiting);
                    if !E::ALL {
                        return None;
                    }
                    at.refused = true;
                }
            }
            waiting => {
                explain.reason(Why::OtherDecision, RulesId(0));
                if state.stack.last().is_some_and(|frame| frame.instant) {
                    explain.reason(Why::Locked, grounds.locked);
                }
                // What stands against an answer besides that the dice come first is worth knowing:
                // nobody is asked who has none.
                if !E::ALL || matches!(waiting, Decision::Begin | Decision::Over) {
                    return None;
                }
                at.refused = true;
            }
        }
        if state.stack.len() >= STACK_MAX {
            explain.reason(Why::StackFull, RulesId(0));
            return None;
        }
        let own = |frame: &&Frame| frame.actor == actor;
        if state.prepared.len() >= PREPARED_MAX
            && !by_game_master
            && self.prepares(actor)
            && state.prepared.iter().filter(own).count() >= PREPARED_MAX
        {
            explain.reason(Why::PreparedFull, grounds.prepare);
            return None;
        }
        Some(())
    }

    /// Whether what was prepared is still possible.
    pub(crate) fn holds_still(self, frame: &Frame) -> bool {
        let Some(activity) = self.game.activities.get(frame.activity.index()) else { return true };
        let mut at = Checking { view: self, refused: false };
        let verdict = &mut crate::denial::Verdict;
        self.reachable(&mut at, activity, frame, verdict).is_some()
            && self.allowed(&mut at, activity, frame, verdict).is_some()
            && !self.stays_in_passing(frame)
    }

    /// Whether the actor may do this at all, whatever pays for it and at whomever it is aimed.
    fn permitted<E: Explain>(
        self,
        at: &mut Checking<'_>,
        activity: &Activity,
        frame: &Frame,
        moment: Moments,
        explain: &mut E,
    ) -> Option<()> {
        let conditions = self.state.combatant(frame.actor).conditions;
        if !activity.by_game_master {
            let outside = self.state.window.named.is_none();
            if conditions & self.game.out != 0 && outside {
                refuse!(at, explain, Why::Out, self.game.grounds.out);
            }
            // Of those who are not asked in a window that has been said already.
            let unasked = at.refused && moment == Moments::default();
            if !activity.moments.meets(moment) && !unasked && !self.prepares(frame.actor) {
                refuse!(at, explain, Why::Moment(moment), activity.rules);
            }
        }
        self.allowed(at, activity, frame, explain)
    }

    /// Whether the actor's conditions and the activity's requirements allow it.
    fn allowed<E: Explain>(
        self,
        at: &mut Checking<'_>,
        activity: &Activity,
        frame: &Frame,
        explain: &mut E,
    ) -> Option<()> {
        let conditions = self.state.combatant(frame.actor).conditions;
        if conditions & activity.barred_by != 0 {
            for &(bits, rules) in &activity.barred {
                if conditions & bits != 0 {
                    refuse!(at, explain, Why::Barred(conditions & bits), rules);
                }
            }
        }
        if !conditions & activity.requires != 0 {
            for &(bits, rules) in &activity.required {
                if !conditions & bits != 0 {
                    refuse!(at, explain, Why::Lacks(!conditions & bits), rules);
                }
            }
        }
        // What is prepared meets the rest when it is done.
        let later = self.prepares(frame.actor);
        let judged = |need: &&Need| !need.of_target && (!later || need.binds_prepared);
        for need in activity.needs.iter().filter(judged) {
            let tested = conditions & need.guard == need.guard;
            if tested && !self.holds(frame, need.test) {
                refuse!(at, explain, Why::Need, need.rules);
            }
        }
        Some(())
    }

    /// Returns the rules by which conditions or circumstances keep someone from a declaration,
    /// whatever its target and its payment.
    pub fn barring(self, declare: &Declare) -> Vec<RulesId> {
        let activity = &self.game.activities[declare.activity.index()];
        let mut at = Checking { view: self, refused: false };
        let mut denial = Denial::default();
        self.allowed(&mut at, activity, &self.frame(declare), &mut denial);
        let bars = |why: Why| matches!(why, Why::Barred(_) | Why::Need);
        let reasons = denial.reasons.into_iter().filter(|reason| bars(reason.why));
        reasons.map(|reason| reason.rules).collect()
    }

    /// Whether the target fits.
    fn reachable<E: Explain>(
        self,
        at: &mut Checking<'_>,
        activity: &Activity,
        frame: &Frame,
        explain: &mut E,
    ) -> Option<()> {
        let board = &self.game.board;
        // Without a board, what is aimed at a square is done wherever one is.
        let takes_square = match activity.target {
            Target::Step => true,
            Target::Square => board.exists() || activity.by_game_master,
            _ => activity.with_square && board.exists(),
        };
        if takes_square && !board.holds(frame.square) {
            explain.reason(Why::Square, self.game.grounds.target);
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
            // No dial makes sense of a target that is not there. What else stands against it, with
            // whatever target, is worth knowing.
            let why = if nobody { Why::NoTarget } else { Why::NoneWanted };
            explain.reason(if exists { why } else { Why::Target }, self.game.grounds.target);
            at.refused = true;
            return (exists && E::ALL).then_some(());
        }
        if !nobody && self.by_kind(activity, frame.actor) & bit(frame.target) == 0 {
            refuse!(at, explain, Why::Target, self.game.grounds.target);
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
        for need in activity.needs.iter().filter(|need| need.of_target) {
            if !self.holds(frame, need.test) {
                refuse!(at, explain, Why::Need, need.rules);
            }
        }
        Some(())
    }

    /// Everybody an activity of this actor may be aimed at by its kind of target; anyone at all
    /// where the dial relaxes that.
    #[inline]
    pub fn targets(self, activity: &Activity, actor: CombatantId) -> Mask {
        let someone = !matches!(activity.target, Target::None | Target::Step | Target::Square);
        if self.any_target() && someone {
            return self.state.everybody();
        }
        self.by_kind(activity, actor)
    }

    /// Whether the dial lets anyone be a target.
    #[inline]
    pub(crate) fn any_target(self) -> bool {
        !self.state.dial.is_empty()
            && self.state.dialled(self.game, self.game.grounds.target) != Dial::Forbid
    }

    fn by_kind(self, activity: &Activity, actor: CombatantId) -> Mask {
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

    /// Whether the number given is in range, and what it stands for is said.
    fn measured<E: Explain>(
        self,
        at: &mut Checking<'_>,
        activity: &Activity,
        frame: &Frame,
        declare: &Declare,
        explain: &mut E,
    ) -> Option<()> {
        let given = declare.argument;
        let aimed = matches!(activity.target, Target::Optional) || frame.target != NOBODY;
        let bounds_of_target = self.game.bearings[frame.activity.index()].bounds_of_target;
        if at.refused && bounds_of_target && !aimed {
            return Some(());
        }
        let Some((min, max)) = self.range(activity, frame) else {
            if given.is_some() {
                let why = Why::Argument { of: frame.activity, min: 0, max: 0 };
                refuse!(at, explain, why, self.game.grounds.argument);
            }
            return Some(());
        };
        let rules = activity.argument.map_or(RulesId(0), |argument| argument.rules);
        if given.is_some_and(|number| number < min || number > max) || min > max {
            refuse!(at, explain, Why::Argument { of: frame.activity, min, max }, rules);
        }
        if declare.wordless && self.wants_words(activity, declare) {
            refuse!(at, explain, Why::Wordless { of: frame.activity }, rules);
        }
        Some(())
    }

    /// Whether the number that goes with a declaration stands for words.
    #[cold]
    #[inline(never)]
    fn wants_words(self, activity: &Activity, declare: &Declare) -> bool {
        let worded = activity.argument.and_then(|argument| argument.worded);
        worded.is_some_and(|number| number == self.argument(declare))
    }

    /// Least and greatest number that may go with a declaration.
    pub(crate) fn range(self, activity: &Activity, frame: &Frame) -> Option<(i32, i32)> {
        let argument = activity.argument.as_ref()?;
        let scope = self.scope(frame);
        Some((scope.value(argument.min), scope.value(argument.max)))
    }

    /// Why a declaration is refused, or `None` if it is not.
    pub fn why_not(self, declare: &Declare) -> Option<Denial> {
        let mut denial = Denial::default();
        match self.check(declare, &mut denial) {
            Some(_) => None,
            None => {
                if denial.reasons.is_empty() {
                    denial.reason(Why::Unpayable, RulesId(0));
                }
                Some(denial)
            }
        }
    }
}
