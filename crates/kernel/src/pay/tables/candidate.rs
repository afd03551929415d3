//! Accelerator: all useful payments of a bill, computed at load time. `pay::search` must find no
//! others.
//!
//! Purse and slots that suffice for a payment suffice for all payments that dominate it. So a
//! candidate is useless if it is dominated by one that is available whenever it is.

use crate::ids::UnitId;
use crate::model::moment::Moments;
use crate::model::sheet::Sheet;

use crate::pay::payment::dominates;
use crate::pay::{Payment, UNITS_MAX};

/// Most candidates that are compared.
const MOST: usize = 2048;

/// Payment of a bill, and when it is available.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    /// Tokens and slots taken; if it spends all tokens, only the lanes are meaningful.
    pub(crate) payment: Payment,
    /// Moments at which every recipe of it may be used.
    pub(crate) moments: Moments,
    /// Gates that any of its recipes requires.
    pub(crate) gates: u8,
    /// Conditions that block any of its recipes.
    pub(crate) without: u64,
    /// Whether the candidate spends all tokens.
    pub(crate) whole: bool,
}

impl Candidate {
    /// Returns a candidate that pays for nothing yet.
    fn of(alternative: usize) -> Candidate {
        Candidate {
            payment: Payment { alternative: alternative as u8, ..Payment::NONE },
            moments: Moments::ALL,
            gates: 0,
            without: 0,
            whole: false,
        }
    }

    /// Returns the candidate with another unit paid by a recipe, if these can go together.
    fn with(&self, sheet: &Sheet, index: u16) -> Option<Candidate> {
        let recipe = &sheet.recipes[index as usize];
        let spend = self.payment.spend.plus(&recipe.spend)?;
        let fill = self.payment.fill.plus(&recipe.fill)?;
        let moments = Moments(self.moments.0 & recipe.moments.0);
        (moments.0 != 0).then(|| Candidate {
            payment: Payment { spend, fill, ..self.payment }.join(index, recipe),
            moments,
            gates: self.gates | recipe.gates,
            without: self.without | recipe.blocked_by,
            whole: self.whole || recipe.spends_all,
        })
    }

    /// Returns true if it is available whenever the other is, given enough tokens and slots.
    pub(crate) fn is_open_like(&self, other: &Candidate) -> bool {
        other.moments.0 & !self.moments.0 == 0
            && self.gates & !other.gates == 0
            && self.without & !other.without == 0
    }

    /// Returns true if it dominates the other candidate; equal ones dominate each other.
    pub(crate) fn dominates(&self, sheet: &Sheet, other: &Candidate) -> bool {
        !self.whole && !other.whole && dominates(sheet, &self.payment, &other.payment)
    }
}

/// Returns all useful candidates of a bill, cheapest first; of equal ones, the first found comes
/// first. `None` if there are too many, or if spending all tokens would be combined with another
/// recipe.
pub(crate) fn all(sheet: &Sheet, bill: &[Vec<UnitId>]) -> Option<Vec<Candidate>> {
    let mut all = Vec::new();
    for (alternative, units) in bill.iter().enumerate() {
        let start = Candidate::of(alternative);
        match units[..] {
            [unit] => all.extend(of_unit(sheet, unit, &start)?),
            _ => all.extend(together(sheet, units, start)?),
        }
    }
    (all.len() <= MOST).then(|| useful(sheet, all))
}

/// Returns the candidates that pay one more unit on top of `start`.
fn of_unit(
    sheet: &Sheet,
    unit: UnitId,
    start: &Candidate,
) -> Option<impl Iterator<Item = Candidate>> {
    let &(from, to) = sheet.units.get(unit.index())?;
    Some((from..to).filter_map(move |index| start.with(sheet, index)))
}

/// Returns all payments of several units; equal ones have recipes in order of worth.
fn together(sheet: &Sheet, units: &[UnitId], start: Candidate) -> Option<Vec<Candidate>> {
    if units.len() > UNITS_MAX {
        return None;
    }
    // Each candidate comes with the index of its last recipe among those of the unit.
    let mut all = vec![(start, 0)];
    for (nth, unit) in units.iter().enumerate() {
        let recipes = useful(sheet, of_unit(sheet, *unit, &Candidate::of(0))?.collect());
        let again = nth > 0 && units[nth - 1] == *unit;
        if recipes.iter().any(|recipe| recipe.whole) || all.len() * recipes.len() > MOST {
            return None;
        }
        let mut longer = Vec::new();
        for (so_far, last) in all {
            let places = if again { last } else { 0 }..recipes.len();
            let next = |at: usize| Some((so_far.with(sheet, recipes[at].payment.recipes[0])?, at));
            longer.extend(places.filter_map(next));
        }
        all = longer;
    }
    Some(all.into_iter().map(|(candidate, _)| candidate).collect())
}

/// Sorts candidates, cheapest first, and drops useless ones.
fn useful(sheet: &Sheet, mut all: Vec<Candidate>) -> Vec<Candidate> {
    for candidate in &mut all {
        candidate.payment = candidate.payment.counted();
    }
    all.sort_by_key(|candidate| candidate.payment.rank());
    // A dominating candidate takes no more than the dominated one. If it is itself useless, another
    // one dominates both. So with the smallest ones first, each candidate is compared only with
    // those kept before it.
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| (all[at].payment.tokens, all[at].payment.slots));
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        let is_useless = kept.iter().any(|&other| {
            all[other].dominates(sheet, &all[at]) && all[other].is_open_like(&all[at])
        });
        if !is_useless {
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept.into_iter().map(|at| all[at]).collect()
}
