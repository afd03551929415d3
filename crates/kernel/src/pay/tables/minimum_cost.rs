//! Accelerator: lower bound on a bill. `may_afford` must be true if `pay::search` finds a payment.

use crate::model::sheet::Recipe;
use crate::purse::{LANES, Purse, SlotUses};

/// Lower bound on what a payment with any of some recipes takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MinimumCost {
    /// Least amount that any recipe takes of each lane it takes from.
    least: Purse,
    /// Slots that every recipe fills.
    common: SlotUses,
    /// Whether a payment may take no tokens, and the slots that all such payments fill.
    free: bool,
    free_fill: SlotUses,
}

impl MinimumCost {
    /// Computes the bound for some recipes; `free` = the bill may also cost nothing.
    pub(crate) fn of<'a>(recipes: impl Iterator<Item = &'a Recipe>, free: bool) -> MinimumCost {
        let mut prospect = MinimumCost { free, ..MinimumCost::default() };
        let mut common: Option<SlotUses> = free.then(SlotUses::default);
        let shared =
            |all: Option<SlotUses>, fill: &SlotUses| all.map_or(*fill, |all| all.shared(fill));
        let mut free_fill = common;
        for recipe in recipes {
            common = Some(shared(common, &recipe.fill));
            if recipe.spend.is_empty() {
                prospect.free = true;
                free_fill = Some(shared(free_fill, &recipe.fill));
            }
            for lane in 0..LANES {
                let (needs, least) = (recipe.spend.get(lane), prospect.least.get(lane));
                // A recipe that spends all tokens takes at least one.
                let needs = if recipe.spends_all { needs.min(1) } else { needs };
                if needs > 0 && (least == 0 || needs < least) {
                    prospect.least.set(lane, needs);
                }
            }
        }
        prospect.common = common.unwrap_or_default();
        prospect.free_fill = free_fill.unwrap_or_default();
        prospect
    }

    /// Returns false only if no payment is possible.
    #[inline(always)]
    pub(crate) fn may_afford(&self, purse: &Purse, room: &SlotUses) -> bool {
        let free = self.free && room.fits(&self.free_fill);
        (free || purse.any_lane_covers(&self.least)) && room.fits(&self.common)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a recipe that takes an amount from the first lane and fills some slots.
    fn recipe(amount: u32, single: u64) -> Recipe {
        let mut recipe = Recipe { fill: SlotUses { single, counted: 0 }, ..Recipe::default() };
        recipe.spend.set(0, amount);
        recipe
    }

    fn is_open(recipes: &[Recipe], held: u32, single: u64) -> bool {
        let mut purse = Purse::EMPTY;
        purse.set(0, held);
        let prospect = MinimumCost::of(recipes.iter(), false);
        prospect.may_afford(&purse, &SlotUses { single, counted: 0 })
    }

    #[test]
    fn what_takes_no_tokens_needs_its_slots_or_tokens_for_another_way() {
        let ways = [recipe(0, 0b01), recipe(2, 0b10)];
        assert!(is_open(&ways, 0, 0b01));
        assert!(!is_open(&ways, 1, 0b10));
        assert!(is_open(&ways, 2, 0b10));
        // Of recipes that take no tokens, only the slots that all of them fill are needed.
        let ways = [recipe(0, 0b011), recipe(0, 0b110)];
        assert!(is_open(&ways, 0, 0b010));
        assert!(!is_open(&ways, 5, 0b101));
    }

    #[test]
    fn what_every_way_fills_has_to_be_free() {
        let ways = [recipe(1, 0b011), recipe(3, 0b110)];
        assert!(is_open(&ways, 1, 0b010));
        assert!(!is_open(&ways, 3, 0b101));
        assert!(!is_open(&ways, 0, 0b111));
    }
}
