//! Payments named by the tokens that they spend.
//!
//! A list of payments leaves out dominated ones. A player who names a dominated payment still gets
//! it if it is possible. Every combination of recipes that meets a bill has a number: alternatives
//! count up in order, and within an alternative the recipe of the last unit changes first.

use crate::ids::{KindId, UnitId};
use crate::model::sheet::Sheet;
use crate::purse::Purse;

use super::search::Search;
use super::{Alternative, Payment, PaymentLimits, PaymentTables};

/// Id that stands for no kind, or for one that no combatant can have.
pub const NO_KIND: KindId = KindId(u16::MAX);

/// Reason why a named payment cannot be made, whatever is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The reason.
    pub kind: FlawKind,
    /// The kind of token spent.
    pub from: KindId,
    /// The kind it should serve as; [`NO_KIND`] if none is named or known.
    pub to: KindId,
}

/// Reasons why no recipes make a named payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// The payer can never hold such tokens. The number is that of missing tokens.
    Missing(u8),
    /// The result is not what the bill asks for.
    Useless,
    /// The payment covers only some units of the bill.
    Part,
    /// The payment covers nothing in these amounts.
    Amount,
    /// The result is bought with another amount.
    Inexact,
    /// The result cannot be bought with such tokens.
    Unsold,
    /// The result lacks a prefix that the token has.
    Prefix,
    /// There is no such conversion.
    Unconvertible,
}

/// Lists the combinations of recipes that meet a bill and spend exactly these tokens, each with its
/// number. `held` are the tokens for recipes that spend everything.
pub fn named(
    sheet: &Sheet,
    bill: &[Alternative],
    spend: &Purse,
    held: &Purse,
) -> Vec<(u32, Payment)> {
    let mut found = Vec::new();
    let mut first = 0;
    for (index, alternative) in bill.iter().enumerate() {
        let Some(size) = size(sheet, &alternative.units) else { continue };
        if first + size > u64::from(u32::MAX) {
            break;
        }
        let start = Payment { alternative: index as u8, ..Payment::NONE };
        let naming = Naming { sheet, units: &alternative.units, spend, held };
        naming.extend(0, start, &mut |number, payment| {
            found.push(((first + number) as u32, payment));
        });
        first += size;
    }
    found
}

/// Returns the combination of recipes with a number; `None` if there is none, or if it spends more
/// than a purse can hold.
pub(crate) fn combination(
    sheet: &Sheet,
    bill: &[Alternative],
    number: u32,
    held: &Purse,
) -> Option<Payment> {
    let mut number = u64::from(number);
    for (index, alternative) in bill.iter().enumerate() {
        let Some(size) = size(sheet, &alternative.units) else { continue };
        if number >= size {
            number -= size;
            continue;
        }
        let mut payment = Payment { alternative: index as u8, ..Payment::NONE };
        let mut rest = size;
        for unit in &alternative.units {
            let (from, to) = sheet.units[unit.index()];
            rest /= u64::from(to - from);
            payment = with(sheet, &payment, from + (number / rest) as u16, held)?;
            number %= rest;
        }
        return Some(payment.counted());
    }
    None
}

/// Returns the payment if it can be made within some limits.
pub(crate) fn take(sheet: &Sheet, terms: &PaymentLimits, named: &Payment) -> Option<Payment> {
    if terms.open >> named.alternative & 1 == 0 {
        return None;
    }
    let search = Search { sheet, tables: PaymentTables::none(), terms };
    let start = Payment { alternative: named.alternative, ..Payment::NONE };
    let mut recipes = named.recipes().iter();
    recipes.try_fold(start, |so_far, index| search.step(*index, &so_far)).map(Payment::counted)
}

/// Returns the number of combinations for some units; `None` if there are none or too many.
fn size(sheet: &Sheet, units: &[UnitId]) -> Option<u64> {
    let count = |unit: &UnitId| {
        let (from, to) = *sheet.units.get(unit.index())?;
        Some(u64::from(to - from))
    };
    let size = units.iter().try_fold(1u64, |size, unit| size.checked_mul(count(unit)?))?;
    (size > 0 && units.len() <= super::UNITS_MAX).then_some(size)
}

/// Returns a payment with one more unit paid by a recipe, ignoring limits. `None` if a purse cannot
/// hold its tokens.
fn with(sheet: &Sheet, so_far: &Payment, index: u16, held: &Purse) -> Option<Payment> {
    let recipe = sheet.recipes.get(usize::from(index))?;
    let spend = if recipe.spends_all { held.only(&recipe.spend) } else { recipe.spend };
    let spend = so_far.spend.plus(&spend)?;
    let fill = so_far.fill.plus_clamped(&recipe.fill);
    Some(Payment { spend, fill, ..*so_far }.join(index, recipe))
}

struct Naming<'a> {
    sheet: &'a Sheet,
    units: &'a [UnitId],
    spend: &'a Purse,
    held: &'a Purse,
}

impl Naming<'_> {
    /// Pays the remaining units in all ways and calls `each` with those that spend the named
    /// tokens. Equal units are paid in non-decreasing order of recipes.
    fn extend(&self, number: u64, so_far: Payment, each: &mut impl FnMut(u64, Payment)) {
        let at = usize::from(so_far.len);
        let Some(unit) = self.units.get(at) else {
            if so_far.spend == *self.spend {
                each(number, so_far.counted());
            }
            return;
        };
        let (from, to) = self.sheet.units[unit.index()];
        let again = at > 0 && self.units[at - 1] == *unit;
        let first = if again { so_far.recipes[at - 1].max(from) } else { from };
        for index in first..to {
            let next = with(self.sheet, &so_far, index, self.held);
            if let Some(next) = next.filter(|next| self.spend.covers(&next.spend)) {
                self.extend(number * u64::from(to - from) + u64::from(index - from), next, each);
            }
        }
    }
}
