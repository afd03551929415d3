//! Payment: every undominated way to pay a bill from a purse, within the room that is left.
//!
//! A bill has alternatives (the listed units, or one unit that covers the lot), each a list of
//! units; a unit is served by any of the sheet's recipes for it. A payment is kept only while no
//! other one spends a sub-multiset of it and fills a subset of its slots.
//!
//! The definition pays one unit after another (`search`): a recipe that another one dominates by
//! itself is dominated in company, too. The rest is compared in `frontier`. Where all candidates
//! of a bill can be listed before play, [`CandidateTable`] judges them together.

mod frontier;
mod named;
pub(crate) mod payment;
mod search;
#[cfg(test)]
mod tests;

use crate::accel::pay::candidate_table;
pub use crate::accel::pay::{CandidateTable, MinimumCost};
use crate::ids::{BillId, BitIter, ExprId, RulesId, UnitId};
use crate::moment::Moments;
use crate::purse::{Purse, SlotUses};
use crate::sheet::Sheet;

pub use named::{Flaw, FlawKind, NO_KIND, named};
pub(crate) use named::{combination, take};
pub use payment::Payment;
use search::Search;

/// Units a bill may have at most.
pub const UNITS_MAX: usize = 6;
/// Payments kept at most per bill; the cheapest survive.
pub const PAYMENTS_MAX: usize = 256;

/// One way a bill may be met: all these units together. Equal units stand side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// At most [`UNITS_MAX`].
    pub units: Vec<UnitId>,
    /// When it can be chosen, in terms of the payer and the number that goes with the declaration;
    /// `None` = always.
    pub open: Option<ExprId>,
    /// The rules that allow this alternative.
    pub rules: RulesId,
}

/// The limits on a payment besides the bill.
#[derive(Clone, Copy, Debug)]
pub struct PaymentLimits {
    /// The tokens held.
    pub purse: Purse,
    /// Slots still free.
    pub room: SlotUses,
    /// The moment of use.
    pub moment: Moments,
    /// Gates that the activity opens.
    pub gates: u8,
    /// Conditions the payer has.
    pub conditions: u64,
    /// Alternatives of the bill that can be chosen, one bit each.
    pub open: u16,
}

/// Alternatives a bill may have at most.
pub const ALTERNATIVES_MAX: usize = 15;

/// Lists every undominated payment into `out`, cheapest first; at most [`PAYMENTS_MAX`].
pub fn payments(
    sheet: &Sheet,
    bill: &[Alternative],
    terms: &PaymentLimits,
    out: &mut Vec<Payment>,
) {
    out.clear();
    let search = Search { sheet, terms };
    match sheet.ways_of(bill, terms) {
        Some(ways) => search.choose(ways, out),
        None => {
            let open = |&index: &usize| terms.open >> index & 1 == 1;
            for index in (0..bill.len()).filter(open) {
                search.combine(&bill[index].units, index, out);
            }
            frontier::settle(sheet, out);
        }
    }
    out.truncate(PAYMENTS_MAX);
}

/// Whether there is any payment at all.
pub fn payable(sheet: &Sheet, bill: &[Alternative], terms: &PaymentLimits) -> bool {
    let search = Search { sheet, terms };
    match sheet.ways_of(bill, terms) {
        Some(ways) => search.any_of(ways),
        None => bill.iter().enumerate().any(|(index, alternative)| {
            terms.open >> index & 1 == 1 && search.any(&alternative.units, Payment::NONE)
        }),
    }
}

/// Payments as bits among the ways laid out.
pub(crate) type CandidateBits = [u64; 2];

/// The payments by some ways, cheapest first, without making them: `None` where some spend all
/// there is, or there are too many.
#[inline]
pub(crate) fn small(ways: &CandidateTable, terms: &PaymentLimits) -> Option<CandidateBits> {
    let mut set = ways.small_open(terms)?;
    ways.drop_dominated(&mut set);
    (!ways.any_whole(&set)).then_some(set)
}

/// The n-th payment of a set that [`small`] gave.
pub(crate) fn nth_small(
    sheet: &Sheet,
    bill: BillId,
    set: CandidateBits,
    nth: usize,
) -> Option<Payment> {
    let ways = sheet.ways_for(bill)?;
    BitIter::of_both(set).nth(nth).map(|at| *ways.payment(at))
}

/// Whether there is any payment at all by some ways.
#[inline]
pub(crate) fn payable_by(sheet: &Sheet, ways: &CandidateTable, terms: &PaymentLimits) -> bool {
    Search { sheet, terms }.any_of(ways)
}

/// The units of each alternative of a bill.
fn units_of(bill: &[Alternative]) -> impl Iterator<Item = &Vec<UnitId>> {
    bill.iter().map(|alternative| &alternative.units)
}

impl Sheet {
    /// Lays out the ways to pay the bills of all options, so that payments are found faster. Has to
    /// be done again when recipes change.
    pub(crate) fn lay_out(&mut self, bills: &[Vec<Alternative>]) {
        self.ways.clear();
        self.bill_ways = vec![u16::MAX; bills.len()];
        for (index, bill) in bills.iter().enumerate() {
            if !self.options.iter().any(|option| option.bill.index() == index) {
                continue;
            }
            let always = bill.iter().all(|alternative| alternative.open.is_none());
            let laid_out = always.then(|| self.lay_out_bill(units_of(bill).cloned().collect()));
            match laid_out.flatten() {
                Some(at) => self.bill_ways[index] = at as u16,
                None => {
                    for &unit in units_of(bill).flatten() {
                        self.lay_out_bill(vec![vec![unit]]);
                    }
                }
            }
        }
    }

    /// Lays out the ways to pay a bill, unless that is done already: which of all ways they are.
    fn lay_out_bill(&mut self, bill: Vec<Vec<UnitId>>) -> Option<usize> {
        let known = self.ways.iter().position(|ways| ways.bill == bill);
        known.or_else(|| {
            self.ways.push(CandidateTable::of(self, bill)?);
            Some(self.ways.len() - 1)
        })
    }

    /// The ways to pay a bill all of whose alternatives can always be chosen, if they are laid out.
    #[inline(always)]
    pub(crate) fn ways_for(&self, bill: BillId) -> Option<&CandidateTable> {
        self.ways.get(usize::from(*self.bill_ways.get(bill.index())?))
    }

    /// The ways to pay a bill on some terms, if they are laid out: not where some alternatives can
    /// only be chosen at times, nor for recipes that go together at different moments.
    fn ways_of(&self, bill: &[Alternative], terms: &PaymentLimits) -> Option<&CandidateTable> {
        if bill.iter().any(|alternative| alternative.open.is_some()) {
            return None;
        }
        let key = candidate_table::key(units_of(bill));
        let ways =
            self.ways.iter().find(|ways| ways.key == key && units_of(bill).eq(&ways.bill))?;
        (terms.moment.0.is_power_of_two() || !ways.is_multi_unit()).then_some(ways)
    }
}
