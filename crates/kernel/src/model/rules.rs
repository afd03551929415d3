//! The rules that the kernel itself cites, and questions for the game master.

use crate::ids::RulesId;

/// A question for the game master.
#[derive(Clone, Copy, Debug)]
pub struct RulingSpec {
    /// Number of possible answers, at least 2.
    pub answers: u8,
    /// The answer taken when nobody wants to decide.
    pub default: u8,
    /// An answer fixed in the setup: not asked then.
    pub preset: Option<u8>,
    /// The rule that asks.
    pub rules: RulesId,
}

/// The rules behind what the kernel itself enforces, as the ruleset names them.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltinRules {
    /// Not enough tokens.
    pub missing: RulesId,
    /// No tokens left at all.
    pub exhausted: RulesId,
    /// Something waits that nothing can answer.
    pub locked: RulesId,
    /// It is someone else's chance to answer.
    pub waiting: RulesId,
    /// Out of the fight.
    pub out: RulesId,
    /// Not among the things this combatant can do.
    pub unknown: RulesId,
    /// The target does not fit.
    pub target: RulesId,
    /// A number outside its range.
    pub argument: RulesId,
    /// Turns can only be ended by those who have them, with nothing waiting.
    pub turn: RulesId,
    /// Declaring pays at once.
    pub declare: RulesId,
    /// Declarations may be answered.
    pub window: RulesId,
    /// The newest declaration resolves first.
    pub newest_first: RulesId,
    /// Declarations that cannot be answered resolve at once.
    pub instant: RulesId,
    /// Such a thing used on top of others.
    pub instant_on_top: RulesId,
    /// Sealed declarations: the acting side goes first.
    pub sealed_turn: RulesId,
    /// Sealed declarations of one side resolve together.
    pub sealed_same: RulesId,
    /// Sealed declarations of those not acting resolve together.
    pub sealed_off: RulesId,
    /// Declining to act.
    pub pass: RulesId,
    /// The order of declarations within a side is free.
    pub order_free: RulesId,
    /// A bill is met by exactly its units.
    pub bill: RulesId,
    /// A purchase takes exactly its price.
    pub exact: RulesId,
    /// Without a price there is no purchase.
    pub unsold: RulesId,
    /// Only declared conversions exist.
    pub conversion: RulesId,
    /// Conversions keep the prefixes of what they take.
    pub lift: RulesId,
    /// Acting is for those whose turn it is.
    pub own_turn: RulesId,
    /// Payments are enumerated.
    pub enumerate: RulesId,
    /// Prepared declarations wait for their moment.
    pub prepare: RulesId,
    /// Prepared declarations are checked again when their moment has come.
    pub recheck: RulesId,
    /// Turns come in the order of the line.
    pub line: RulesId,
}
