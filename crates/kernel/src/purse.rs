//! Purses, the tokens that a combatant holds, and rooms, its slot uses left in the running spans.
//!
//! Both are packed bytes, so that a test for affordability takes a few word operations. Every byte
//! keeps its top bit clear, and a subtraction that would go below zero shows up in that bit.

mod room;

pub use room::{COUNTED_MAX, Refill, SINGLE_MAX, SlotIndex, SlotUses};

/// Guard bits: the top bit of each byte.
const GUARD: u64 = 0x8080_8080_8080_8080;

/// Lanes of a purse: a combatant holds at most this many different kinds of token.
pub const LANES: usize = 32;
/// Most tokens of one kind in a purse.
pub const AMOUNT_MAX: u32 = 127;

#[inline(always)]
fn word_covers(have: u64, need: u64) -> bool {
    (have | GUARD).wrapping_sub(need) & GUARD == GUARD
}

/// Returns all bits of the bytes in which `have` holds at least as much as `most`.
#[inline(always)]
fn enough(have: u64, most: u64) -> u64 {
    // The guard bit stays set in these bytes.
    let enough = (have | GUARD).wrapping_sub(most) & GUARD;
    (enough >> 7).wrapping_mul(0xff)
}

#[inline(always)]
fn word_at_most(have: u64, most: u64) -> u64 {
    let enough = enough(have, most);
    most & enough | have & !enough
}

#[inline(always)]
fn word_at_least(have: u64, least: u64) -> u64 {
    let enough = enough(have, least);
    have & enough | least & !enough
}

/// Amounts of tokens by lane, 0 to [`AMOUNT_MAX`] each. The sheet gives the kind of each lane.
#[derive(Clone, Copy, Debug, Default, Eq, PartialOrd, Ord)]
pub struct Purse([u64; LANES / 8]);

impl PartialEq for Purse {
    // It compares word by word, because a comparison of whole memory blocks stalls right after a
    // write.
    #[inline(always)]
    fn eq(&self, other: &Purse) -> bool {
        self.0.iter().zip(other.0).fold(0, |all, (one, other)| all | one ^ other) == 0
    }
}

impl Purse {
    /// The empty purse.
    pub const EMPTY: Purse = Purse([0; LANES / 8]);
    /// The purse with [`AMOUNT_MAX`] in every lane. It serves to find what would be payable with
    /// enough tokens.
    pub const UNLIMITED: Purse = Purse([!GUARD; LANES / 8]);

    /// Returns all lanes, eight to a word, for keys of tables.
    #[inline(always)]
    pub(crate) fn words(&self) -> [u64; LANES / 8] {
        self.0
    }

    /// Returns the amount in a lane.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> u32 {
        (self.0[lane / 8] >> (lane % 8 * 8)) as u32 & 0x7f
    }

    /// Returns the lanes that hold anything, as their [bits](Purse::bit_of).
    #[inline(always)]
    pub(crate) fn held(&self) -> u64 {
        // The top bit of each lane shows it. Shifts place those of all words side by side.
        let some = |lanes: u64| lanes.wrapping_add(!GUARD) & GUARD;
        self.0.iter().enumerate().fold(0, |all, (word, lanes)| all | some(*lanes) >> (7 - word))
    }

    /// Returns the bit of a lane in [`Purse::held`], which uses the lower four bits of each byte.
    pub(crate) fn bit_of(lane: u8) -> u64 {
        const { assert!(LANES <= 32) };
        1 << (lane % 8 * 8 + lane / 8)
    }

    /// Sets the amount in a lane, at most [`AMOUNT_MAX`].
    #[inline]
    pub fn set(&mut self, lane: usize, amount: u32) {
        let shift = lane % 8 * 8;
        let word = &mut self.0[lane / 8];
        *word = *word & !(0xff << shift) | u64::from(amount.min(AMOUNT_MAX)) << shift;
    }

    /// Returns true if every lane holds at least as much as `need`.
    #[inline(always)]
    pub fn covers(&self, need: &Purse) -> bool {
        let mut spare = GUARD;
        for (have, need) in self.0.iter().zip(need.0) {
            spare &= (have | GUARD).wrapping_sub(need);
        }
        spare & GUARD == GUARD
    }

    /// Returns the tokens left after `need`, which must be covered.
    #[inline(always)]
    pub fn minus(&self, need: &Purse) -> Purse {
        debug_assert!(self.covers(need));
        Purse(std::array::from_fn(|word| self.0[word].wrapping_sub(need.0[word])))
    }

    /// Returns the tokens left after `need`; a lane with too few becomes 0.
    pub fn minus_clamped(&self, need: &Purse) -> Purse {
        let mut left = Purse::EMPTY;
        for (lane, amount) in self.lanes() {
            left.set(lane, amount.saturating_sub(need.get(lane)));
        }
        left
    }

    /// Returns the sum, lane by lane; `None` if a lane would overflow.
    #[inline]
    pub fn plus(&self, more: &Purse) -> Option<Purse> {
        let sum = Purse(std::array::from_fn(|word| self.0[word].wrapping_add(more.0[word])));
        sum.0.iter().all(|word| word & GUARD == 0).then_some(sum)
    }

    /// Returns true if any lane with a nonzero amount in `least` holds at least that amount.
    #[inline(always)]
    pub fn any_lane_covers(&self, least: &Purse) -> bool {
        let reached = self.0.iter().zip(least.0).fold(0, |all, (have, least)| {
            let named = least.wrapping_add(!GUARD);
            all | (have | GUARD).wrapping_sub(least) & named
        });
        reached & GUARD != 0
    }

    /// Returns only the lanes with a nonzero amount in `lanes`.
    #[inline]
    pub fn only(&self, lanes: &Purse) -> Purse {
        Purse(std::array::from_fn(|word| {
            // Spread each non-zero byte of the mask over its whole byte.
            let marked = (lanes.0[word] | GUARD).wrapping_sub(!GUARD & 0x0101_0101_0101_0101);
            let low = (marked & GUARD) >> 7;
            self.0[word] & low.wrapping_mul(0xff)
        }))
    }

    /// Returns the lesser amount of both, lane by lane.
    #[inline(always)]
    pub fn lanewise_min(&self, most: &Purse) -> Purse {
        Purse(std::array::from_fn(|word| word_at_most(self.0[word], most.0[word])))
    }

    /// Returns the greater amount of both, lane by lane.
    #[inline(always)]
    pub fn lanewise_max(&self, least: &Purse) -> Purse {
        Purse(std::array::from_fn(|word| word_at_least(self.0[word], least.0[word])))
    }

    /// Calls `each` with every lane that holds less than `wanted`, and the amount held.
    #[inline(always)]
    pub fn for_each_shortfall(&self, wanted: &Purse, mut each: impl FnMut(usize, u32)) {
        for (word, (have, wanted)) in self.0.iter().zip(wanted.0).enumerate() {
            let mut short = !(have | GUARD).wrapping_sub(wanted) & GUARD;
            while short != 0 {
                let byte = short.trailing_zeros() as usize / 8;
                short &= short - 1;
                each(word * 8 + byte, (have >> (byte * 8)) as u32 & 0x7f);
            }
        }
    }

    /// Returns true if the two differ in any lane with a nonzero amount in `lanes`.
    #[inline(always)]
    pub fn differs_in(&self, other: &Purse, lanes: &Purse) -> bool {
        let different = (0..LANES / 8).fold(0, |all, word| {
            // A byte that is not 0 carries into its guard bit.
            let in_lane = lanes.0[word].wrapping_add(!GUARD);
            let differs = (self.0[word] ^ other.0[word]).wrapping_add(!GUARD);
            all | in_lane & differs
        });
        different & GUARD != 0
    }

    /// Returns true if the two differ in any lane with [`AMOUNT_MAX`] in `lanes`. All other lanes
    /// of `lanes` must be empty.
    #[inline(always)]
    pub fn differs_in_full_lanes(&self, other: &Purse, lanes: &Purse) -> bool {
        let words = (0..LANES / 8).map(|at| (self.0[at] ^ other.0[at]) & lanes.0[at]);
        words.fold(0, |all, word| all | word) != 0
    }

    /// Returns every lane with a nonzero amount in either purse; the amounts mean nothing.
    pub fn union(&self, other: &Purse) -> Purse {
        Purse(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns true if every lane is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; LANES / 8]
    }

    /// Returns the lanes that hold anything, one bit each.
    pub fn lane_set(&self) -> u32 {
        self.0.iter().rev().fold(0, |set, word| {
            // One bit per byte, gathered in the top byte.
            let some = (word.wrapping_add(!GUARD) & GUARD) >> 7;
            set << 8 | (some.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
        })
    }

    /// Returns the number of tokens of all kinds.
    #[inline]
    pub fn total(&self) -> u32 {
        self.0
            .iter()
            .map(|word| {
                let pairs = (word & 0x00ff_00ff_00ff_00ff) + (word >> 8 & 0x00ff_00ff_00ff_00ff);
                (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
            })
            .sum()
    }

    /// Returns the lanes that hold anything, with their amounts.
    pub fn lanes(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        (0..LANES).filter_map(|lane| match self.get(lane) {
            0 => None,
            amount => Some((lane, amount)),
        })
    }

    /// Returns bits for the lanes that hold at least 1 and at least 4 tokens. The outline of a
    /// smaller purse has no other bits.
    #[inline(always)]
    pub fn outline(&self) -> u32 {
        let steps = |word: u64| {
            let some = word.wrapping_add(!GUARD) & GUARD;
            let more = (word & !GUARD).wrapping_add(!GUARD & 0x7c7c_7c7c_7c7c_7c7c) & GUARD;
            some >> 7 | more >> 6
        };
        let [a, b, c, d] = self.0;
        // Lanes that share bits only make the outline coarser.
        let bytes = steps(a) | steps(b) << 2 | steps(c) | steps(d) << 2;
        (bytes | bytes >> 28) as u32
    }

    /// Returns a cheap hash of all lanes.
    #[inline(always)]
    pub fn mix(&self) -> u64 {
        let [a, b, c, d] = self.0;
        (a ^ b.rotate_left(17) ^ c.rotate_left(31) ^ d.rotate_left(47))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purse(amounts: &[(usize, u32)]) -> Purse {
        let mut purse = Purse::EMPTY;
        for &(lane, amount) in amounts {
            purse.set(lane, amount);
        }
        purse
    }

    #[test]
    fn covers_compares_every_lane() {
        let have = purse(&[(0, 2), (9, 127), (31, 1)]);
        assert!(have.covers(&purse(&[(0, 2), (9, 127), (31, 1)])));
        assert!(!have.covers(&purse(&[(0, 3)])));
        assert!(!have.covers(&purse(&[(31, 2)])));
        assert!(!have.covers(&purse(&[(1, 1)])));
    }

    #[test]
    fn held_tells_which_lanes_have_anything() {
        for lane in 0..LANES {
            for amount in [1, 127] {
                assert_eq!(purse(&[(lane, amount)]).held(), Purse::bit_of(lane as u8));
            }
        }
        assert_eq!(Purse::EMPTY.held(), 0);
        let all = Purse::UNLIMITED.held();
        assert_eq!((all.count_ones() as usize, all & all << 4), (LANES, 0));
    }

    #[test]
    fn only_keeps_the_named_lanes() {
        let have = purse(&[(0, 2), (7, 127), (8, 3), (31, 1)]);
        assert_eq!(have.only(&purse(&[(7, 1), (31, 100)])), purse(&[(7, 127), (31, 1)]));
        assert_eq!(have.only(&Purse::EMPTY), Purse::EMPTY);
    }

    #[test]
    fn a_smaller_purse_lies_within_the_outline() {
        let large = purse(&[(0, 9), (5, 2), (17, 3), (31, 127)]);
        for (lane, amount) in large.lanes() {
            for less in 0..=amount {
                let mut small = large;
                small.set(lane, less);
                assert_eq!(small.outline() & !large.outline(), 0);
            }
        }
        assert_ne!(purse(&[(0, 4)]).outline() & !purse(&[(0, 3), (3, 127)]).outline(), 0);
    }

    #[test]
    fn lesser_and_different_lanes() {
        let (have, most) = (purse(&[(0, 9), (7, 1), (9, 127)]), purse(&[(0, 4), (7, 2), (31, 3)]));
        assert_eq!(have.lanewise_min(&most), purse(&[(0, 4), (7, 1)]));
        assert_eq!(have.lanewise_min(&Purse::UNLIMITED), have);
        assert_eq!(have.lanewise_max(&most), purse(&[(0, 9), (7, 2), (9, 127), (31, 3)]));
        let mut short = Vec::new();
        have.for_each_shortfall(&most, |lane, have| short.push((lane, have)));
        assert_eq!(short, [(7, 1), (31, 0)]);
        let other = purse(&[(0, 9), (7, 2), (9, 127)]);
        assert!(have.differs_in(&other, &most) && have.differs_in(&other, &Purse::UNLIMITED));
        assert!(!have.differs_in(&other, &purse(&[(0, 1), (8, 127)])));
        assert!(!have.differs_in(&have, &most));
        assert!(have.differs_in_full_lanes(&other, &purse(&[(0, AMOUNT_MAX), (7, AMOUNT_MAX)])));
        assert!(!have.differs_in_full_lanes(&other, &purse(&[(0, AMOUNT_MAX), (9, AMOUNT_MAX)])));
    }

    #[test]
    fn the_lane_set_names_what_holds_anything() {
        for lane in 0..LANES {
            assert_eq!(purse(&[(lane, 1)]).lane_set(), 1 << lane);
            assert_eq!(purse(&[(lane, AMOUNT_MAX)]).lane_set(), 1 << lane);
        }
        assert_eq!(Purse::UNLIMITED.lane_set(), !0);
        assert_eq!(Purse::EMPTY.lane_set(), 0);
    }

    #[test]
    fn total_counts_all_lanes() {
        assert_eq!(purse(&[(0, 127), (1, 127), (17, 127), (31, 4)]).total(), 385);
    }
}
