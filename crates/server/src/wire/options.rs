//! Legal activities with their prices, and the reasons why others are refused.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Answer, Decision, Line, Pool, Reason};

/// Options of the combatants that a role acts for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Options {
    /// The state it holds for.
    pub sequence: u64,
    /// By combatant.
    pub combatants: Vec<CombatantOptions>,
    /// Combatants that can declare in secret now. All secret declarations take effect together.
    pub together: Vec<String>,
    /// Activities that the game master may declare about anyone; empty for players.
    pub game_master: Vec<MasterOption>,
    /// Conditions that the game master may give and take away; empty for players.
    pub conditions: Vec<ConditionOption>,
}

/// A condition that comes and goes in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConditionOption {
    /// Its name.
    pub name: String,
    /// Its label for people.
    pub label: String,
}

/// Options of one combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CombatantOptions {
    /// Name of the combatant.
    pub name: String,
    /// It may end its turn, or say that it is done with it.
    pub end: bool,
    /// It is asked for an answer and may pass.
    pub pass: bool,
    /// Legal activities.
    pub legal: Vec<Choice>,
    /// Activities that are not legal, with all reasons.
    pub denied: Vec<Refused>,
}

/// A legal activity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Choice {
    /// Id of the activity.
    pub activity: String,
    /// Its label for people.
    pub label: String,
    /// A sign for it, if the rules have one.
    pub symbol: Option<String>,
    /// The question it answers, in the situation at hand, if it is an answer.
    #[schema(value_type = Option<String>)]
    pub question: Option<Asked>,
    /// Price, as the rules write it.
    pub price: String,
    /// The same in words: `2nd-level slot + reaction`.
    pub price_words: String,
    /// The same in signs; empty where the rules have none.
    pub price_symbols: String,
    /// Words for searching.
    pub tags: Vec<String>,
    /// Combatants that it may target.
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
    /// It answers an offer that it may open again, so it can be done to several targets, one after
    /// the other.
    pub repeats: bool,
    /// It may offer further targets afterwards, such as a spell with an area. The preview says
    /// which.
    pub spreads: bool,
    /// The rules that define it.
    pub rules: Vec<String>,
}

/// The number that goes with an activity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NumberRange {
    /// Name of the number.
    pub name: String,
    /// Least value.
    pub min: String,
    /// Greatest value.
    pub max: String,
    /// The value taken when none is given.
    pub usual: String,
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
    /// The numbers printed on it, if it is a card.
    #[schema(example = "damage 3")]
    pub detail: Option<String>,
}

/// A question about the present situation. Only its words are sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Asked {
    /// Words of the question.
    pub text: String,
    /// Combatants that the question names.
    #[serde(skip)]
    pub(crate) named: Vec<String>,
    /// Combatants whose numbers the question contains, and the words without those numbers.
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
    /// Kinds that the payment is made in, in words; `null` if equal to `words`.
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
    /// Id of the activity.
    pub activity: String,
    /// Its label for people.
    pub label: String,
    /// A sign for it, if the rules have one.
    pub symbol: Option<String>,
    /// Price, as the rules write it.
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
    /// Id of the activity.
    pub activity: String,
    /// Its label for people.
    pub label: String,
    /// Whether someone else goes with it, such as who did the damage.
    pub by: bool,
    /// Whether a square goes with it.
    pub square: bool,
    /// Name of the number that goes with it; `null` = it takes none.
    pub number: Option<String>,
    /// Values of the number with a name, to be shown as choices.
    pub values: Vec<NamedValue>,
    /// The rules that define it.
    pub rules: Vec<String>,
}

/// Predicted result of a command that is not carried out.
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
    /// Objections of rules that only warn.
    pub warnings: Vec<Reason>,
    /// How it would be paid; `null` if it costs nothing or is not legal.
    pub payment: Option<String>,
    /// Every way to pay for it.
    pub payments: Vec<Payment>,
    /// Tokens the actor would have left; `null` if it is not legal or has no actor.
    pub left: Option<Vec<Pool>>,
    /// Activities of the actor that would be closed off afterwards.
    pub closes: Vec<String>,
    /// Log lines of everything that would happen up to the next decision.
    pub lines: Vec<Line>,
    /// The next decision; `null` if it is not legal.
    pub decision: Option<Decision>,
    /// Combatants that an offer would name afterwards as further targets, such as those in reach of
    /// a spell with an area.
    pub others: Vec<String>,
}
