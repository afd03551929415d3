//! Accelerator: payments judged together as bit sets, and a lower bound on the cost of a bill. They
//! must agree with `pay::search` without tables, which pays one unit after the other.

pub(crate) mod candidate;
pub(crate) mod candidate_table;
pub(crate) mod minimum_cost;

use crate::ids::{BillId, UnitId};
use crate::model::sheet::Sheet;

use super::{Alternative, PaymentLimits};
pub use candidate_table::CandidateTable;
pub use minimum_cost::MinimumCost;

/// Candidate tables of a sheet, for the bills of its options.
#[derive(Clone, Debug, Default)]
pub struct PaymentTables {
    pub(crate) tables: Vec<CandidateTable>,
    /// The index of each bill's table.
    by_bill: Vec<u16>,
}

impl PaymentTables {
    /// Returns empty tables, with which payments are searched one unit after the other.
    pub fn none() -> &'static PaymentTables {
        static NONE: PaymentTables = PaymentTables { tables: Vec::new(), by_bill: Vec::new() };
        &NONE
    }

    /// Builds the tables for the bills of all options of a sheet.
    pub(crate) fn new(sheet: &Sheet, bills: &[Vec<Alternative>]) -> PaymentTables {
        let mut tables =
            PaymentTables { by_bill: vec![u16::MAX; bills.len()], ..PaymentTables::default() };
        for (index, bill) in bills.iter().enumerate() {
            if !sheet.options.iter().any(|option| option.bill.index() == index) {
                continue;
            }
            let always = bill.iter().all(|alternative| alternative.open.is_none());
            let units = || units_of(bill).cloned().collect();
            match always.then(|| tables.lay_out(sheet, units())).flatten() {
                Some(at) => tables.by_bill[index] = at as u16,
                None => {
                    for &unit in units_of(bill).flatten() {
                        tables.lay_out(sheet, vec![vec![unit]]);
                    }
                }
            }
        }
        tables
    }

    /// Returns the index of a bill's table, building it if needed; `None` if the bill can have
    /// none.
    fn lay_out(&mut self, sheet: &Sheet, bill: Vec<Vec<UnitId>>) -> Option<usize> {
        let known = self.tables.iter().position(|table| table.bill == bill);
        known.or_else(|| {
            self.tables.push(CandidateTable::of(sheet, bill)?);
            Some(self.tables.len() - 1)
        })
    }

    /// Returns the table of a bill, if there is one and all its alternatives can always be chosen.
    #[inline(always)]
    pub(crate) fn for_bill(&self, bill: BillId) -> Option<&CandidateTable> {
        self.tables.get(usize::from(*self.by_bill.get(bill.index())?))
    }

    /// Returns the table of a bill within some limits, if there is one. There is none if some
    /// alternatives can only be chosen at times, or if recipes are combined at different moments.
    pub(super) fn of(
        &self,
        bill: &[Alternative],
        terms: &PaymentLimits,
    ) -> Option<&CandidateTable> {
        if bill.iter().any(|alternative| alternative.open.is_some()) {
            return None;
        }
        let key = candidate_table::key(units_of(bill));
        let same = |table: &&CandidateTable| table.key == key && units_of(bill).eq(&table.bill);
        let table = self.tables.iter().find(same)?;
        (terms.moment.0.is_power_of_two() || !table.is_multi_unit()).then_some(table)
    }
}

/// Returns the units of each alternative of a bill.
fn units_of(bill: &[Alternative]) -> impl Iterator<Item = &Vec<UnitId>> {
    bill.iter().map(|alternative| &alternative.units)
}
