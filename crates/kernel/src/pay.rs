//! Payment: every undominated way to pay a bill from a purse, within the slot uses left.
//!
//! A bill has alternatives, each a list of units: for instance several units, or one unit that
//! covers all of them. Any recipe of the sheet for a unit can pay for it. A payment is dropped if
//! another one spends a sub-multiset of its tokens and fills a subset of its slots.
//!
//! The definition pays one unit after another (`search`). A recipe that is dominated alone is also
//! dominated in combination. `frontier` compares the rest. If all candidates of a bill can be
//! listed before play, [`CandidateTable`] judges them together.

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

/// Most units of an alternative of a bill.
pub const UNITS_MAX: usize = 6;
/// Most payments kept per bill, the cheapest ones.
pub const PAYMENTS_MAX: usize = 256;

/// One way to meet a bill: all these units together. Equal units are adjacent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// The units, at most [`UNITS_MAX`].
    pub units: Vec<UnitId>,
    /// The test for choosing it, which reads the payer and the argument; `None` = always.
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

/// Most alternatives of a bill.
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

/// Returns true if there is any payment.
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

/// Payments as a bit set over the candidates of a table.
pub(crate) type CandidateBits = [u64; 2];

/// Returns the payments of a table as a bit set, cheapest first. `None` if one of them spends all
/// tokens, or if the table has too many candidates.
#[inline]
pub(crate) fn small(ways: &CandidateTable, terms: &PaymentLimits) -> Option<CandidateBits> {
    let mut set = ways.small_open(terms)?;
    ways.drop_dominated(&mut set);
    (!ways.any_whole(&set)).then_some(set)
}

/// Returns the n-th payment of a set that [`small`] returned.
pub(crate) fn nth_small(
    tables: &PaymentTables,
    bill: BillId,
    set: CandidateBits,
    nth: usize,
) -> Option<Payment> {
    let ways = tables.for_bill(bill)?;
    BitIter::of_both(set).nth(nth).map(|at| *ways.payment(at))
}

/// Returns true if any candidate of a table can be paid.
#[inline]
pub(crate) fn payable_by(sheet: &Sheet, ways: &CandidateTable, terms: &PaymentLimits) -> bool {
    Search { sheet, tables: PaymentTables::none(), terms }.any_of(ways)
}
