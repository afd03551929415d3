//! Payments known already, shared by everyone with the same ways to pay.
//!
//! What a bill can be paid with depends on a few lanes, slots and conditions only, and holding more
//! than could ever be spent changes nothing. Payments are remembered by exactly that.

use crate::check::View;
use crate::decision::Declaration;
use crate::game::Game;
use crate::ids::CombatantId;
use crate::pay::{self, CandidateBits, Payment, PaymentLimits};
use crate::purse::{AMOUNT_MAX, LANES, Purse, SlotUses};
use crate::sheet::{ActionOption, Sheet};

use super::MOMENTS;

/// Answers remembered; a power of two.
const ANSWERS: usize = 2048;
/// Payments kept before starting afresh.
const PAYMENTS: usize = 8192;

/// What a bill's payments depend on at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PaymentDeps {
    /// For each lane the most that any payment can spend; all there is where that may be spent.
    pub(crate) purse: Purse,
    /// For each slot the most that any payment fills of it.
    pub(crate) room: SlotUses,
    /// Conditions that bar any way of paying.
    pub(crate) conditions: u64,
}

/// Payments for one option: a small set, or so many in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PaymentList {
    set: CandidateBits,
    /// The first in the row; [`A_SET`] if it is a set.
    from: u32,
    pub(crate) len: u16,
}

const A_SET: u32 = u32::MAX;

impl PaymentList {
    /// A mix of what tells it from others.
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
    /// Whose bill, and the moment from 1 on; 0 = nothing is known here.
    bill: u16,
    moment: u16,
    /// Alternatives that can be chosen, one bit each.
    open: u16,
}

/// Payments by bill and means.
#[derive(Clone, Debug)]
pub(crate) struct PaymentCache {
    answers: Vec<(FundsKey, PaymentList)>,
    payments: Vec<Payment>,
    scratch: Vec<Payment>,
    /// There is too much elsewhere that speaks of them.
    crowded: bool,
}

impl PaymentCache {
    pub(crate) fn new() -> PaymentCache {
        PaymentCache {
            answers: vec![Default::default(); ANSWERS],
            // Room enough never to need more while playing, unless purses are very rich.
            payments: Vec::with_capacity(PAYMENTS + 2048),
            scratch: Vec::with_capacity(64),
            crowded: false,
        }
    }

    /// Whether there are so many payments that everything has to be forgotten before the next look.
    pub(crate) fn is_full(&self) -> bool {
        self.crowded || self.payments.len() > PAYMENTS
    }

    /// Has everything forgotten before the next look, if there is too much that speaks of payments.
    pub(crate) fn request_reset(&mut self, crowded: bool) {
        self.crowded |= crowded;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.payments.clear();
        self.crowded = false;
        self.answers.fill(Default::default());
    }

    /// The n-th payment of a list for an option, the cheapest first.
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
        let found = pay::nth_small(sheet, option.bill, list.set, nth);
        let mut payment = found.unwrap_or(Payment::NONE);
        payment.fill = payment.fill.plus(&option.fill).unwrap_or(payment.fill);
        payment
    }

    /// The payments for an option of someone at a moment, with the use-limits of the option itself.
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
            // As quick as a look-up would be.
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

    /// The payments for an option of someone, without remembering what for.
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

/// Mixes what payments depend on: all bits of all of it bear on the uppermost ones.
#[inline(always)]
pub(crate) fn mix(purse: &Purse, room: &SlotUses, conditions: u64, rest: u64) -> u64 {
    let slots = room.single.rotate_left(7) ^ room.counted.rotate_left(29);
    let mixed = purse.mix() ^ slots ^ conditions.rotate_left(13) ^ rest;
    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl FundsKey {
    #[inline(always)]
    fn place(&self) -> usize {
        let (bill, open) = (u64::from(self.bill) << 20, u64::from(self.open) << 4);
        let rest = bill ^ open ^ u64::from(self.moment) << 40;
        let mixed = mix(&self.purse, &self.room, self.conditions, rest);
        (mixed >> (ANSWERS.leading_zeros() + 1)) as usize
    }
}

impl PaymentDeps {
    /// What the payments of an option depend on, moment by moment.
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

    /// Both together.
    pub(crate) fn add(&mut self, other: &PaymentDeps) {
        for (lane, most) in other.purse.lanes() {
            self.purse.set(lane, most.max(self.purse.get(lane)));
        }
        self.room = self.room.slotwise_max(&other.room);
        self.conditions |= other.conditions;
    }
}
