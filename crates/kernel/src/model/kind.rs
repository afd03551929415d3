//! Kinds of token, and reasons for shortages of them.

use crate::ids::{ExprId, KindId, RulesId};

use super::moment::Moments;

/// One kind of token.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// The rules that define it.
    pub rules: RulesId,
    /// The rules that permit its use, by moment.
    pub usable: Vec<(Moments, RulesId)>,
    /// The rules that forbid its use, by moment.
    pub unusable: Vec<(Moments, RulesId)>,
    /// Moments at which a combatant with any of some conditions cannot use it, with the rules for
    /// that.
    pub refused: Vec<(Moments, u64, RulesId)>,
    /// Gates that an activity must open for it, one bit each.
    pub gates: u8,
    /// The rules of its gates.
    pub gate_rules: RulesId,
    /// Whether the kind only serves to buy other kinds.
    pub buys: bool,
}

/// Additional reason why tokens of some kinds are missing.
#[derive(Clone, Debug)]
pub struct Shortage {
    /// The kinds.
    pub kinds: Vec<KindId>,
    /// The test that holds while it is a reason.
    pub test: ExprId,
    /// The rules behind it.
    pub rules: RulesId,
}
