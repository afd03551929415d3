//! Everything a bill may ever be paid with, worked out ahead of play.
//!
//! What a payment takes does not depend on the purse, and wherever there is enough for it there is
//! enough for whatever makes it pointless. So nearly all comparing can be done once: a candidate is
//! of no use if another one that can be taken whenever it can makes it pointless.

use crate::ids::UnitId;
use crate::moment::Moments;
use crate::sheet::Sheet;

use crate::pay::payment::dominates;
use crate::pay::{Payment, UNITS_MAX};

/// Candidates compared at most.
const MOST: usize = 2048;

/// One way to pay a bill, and when it can be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    /// What it comes to; where it spends all there is, only the names of the lanes.
    pub(crate) payment: Payment,
    /// When every recipe of it may be used.
    pub(crate) moments: Moments,
    /// Gates that any recipe of it asks for.
    pub(crate) gates: u8,
    /// Conditions that bar any recipe of it.
    pub(crate) without: u64,
    /// Spends all there is.
    pub(crate) whole: bool,
}

impl Candidate {
    /// Nothing paid yet.
    fn of(alternative: usize) -> Candidate {
        Candidate {
            payment: Payment { alternative: alternative as u8, ..Payment::NONE },
            moments: Moments::ALL,
            gates: 0,
            without: 0,
            whole: false,
        }
    }

    /// One more unit paid with a recipe, if the two ever go together.
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

    /// Whether it can be taken whenever the other one can, as far as there is enough for both.
    pub(crate) fn is_open_like(&self, other: &Candidate) -> bool {
        other.moments.0 & !self.moments.0 == 0
            && self.gates & !other.gates == 0
            && self.without & !other.without == 0
    }

    /// Whether it makes another one pointless; two that come to the same do so to each other.
    pub(crate) fn dominates(&self, sheet: &Sheet, other: &Candidate) -> bool {
        !self.whole && !other.whole && dominates(sheet, &self.payment, &other.payment)
    }
}

/// All candidates for some alternatives that are ever of use, cheapest first; of those that come to
/// the same, the one found first comes first. `None` where there are too many, or where something
/// that spends all there is would have to go together with something else.
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

/// What a unit can be paid with on top of something else.
fn of_unit(
    sheet: &Sheet,
    unit: UnitId,
    start: &Candidate,
) -> Option<impl Iterator<Item = Candidate>> {
    let &(from, to) = sheet.units.get(unit.index())?;
    Some((from..to).filter_map(move |index| start.with(sheet, index)))
}

/// Every way to pay some units together; equal ones with recipes in the order of their worth.
fn together(sheet: &Sheet, units: &[UnitId], start: Candidate) -> Option<Vec<Candidate>> {
    if units.len() > UNITS_MAX {
        return None;
    }
    // Each with the place of its last recipe among those of the unit.
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

/// Sorts candidates, cheapest first, and drops those that are never of use.
fn useful(sheet: &Sheet, mut all: Vec<Candidate>) -> Vec<Candidate> {
    for candidate in &mut all {
        candidate.payment = candidate.payment.counted();
    }
    all.sort_by_key(|candidate| candidate.payment.rank());
    // Whatever makes a candidate pointless takes no more than it, and is of use itself or less
    // useful than another one that does: when the smallest come first, each needs comparing only
    // with those kept before it.
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
