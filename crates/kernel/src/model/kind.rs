//! Kinds of token, and why there may be too few of some.

use crate::ids::{ExprId, KindId, RulesId};

use super::moment::Moments;

/// One kind of token.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// The rules that say what it is.
    pub rules: RulesId,
    /// The rules that permit its use, by moment.
    pub usable: Vec<(Moments, RulesId)>,
    /// The rules that forbid its use, by moment.
    pub unusable: Vec<(Moments, RulesId)>,
    /// Moments at which those with any of some conditions cannot use it, and the rules that say so.
    pub refused: Vec<(Moments, u64, RulesId)>,
    /// Gates an activity must open for it.
    pub gates: u8,
    /// The rules of its gates.
    pub gate_rules: RulesId,
    /// It serves only to buy other kinds.
    pub buys: bool,
}

/// Why there may be too few tokens of some kinds: a reason beside their being missing.
#[derive(Clone, Debug)]
pub struct Shortage {
    /// The kinds.
    pub kinds: Vec<KindId>,
    /// When it is a reason.
    pub test: ExprId,
    /// The rules that say so.
    pub rules: RulesId,
}
