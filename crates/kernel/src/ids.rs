//! Dense identifiers: indexes into tables. Names live outside the kernel.

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident($int:ty)),* $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $int);

        impl $name {
            /// Returns the index in the table of this id.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A rule of the ruleset: the reason on every event and denial.
    RuleId(u16),
    /// A kind of token that a pool holds or a conversion yields.
    KindId(u16),
    /// A slot: one allowance that refills at the edge of a span.
    SlotId(u16),
    /// A unit of a bill, paid with any kind that can serve as it.
    UnitId(u16),
    /// An activity of the ruleset, the campaign or a creature.
    ActivityId(u16),
    /// A combatant; at most [`crate::COMBATANTS_MAX`] per encounter.
    CombatantId(u8),
    /// A side: combatants who fight together.
    SideId(u8),
    /// A turn group: the sides that act in the same stretch of the innermost span.
    TurnId(u8),
    /// A span of the clock, outermost first.
    SpanId(u8),
    /// A condition (or fixed tag), one bit on a combatant.
    ConditionId(u8),
    /// An attribute: a number that a combatant carries.
    AttributeId(u8),
    /// A variable: a number that the whole encounter carries.
    VariableId(u8),
    /// A pile of cards: a deck, a hand, a discard pile.
    PileId(u8),
    /// A card: one object, even if others look like it.
    CardId(u16),
    /// A table of numbers that expressions look up.
    TableId(u16),
    /// A ruling: a question that only the game master can answer.
    RulingId(u16),
    /// A named window, which an effect opens. Answer windows of declarations have no id.
    WindowId(u8),
    /// A bill: a price as alternatives of units.
    BillId(u16),
    /// A compiled expression.
    ExprId(u16),
    /// A dice expression.
    DiceId(u16),
    /// A program: a list of effects.
    ProgramId(u16),
    /// An interned list of rules.
    RulesId(u16),
}

/// The id that stands for no combatant.
pub const NOBODY: CombatantId = CombatantId(u8::MAX);

/// A set of combatants, one bit each.
pub type CombatantSet = u64;

/// Returns the set that holds only `id`.
#[inline(always)]
pub fn bit(id: CombatantId) -> CombatantSet {
    1 << id.0
}

/// Returns the members of a set, lowest first.
#[inline]
pub fn iter_bits(mut mask: CombatantSet) -> impl Iterator<Item = CombatantId> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let id = mask.trailing_zeros() as u8;
        mask &= mask - 1;
        Some(CombatantId(id))
    })
}

/// Iterator over the set bits of a 128-bit word, lowest first.
pub(crate) struct BitIter {
    low: u64,
    high: u64,
}

impl BitIter {
    #[inline(always)]
    pub(crate) fn of(word: u128) -> BitIter {
        BitIter { low: word as u64, high: (word >> 64) as u64 }
    }

    /// Returns the bits of two words; the first word holds the lower bits.
    #[inline(always)]
    pub(crate) fn of_both([low, high]: [u64; 2]) -> BitIter {
        BitIter { low, high }
    }
}

impl Iterator for BitIter {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.low != 0 {
            let at = self.low.trailing_zeros() as usize;
            self.low &= self.low - 1;
            return Some(at);
        }
        if self.high == 0 {
            return None;
        }
        let at = self.high.trailing_zeros() as usize;
        self.high &= self.high - 1;
        Some(64 + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_wide_words_come_lowest_first() {
        let word = 1 << 3 | 1 << 63 | 1 << 64 | 1u128 << 127;
        assert_eq!(BitIter::of(word).collect::<Vec<_>>(), [3, 63, 64, 127]);
        assert_eq!(BitIter::of_both([1 << 3, 1]).collect::<Vec<_>>(), [3, 64]);
    }
}
