//! Timed effects: they end at an edge of a span.

use crate::ids::{AttributeId, CombatantId, ConditionId, KindId, NOBODY, RulesId, SlotId, SpanId};
use crate::model::clock::Edge;
use crate::model::effect::Until;

/// Effect that ends at an edge of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedEffect {
    /// The combatant who has it.
    pub who: CombatantId,
    /// The kind of effect that ends.
    pub kind: TimedKind,
    /// The span at whose edge it ends.
    pub span: SpanId,
    /// The edge: beginning or end.
    pub edge: Edge,
    /// The combatant in whose turns edges count; [`NOBODY`] = in all turns.
    pub whose: CombatantId,
    /// Number of edges to go.
    pub left: u16,
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

/// Returns an expiry after `count` edges, at least 1, without a combatant and an effect.
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
