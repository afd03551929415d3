//! Payment: every undominated way to pay a bill from a purse, within the room that is left.
//!
//! A bill has alternatives (the listed units, or one unit that covers the lot), each a list of
//! units; a unit is served by any of the sheet's recipes for it. A payment is kept only while no
//! other one spends a sub-multiset of it and fills a subset of its slots.
//!
//! Whatever a bill may be paid with is worked out ahead of play in `candidate` and judged together
//! in the sets of `ways`. Where that cannot be done, the units are paid one after another: a recipe
//! that another one makes pointless by itself is pointless in company, too. What remains is
//! compared in `frontier`.

mod candidate;
mod frontier;
mod prospect;
#[cfg(test)]
mod tests;
mod ways;

use crate::ids::{BillId, ExprId, KindId, RulesId, UnitId};
use crate::moment::Moments;
use crate::purse::{Purse, Room};
use crate::sheet::{Recipe, Sheet};

pub use prospect::Prospect;
use ways::Set;
pub use ways::Ways;

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

/// What limits a payment besides the bill.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// What is held.
    pub purse: Purse,
    /// Slots still free.
    pub room: Room,
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

/// One way to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Tokens spent.
    pub spend: Purse,
    /// Slots filled.
    pub fill: Room,
    /// Summed worth of what is spent.
    pub worth: u32,
    /// Nothing can answer what is paid this way.
    pub instant: bool,
    /// Which alternative of the bill.
    pub alternative: u8,
    /// Lanes spent from, one bit each.
    lanes: u32,
    /// Tokens spent and slots filled, counted once the payment is complete.
    tokens: u16,
    slots: u16,
    /// Units paid.
    pub len: u8,
    /// The recipe of each unit, as an index into the sheet's recipes.
    pub recipes: [u16; UNITS_MAX],
}

impl Payment {
    /// Paying nothing.
    pub const NONE: Payment = Payment {
        spend: Purse::EMPTY,
        fill: Room { single: 0, counted: 0 },
        worth: 0,
        instant: false,
        alternative: 0,
        lanes: 0,
        tokens: 0,
        slots: 0,
        len: 0,
        recipes: [0; UNITS_MAX],
    };

    /// The recipes taken, one per unit.
    pub fn recipes(&self) -> &[u16] {
        &self.recipes[..self.len as usize]
    }

    /// Whether some part of it is paid with a kind; giving everything is no way of using one.
    pub(crate) fn uses(&self, sheet: &Sheet, kind: KindId) -> bool {
        let mut recipes = self.recipes().iter().map(|&index| &sheet.recipes[index as usize]);
        if recipes.any(|recipe| recipe.whole) {
            return false;
        }
        let mut recipes = self.recipes().iter().map(|&index| &sheet.recipes[index as usize]);
        recipes.any(|recipe| sheet.is_way_of(recipe, kind))
    }

    /// Notes one more unit paid with a recipe; what it spends and fills is added already.
    #[inline(always)]
    fn join(mut self, index: u16, recipe: &Recipe) -> Payment {
        self.lanes |= if recipe.whole { self.spend.lane_set() } else { recipe.lanes };
        self.worth += u32::from(recipe.worth);
        self.instant = recipe.instant && (self.len == 0 || self.instant);
        self.recipes[self.len as usize] = index;
        self.len += 1;
        self
    }

    /// Counts what is spent and filled, once all units are paid.
    #[inline(always)]
    fn counted(mut self) -> Payment {
        self.tokens = self.spend.total() as u16;
        self.slots = self.fill.total() as u16;
        self
    }

    /// Cheapest first: least worth, then fewest tokens, then fewest slots, then a fixed order.
    fn rank(&self) -> (u32, u16, u16, Purse) {
        (self.worth, self.tokens, self.slots, self.spend)
    }
}

/// Whether `a` makes `b` pointless: it spends no more of anything and fills no other slot. Where
/// both come to the same, they are two payments only if they are made in different kinds.
#[inline(always)]
fn dominates(sheet: &Sheet, a: &Payment, b: &Payment) -> bool {
    a.lanes & !b.lanes == 0
        && b.spend.covers(&a.spend)
        && b.fill.includes(&a.fill)
        && (a.spend != b.spend || a.fill != b.fill || same_kinds(sheet, a, b))
}

fn same_kinds(sheet: &Sheet, a: &Payment, b: &Payment) -> bool {
    let kind = |&index: &u16| sheet.recipes[index as usize].kind;
    a.recipes().iter().map(kind).eq(b.recipes().iter().map(kind))
}

/// Lists every undominated payment into `out`, cheapest first; at most [`PAYMENTS_MAX`].
pub fn payments(sheet: &Sheet, bill: &[Alternative], terms: &Terms, out: &mut Vec<Payment>) {
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
pub fn payable(sheet: &Sheet, bill: &[Alternative], terms: &Terms) -> bool {
    let search = Search { sheet, terms };
    match sheet.ways_of(bill, terms) {
        Some(ways) => search.any_of(ways),
        None => bill.iter().enumerate().any(|(index, alternative)| {
            terms.open >> index & 1 == 1 && search.any(&alternative.units, Payment::NONE)
        }),
    }
}

/// Payments as bits among the ways laid out.
pub(crate) type Small = [u64; 2];

/// The payments by some ways, cheapest first, without making them: `None` where some spend all
/// there is, or there are too many.
#[inline]
pub(crate) fn small(ways: &Ways, terms: &Terms) -> Option<Small> {
    if ways.words > 2 {
        return None;
    }
    let mut set = ways.open(terms);
    ways.narrow(&mut set);
    (!ways.any_whole(&set)).then_some([set[0], set[1]])
}

/// The n-th payment of a set that [`small`] gave.
pub(crate) fn nth_small(sheet: &Sheet, bill: BillId, set: Small, nth: usize) -> Option<Payment> {
    let ways = sheet.ways_for(bill)?;
    let mut all = Set::default();
    all[..2].copy_from_slice(&set);
    ways.positions(all).nth(nth).map(|at| *ways.payment(at))
}

/// Whether there is any payment at all by some ways.
#[inline]
pub(crate) fn payable_by(sheet: &Sheet, ways: &Ways, terms: &Terms) -> bool {
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
            self.ways.push(Ways::of(self, bill)?);
            Some(self.ways.len() - 1)
        })
    }

    /// The ways to pay a bill all of whose alternatives can always be chosen, if they are laid out.
    #[inline(always)]
    pub(crate) fn ways_for(&self, bill: BillId) -> Option<&Ways> {
        self.ways.get(usize::from(*self.bill_ways.get(bill.index())?))
    }

    /// The ways to pay a bill on some terms, if they are laid out: not where some alternatives can
    /// only be chosen at times, nor for recipes that go together at different moments.
    fn ways_of(&self, bill: &[Alternative], terms: &Terms) -> Option<&Ways> {
        if bill.iter().any(|alternative| alternative.open.is_some()) {
            return None;
        }
        let key = ways::key(units_of(bill));
        let ways =
            self.ways.iter().find(|ways| ways.key == key && units_of(bill).eq(&ways.bill))?;
        (terms.moment.0.is_power_of_two() || !ways.is_joint()).then_some(ways)
    }
}

struct Search<'a> {
    sheet: &'a Sheet,
    terms: &'a Terms,
}

/// What one unit of several may be paid with.
#[derive(Clone, Copy)]
enum Choices<'a> {
    /// Positions among ways laid out.
    Laid(&'a Ways, Set),
    /// Any recipe of the unit.
    All,
}

impl Search<'_> {
    /// What is spent and filled once `recipe` is taken on top of `so_far`, if that is possible.
    #[inline(always)]
    fn take(&self, recipe: &Recipe, so_far: &Payment) -> Option<(Purse, Room)> {
        if !recipe.moments.meets(self.terms.moment)
            || recipe.gates & !self.terms.gates != 0
            || recipe.without & self.terms.conditions != 0
        {
            return None;
        }
        let spend = if recipe.whole {
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
    fn step(&self, index: u16, so_far: &Payment) -> Option<Payment> {
        let recipe = &self.sheet.recipes[index as usize];
        let (spend, fill) = self.take(recipe, so_far)?;
        Some(Payment { spend, fill, ..*so_far }.join(index, recipe))
    }

    /// Whether any recipe of some ways can be taken.
    #[inline]
    fn any_of(&self, ways: &Ways) -> bool {
        let open = ways.open(self.terms);
        ways.any_exact(&open) || ways.positions(open).any(|at| self.whole(ways, at).is_some())
    }

    /// The payment that spends all there is, by the candidate at a position.
    fn whole(&self, ways: &Ways, at: usize) -> Option<Payment> {
        let named = ways.payment(at);
        let payment = self.step(named.recipes[0], &Payment::NONE)?;
        Some(Payment { alternative: named.alternative, ..payment.counted() })
    }

    /// Adds every way to pay among those laid out.
    fn choose(&self, ways: &Ways, out: &mut Vec<Payment>) {
        let mut set = ways.open(self.terms);
        ways.narrow(&mut set);
        let whole = ways.take_whole(&mut set);
        let Some(whole) = whole else { return ways.add_to(set, PAYMENTS_MAX, out) };
        // What spends all there is may make some of the first ones pointless.
        ways.add_to(set, usize::MAX, out);
        for at in ways.positions(whole) {
            if let Some(payment) = self.whole(ways, at) {
                frontier::insert(self.sheet, payment, out);
            }
        }
    }

    /// Adds every way to pay all units of an alternative together.
    fn combine(&self, units: &[UnitId], alternative: usize, out: &mut Vec<Payment>) {
        let mut choices = [Choices::All; UNITS_MAX];
        for (choice, unit) in choices.iter_mut().zip(units) {
            let laid_out = |ways: &&Ways| matches!(&ways.bill[..], [one] if one[..] == [*unit]);
            if let Some(ways) = self.sheet.ways.iter().find(laid_out) {
                let mut set = ways.open(self.terms);
                ways.narrow(&mut set);
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

    /// The recipes that may serve `units[at]`, continuing behind the last one for an equal unit.
    #[inline(always)]
    fn candidates(&self, units: &[UnitId], so_far: &Payment) -> std::ops::Range<u16> {
        let at = so_far.len as usize;
        let (from, to) = self.sheet.units[units[at].index()];
        if at > 0 && units[at - 1] == units[at] { so_far.recipes[at - 1]..to } else { from..to }
    }

    fn any(&self, units: &[UnitId], so_far: Payment) -> bool {
        so_far.len as usize == units.len()
            || self
                .candidates(units, &so_far)
                .any(|index| self.step(index, &so_far).is_some_and(|next| self.any(units, next)))
    }
}
