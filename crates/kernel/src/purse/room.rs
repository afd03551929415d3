//! Rooms: what may still be used in the running spans.

use super::{AMOUNT_MAX, GUARD, word_at_least, word_at_most, word_covers};

/// Slots that may be used more than once per span, per combatant.
pub const COUNTED_MAX: usize = 8;
/// Slots that are used at most once per span, per combatant.
pub const SINGLE_MAX: usize = 64;

/// Where a room keeps a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotIndex {
    /// A bit: one use per span.
    Single(u8),
    /// A byte: several uses per span, or a number that effects may change.
    Counted(u8),
}

/// Slots to fill up again, and with what.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Refill {
    /// Uses of each slot concerned.
    to: SlotUses,
    /// Bits of the counted slots concerned.
    counted: u64,
}

impl Refill {
    /// Whether no slot is concerned.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Refill::default()
    }

    /// A slot used once more.
    pub fn single(&mut self, at: usize) {
        self.to.single |= 1 << at;
    }

    /// A counted slot with so many uses.
    pub fn counted(&mut self, lane: usize, uses: u32) {
        self.to.set_count(lane, uses);
        self.counted |= 0xff << (lane * 8);
    }
}

/// Uses left of a combatant's slots: one bit per single-use slot, one byte per counted slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SlotUses {
    /// Bit set: the single-use slot is still free.
    pub single: u64,
    /// Uses left of each counted slot, packed.
    pub counted: u64,
}

impl SlotUses {
    /// Every slot free, as often as wanted.
    pub const UNLIMITED: SlotUses = SlotUses { single: !0, counted: !GUARD };

    /// Whether a filling uses a slot.
    pub fn uses(&self, place: SlotIndex) -> bool {
        match place {
            SlotIndex::Single(at) => self.single >> at & 1 == 1,
            SlotIndex::Counted(at) => self.count(at.into()) > 0,
        }
    }

    /// Whether `fill` still fits.
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

    /// Returns the uses left after `fill`, at least 0 for each slot. Serves for uses that were
    /// allowed in spite of the limits.
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

    /// Two fillings taken together, or `None` when both want the same single-use slot or a counted
    /// one would overflow.
    #[inline(always)]
    pub fn plus(&self, more: &SlotUses) -> Option<SlotUses> {
        let counted = self.counted.wrapping_add(more.counted);
        (self.single & more.single == 0 && counted & GUARD == 0)
            .then_some(SlotUses { single: self.single | more.single, counted })
    }

    /// Two fillings taken together, each slot filled no further than it can be.
    pub fn plus_clamped(&self, more: &SlotUses) -> SlotUses {
        let mut both = SlotUses { single: self.single | more.single, counted: 0 };
        for lane in 0..COUNTED_MAX {
            both.set_count(lane, self.count(lane) + more.count(lane));
        }
        both
    }

    /// Whether `other` fills nothing that this one leaves free.
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

    /// Whether the two differ in any slot that `slots` names.
    #[inline(always)]
    pub fn differs_in(&self, other: &SlotUses, slots: &SlotUses) -> bool {
        let in_slot = slots.counted.wrapping_add(!GUARD);
        let differs = (self.counted ^ other.counted).wrapping_add(!GUARD);
        (self.single ^ other.single) & slots.single != 0 || in_slot & differs & GUARD != 0
    }

    /// The greater of the two, slot by slot.
    #[inline(always)]
    pub fn slotwise_max(&self, least: &SlotUses) -> SlotUses {
        let counted = word_at_least(self.counted, least.counted);
        SlotUses { single: self.single | least.single, counted }
    }

    /// The lesser of the two, slot by slot.
    #[inline(always)]
    pub fn slotwise_min(&self, most: &SlotUses) -> SlotUses {
        let counted = word_at_most(self.counted, most.counted);
        SlotUses { single: self.single & most.single, counted }
    }

    /// Uses left (or taken) of one counted slot.
    #[inline]
    pub fn count(&self, lane: usize) -> u32 {
        (self.counted >> (lane * 8)) as u32 & 0x7f
    }

    /// Replaces the uses left of one counted slot.
    #[inline]
    pub fn set_count(&mut self, lane: usize, uses: u32) {
        let shift = lane * 8;
        self.counted = self.counted & !(0xff << shift) | u64::from(uses.min(AMOUNT_MAX)) << shift;
    }

    /// The number of slots filled.
    #[inline]
    pub fn total(&self) -> u32 {
        let counted: u32 = (0..COUNTED_MAX).map(|lane| self.count(lane)).sum();
        self.single.count_ones() + counted
    }

    /// Whether nothing is filled.
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
