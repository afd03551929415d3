//! Accelerator: options available at one moment, after filtering by the actor's conditions. It must
//! keep every option that `View::check` accepts.

use crate::accel::analysis::ConditionPattern;
use crate::check::View;
use crate::ids::CombatantId;

use super::deps::{DepMask, OWN_TURN, STACK};
use super::requirements::{RequirementCache, RequirementSet, base};

/// Cached results for sets of conditions; a power of two.
const KNOWN: usize = 64;

/// Options left under some conditions.
#[derive(Clone, Debug, Default)]
struct ConditionResult {
    conditions: u64,
    /// Options, one bit each.
    options: u128,
    /// Requirements that remain to be evaluated under these conditions.
    needs: RequirementSet,
}

/// Options available at one moment, and cached results of filtering them.
#[derive(Clone, Debug, Default)]
pub(crate) struct MomentPlan {
    /// Options listed at the moment, one bit each; those aimed at any square of a board are not.
    pub(crate) options: u128,
    /// Condition patterns, each with the options that it forbids.
    against: Vec<(ConditionPattern, u128)>,
    /// Conditions in those patterns, and those that guard requirements.
    pub(crate) about: u64,
    /// Cached results by conditions, and the index of the current one.
    known: Vec<ConditionResult>,
    place: usize,
    /// Dependencies of which options are permitted.
    pub(crate) judged_by: DepMask,
    /// Turn context key of the last result; `None` = no result yet.
    pub(crate) setting: Option<u64>,
    /// Options that neither conditions nor the activity responded to rule out; those of them
    /// evaluated so far, and those permitted.
    pub(crate) left: u128,
    judged: u128,
    permitted: u128,
    /// Dependencies of why the other options are forbidden.
    pub(crate) forbidden_by: DepMask,
    /// Dependencies of the result in any case.
    pub(crate) reads: DepMask,
    /// Further dependencies: each applies while any of its options is open and all of its
    /// conditions are present.
    pub(crate) besides: Vec<(u128, u64, DepMask)>,
    /// Memo index and length of the last result.
    pub(crate) last: (u16, u32),
    /// Dependencies of the last result; all bits if there is none yet.
    pub(crate) now: DepMask,
}

impl MomentPlan {
    /// Adds an option and the condition patterns that forbid it.
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

    /// Prepares the cache once all requirements are known.
    pub(crate) fn lay_out(&mut self, needs: &RequirementCache) {
        for place in needs.within(&needs.own_of(self.options)) {
            self.about |= needs.guard(place);
        }
        let mut none = ConditionResult { needs: needs.own_of(0), ..ConditionResult::default() };
        self.work_out(&mut none, 0, needs);
        self.known = vec![none; if self.options == 0 { 1 } else { KNOWN }];
    }

    /// Returns the index of the result for some conditions, computing it if not cached.
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

    /// Returns the changes that matter, without those of stack and turn if the setting is the same.
    #[inline(always)]
    pub(crate) fn drop_unchanged(&self, since: DepMask, setting: u64) -> DepMask {
        if self.setting == Some(setting) { since & !(STACK | OWN_TURN) } else { since }
    }

    /// Restarts from the options that conditions and the activity responded to leave.
    #[inline(always)]
    pub(crate) fn restart(&mut self, view: View<'_>, who: CombatantId, needs: &RequirementCache) {
        self.place = self.lookup(view.state.combatant(who).conditions, needs);
        self.left = self.known[self.place].options;
        (self.judged, self.permitted, self.forbidden_by) = (0, 0, 0);
        if let Some(answered) = view.state.stack.get(usize::from(view.answered())) {
            // The options left out have requirements that read the stack.
            let me = answered.target == who;
            self.left &= view.game.sheets[who.index()].response_options(answered.activity, me);
            self.forbidden_by = STACK;
        }
    }

    /// Returns the options in a set that are permitted.
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

    /// Returns the further dependencies with some options open under some conditions.
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
