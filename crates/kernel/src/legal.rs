//! Declarations listed together, because they differ only in whom or what they are aimed at.

use crate::decision::Declaration;
use crate::ids::{CombatantSet, NOBODY, iter_bits};
use crate::model::board::Square;
use crate::pay::Payment;

/// Declarations that differ only in their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionGroup {
    /// The declaration, without target.
    pub declare: Declaration,
    /// How it is paid.
    pub payment: Payment,
    /// The combatants it may be aimed at; 0 = it takes no target.
    pub targets: CombatantSet,
    /// It may also be declared without a target.
    pub untargeted: bool,
    /// Neighbouring squares it may be aimed at, one bit per direction from [`ActionGroup::from`].
    pub ways: u8,
    /// The square the actor stands on.
    pub from: Square,
}

impl ActionGroup {
    /// How many declarations these are.
    #[inline]
    pub fn len(&self) -> usize {
        self.whom().len() as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The n-th of them; the one without a target comes last.
    pub fn nth(&self, nth: usize) -> Declaration {
        self.whom().with_nth_target(self.declare, nth)
    }

    fn whom(&self) -> TargetSet {
        let ActionGroup { targets, untargeted, ways, from, .. } = *self;
        TargetSet { targets, untargeted, ways, from }
    }
}

/// The targets of an option: combatants, adjacent squares, or none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TargetSet {
    pub(super) targets: CombatantSet,
    pub(super) untargeted: bool,
    pub(super) ways: u8,
    pub(super) from: Square,
}

impl TargetSet {
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        // Counting bits takes a dozen steps where there is no instruction for it.
        let ways = if self.ways == 0 { 0 } else { self.ways.count_ones() };
        self.targets.count_ones() + ways + u32::from(self.untargeted)
    }

    /// A declaration aimed at the n-th of them; the one without a target comes last.
    #[inline]
    pub(super) fn with_nth_target(&self, declare: Declaration, nth: usize) -> Declaration {
        let target = iter_bits(self.targets).nth(nth).unwrap_or(NOBODY);
        let way = iter_bits(self.ways.into()).nth(nth);
        let square = way.map_or(Square::NOWHERE, |way| self.from.towards(way.index()));
        Declaration { target, square, ..declare }
    }
}
