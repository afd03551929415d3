//! Accelerator: cached legal actions of one combatant. They must be those `View::check` accepts.

use crate::accel::analysis::ConditionPattern;
use crate::check::View;
use crate::game::Game;
use crate::ids::{ActivityId, BitIter, CombatantId, CombatantSet, iter_bits};
use crate::limits::OPTIONS_MAX;
use crate::model::activity::Target;
use crate::model::moment::Moments;
use crate::model::sheet::Sheet;
use crate::pay::MinimumCost;
use crate::purse::SlotUses;
use crate::state::change_journal;
use crate::state::combatants::Combatant;

use super::MOMENTS;
use super::bill_cache::BillCache;
use super::change_filter::{ExactDeps, FieldSet};
use super::deps::{ALL, DepMask, OWN_PURSE, OWN_SLOT_USES, SIDES, STACK};
use super::memo::{EMPTY, ListingMemo, PackedRow, UNCACHED, UncachedList};
use super::moment_plan::MomentPlan;
use super::payment_cache::{PaymentCache, PaymentList};
use super::requirements::{RequirementCache, base};
use super::side_masks::TargetsBySide;
use super::target_cache::TargetCache;
use crate::legal::TargetSet;

/// Option, with the data that listing needs.
#[derive(Clone, Copy, Debug)]
struct Item {
    activity: ActivityId,
    /// Index of its bill.
    bill: u8,
}

/// Cached legal actions of one combatant, and their dependencies.
#[derive(Clone, Debug)]
pub(crate) struct CombatantCache {
    items: Vec<Item>,
    aims: TargetCache,
    bills: BillCache,
    needs: RequirementCache,
    /// Options whose rows depend on more than purse, room, conditions and sides. Then those
    /// dependencies, and a version that changes whenever one of them may have.
    late: u128,
    late_reads: DepMask,
    late_version: u64,
    moments: [MomentPlan; MOMENTS],
    /// Minimum costs of everything payable in the combatant's own turn.
    least: Vec<MinimumCost>,
    /// Union of the dependencies of all results.
    reads: DepMask,
    /// Changes since the last result, by moment.
    since: [DepMask; MOMENTS],
    answers: ListingMemo,
    afresh: UncachedList,
}

impl CombatantCache {
    /// Creates the cache for the activities listed; bills are numbered from `first` on.
    pub(crate) fn new(game: &Game, sheet: &Sheet, listed: &[bool], first: usize) -> CombatantCache {
        let mut memory = CombatantCache {
            items: Vec::new(),
            aims: TargetCache::new(),
            bills: BillCache::new(),
            needs: RequirementCache::default(),
            late: 0,
            late_reads: 0,
            late_version: 1,
            moments: Default::default(),
            least: Vec::new(),
            reads: 0,
            since: [ALL; MOMENTS],
            answers: ListingMemo::new(game.sheets.len(), (0, 0)),
            afresh: UncachedList::default(),
        };
        for at in 0..sheet.options.len().min(OPTIONS_MAX) {
            match listed[sheet.options[at].activity.index()] {
                true => memory.add(game, sheet, at, first),
                false => memory.add_unlisted(sheet.options[at].activity),
            }
        }
        let room = (memory.bills.len(), memory.items.len());
        memory.answers = ListingMemo::new(game.sheets.len(), room);
        memory.late_reads =
            BitIter::of(memory.late).fold(0, |all, at| all | memory.reads_of_row(at));
        memory.least = memory.bills.least(Moments::OWN_OPEN.index());
        for moment in 0..MOMENTS {
            memory.lay_out(moment);
            let MomentPlan { reads, besides, .. } = &memory.moments[moment];
            memory.reads |= besides.iter().fold(*reads, |all, (.., one)| all | one);
        }
        memory
    }

    /// Returns true if anything may be declared at a moment.
    pub(crate) fn has_any(&self, moment: usize) -> bool {
        self.moments[moment].options != 0
    }

    /// Returns true if a cheap check shows that nothing is payable in the own turn.
    #[inline(always)]
    pub(crate) fn cannot_pay(&self, one: &Combatant) -> bool {
        !self.least.iter().any(|least| least.may_afford(&one.purse, &one.slot_uses))
    }

    /// Returns the dependencies of an option's legality, besides purse, room, conditions, sides and
    /// guarded requirements.
    fn reads_of(&self, at: usize) -> DepMask {
        let own = self.needs.own_of(1 << at);
        let own = self.needs.within(&own).filter(|place| self.needs.guard(*place) == 0);
        own.fold(self.reads_of_row(at), |all, place| all | self.needs.reads(place))
    }

    /// Returns the dependencies of the row of a legal and payable option.
    fn reads_of_row(&self, at: usize) -> DepMask {
        let open = self.bills.open_of(self.items[at].bill);
        let aims = self.aims.reads(at, &self.needs);
        open.fold(aims, |all, place| all | self.needs.reads(place))
    }

    /// Returns the number of different bills.
    pub(crate) fn bill_count(&self) -> usize {
        self.bills.len()
    }

    /// Adds an option that is never listed: neither it nor its bill is checked.
    fn add_unlisted(&mut self, activity: ActivityId) {
        self.aims.pass_over();
        self.items.push(Item { activity, bill: 0 });
    }

    fn add(&mut self, game: &Game, sheet: &Sheet, at: usize, first: usize) {
        let option = &sheet.options[at];
        let activity = &game.activities[option.activity.index()];
        let bill = self.bills.add((game, sheet), at, &mut self.needs, first);
        let mut against = self.needs.add_own((game, sheet), option.activity, at);
        for bit in iter_bits(activity.blocked_mask) {
            against.push(ConditionPattern { set: 1 << bit.0, ..ConditionPattern::default() });
        }
        for bit in iter_bits(activity.required_mask) {
            against.push(ConditionPattern { clear: 1 << bit.0, ..ConditionPattern::default() });
        }
        let anywhere = activity.with_square || activity.target == Target::Square;
        let listed = !(anywhere && game.board.exists());
        for (moment, timely) in self.moments.iter_mut().enumerate() {
            let promising = sheet.payable_options.get(moment).is_none_or(|all| all >> at & 1 == 1);
            if listed && promising && activity.moments.0 >> moment & 1 == 1 {
                timely.add(at, &against);
            }
        }
        self.aims.add(game, option.activity, &mut self.needs);
        let late = self.aims.is_late(at) || self.bills.is_conditional(bill);
        self.late |= u128::from(late) << at;
        self.items.push(Item { activity: option.activity, bill });
    }

    /// Precomputes the plan of one moment.
    fn lay_out(&mut self, moment: usize) {
        let timely = &mut self.moments[moment];
        timely.lay_out(&self.needs);
        let (options, needs) = (timely.options, self.needs.own_of(timely.options));
        let conditions = timely.about | self.bills.barring(moment);
        let mut reads = OWN_PURSE | OWN_SLOT_USES | SIDES | change_journal::conditions(conditions);
        let of_options = BitIter::of(options).map(|at| (1 << at, 0, self.reads_of(at)));
        let guarded = self.needs.within(&needs).filter(|place| self.needs.guard(*place) != 0);
        let guarded = guarded.map(|place| {
            (self.needs.options_requiring(place), self.needs.guard(place), self.needs.reads(place))
        });
        let mut besides: Vec<(u128, u64, DepMask)> = Vec::new();
        for (takers, guard, classes) in of_options.chain(guarded) {
            reads |= change_journal::conditions(guard);
            match besides.iter_mut().find(|(_, one, all)| (*one, *all) == (guard, classes)) {
                Some((options, ..)) => *options |= takers,
                None => besides.push((takers, guard, classes)),
            }
        }
        besides.retain(|(.., classes)| classes & !reads != 0);
        let judged_by = self.needs.within(&needs).map(|place| self.needs.reads(place));
        let timely = &self.moments[moment];
        let judged_by =
            judged_by.fold(STACK | change_journal::conditions(timely.about), |a, b| a | b);
        let timely = &mut self.moments[moment];
        (timely.reads, timely.besides) = (reads, besides);
        timely.judged_by = judged_by;
        timely.now = ALL;
    }

    /// Clears all results, because the payments they refer to are gone.
    pub(crate) fn invalidate(&mut self) {
        self.answers.clear();
    }

    /// Invalidates what depends on some changes; `touched` are the combatants they concern.
    #[inline(always)]
    pub(crate) fn notice(&mut self, changed: DepMask, touched: CombatantSet) {
        if changed & self.reads != 0 {
            self.needs.invalidate(changed, touched);
            self.aims.invalidate(changed);
            self.bills.invalidate(changed);
            self.late_version += u64::from(changed & self.late_reads != 0);
            self.since.iter_mut().for_each(|since| *since |= changed);
        }
    }

    /// Returns the use-limits that any result depends on, with the highest relevant count.
    pub(crate) fn limits(&self) -> SlotUses {
        self.bills.limits()
    }

    /// Returns the exact dependencies of all results.
    pub(crate) fn singly(&self) -> ExactDeps {
        let moments = self.moments.iter().enumerate();
        let conditions =
            moments.fold(0, |all, (at, moment)| all | moment.about | self.bills.barring(at));
        self.needs.singly.and(ExactDeps::own(FieldSet::conditions(conditions)))
    }

    /// Returns the union of the dependencies of all results.
    pub(crate) fn reads(&self) -> DepMask {
        self.reads
    }

    /// Returns the dependencies of the last result for a moment.
    #[inline(always)]
    pub(crate) fn reads_at(&self, moment: usize) -> DepMask {
        self.moments[moment].now
    }

    /// Returns the rows of a memo entry.
    #[inline(always)]
    pub(crate) fn rows(&self, place: u16) -> &[PackedRow] {
        match usize::from(place) {
            UNCACHED => &self.afresh.rows,
            place => self.answers.rows(place),
        }
    }

    /// Returns the payments and the targets of the n-th row of a memo entry.
    #[inline(always)]
    pub(crate) fn of_row(
        &self,
        place: u16,
        (nth, row): (usize, PackedRow),
    ) -> (PaymentList, TargetSet) {
        match usize::from(place) {
            UNCACHED => self.afresh.each[nth],
            place => {
                let option = usize::from(row.option());
                (self.answers.list(place, self.items[option].bill), self.aims.of(option))
            }
        }
    }

    /// Returns the activity of an option.
    #[inline(always)]
    pub(crate) fn activity(&self, option: u8) -> ActivityId {
        self.items[usize::from(option)].activity
    }

    /// Refreshes the result for a moment; returns its memo index and declaration count.
    #[inline(always)]
    pub(crate) fn get_or_update(
        &mut self,
        view: View<'_>,
        (who, moment, setting): (CombatantId, usize, u64),
        funds: &mut PaymentCache,
        sides: &TargetsBySide,
    ) -> (u16, u32) {
        let timely = &self.moments[moment];
        self.since[moment] = timely.drop_unchanged(self.since[moment], setting);
        let (place, _) = timely.last;
        // This test comes last, because the entry is far away in memory.
        let there = || {
            usize::from(place) == EMPTY || self.answers.all[usize::from(place)].key.is_at(moment)
        };
        if self.since[moment] & timely.now == 0 && there() {
            return timely.last;
        }
        let (last, reads) = self.work_out(view, (who, moment), funds, sides);
        self.since[moment] = 0;
        let timely = &mut self.moments[moment];
        timely.setting = Some(setting);
        timely.now = timely.reads | reads;
        timely.last = last;
        last
    }

    /// Computes the result for a moment; returns its memo index, its number of declarations, and
    /// its further dependencies.
    #[inline]
    fn work_out(
        &mut self,
        view: View<'_>,
        (who, moment): (CombatantId, usize),
        funds: &mut PaymentCache,
        sides: &TargetsBySide,
    ) -> ((u16, u32), DepMask) {
        let one = view.state.combatant(who);
        let timely = &mut self.moments[moment];
        let last = timely.last;
        if self.since[moment] & timely.judged_by != 0 {
            timely.restart(view, who, &self.needs);
        }
        if timely.left == 0 {
            return ((EMPTY as u16, 0), timely.forbidden_by);
        }
        let key = self.bills.key(one, moment);
        let (place, known) = self.answers.place_of(&key);
        if !known {
            let places = (place, usize::from(last.0));
            self.bills.work_out(&mut self.answers, places, view, (who, moment), key, funds);
        }
        let mut parts = self.answers.at(place);
        let answer = &mut *parts.answer;
        let open = timely.permitted_options(answer.payable, view, who, &mut self.needs);
        // Permitted options depend on their own requirements, forbidden ones on the requirements
        // that forbid them.
        let mut reads = timely.forbidden_by;
        if open == 0 {
            return ((EMPTY as u16, 0), reads);
        }
        let same = (answer.open, answer.sides) == (open, sides.version);
        let conditions = one.conditions & timely.about;
        if !same || answer.conditions != conditions {
            answer.asked = timely.deps_of_open(open, conditions);
            answer.conditions = conditions;
        }
        reads |= answer.asked;
        if same && answer.late == self.late_version {
            return ((place as u16, answer.len), reads);
        }
        answer.late = self.late_version;
        let base = base(view, who);
        self.aims.refresh(open, (view, &base), &mut self.needs, sides);
        let (steady, late) = (open & !self.late, open & self.late);
        let fresh = if same { 0 } else { steady };
        (answer.open, answer.sides) = (open, sides.version);
        for (nth, at) in BitIter::of(fresh).enumerate() {
            let ways = parts.list(self.items[at].bill).list.len;
            parts.rows[nth] = PackedRow::row(at, ways, self.aims.count(at));
        }
        let steady = steady.count_ones() as usize;
        let mut len: u32 = parts.rows[..steady].iter().map(|row| row.len()).sum();
        for (nth, at) in BitIter::of(late).enumerate() {
            let (bill, each) = (self.items[at].bill, self.aims.count(at));
            let mut list = parts.list(bill);
            if each > 0 && self.bills.is_conditional(bill) {
                let (here, funds) = ((&base, moment), (&mut *funds, &mut self.needs));
                if let Some(now) = self.bills.list_now(bill, list, view, here, funds) {
                    parts.pay(bill.into(), now);
                    list = now;
                }
            }
            let row = PackedRow::row(at, list.list.len, each);
            parts.rows[steady + nth] = row;
            len += row.len();
        }
        parts.answer.len = len;
        ((place as u16, len), reads)
    }

    /// Returns the payments for an option at a moment, without the memo table.
    pub(crate) fn payments(
        &self,
        at: usize,
        view: View<'_>,
        here: (CombatantId, usize),
        funds: &mut PaymentCache,
    ) -> PaymentList {
        self.bills.list_afresh((self.items[at].bill, at), view, here, funds)
    }

    /// Returns the uncached list, emptied.
    pub(crate) fn afresh(&mut self) -> UncachedList {
        let mut afresh = std::mem::take(&mut self.afresh);
        afresh.clear();
        afresh
    }

    /// Stores the uncached list; returns its memo index and number of declarations.
    pub(crate) fn take(&mut self, afresh: UncachedList) -> (u16, u32) {
        self.afresh = afresh;
        (UNCACHED as u16, self.afresh.len)
    }
}
