//! What can be done, at what price, and why not.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Answer, Decision, Line, Pool, Reason};

/// What the combatants of a role can do now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Options {
    /// The state it holds for.
    pub sequence: u64,
    /// By combatant.
    pub combatants: Vec<CombatantOptions>,
    /// Those who could declare something in secret now, to take effect at the same time as what
    /// others declare so.
    pub together: Vec<String>,
    /// What the game master may declare about anyone; empty for players.
    pub game_master: Vec<MasterOption>,
}

/// What a combatant can do now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CombatantOptions {
    /// Who.
    pub name: String,
    /// It may end its turn, or say that it is done with it.
    pub end: bool,
    /// It is asked for an answer and may pass.
    pub pass: bool,
    /// What is legal.
    pub legal: Vec<Choice>,
    /// What is not, with all reasons.
    pub denied: Vec<Refused>,
}

/// A legal activity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Choice {
    /// What.
    pub activity: String,
    /// Its label for people.
    pub label: String,
    /// A sign for it, if the rules have one.
    pub symbol: Option<String>,
    /// The question it answers, in the situation at hand, if it is an answer.
    #[schema(value_type = Option<String>)]
    pub question: Option<Asked>,
    /// What it costs, as the rules write it.
    pub price: String,
    /// The same in words: `2nd-level slot + reaction`.
    pub price_words: String,
    /// The same in signs; empty where the rules have none.
    pub price_symbols: String,
    /// Words for searching.
    pub tags: Vec<String>,
    /// Whom it may be aimed at.
    pub targets: Vec<String>,
    /// It may also be declared without a target.
    pub untargeted: bool,
    /// The squares it may be aimed at, by name; with a target, too, each goes with one of the
    /// targets at least.
    pub squares: Vec<String>,
    /// It is a step: a square further off is walked to on the cheapest way, and `reach` says what
    /// that costs.
    pub step: bool,
    /// The number that goes with it.
    pub number: Option<NumberRange>,
    /// It readies something: words go with it that say what is waited for.
    pub words: bool,
    /// Every way to pay that leaves nothing better, cheapest first.
    pub payments: Vec<Payment>,
    /// How answer windows ask about it.
    pub answer: Answer,
    /// The rules that define it.
    pub rules: Vec<String>,
}

/// The number that goes with an activity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NumberRange {
    /// What it is.
    pub name: String,
    /// Least value.
    pub min: String,
    /// Greatest value; taken when none is given.
    pub max: String,
    /// The value that stands for the actor's own words: it is refused without them.
    pub worded: Option<String>,
    /// Values with a name, to be shown as choices.
    pub values: Vec<NamedValue>,
}

/// A number with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NamedValue {
    /// The number, as commands take it.
    pub value: String,
    /// Its name.
    pub name: String,
}

/// A question about the situation at hand; sent as its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Asked {
    /// The words.
    pub text: String,
    /// Whom it names.
    #[serde(skip)]
    pub(crate) named: Vec<String>,
    /// Whose numbers it tells, and the words without them.
    #[serde(skip)]
    pub(crate) blind: (Vec<String>, String),
}

/// One way to pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Payment {
    /// Its place in the list, from 1; commands name it as `pay`.
    pub pay: u32,
    /// In words: `5B as QP`.
    pub text: String,
    /// The tokens spent, in words: `2nd-level slot + reaction`.
    pub words: String,
    /// The same in signs; empty where the rules have none.
    pub symbols: String,
    /// What they stand for, in words, where that differs.
    pub as_words: Option<String>,
    /// Tokens spent.
    pub spends: String,
    /// The kinds it is made in, one per unit of the price.
    pub kinds: Vec<String>,
    /// How dear the tokens are together.
    pub worth: u32,
    /// Nothing can answer what is paid this way.
    pub instant: bool,
}

/// An activity that is not legal now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Refused {
    /// What.
    pub activity: String,
    /// Its label for people.
    pub label: String,
    /// A sign for it, if the rules have one.
    pub symbol: Option<String>,
    /// What it costs, as the rules write it.
    pub price: String,
    /// The same in words.
    pub price_words: String,
    /// The same in signs; empty where the rules have none.
    pub price_symbols: String,
    /// Words for searching.
    pub tags: Vec<String>,
    /// How answer windows ask about it.
    pub answer: Answer,
    /// All reasons. Where it takes a target, those at the target with the fewest.
    pub reasons: Vec<Reason>,
}

/// Something the game master may declare about anyone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MasterOption {
    /// What.
    pub activity: String,
    /// Its label for people.
    pub label: String,
    /// Whether someone else goes with it, such as who did the damage.
    pub by: bool,
    /// Whether a square goes with it.
    pub square: bool,
    /// What the number is that goes with it.
    pub number: Option<String>,
    /// Values of the number with a name, to be shown as choices.
    pub values: Vec<NamedValue>,
    /// The rules that define it.
    pub rules: Vec<String>,
}

/// What a command would do, without giving it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Preview {
    /// The state it holds for.
    pub sequence: u64,
    /// The command as it could be typed.
    pub command: String,
    /// Whether it would be accepted.
    pub legal: bool,
    /// Why not.
    pub reasons: Vec<Reason>,
    /// What rules that only warn have against it.
    pub warnings: Vec<Reason>,
    /// How it would be paid; `null` if it costs nothing or is not legal.
    pub payment: Option<String>,
    /// Every way to pay for it.
    pub payments: Vec<Payment>,
    /// What the actor would have left; `null` if it is not legal or has no actor.
    pub left: Option<Vec<Pool>>,
    /// Activities of the actor that would be closed off afterwards.
    pub closes: Vec<String>,
    /// What would happen up to the next decision.
    pub lines: Vec<Line>,
    /// The next decision; `null` if it is not legal.
    pub decision: Option<Decision>,
}
