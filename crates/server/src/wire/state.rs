//! State of an encounter, as a role sees it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Asked, Board, Combatant, Note, Pile, Seat, Table};

/// Everything a role sees of an encounter at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// Id of the encounter.
    pub encounter: String,
    /// Title of the encounter.
    pub title: String,
    /// Id of its ruleset.
    pub ruleset: String,
    /// Number of the last change; commands name it as `expected`.
    pub sequence: u64,
    /// The point of the history it stands at.
    pub point: u32,
    /// Commands that can be undone from here.
    pub undo: u32,
    /// Commands that can be done again from here.
    pub redo: u32,
    /// Decision that the encounter waits for, and who may make it.
    pub decision: Decision,
    /// Where it stands in time.
    pub clock: Clock,
    /// The sides.
    pub sides: Vec<Side>,
    /// Combatants that this role can see, in the order of the setup.
    pub combatants: Vec<Combatant>,
    /// Declared activities that wait or run, newest last.
    pub stack: Vec<Declared>,
    /// Numbers of the encounter.
    pub variables: Vec<Variable>,
    /// Rules that are not taken at their word.
    pub dial: Vec<Dialled>,
    /// Piles of cards that belong to nobody in particular.
    pub piles: Vec<Pile>,
    /// Where everybody stands, if the fight has positions.
    pub board: Option<Board>,
    /// How the table plays.
    pub table: Table,
    /// Notes this role may read.
    pub notes: Vec<Note>,
    /// Seats, and whose they are.
    pub seats: Vec<Seat>,
    /// Combatants that enter as soon as what is going on is resolved.
    pub arriving: Vec<String>,
}

/// Decision that the encounter waits for, and who may make it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// Its number: the `sequence` of the state it belongs to.
    pub id: u64,
    /// Kind of decision.
    pub kind: DecisionKind,
    /// A sentence for people.
    pub text: String,
    /// The question that those asked are to answer, naming the situation.
    #[schema(value_type = Option<String>)]
    pub question: Option<Asked>,
    /// Combatants that may decide, as far as this role may know.
    pub who: Vec<String>,
    /// Whether this role may decide, or one of its combatants.
    pub yours: bool,
    /// The window that is open, by its name in the rules.
    pub window: Option<String>,
    /// Its label, for people.
    pub window_label: Option<String>,
    /// The dice to be rolled, as in `1d20+3`.
    pub dice: Option<String>,
    /// Purpose of the dice.
    pub purpose: Option<RollPurpose>,
    /// The card that the dice draw; `null` if they are for something else.
    pub drawn: Option<Drawn>,
    /// The question to be answered.
    pub ruling: Option<Ruling>,
    /// Combatant that the dice or the question are about.
    pub about: Option<String>,
}

/// Purpose of dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RollPurpose {
    /// Label of the activity; outside of one, the heading of the rule that asks.
    #[schema(example = "Longsword")]
    pub what: String,
    /// The combatant that does it; `null` = nobody in particular.
    pub actor: Option<String>,
    /// The combatant it is aimed at, if it is another one.
    pub target: Option<String>,
}

/// A card being drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Drawn {
    /// The pile it comes from.
    #[schema(example = "Ana's deck")]
    pub from: String,
    /// The pile it goes to.
    #[schema(example = "Ana's hand")]
    pub to: String,
    /// The label of the card that each face of the die stands for, from 1; `null` for whoever may
    /// not know.
    pub cards: Option<Vec<String>>,
}

/// Sorts of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionKind {
    /// It has not begun.
    Begin,
    /// The combatants in `who` act or end the turn.
    Act,
    /// The combatants in `who` answer the last declaration, or pass.
    Answer,
    /// The combatants in `who` use a window that opened for them, or pass.
    Offer,
    /// The combatants in `who` declare in secret, or pass.
    Seal,
    /// Dice are needed.
    Roll,
    /// The game master decides.
    Rule,
    /// The game master decides something that this role cannot see.
    Hidden,
    /// Nothing any more: the fight is over.
    Over,
}

/// A question for the game master.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ruling {
    /// Id of the rule that asks.
    pub rule: String,
    /// The question.
    pub question: String,
    /// The answers.
    pub answers: Vec<String>,
    /// Their labels for people, in the same order.
    pub labels: Vec<String>,
    /// The answer taken when nobody wants to decide.
    pub default: String,
    /// Groups of names that are tied, where the answers break a tie; a group stays together. Empty
    /// for everybody but the game master.
    #[serde(default)]
    pub tied: Vec<Vec<String>>,
}

/// Where an encounter stands in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// Running spans, outermost first, without the turn: round 1, segment 2.
    pub spans: Vec<Span>,
    /// Label of the running turn, which says whose turn it is.
    pub turn: String,
    /// The turn that runs and those lined up behind it.
    pub order: Vec<Turn>,
}

/// A running span.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Span {
    /// Name of the span.
    pub name: String,
    /// Which instance it is, from 1; 0 = an early one.
    pub number: u32,
}

/// A turn, running or to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Turn {
    /// Label of the turn.
    pub label: String,
    /// Combatants that act in it.
    pub combatants: Vec<String>,
    /// When it comes.
    pub when: When,
    /// The number it is ordered by, if there is one.
    pub key: Option<String>,
    /// It is the turn of one combatant alone, whose name is its label.
    #[serde(skip)]
    #[schema(ignore)]
    pub(crate) alone: bool,
}

/// When a turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// It is over within the running span.
    Past,
    /// It runs.
    Now,
    /// It comes later.
    Later,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Side {
    /// Its id.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The turn group it acts with.
    pub turn: String,
    /// Sides it is at peace with.
    pub peace: Vec<String>,
    /// Its numbers.
    pub variables: Vec<Variable>,
}

/// A number with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Variable {
    /// Its id.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The number.
    pub value: i32,
}

/// Something declared that waits or runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Declared {
    /// Id of the activity.
    pub activity: String,
    /// Name of the actor.
    pub actor: String,
    /// At whom.
    pub target: Option<String>,
    /// It runs already.
    pub running: bool,
    /// It cannot be answered.
    pub instant: bool,
    /// It will come to nothing.
    pub countered: bool,
    /// It was declared in secret.
    pub sealed: bool,
    /// The rules that define it.
    pub rules: Vec<String>,
}

/// A rule that is not taken at its word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Dialled {
    /// The rule.
    pub rule: String,
    /// How it is taken.
    pub setting: DialSetting,
}

/// How strictly a rule is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DialSetting {
    /// It forbids.
    Forbid,
    /// It only warns.
    Warn,
    /// It is not applied.
    Off,
}
