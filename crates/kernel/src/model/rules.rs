//! The rules that the kernel itself cites, and questions for the game master.

use crate::ids::RulesId;

/// Ruling: a question for the game master.
#[derive(Clone, Copy, Debug)]
pub struct RulingSpec {
    /// Number of possible answers, at least 2.
    pub answers: u8,
    /// The answer taken if the game master does not decide.
    pub default: u8,
    /// The answer fixed in the setup, if any. The question is then not asked.
    pub preset: Option<u8>,
    /// The rules that ask the question.
    pub rules: RulesId,
}

/// Rules of the ruleset that the kernel cites for its own decisions.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltinRules {
    /// Not enough tokens.
    pub missing: RulesId,
    /// No tokens left at all.
    pub exhausted: RulesId,
    /// A waiting declaration cannot be answered.
    pub locked: RulesId,
    /// Another combatant is asked to answer now.
    pub waiting: RulesId,
    /// The combatant is out of the fight.
    pub out: RulesId,
    /// The combatant does not have this activity.
    pub unknown: RulesId,
    /// The target does not fit.
    pub target: RulesId,
    /// The argument is outside its range.
    pub argument: RulesId,
    /// A turn can only be ended by the acting combatants, with nothing waiting.
    pub turn: RulesId,
    /// Declaring pays at once.
    pub declare: RulesId,
    /// Declarations may be answered.
    pub window: RulesId,
    /// The newest declaration resolves first.
    pub newest_first: RulesId,
    /// Declarations that cannot be answered resolve at once.
    pub instant: RulesId,
    /// A declaration that cannot be answered is made on top of others.
    pub instant_on_top: RulesId,
    /// The acting side makes its secret declarations first.
    pub sealed_turn: RulesId,
    /// Secret declarations of one side resolve together.
    pub sealed_same: RulesId,
    /// Secret declarations of combatants who are not acting resolve together.
    pub sealed_off: RulesId,
    /// Declining to act.
    pub pass: RulesId,
    /// The order of declarations within a side is free.
    pub order_free: RulesId,
    /// A bill is met by exactly its units.
    pub bill: RulesId,
    /// A purchase takes exactly its price.
    pub exact: RulesId,
    /// A thing without a price cannot be bought.
    pub unsold: RulesId,
    /// Only declared conversions exist.
    pub conversion: RulesId,
    /// Conversions keep the prefixes of what they take.
    pub lift: RulesId,
    /// Only combatants whose turn it is may act.
    pub own_turn: RulesId,
    /// Payments are enumerated.
    pub enumerate: RulesId,
    /// Prepared declarations wait for their moment.
    pub prepare: RulesId,
    /// Prepared declarations are checked again when their moment comes.
    pub recheck: RulesId,
    /// Turns follow the turn order.
    pub line: RulesId,
}
