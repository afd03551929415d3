//! Groups of legal declarations that differ only in their target.

use crate::decision::Declaration;
use crate::ids::{CombatantSet, NOBODY, iter_bits};
use crate::model::board::Square;
use crate::pay::Payment;

/// Declarations that differ only in their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionGroup {
    /// The declaration, without target.
    pub declare: Declaration,
    /// Its payment.
    pub payment: Payment,
    /// Combatants that it may be aimed at; 0 = none.
    pub targets: CombatantSet,
    /// Whether the activity may also be declared without a target.
    pub untargeted: bool,
    /// Adjacent squares that it may be aimed at, one bit per direction from [`ActionGroup::from`].
    pub ways: u8,
    /// The square the actor stands on.
    pub from: Square,
}

impl ActionGroup {
    /// Returns the number of declarations.
    #[inline]
    pub fn len(&self) -> usize {
        self.whom().len() as usize
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the n-th declaration; the one without a target comes last.
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
        // Counting bits takes a dozen steps on machines without an instruction for it.
        let ways = if self.ways == 0 { 0 } else { self.ways.count_ones() };
        self.targets.count_ones() + ways + u32::from(self.untargeted)
    }

    /// Returns a declaration aimed at the n-th target; the one without a target comes last.
    #[inline]
    pub(super) fn with_nth_target(&self, declare: Declaration, nth: usize) -> Declaration {
        let target = iter_bits(self.targets).nth(nth).unwrap_or(NOBODY);
        let way = iter_bits(self.ways.into()).nth(nth);
        let square = way.map_or(Square::NOWHERE, |way| self.from.towards(way.index()));
        Declaration { target, square, ..declare }
    }
}
