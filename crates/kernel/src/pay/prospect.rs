//! A quick no: what it takes at least to pay for something.

use crate::purse::{LANES, Purse, Room};
use crate::sheet::Recipe;

/// What any payment out of some recipes takes at least.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prospect {
    /// The least that any recipe takes from each lane it takes from at all.
    least: Purse,
    /// What every recipe fills.
    common: Room,
    /// Some payment takes no tokens, and what all such fill.
    free: bool,
    free_fill: Room,
}

impl Prospect {
    /// What any of some recipes takes at least; `free` = nothing at all may do, too.
    pub(crate) fn of<'a>(recipes: impl Iterator<Item = &'a Recipe>, free: bool) -> Prospect {
        let mut prospect = Prospect { free, ..Prospect::default() };
        let mut common: Option<Room> = free.then(Room::default);
        let shared = |all: Option<Room>, fill: &Room| all.map_or(*fill, |all| all.shared(fill));
        let mut free_fill = common;
        for recipe in recipes {
            common = Some(shared(common, &recipe.fill));
            if recipe.spend.is_empty() {
                prospect.free = true;
                free_fill = Some(shared(free_fill, &recipe.fill));
            }
            for lane in 0..LANES {
                let (needs, least) = (recipe.spend.get(lane), prospect.least.get(lane));
                // Whatever spends all there is takes at least one.
                let needs = if recipe.whole { needs.min(1) } else { needs };
                if needs > 0 && (least == 0 || needs < least) {
                    prospect.least.set(lane, needs);
                }
            }
        }
        prospect.common = common.unwrap_or_default();
        prospect.free_fill = free_fill.unwrap_or_default();
        prospect
    }

    /// Whether a payment is possible as far as can be told at a glance: where this says no, there
    /// is none.
    #[inline(always)]
    pub(crate) fn is_open(&self, purse: &Purse, room: &Room) -> bool {
        let free = self.free && room.fits(&self.free_fill);
        (free || purse.reaches(&self.least)) && room.fits(&self.common)
    }
}
