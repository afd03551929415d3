//! Accelerator: cached bills of one combatant's options and the payments for each. Payments must be
//! those that `pay::search` finds. They stay valid until a dependency changes.

use crate::check::View;
use crate::decision::Declaration;
use crate::game::Game;
use crate::ids::{CombatantId, iter_bits};
use crate::model::moment::Moments;
use crate::model::sheet::Sheet;
use crate::pay::MinimumCost;
use crate::purse::{LANES, Purse, SlotUses};
use crate::state::combatants::Combatant;

use super::MOMENTS;
use super::deps::DepMask;
use super::memo::ListingMemo;
use super::payment_cache::{PaymentCache, PaymentDeps, PaymentList, mix};
use super::payment_lists::AvailablePayments;
use super::requirements::RequirementCache;
use crate::state::Frame;

/// Options with the same bill and the same use-limits.
#[derive(Clone, Debug)]
struct BillGroup {
    /// Number of the bill among those of all combatants.
    number: u16,
    /// First option with this bill.
    option: u8,
    /// Options with this bill, one bit each.
    options: u128,
    relevant: [PaymentDeps; MOMENTS],
    /// Minimum cost by moment.
    prospects: [MinimumCost; MOMENTS],
    /// Alternatives with a condition: index, and requirement that must hold.
    open: Vec<(u8, u16)>,
}

/// Memo key of payments: everything that payments depend on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PaymentKey {
    purse: Purse,
    room: SlotUses,
    conditions: u64,
    /// Moment plus 1; 0 = empty key.
    moment: u64,
}

/// Cached bills of one combatant.
#[derive(Clone, Debug)]
pub(crate) struct BillCache {
    all: Vec<BillGroup>,
    /// Union of the dependencies of all payments, by moment.
    relevant: [PaymentDeps; MOMENTS],
    /// Alternatives that can be chosen now, one bit each, and bills for which they are known.
    open: Vec<u16>,
    known: u128,
    /// Bills whose alternatives depend on each class, and the union of these classes.
    readers: [u128; 64],
    read: DepMask,
}

impl BillCache {
    /// Creates a cache without bills.
    pub(crate) fn new() -> BillCache {
        BillCache {
            all: Vec::new(),
            relevant: Default::default(),
            open: Vec::new(),
            known: 0,
            readers: [0; 64],
            read: 0,
        }
    }

    /// Returns the number of bills.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the different minimum costs of all bills at a moment.
    pub(crate) fn least(&self, moment: usize) -> Vec<MinimumCost> {
        let mut least: Vec<MinimumCost> = Vec::new();
        for bill in &self.all {
            let one = bill.prospects[moment];
            if !least.contains(&one) {
                least.push(one);
            }
        }
        least
    }

    /// Adds an option and returns the index of its bill; bills are numbered from `first`.
    pub(crate) fn add(
        &mut self,
        (game, sheet): (&Game, &Sheet),
        at: usize,
        needs: &mut RequirementCache,
        first: usize,
    ) -> u8 {
        let option = &sheet.options[at];
        let activity = &game.activities[option.activity.index()];
        let same = |bill: &BillGroup| {
            let other = &sheet.options[bill.option as usize];
            let gates = game.activities[other.activity.index()].opens_gates;
            let (one, two) = (game.bill(other.bill).iter(), game.bill(option.bill).iter());
            bill.open.is_empty()
                && (other.fill, gates) == (option.fill, activity.opens_gates)
                && one.map(|one| &one.units).eq(two.map(|two| &two.units))
        };
        let when = game.bill(option.bill).iter().enumerate();
        let when = when.filter_map(|(nth, one)| Some((nth as u8, one.open?)));
        let open: Vec<(u8, u16)> =
            when.map(|(nth, test)| (nth, needs.add(game, option.activity, test))).collect();
        // Bills with conditional alternatives are not shared: their conditions may depend on the
        // argument of the activity.
        let known = self.all.iter().position(same).filter(|_| open.is_empty());
        let bill = known.unwrap_or_else(|| {
            let relevant = PaymentDeps::of(game, sheet, option);
            for (all, one) in self.relevant.iter_mut().zip(&relevant) {
                all.add(one);
            }
            let reads = open.iter().fold(0, |all, (_, test)| all | needs.reads(*test));
            self.read |= reads;
            for class in iter_bits(reads) {
                self.readers[class.index()] |= 1 << self.all.len();
            }
            self.open.push(!0);
            self.all.push(BillGroup {
                number: (first + self.all.len()) as u16,
                option: at as u8,
                options: 0,
                relevant,
                prospects: std::array::from_fn(|at| game.prospect(sheet, option, at as u32)),
                open,
            });
            self.all.len() - 1
        });
        self.all[bill].options |= 1 << at;
        bill as u8
    }

    /// Returns true if some alternatives of a bill have a condition.
    pub(crate) fn is_conditional(&self, at: u8) -> bool {
        !self.all[usize::from(at)].open.is_empty()
    }

    /// Returns the conditions that block any payment at a moment.
    pub(crate) fn barring(&self, moment: usize) -> u64 {
        self.relevant[moment].conditions
    }

    /// Returns the requirements that decide which alternatives of a bill can be chosen.
    pub(crate) fn open_of(&self, at: u8) -> impl Iterator<Item = u16> {
        self.all[usize::from(at)].open.iter().map(|(_, place)| *place)
    }

    /// Computes the payments for all bills into the entry at `place`; unchanged ones are copied
    /// from the entry at `last`.
    #[inline(never)]
    pub(crate) fn work_out(
        &self,
        answers: &mut ListingMemo,
        (place, last): (usize, usize),
        view: View<'_>,
        (who, moment): (CombatantId, usize),
        key: PaymentKey,
        funds: &mut PaymentCache,
    ) {
        let sheet = &view.game.sheets[who.index()];
        let before = answers.all[last].key;
        let new = place == last || before.moment != key.moment;
        let mut payable = if new { 0 } else { answers.all[last].payable };
        if !new {
            answers.pay_like(place, last);
        }
        let means = view.payment_limits(who, Moments(1 << moment));
        let mut parts = answers.at(place);
        for (at, bill) in self.all.iter().enumerate() {
            let relevant = &bill.relevant[moment];
            if !new && !key.differs(&before, relevant) {
                continue;
            }
            let hope = bill.prospects[moment].may_afford(&key.purse, &key.room);
            let mut list = PaymentList::default();
            if hope && bill.open.is_empty() {
                let option = &sheet.options[usize::from(bill.option)];
                let key = (bill.number, moment, !0);
                list = funds.find(view, who, option, key, relevant, &means);
            }
            parts.pay(at, AvailablePayments { list, alternatives: 0 });
            let some = hope && !bill.open.is_empty() || list.len > 0;
            payable = payable & !bill.options | if some { bill.options } else { 0 };
        }
        let answer = parts.answer;
        (answer.key, answer.payable, answer.open) = (key, payable, 0);
        funds.request_reset(answers.is_full());
    }

    /// Drops known alternatives that depend on a change.
    #[inline(always)]
    pub(crate) fn invalidate(&mut self, changed: DepMask) {
        let stale = iter_bits(changed & self.read)
            .fold(0, |all, class| all | self.readers[class.index() % 64]);
        self.known &= !stale;
    }

    /// Returns the alternatives of a bill that can be chosen now, one bit each.
    #[inline(always)]
    fn available_alternatives(
        &mut self,
        at: u8,
        view: View<'_>,
        base: &Frame,
        needs: &mut RequirementCache,
    ) -> u16 {
        let at = usize::from(at);
        if self.known >> at & 1 == 0 {
            let shut = self.all[at]
                .open
                .iter()
                .filter(|(_, test)| !needs.holds_untargeted(*test, view, base));
            self.open[at] = shut.fold(!0, |open, (nth, _)| open & !(1 << nth));
            self.known |= 1 << at;
        }
        self.open[at]
    }

    /// Returns the payments for a bill with conditional alternatives; `None` if those in `before`
    /// are for the same alternatives.
    #[inline]
    pub(crate) fn list_now(
        &mut self,
        at: u8,
        before: AvailablePayments,
        view: View<'_>,
        (base, moment): (&Frame, usize),
        (funds, needs): (&mut PaymentCache, &mut RequirementCache),
    ) -> Option<AvailablePayments> {
        let open = self.available_alternatives(at, view, base, needs);
        if before.alternatives == open {
            return None;
        }
        let bill = &self.all[usize::from(at)];
        let who = base.actor;
        let means = view.payment_limits(who, Moments(1 << moment));
        let option = &view.game.sheets[who.index()].options[usize::from(bill.option)];
        let (key, relevant) = ((bill.number, moment, open), &bill.relevant[moment]);
        let list = funds.find(view, who, option, key, relevant, &means);
        Some(AvailablePayments { list, alternatives: open })
    }

    /// Returns the payments for an option with a bill, without cached alternatives.
    pub(crate) fn list_afresh(
        &self,
        (at, option): (u8, usize),
        view: View<'_>,
        (who, moment): (CombatantId, usize),
        funds: &mut PaymentCache,
    ) -> PaymentList {
        let bill = &self.all[usize::from(at)];
        let option = &view.game.sheets[who.index()].options[option];
        let open = view.open(&Declaration::new(who, option.activity), option);
        let means = view.payment_limits(who, Moments(1 << moment));
        let (key, relevant) = ((bill.number, moment, open), &bill.relevant[moment]);
        funds.find(view, who, option, key, relevant, &means)
    }

    /// Returns the most that any payment at any moment fills of each slot.
    pub(crate) fn limits(&self) -> SlotUses {
        self.relevant.iter().fold(SlotUses::default(), |all, one| all.slotwise_max(&one.room))
    }

    /// Returns the memo key for the current state of a combatant.
    #[inline(always)]
    pub(crate) fn key(&self, one: &Combatant, moment: usize) -> PaymentKey {
        let relevant = &self.relevant[moment];
        PaymentKey {
            purse: one.purse.lanewise_min(&relevant.purse),
            room: one.slot_uses.slotwise_min(&relevant.room),
            conditions: one.conditions & relevant.conditions,
            moment: moment as u64 + 1,
        }
    }
}

impl PaymentKey {
    /// Returns true if both keys are equal.
    #[inline(always)]
    pub(crate) fn is(&self, key: &PaymentKey) -> bool {
        let (one, other) = (self.words(), key.words());
        one.iter().zip(other).fold(0, |all, (one, other)| all | one ^ other) == 0
    }

    /// Returns true if the key is for a moment.
    #[inline(always)]
    pub(crate) fn is_at(&self, moment: usize) -> bool {
        self.moment == moment as u64 + 1
    }

    fn words(&self) -> [u64; LANES / 8 + 4] {
        let [a, b, c, d] = self.purse.words();
        [a, b, c, d, self.room.single, self.room.counted, self.conditions, self.moment]
    }

    /// Returns the key of a combatant with some conditions that holds nothing.
    #[cfg(test)]
    pub(crate) fn under(conditions: u64) -> PaymentKey {
        PaymentKey { conditions, moment: 1, ..PaymentKey::default() }
    }

    /// Returns a hash of the key.
    #[inline(always)]
    pub(crate) fn mix(&self) -> u64 {
        mix(&self.purse, &self.room, self.conditions, self.moment << 40)
    }

    /// Returns true if the keys differ in something that payments depend on.
    #[inline(always)]
    fn differs(&self, other: &PaymentKey, relevant: &PaymentDeps) -> bool {
        self.purse.differs_in(&other.purse, &relevant.purse)
            || self.room.differs_in(&other.room, &relevant.room)
            || (self.conditions ^ other.conditions) & relevant.conditions != 0
    }
}
