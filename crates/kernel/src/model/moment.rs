//! Moments: when a kind of token may be used and an activity declared.
//!
//! A moment combines whose turn it is, seen from one combatant, with whether something declared is
//! waiting for answers. Named windows (a chance that an effect opens for someone) come on top.

/// A set of moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moments(pub u16);

impl Moments {
    /// On one's own turn, nothing waiting.
    pub const OWN_OPEN: Moments = Moments(1);
    /// On one's own turn, something waits for answers.
    pub const OWN_ANSWER: Moments = Moments(1 << 1);
    /// On the turn of another side that is not hostile, nothing waiting.
    pub const ALLY_OPEN: Moments = Moments(1 << 2);
    /// On the turn of another side that is not hostile, something waits for answers.
    pub const ALLY_ANSWER: Moments = Moments(1 << 3);
    /// On a foe's turn, nothing waiting.
    pub const FOE_OPEN: Moments = Moments(1 << 4);
    /// On a foe's turn, something waits for answers.
    pub const FOE_ANSWER: Moments = Moments(1 << 5);
    /// Every moment outside named windows.
    pub const BASIC: Moments = Moments(0b11_1111);
    /// Every moment.
    pub const ALL: Moments = Moments(!0);
    /// The basic moments, in the order of their bits, by the names rulesets use.
    pub const NAMES: [&str; 6] =
        ["own-open", "own-answer", "ally-open", "ally-answer", "foe-open", "foe-answer"];
    /// Named windows that can exist beside the basic moments.
    pub const WINDOWS_MAX: usize = 10;

    /// The moment of a named window.
    pub const fn window(index: u8) -> Moments {
        Moments(1 << (6 + index))
    }

    /// Whether the two sets have a moment in common.
    #[inline(always)]
    pub const fn meets(self, other: Moments) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets together.
    pub const fn union(self, other: Moments) -> Moments {
        Moments(self.0 | other.0)
    }

    /// The position of the only moment in this set, for tables by moment.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }
}
