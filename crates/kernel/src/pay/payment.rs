//! One way to pay a bill, and the test for one payment dominating another.

use crate::ids::KindId;
use crate::model::sheet::{Recipe, Sheet};
use crate::purse::{Purse, SlotUses};

use super::UNITS_MAX;

/// One way to pay a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Tokens spent.
    pub spend: Purse,
    /// Slots filled.
    pub fill: SlotUses,
    /// Sum of the cost ranks of the recipes.
    pub worth: u32,
    /// Whether the declaration cannot be answered if it is paid in this way.
    pub instant: bool,
    /// Index of the alternative of the bill.
    pub alternative: u8,
    /// Lanes spent from, one bit each.
    pub(crate) lanes: u32,
    /// Tokens spent and slots filled, counted once the payment is complete.
    pub(crate) tokens: u16,
    pub(crate) slots: u16,
    /// Number of units paid.
    pub len: u8,
    /// The recipe of each unit, as an index into the sheet's recipes.
    pub recipes: [u16; UNITS_MAX],
}

impl Payment {
    /// The payment of nothing.
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

    /// Returns the recipes used, one per unit.
    pub fn recipes(&self) -> &[u16] {
        &self.recipes[..self.len as usize]
    }

    /// Returns true if some part of it is paid with a kind. False if a recipe spends all tokens.
    pub fn uses(&self, sheet: &Sheet, kind: KindId) -> bool {
        let mut recipes = self.recipes().iter().map(|&index| &sheet.recipes[index as usize]);
        if recipes.any(|recipe| recipe.spends_all) {
            return false;
        }
        let mut recipes = self.recipes().iter().map(|&index| &sheet.recipes[index as usize]);
        recipes.any(|recipe| sheet.is_way_of(recipe, kind))
    }

    /// Adds a unit paid with a recipe. Its tokens and slots are already added.
    #[inline(always)]
    pub(crate) fn join(mut self, index: u16, recipe: &Recipe) -> Payment {
        self.lanes |= if recipe.spends_all { self.spend.lane_set() } else { recipe.lanes };
        self.worth += u32::from(recipe.cost_rank);
        self.instant = recipe.instant && (self.len == 0 || self.instant);
        self.recipes[self.len as usize] = index;
        self.len += 1;
        self
    }

    /// Counts the tokens spent and slots filled, once all units are paid.
    #[inline(always)]
    pub(crate) fn counted(mut self) -> Payment {
        self.tokens = self.spend.total() as u16;
        self.slots = self.fill.total() as u16;
        self
    }

    /// Returns the sort key, cheapest first: least worth, fewest tokens, fewest slots, a fixed
    /// order.
    pub(crate) fn rank(&self) -> (u32, u16, u16, Purse) {
        (self.worth, self.tokens, self.slots, self.spend)
    }
}

/// Returns true if `a` dominates `b`: it spends no more of anything, fills no other slot, and is
/// instant if `b` is. Two payments with equal tokens and slots dominate each other only if their
/// kinds are the same.
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
