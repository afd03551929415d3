//! Payment: every undominated way to pay a bill from a purse, within the room that is left.
//!
//! A bill has alternatives (the listed units, or one unit that covers the lot), each a list of
//! units; a unit is served by any of the sheet's recipes for it. The search walks the units of each
//! alternative in turn, equal units in non-decreasing recipe order, and keeps a payment only while
//! no other one spends a sub-multiset of it and fills a subset of its slots.

use crate::ids::{ExprId, KindId, RulesId, UnitId};
use crate::moment::Moments;
use crate::purse::{Purse, Room};
use crate::sheet::{Recipe, Sheet};

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

    /// Cheapest first: least worth, then fewest tokens, then fewest slots, then a fixed order.
    fn rank(&self) -> (u32, u16, u16, Purse) {
        (self.worth, self.tokens, self.slots, self.spend)
    }
}

/// Whether `a` makes `b` pointless: it spends no more of anything and fills no other slot. Where
/// both
/// come to the same, they are two payments only if they are made in different kinds.
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

/// Lists every undominated payment into `out`, cheapest first.
pub fn payments(sheet: &Sheet, bill: &[Alternative], terms: &Terms, out: &mut Vec<Payment>) {
    out.clear();
    let search = Search { sheet, terms };
    let open = |index: usize| terms.open >> index & 1 == 1;
    for (index, alternative) in bill.iter().enumerate().filter(|(index, _)| open(*index)) {
        let start = Payment { alternative: index as u8, ..Payment::NONE };
        search.extend(&alternative.units, start, out);
    }
    if out.len() > 1 {
        out.sort_unstable_by_key(Payment::rank);
    }
}

/// Whether there is any payment at all.
pub fn payable(sheet: &Sheet, bill: &[Alternative], terms: &Terms) -> bool {
    let search = Search { sheet, terms };
    let open = |index: usize| terms.open >> index & 1 == 1;
    let mut bill = bill.iter().enumerate().filter(|(index, _)| open(*index));
    bill.any(|(_, alternative)| search.any(&alternative.units, Payment::NONE))
}

struct Search<'a> {
    sheet: &'a Sheet,
    terms: &'a Terms,
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

    fn step(&self, index: u16, recipe: &Recipe, so_far: &Payment) -> Option<Payment> {
        let (spend, fill) = self.take(recipe, so_far)?;
        let mut next = *so_far;
        next.spend = spend;
        next.fill = fill;
        next.lanes |= if recipe.whole { spend.lane_set() } else { recipe.lanes };
        next.worth += u32::from(recipe.worth);
        next.instant = recipe.instant && (so_far.len == 0 || so_far.instant);
        next.recipes[next.len as usize] = index;
        next.len += 1;
        Some(next)
    }

    /// The recipes that may serve `units[at]`, continuing behind the last one for an equal unit.
    #[inline(always)]
    fn candidates(&self, units: &[UnitId], so_far: &Payment) -> std::ops::Range<u16> {
        let at = so_far.len as usize;
        let (from, to) = self.sheet.units[units[at].index()];
        if at > 0 && units[at - 1] == units[at] { so_far.recipes[at - 1]..to } else { from..to }
    }

    fn extend(&self, units: &[UnitId], so_far: Payment, out: &mut Vec<Payment>) {
        if so_far.len as usize == units.len() {
            return keep(self.sheet, so_far, out);
        }
        for index in self.candidates(units, &so_far) {
            let recipe = &self.sheet.recipes[index as usize];
            if let Some(next) = self.step(index, recipe, &so_far) {
                self.extend(units, next, out);
            }
        }
    }

    fn any(&self, units: &[UnitId], so_far: Payment) -> bool {
        so_far.len as usize == units.len()
            || self.candidates(units, &so_far).any(|index| {
                let recipe = &self.sheet.recipes[index as usize];
                self.step(index, recipe, &so_far).is_some_and(|next| self.any(units, next))
            })
    }
}

/// Adds a payment unless another makes it pointless, and drops those it makes pointless.
fn keep(sheet: &Sheet, mut payment: Payment, out: &mut Vec<Payment>) {
    if out.iter().any(|other| dominates(sheet, other, &payment)) {
        return;
    }
    if out.iter().any(|other| dominates(sheet, &payment, other)) {
        out.retain(|other| !dominates(sheet, &payment, other));
    }
    if out.len() < PAYMENTS_MAX {
        payment.tokens = payment.spend.total() as u16;
        payment.slots = payment.fill.total() as u16;
        out.push(payment);
    }
}
