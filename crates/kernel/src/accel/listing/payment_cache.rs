//! Accelerator: cache of payments, shared by all combatants with equal recipes. It must return what
//! `pay::search` finds.
//!
//! Payments depend on few lanes, slots and conditions, and never on more than they can spend. The
//! key holds exactly that.

use crate::check::View;
use crate::decision::Declaration;
use crate::game::Game;
use crate::ids::CombatantId;
use crate::model::sheet::{ActionOption, Sheet};
use crate::pay::{self, CandidateBits, Payment, PaymentLimits};
use crate::purse::{AMOUNT_MAX, LANES, Purse, SlotUses};

use super::MOMENTS;

/// Cached payment lists; a power of two.
const ANSWERS: usize = 2048;
/// Payments kept before the cache is cleared.
const PAYMENTS: usize = 8192;

/// Dependencies of a bill's payments at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PaymentDeps {
    /// Most that any payment can spend of each lane; the maximum where all may be spent.
    pub(crate) purse: Purse,
    /// Most that any payment fills of each slot.
    pub(crate) room: SlotUses,
    /// Conditions that block any recipe.
    pub(crate) conditions: u64,
}

/// Payments for one option: a set of candidates, or a range of stored payments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PaymentList {
    set: CandidateBits,
    /// First payment of the range; [`A_SET`] if it is a set.
    from: u32,
    pub(crate) len: u16,
}

const A_SET: u32 = u32::MAX;

impl PaymentList {
    /// Returns a hash of the list.
    pub(crate) fn mix(&self) -> u64 {
        let [first, second] = self.set;
        first ^ second.rotate_left(32) ^ u64::from(self.from) << 16 ^ u64::from(self.len) << 48
    }
}

impl Default for PaymentList {
    fn default() -> PaymentList {
        PaymentList { set: CandidateBits::default(), from: A_SET, len: 0 }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct FundsKey {
    purse: Purse,
    room: SlotUses,
    conditions: u64,
    /// Number of the bill, and the moment plus 1; 0 = empty entry.
    bill: u16,
    moment: u16,
    /// Alternatives that can be chosen, one bit each.
    open: u16,
}

/// Cached payments by bill and means.
#[derive(Clone, Debug)]
pub(crate) struct PaymentCache {
    answers: Vec<(FundsKey, PaymentList)>,
    payments: Vec<Payment>,
    scratch: Vec<Payment>,
    /// Whether another table is full of references to payments.
    crowded: bool,
}

impl PaymentCache {
    pub(crate) fn new() -> PaymentCache {
        PaymentCache {
            answers: vec![Default::default(); ANSWERS],
            // Large enough not to grow during play, unless purses are very rich.
            payments: Vec::with_capacity(PAYMENTS + 2048),
            scratch: Vec::with_capacity(64),
            crowded: false,
        }
    }

    /// Returns true if the cache must be cleared before the next refresh.
    pub(crate) fn is_full(&self) -> bool {
        self.crowded || self.payments.len() > PAYMENTS
    }

    /// Requests a reset before the next refresh if another table is full.
    pub(crate) fn request_reset(&mut self, crowded: bool) {
        self.crowded |= crowded;
    }

    /// Clears the cache.
    pub(crate) fn clear(&mut self) {
        self.payments.clear();
        self.crowded = false;
        self.answers.fill(Default::default());
    }

    /// Returns the n-th payment of a list for an option, cheapest first.
    #[inline]
    pub(crate) fn nth(
        &self,
        game: &Game,
        (who, option): (CombatantId, usize),
        list: PaymentList,
        nth: usize,
    ) -> Payment {
        if list.from != A_SET {
            return self.payments[list.from as usize + nth];
        }
        let sheet = &game.sheets[who.index()];
        let option = &sheet.options[option];
        let found = pay::nth_small(game.payment_tables(who), option.bill, list.set, nth);
        let mut payment = found.unwrap_or(Payment::NONE);
        payment.fill = payment.fill.plus(&option.fill).unwrap_or(payment.fill);
        payment
    }

    /// Returns the payments for an option at a moment, with the option's own use-limits.
    #[inline]
    pub(crate) fn find(
        &mut self,
        view: View<'_>,
        who: CombatantId,
        option: &ActionOption,
        (bill, moment, open): (u16, usize, u16),
        relevant: &PaymentDeps,
        means: &PaymentLimits,
    ) -> PaymentList {
        if let Some(set) = view.candidate_bits(who, means, option) {
            // This is as fast as a lookup.
            let len = set[0].count_ones() + set[1].count_ones();
            return PaymentList { set, from: A_SET, len: len as u16 };
        }
        let one = view.state.combatant(who);
        let key = FundsKey {
            purse: one.purse.lanewise_min(&relevant.purse),
            room: one.slot_uses.slotwise_min(&relevant.room),
            conditions: one.conditions & relevant.conditions,
            bill,
            moment: moment as u16 + 1,
            open,
        };
        let place = key.place();
        let (known, list) = self.answers[place];
        if known == key {
            return list;
        }
        let list = self.work_out(view, who, option);
        self.answers[place] = (key, list);
        list
    }

    /// Computes the payments for an option without caching them by key.
    pub(crate) fn work_out(
        &mut self,
        view: View<'_>,
        who: CombatantId,
        option: &ActionOption,
    ) -> PaymentList {
        view.payments(&Declaration::new(who, option.activity), option, &mut self.scratch);
        let from = self.payments.len() as u32;
        self.payments.extend_from_slice(&self.scratch);
        PaymentList { set: CandidateBits::default(), from, len: self.scratch.len() as u16 }
    }
}

/// Hashes what payments depend on; all bits affect the uppermost ones.
#[inline(always)]
pub(crate) fn mix(purse: &Purse, room: &SlotUses, conditions: u64, rest: u64) -> u64 {
    let slots = room.single.rotate_left(7) ^ room.counted.rotate_left(29);
    let mixed = purse.mix() ^ slots ^ conditions.rotate_left(13) ^ rest;
    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the bucket of a hash, from its uppermost bits, which depend on all of it. The count is a
/// power of two; the result is the same whether addresses have 32 or 64 bits.
#[inline(always)]
pub(super) fn bucket_of(hash: u64, count: usize) -> usize {
    (hash >> ((count as u64).leading_zeros() + 1)) as usize
}

impl FundsKey {
    #[inline(always)]
    fn place(&self) -> usize {
        let (bill, open) = (u64::from(self.bill) << 20, u64::from(self.open) << 4);
        let rest = bill ^ open ^ u64::from(self.moment) << 40;
        let mixed = mix(&self.purse, &self.room, self.conditions, rest);
        bucket_of(mixed, ANSWERS)
    }
}

impl PaymentDeps {
    /// Returns the dependencies of an option's payments, by moment.
    pub(crate) fn of(game: &Game, sheet: &Sheet, option: &ActionOption) -> [PaymentDeps; MOMENTS] {
        let gates = game.activities[option.activity.index()].opens_gates;
        std::array::from_fn(|moment| {
            let mut relevant = PaymentDeps { room: option.fill, ..PaymentDeps::default() };
            for alternative in game.bill(option.bill) {
                let mut most = [0; LANES];
                let mut room = option.fill;
                for unit in &alternative.units {
                    let recipes = sheet.recipes_of(*unit).iter();
                    let usable = recipes
                        .filter(|one| one.moments.0 >> moment & 1 == 1 && one.gates & !gates == 0);
                    let mut of_unit = [0; LANES];
                    let mut filled = SlotUses::default();
                    for recipe in usable {
                        filled = filled.slotwise_max(&recipe.fill);
                        relevant.conditions |= recipe.blocked_by;
                        for (lane, amount) in recipe.spend.lanes() {
                            let amount = if recipe.spends_all { AMOUNT_MAX } else { amount };
                            of_unit[lane] = amount.max(of_unit[lane]);
                        }
                    }
                    most.iter_mut().zip(of_unit).for_each(|(sum, most)| *sum += most);
                    room = room.plus_clamped(&filled);
                }
                relevant.room = relevant.room.slotwise_max(&room);
                for (lane, most) in most.into_iter().enumerate() {
                    relevant.purse.set(lane, most.max(relevant.purse.get(lane)));
                }
            }
            relevant
        })
    }

    /// Adds the dependencies of other payments.
    pub(crate) fn add(&mut self, other: &PaymentDeps) {
        for (lane, most) in other.purse.lanes() {
            self.purse.set(lane, most.max(self.purse.get(lane)));
        }
        self.room = self.room.slotwise_max(&other.room);
        self.conditions |= other.conditions;
    }
}
