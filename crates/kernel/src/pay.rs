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
pub(crate) mod tables;
#[cfg(test)]
mod tests;

use crate::ids::{BillId, BitIter, ExprId, RulesId, UnitId};
use crate::model::moment::Moments;
use crate::model::sheet::Sheet;
use crate::purse::{Purse, SlotUses};

pub use named::{Flaw, FlawKind, NO_KIND, named};
pub(crate) use named::{combination, take};
pub use payment::Payment;
use search::Search;
pub use tables::{CandidateTable, MinimumCost, PaymentTables};

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

/// Lists every undominated payment into `out`, cheapest first; at most [`PAYMENTS_MAX`]. The
/// tables are those of this sheet, or [`PaymentTables::none`]: slower, with the same result.
pub fn payments(
    sheet: &Sheet,
    tables: &PaymentTables,
    bill: &[Alternative],
    terms: &PaymentLimits,
    out: &mut Vec<Payment>,
) {
    out.clear();
    let search = Search { sheet, tables, terms };
    match tables.of(bill, terms) {
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
pub fn payable(
    sheet: &Sheet,
    tables: &PaymentTables,
    bill: &[Alternative],
    terms: &PaymentLimits,
) -> bool {
    let search = Search { sheet, tables, terms };
    match tables.of(bill, terms) {
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
    tables: &PaymentTables,
    bill: BillId,
    set: CandidateBits,
    nth: usize,
) -> Option<Payment> {
    let ways = tables.for_bill(bill)?;
    BitIter::of_both(set).nth(nth).map(|at| *ways.payment(at))
}

/// Whether there is any payment at all by some ways.
#[inline]
pub(crate) fn payable_by(sheet: &Sheet, ways: &CandidateTable, terms: &PaymentLimits) -> bool {
    Search { sheet, tables: PaymentTables::none(), terms }.any_of(ways)
}
