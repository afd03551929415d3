//! Moments: times at which a kind of token may be used and an activity declared.
//!
//! A moment combines two facts: whose turn it is, seen from one combatant, and whether a
//! declaration waits for answers. Each named window, which an effect opens for a combatant, is
//! another moment.

/// A set of moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moments(pub u16);

impl Moments {
    /// In the combatant's own turn, with nothing waiting for answers.
    pub const OWN_OPEN: Moments = Moments(1);
    /// In the combatant's own turn, with something waiting for answers.
    pub const OWN_ANSWER: Moments = Moments(1 << 1);
    /// In the turn of another side that is not hostile, with nothing waiting for answers.
    pub const ALLY_OPEN: Moments = Moments(1 << 2);
    /// In the turn of another side that is not hostile, with something waiting for answers.
    pub const ALLY_ANSWER: Moments = Moments(1 << 3);
    /// In a foe's turn, with nothing waiting for answers.
    pub const FOE_OPEN: Moments = Moments(1 << 4);
    /// In a foe's turn, with something waiting for answers.
    pub const FOE_ANSWER: Moments = Moments(1 << 5);
    /// Every moment outside named windows.
    pub const BASIC: Moments = Moments(0b11_1111);
    /// Every moment.
    pub const ALL: Moments = Moments(!0);
    /// Names of the basic moments in rulesets, in the order of their bits.
    pub const NAMES: [&str; 6] =
        ["own-open", "own-answer", "ally-open", "ally-answer", "foe-open", "foe-answer"];
    /// Most named windows.
    pub const WINDOWS_MAX: usize = 10;

    /// Returns the moment of a named window.
    pub const fn window(index: u8) -> Moments {
        Moments(1 << (6 + index))
    }

    /// Returns true if the two sets have a moment in common.
    #[inline(always)]
    pub const fn meets(self, other: Moments) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the union of both sets.
    pub const fn union(self, other: Moments) -> Moments {
        Moments(self.0 | other.0)
    }

    /// Returns the index of the only moment in this set, for tables by moment.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }
}
