//! What may be declared at one moment, and what one's conditions leave of it.

use crate::accel::analysis::ConditionPattern;
use crate::check::View;
use crate::ids::CombatantId;

use super::deps::{DepMask, OWN_TURN, STACK};
use super::requirements::{RequirementCache, RequirementSet, base};

/// Sets of conditions for which it is remembered what they leave; a power of two.
const KNOWN: usize = 64;

/// What some conditions leave.
#[derive(Clone, Debug, Default)]
struct ConditionResult {
    conditions: u64,
    /// Options, one bit each.
    options: u128,
    /// What else has to hold for any of them under these conditions.
    needs: RequirementSet,
}

/// What may be declared at one moment, before anything is known of the combatant.
#[derive(Clone, Debug, Default)]
pub(crate) struct MomentPlan {
    /// Options, one bit each, that may be declared then at all and are listed: those aimed at any
    /// square of a board are not.
    pub(crate) options: u128,
    /// What conditions are against which of them.
    against: Vec<(ConditionPattern, u128)>,
    /// Those conditions, and those under which other requirements are asked.
    pub(crate) about: u64,
    /// What was left by some of them, and where that is that is left now.
    known: Vec<ConditionResult>,
    place: usize,
    /// What it depends on which of its options are forbidden.
    pub(crate) judged_by: DepMask,
    /// The setting of the last answer; none = there is no answer yet.
    pub(crate) setting: Option<u64>,
    /// Options that neither conditions nor what is answered is against, as things stand; those of
    /// them judged by what else they require, and those that meet it.
    pub(crate) left: u128,
    judged: u128,
    permitted: u128,
    /// What it depends on that the others do not.
    pub(crate) forbidden_by: DepMask,
    /// What the answer depends on in any case.
    pub(crate) reads: DepMask,
    /// What it depends on besides, as long as any of some options is open and one has all of some
    /// conditions.
    pub(crate) besides: Vec<(u128, u64, DepMask)>,
    /// Place and length of the last answer.
    pub(crate) last: (u16, u32),
    /// What that depends on; anything where there is none yet.
    pub(crate) now: DepMask,
}

impl MomentPlan {
    /// Takes in an option and what conditions are against it.
    pub(crate) fn add(&mut self, at: usize, against: &[ConditionPattern]) {
        self.options |= 1 << at;
        for clause in against {
            match self.against.iter_mut().find(|(one, _)| one == clause) {
                Some((_, options)) => *options |= 1 << at,
                None => self.against.push((*clause, 1 << at)),
            }
        }
        self.about = against.iter().fold(self.about, |all, one| all | one.set | one.clear);
    }

    /// Gets ready to be asked, with all requirements that there are.
    pub(crate) fn lay_out(&mut self, needs: &RequirementCache) {
        for place in needs.within(&needs.own_of(self.options)) {
            self.about |= needs.guard(place);
        }
        let mut none = ConditionResult { needs: needs.own_of(0), ..ConditionResult::default() };
        self.work_out(&mut none, 0, needs);
        self.known = vec![none; if self.options == 0 { 1 } else { KNOWN }];
    }

    /// The place of what someone's conditions leave.
    #[inline(always)]
    fn lookup(&mut self, conditions: u64, needs: &RequirementCache) -> usize {
        let now = conditions & self.about;
        let mixed = (now ^ now >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (mixed >> 56) as usize & (self.known.len() - 1);
        if self.known[at].conditions != now {
            let mut left = std::mem::take(&mut self.known[at]);
            self.work_out(&mut left, now, needs);
            self.known[at] = left;
        }
        at
    }

    /// What of some changes since the last answer matters in a setting: in between it may have been
    /// another one.
    #[inline(always)]
    pub(crate) fn drop_unchanged(&self, since: DepMask, setting: u64) -> DepMask {
        if self.setting == Some(setting) { since & !(STACK | OWN_TURN) } else { since }
    }

    /// Judges anew, from what someone's conditions and what is answered leave.
    #[inline(always)]
    pub(crate) fn restart(&mut self, view: View<'_>, who: CombatantId, needs: &RequirementCache) {
        self.place = self.lookup(view.state.combatant(who).conditions, needs);
        self.left = self.known[self.place].options;
        (self.judged, self.permitted, self.forbidden_by) = (0, 0, 0);
        if let Some(answered) = view.state.stack.get(usize::from(view.answered())) {
            // Whatever that leaves out has requirements that read the stack.
            let me = answered.target == who;
            self.left &= view.game.sheets[who.index()].response_options(answered.activity, me);
            self.forbidden_by = STACK;
        }
    }

    /// Those of some options that are permitted.
    #[inline(always)]
    pub(crate) fn permitted_options(
        &mut self,
        options: u128,
        view: View<'_>,
        who: CombatantId,
        needs: &mut RequirementCache,
    ) -> u128 {
        let options = options & self.left;
        let open = options & !self.judged;
        if open != 0 {
            let base = base(view, who);
            let asked = &self.known[self.place].needs;
            let (permitted, failed) = needs.filter_options(asked, view, &base, open);
            self.judged |= open;
            self.permitted |= permitted;
            self.forbidden_by |= failed;
        }
        options & self.permitted
    }

    /// What the answer depends on besides what it always does, with some options open to someone
    /// with some conditions.
    #[inline(always)]
    pub(crate) fn deps_of_open(&self, open: u128, conditions: u64) -> DepMask {
        self.besides.iter().fold(0, |all, (takers, guard, asked)| {
            let matters = takers & open != 0 && conditions & guard == *guard;
            all | if matters { *asked } else { 0 }
        })
    }

    fn work_out(&self, left: &mut ConditionResult, conditions: u64, needs: &RequirementCache) {
        let met = self.against.iter().filter(|(clause, _)| clause.matches(conditions));
        left.options = met.fold(self.options, |left, (_, options)| left & !options);
        left.conditions = conditions;
        needs.asked_of(left.options, conditions, &mut left.needs);
    }
}
