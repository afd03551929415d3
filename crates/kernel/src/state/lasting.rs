//! Timed effects: they end at an edge of a span.

use crate::ids::{AttributeId, CombatantId, ConditionId, KindId, NOBODY, RulesId, SlotId, SpanId};
use crate::model::clock::Edge;
use crate::model::effect::Until;

/// Something that ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedEffect {
    /// The combatant who has it.
    pub who: CombatantId,
    /// The kind of effect that ends.
    pub kind: TimedKind,
    /// The edge at which it ends.
    pub span: SpanId,
    /// Beginning or end.
    pub edge: Edge,
    /// The combatant whose turn's edges count; [`NOBODY`] = anyone's.
    pub whose: CombatantId,
    /// Edges to go.
    pub left: u16,
    /// The rules that cause it.
    pub rules: RulesId,
}

/// A kind of timed effect, and how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimedKind {
    /// A condition goes away.
    Condition(ConditionId),
    /// A slot gets its own cap back.
    Cap(SlotId, u8),
    /// Unused tokens of a kind go, as many as were given, and may turn back into another kind.
    Tokens(KindId, u8, Option<KindId>),
    /// Locked tokens come back.
    Locked(KindId, u8),
    /// An amount added to an attribute is taken off again.
    Number(AttributeId, i16),
}

/// Turns an expiry into the number of edges to go.
pub(crate) fn edges(until: Until, count: i32) -> TimedEffect {
    TimedEffect {
        who: NOBODY,
        kind: TimedKind::Condition(ConditionId(0)),
        span: until.span,
        edge: until.edge,
        whose: NOBODY,
        left: count.clamp(1, i32::from(u16::MAX)) as u16,
        rules: RulesId(0),
    }
}
