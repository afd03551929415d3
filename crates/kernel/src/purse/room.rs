//! Rooms: slot uses left in the running spans.

use super::{AMOUNT_MAX, GUARD, word_at_least, word_at_most, word_covers};

/// Most slots of a combatant that can be used more than once per span.
pub const COUNTED_MAX: usize = 8;
/// Most slots of a combatant that can be used once per span.
pub const SINGLE_MAX: usize = 64;

/// Place of a slot in [`SlotUses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotIndex {
    /// A bit, for one use per span.
    Single(u8),
    /// A byte, for several uses per span or a cap that effects may change.
    Counted(u8),
}

/// Slots that refill, with their uses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Refill {
    /// Uses of each slot that refills.
    to: SlotUses,
    /// All bits of the counted slots that refill.
    counted: u64,
}

impl Refill {
    /// Returns true if no slot refills.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Refill::default()
    }

    /// Adds a single-use slot.
    pub fn single(&mut self, at: usize) {
        self.to.single |= 1 << at;
    }

    /// Adds a counted slot with its uses.
    pub fn counted(&mut self, lane: usize, uses: u32) {
        self.to.set_count(lane, uses);
        self.counted |= 0xff << (lane * 8);
    }
}

/// Uses left of a combatant's slots: one bit per single-use slot, one byte per counted slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SlotUses {
    /// Single-use slots that are still free, one bit each.
    pub single: u64,
    /// Uses left of each counted slot, packed.
    pub counted: u64,
}

impl SlotUses {
    /// All slots free, with as many uses as can be stored.
    pub const UNLIMITED: SlotUses = SlotUses { single: !0, counted: !GUARD };

    /// Returns true if a slot has any uses here, filled or left.
    pub fn uses(&self, place: SlotIndex) -> bool {
        match place {
            SlotIndex::Single(at) => self.single >> at & 1 == 1,
            SlotIndex::Counted(at) => self.count(at.into()) > 0,
        }
    }

    /// Returns true if the uses left suffice for `fill`.
    #[inline(always)]
    pub fn fits(&self, fill: &SlotUses) -> bool {
        self.single & fill.single == fill.single && word_covers(self.counted, fill.counted)
    }

    /// Returns the uses left after `fill`, which must fit.
    #[inline(always)]
    pub fn minus(&self, fill: &SlotUses) -> SlotUses {
        SlotUses {
            single: self.single & !fill.single,
            counted: self.counted.wrapping_sub(fill.counted),
        }
    }

    /// Returns the uses left after `fill`, at least 0 for each slot. It serves for uses beyond the
    /// limits that were allowed anyway.
    pub fn minus_clamped(&self, fill: &SlotUses) -> SlotUses {
        let mut left = SlotUses { single: self.single & !fill.single, counted: self.counted };
        for lane in 0..COUNTED_MAX {
            left.set_count(lane, self.count(lane).saturating_sub(fill.count(lane)));
        }
        left
    }

    /// Returns the uses left after a refill of some slots.
    #[inline(always)]
    pub fn refilled(&self, refill: &Refill) -> SlotUses {
        SlotUses {
            single: self.single | refill.to.single,
            counted: self.counted & !refill.counted | refill.to.counted,
        }
    }

    /// Returns the sum of two fillings; `None` if both fill the same single-use slot or a counted
    /// slot would overflow.
    #[inline(always)]
    pub fn plus(&self, more: &SlotUses) -> Option<SlotUses> {
        let counted = self.counted.wrapping_add(more.counted);
        (self.single & more.single == 0 && counted & GUARD == 0)
            .then_some(SlotUses { single: self.single | more.single, counted })
    }

    /// Returns the sum of two fillings, with each slot clamped to its greatest number of uses.
    pub fn plus_clamped(&self, more: &SlotUses) -> SlotUses {
        let mut both = SlotUses { single: self.single | more.single, counted: 0 };
        for lane in 0..COUNTED_MAX {
            both.set_count(lane, self.count(lane) + more.count(lane));
        }
        both
    }

    /// Returns true if `other` fills no slot further than this one.
    #[inline(always)]
    pub fn includes(&self, other: &SlotUses) -> bool {
        other.single & !self.single == 0 && word_covers(self.counted, other.counted)
    }

    /// Returns the uses that both fill.
    pub fn shared(&self, other: &SlotUses) -> SlotUses {
        let mut shared = SlotUses { single: self.single & other.single, counted: 0 };
        for lane in 0..COUNTED_MAX {
            shared.set_count(lane, self.count(lane).min(other.count(lane)));
        }
        shared
    }

    /// Returns true if the two differ in any slot with uses in `slots`.
    #[inline(always)]
    pub fn differs_in(&self, other: &SlotUses, slots: &SlotUses) -> bool {
        let in_slot = slots.counted.wrapping_add(!GUARD);
        let differs = (self.counted ^ other.counted).wrapping_add(!GUARD);
        (self.single ^ other.single) & slots.single != 0 || in_slot & differs & GUARD != 0
    }

    /// Returns the greater number of uses of both, slot by slot.
    #[inline(always)]
    pub fn slotwise_max(&self, least: &SlotUses) -> SlotUses {
        let counted = word_at_least(self.counted, least.counted);
        SlotUses { single: self.single | least.single, counted }
    }

    /// Returns the lesser number of uses of both, slot by slot.
    #[inline(always)]
    pub fn slotwise_min(&self, most: &SlotUses) -> SlotUses {
        let counted = word_at_most(self.counted, most.counted);
        SlotUses { single: self.single & most.single, counted }
    }

    /// Returns the uses left, or taken, of a counted slot.
    #[inline]
    pub fn count(&self, lane: usize) -> u32 {
        (self.counted >> (lane * 8)) as u32 & 0x7f
    }

    /// Sets the uses left of a counted slot, at most [`AMOUNT_MAX`].
    #[inline]
    pub fn set_count(&mut self, lane: usize, uses: u32) {
        let shift = lane * 8;
        self.counted = self.counted & !(0xff << shift) | u64::from(uses.min(AMOUNT_MAX)) << shift;
    }

    /// Returns the number of uses in all slots.
    #[inline]
    pub fn total(&self) -> u32 {
        let counted: u32 = (0..COUNTED_MAX).map(|lane| self.count(lane)).sum();
        self.single.count_ones() + counted
    }

    /// Returns true if no slot has any uses.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.single == 0 && self.counted == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lesser_and_greater_slots() {
        let room = |single, first, second| {
            let mut room = SlotUses { single, counted: 0 };
            room.set_count(0, first);
            room.set_count(7, second);
            room
        };
        let (one, other) = (room(0b011, 127, 2), room(0b110, 1, 3));
        assert_eq!(
            (one.slotwise_min(&other), other.slotwise_min(&one)),
            (room(0b010, 1, 2), room(0b010, 1, 2))
        );
        assert_eq!(one.slotwise_max(&other), room(0b111, 127, 3));
    }

    #[test]
    fn a_room_refuses_the_second_use_of_a_single_slot() {
        let mut room = SlotUses { single: 0b11, counted: 0 };
        room.set_count(2, 3);
        let mut fill = SlotUses { single: 0b10, counted: 0 };
        fill.set_count(2, 2);
        assert!(room.fits(&fill));
        assert!(!room.minus(&fill).fits(&fill));
        assert_eq!(room.minus(&fill).count(2), 1);
        assert_eq!(fill.plus(&fill), None);
    }
}
