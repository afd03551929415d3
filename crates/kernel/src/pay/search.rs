//! The search for payments: by bit sets for bills with a table, else unit by unit.

use crate::ids::{BitIter, UnitId};
use crate::model::sheet::{Recipe, Sheet};
use crate::purse::{Purse, SlotUses};

use super::{
    CandidateTable, PAYMENTS_MAX, Payment, PaymentLimits, PaymentTables, UNITS_MAX, frontier,
};
use crate::pay::tables::candidate_table::Set;

pub(super) struct Search<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) tables: &'a PaymentTables,
    pub(super) terms: &'a PaymentLimits,
}

/// Ways to pay one of several units.
#[derive(Clone, Copy)]
enum Choices<'a> {
    /// Candidates of a table, as a set.
    Laid(&'a CandidateTable, Set),
    /// Any recipe of the unit.
    All,
}

impl Search<'_> {
    /// Returns the total spent and filled with `recipe` on top of `so_far`; `None` if impossible.
    #[inline(always)]
    fn take(&self, recipe: &Recipe, so_far: &Payment) -> Option<(Purse, SlotUses)> {
        if !recipe.moments.meets(self.terms.moment)
            || recipe.gates & !self.terms.gates != 0
            || recipe.blocked_by & self.terms.conditions != 0
        {
            return None;
        }
        let spend = if recipe.spends_all {
            let all = self.terms.purse.only(&recipe.spend);
            if all.is_empty() || !so_far.spend.is_empty() {
                return None;
            }
            all
        } else {
            so_far.spend.plus(&recipe.spend)?
        };
        let fill = so_far.fill.plus(&recipe.fill)?;
        (self.terms.purse.covers(&spend) && self.terms.room.fits(&fill)).then_some((spend, fill))
    }

    #[inline(always)]
    pub(super) fn step(&self, index: u16, so_far: &Payment) -> Option<Payment> {
        let recipe = &self.sheet.recipes[index as usize];
        let (spend, fill) = self.take(recipe, so_far)?;
        Some(Payment { spend, fill, ..*so_far }.join(index, recipe))
    }

    /// Returns true if any candidate of a table can be paid.
    #[inline]
    pub(super) fn any_of(&self, ways: &CandidateTable) -> bool {
        let whole = |at: usize| self.whole(ways, at).is_some();
        if let Some(open) = ways.small_open(self.terms) {
            return ways.any_exact(&open) || BitIter::of_both(open).any(whole);
        }
        let open = ways.open(self.terms);
        ways.any_exact(&open) || ways.positions(open).any(whole)
    }

    /// Returns the payment by the candidate at an index, which spends all tokens.
    fn whole(&self, ways: &CandidateTable, at: usize) -> Option<Payment> {
        let named = ways.payment(at);
        let payment = self.step(named.recipes[0], &Payment::NONE)?;
        Some(Payment { alternative: named.alternative, ..payment.counted() })
    }

    /// Adds all payments of a table.
    pub(super) fn choose(&self, ways: &CandidateTable, out: &mut Vec<Payment>) {
        let mut set = ways.open(self.terms);
        ways.drop_dominated(&mut set);
        let whole = ways.split_spend_all(&mut set);
        let Some(whole) = whole else { return ways.add_to(set, PAYMENTS_MAX, out) };
        // Candidates that spend all tokens may dominate some of the first ones.
        ways.add_to(set, usize::MAX, out);
        for at in ways.positions(whole) {
            if let Some(payment) = self.whole(ways, at) {
                frontier::insert(self.sheet, payment, out);
            }
        }
    }

    /// Adds all payments for the units of an alternative.
    pub(super) fn combine(&self, units: &[UnitId], alternative: usize, out: &mut Vec<Payment>) {
        let mut choices = [Choices::All; UNITS_MAX];
        for (choice, unit) in choices.iter_mut().zip(units) {
            let laid_out =
                |ways: &&CandidateTable| matches!(&ways.bill[..], [one] if one[..] == [*unit]);
            if let Some(ways) = self.tables.tables.iter().find(laid_out) {
                let mut set = ways.open(self.terms);
                ways.drop_dominated(&mut set);
                *choice = Choices::Laid(ways, set);
            }
        }
        let start = Payment { alternative: alternative as u8, ..Payment::NONE };
        self.extend(units, &choices, 0, start, out);
    }

    /// Pays the units from the n-th on; equal units are paid in non-decreasing order of recipes,
    /// from `from` on.
    fn extend(
        &self,
        units: &[UnitId],
        choices: &[Choices<'_>; UNITS_MAX],
        from: usize,
        so_far: Payment,
        out: &mut Vec<Payment>,
    ) {
        let nth = so_far.len as usize;
        if nth >= units.len().min(UNITS_MAX) {
            return frontier::push(self.sheet, so_far.counted(), out);
        }
        let again = units.get(nth + 1) == Some(&units[nth]);
        let mut go_on = |index: u16, at: usize| {
            if let Some(next) = self.step(index, &so_far) {
                self.extend(units, choices, if again { at } else { 0 }, next, out);
            }
        };
        match choices[nth] {
            Choices::Laid(ways, set) => {
                for at in ways.positions(set).filter(|&at| at >= from) {
                    go_on(ways.payment(at).recipes[0], at);
                }
            }
            Choices::All => {
                let (first, end) = self.sheet.units[units[nth].index()];
                for index in first.max(from as u16)..end {
                    go_on(index, index.into());
                }
            }
        }
    }

    /// Returns the recipes for the next unit; for a unit equal to the last one, from the last
    /// recipe on.
    #[inline(always)]
    fn candidates(&self, units: &[UnitId], so_far: &Payment) -> std::ops::Range<u16> {
        let at = so_far.len as usize;
        let (from, to) = self.sheet.units[units[at].index()];
        if at > 0 && units[at - 1] == units[at] { so_far.recipes[at - 1]..to } else { from..to }
    }

    pub(super) fn any(&self, units: &[UnitId], so_far: Payment) -> bool {
        so_far.len as usize == units.len()
            || self
                .candidates(units, &so_far)
                .any(|index| self.step(index, &so_far).is_some_and(|next| self.any(units, next)))
    }
}
