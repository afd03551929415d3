//! Timed effects: they end at an edge of a span.

use crate::ids::{AttributeId, CombatantId, ConditionId, KindId, RulesId, SlotId};
use crate::model::clock::Expiry;

/// Effect that ends at an edge of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedEffect {
    /// The combatant who has it.
    pub who: CombatantId,
    /// The kind of effect that ends.
    pub kind: TimedKind,
    /// When it ends.
    pub expiry: Expiry,
    /// The rules that cause it.
    pub rules: RulesId,
}

/// A kind of timed effect, and how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimedKind {
    /// A condition is removed.
    Condition(ConditionId),
    /// A slot gets back the cap of the sheet.
    Cap(SlotId, u8),
    /// Unused tokens of a kind are removed, at most as many as were given. They may turn back into
    /// another kind.
    Tokens(KindId, u8, Option<KindId>),
    /// Locked tokens come back.
    Locked(KindId, u8),
    /// An amount added to an attribute is subtracted again.
    Number(AttributeId, i16),
}
