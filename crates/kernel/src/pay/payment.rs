//! One way to pay a bill, and when another one makes it pointless.

use crate::ids::KindId;
use crate::model::sheet::{Recipe, Sheet};
use crate::purse::{Purse, SlotUses};

use super::UNITS_MAX;

/// One way to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Tokens spent.
    pub spend: Purse,
    /// Slots filled.
    pub fill: SlotUses,
    /// Summed worth of what is spent.
    pub worth: u32,
    /// Nothing can answer what is paid this way.
    pub instant: bool,
    /// Which alternative of the bill.
    pub alternative: u8,
    /// Lanes spent from, one bit each.
    pub(crate) lanes: u32,
    /// Tokens spent and slots filled, counted once the payment is complete.
    pub(crate) tokens: u16,
    pub(crate) slots: u16,
    /// Units paid.
    pub len: u8,
    /// The recipe of each unit, as an index into the sheet's recipes.
    pub recipes: [u16; UNITS_MAX],
}

impl Payment {
    /// Paying nothing.
    pub const NONE: Payment = Payment {
        spend: Purse::EMPTY,
        fill: SlotUses { single: 0, counted: 0 },
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
    pub fn uses(&self, sheet: &Sheet, kind: KindId) -> bool {
        let mut recipes = self.recipes().iter().map(|&index| &sheet.recipes[index as usize]);
        if recipes.any(|recipe| recipe.spends_all) {
            return false;
        }
        let mut recipes = self.recipes().iter().map(|&index| &sheet.recipes[index as usize]);
        recipes.any(|recipe| sheet.is_way_of(recipe, kind))
    }

    /// Notes one more unit paid with a recipe; what it spends and fills is added already.
    #[inline(always)]
    pub(crate) fn join(mut self, index: u16, recipe: &Recipe) -> Payment {
        self.lanes |= if recipe.spends_all { self.spend.lane_set() } else { recipe.lanes };
        self.worth += u32::from(recipe.cost_rank);
        self.instant = recipe.instant && (self.len == 0 || self.instant);
        self.recipes[self.len as usize] = index;
        self.len += 1;
        self
    }

    /// Counts what is spent and filled, once all units are paid.
    #[inline(always)]
    pub(crate) fn counted(mut self) -> Payment {
        self.tokens = self.spend.total() as u16;
        self.slots = self.fill.total() as u16;
        self
    }

    /// Cheapest first: least worth, then fewest tokens, then fewest slots, then a fixed order.
    pub(crate) fn rank(&self) -> (u32, u16, u16, Purse) {
        (self.worth, self.tokens, self.slots, self.spend)
    }
}

/// Whether `a` makes `b` pointless: it spends no more of anything, fills no other slot, and cannot
/// be answered if `b` cannot. Where both come to the same, they are two payments only if they are
/// made in different kinds.
#[inline(always)]
pub(crate) fn dominates(sheet: &Sheet, a: &Payment, b: &Payment) -> bool {
    a.lanes & !b.lanes == 0
        && b.spend.covers(&a.spend)
        && b.fill.includes(&a.fill)
        && (a.instant || !b.instant)
        && (a.spend != b.spend || a.fill != b.fill || same_kinds(sheet, a, b))
}

fn same_kinds(sheet: &Sheet, a: &Payment, b: &Payment) -> bool {
    let kind = |&index: &u16| sheet.recipes[index as usize].kind;
    a.recipes().iter().map(kind).eq(b.recipes().iter().map(kind))
}
