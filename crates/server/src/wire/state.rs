//! What an encounter looks like to a role.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Known, Note, Seat, Table};

/// Everything a role sees of an encounter at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// Id of the encounter.
    pub encounter: String,
    /// What it is called.
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
    /// What is waited for, and from whom.
    pub decision: Decision,
    /// Where it stands in time.
    pub clock: Clock,
    /// The sides.
    pub sides: Vec<Side>,
    /// Who takes part and can be seen, in the order of the setup.
    pub combatants: Vec<Combatant>,
    /// What was declared and waits, newest last.
    pub stack: Vec<Declared>,
    /// Numbers of the encounter.
    pub variables: Vec<Variable>,
    /// Rules that are not taken at their word.
    pub dial: Vec<Dialled>,
    /// Where everybody stands, if the fight has positions.
    pub board: Option<Board>,
    /// How the table plays.
    pub table: Table,
    /// Notes this role may read.
    pub notes: Vec<Note>,
    /// Seats, and whose they are.
    pub seats: Vec<Seat>,
}

/// What the encounter waits for, and from whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// Its number: the `sequence` of the state it belongs to.
    pub id: u64,
    /// What sort of decision it is.
    pub kind: DecisionKind,
    /// A sentence for people.
    pub text: String,
    /// Who may decide, as far as this role may know.
    pub who: Vec<String>,
    /// Whether this role may decide, or one of its combatants.
    pub yours: bool,
    /// The window that is open, by its name in the rules.
    pub window: Option<String>,
    /// The dice to be rolled, as in `1d20+3`.
    pub dice: Option<String>,
    /// The question to be answered.
    pub ruling: Option<Ruling>,
    /// Whom dice or question are about.
    pub about: Option<String>,
}

/// Sorts of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionKind {
    /// It has not begun.
    Begin,
    /// Those named act or end the turn.
    Act,
    /// Those named answer what was declared last, or pass.
    Answer,
    /// Those named use a window that opened for them, or pass.
    Offer,
    /// Those named declare in secret, or pass.
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
    /// The answer taken when nobody wants to decide.
    pub default: String,
}

/// Where an encounter stands in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// Running spans, outermost first, without the turn: round 1, segment 2.
    pub spans: Vec<Span>,
    /// Whose turn it is, in words.
    pub turn: String,
    /// The turn that runs and those lined up behind it.
    pub order: Vec<Turn>,
}

/// A running span.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Span {
    /// What it is called.
    pub name: String,
    /// Which instance it is, from 1; 0 = an early one.
    pub number: u32,
}

/// A turn, running or to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Turn {
    /// What it is called.
    pub label: String,
    /// Who acts in it.
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
    /// What it is called.
    pub name: String,
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
    /// What it is called.
    pub name: String,
    /// The number.
    pub value: i32,
}

/// A combatant as a role sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Combatant {
    /// Its name; commands go by it.
    pub name: String,
    /// Its side.
    pub side: String,
    /// Players do not see it. Only the game master ever reads `true` here.
    pub hidden: bool,
    /// What players know of it, where that was set for it alone. Players always read `null` in it.
    pub known: Known,
    /// The seat that plays it; `null` = the game master.
    pub seat: Option<String>,
    /// Whether this role acts for it.
    pub yours: bool,
    /// It is its turn.
    pub acting: bool,
    /// It is waited for.
    pub asked: bool,
    /// Its player has said that it is done with this turn.
    pub done: bool,
    /// It is out of the fight.
    pub out: bool,
    /// What it can spend; `null` if this role may not know.
    pub pools: Option<Vec<Pool>>,
    /// How often it may still use something; `null` if this role may not know.
    pub limits: Option<Vec<Limit>>,
    /// What it is in at the moment, such as `prone`.
    pub conditions: Vec<String>,
    /// What it is for good, such as `undead`: nothing in the rules gives or takes it.
    pub traits: Vec<String>,
    /// Its numbers, except how hurt it is.
    pub attributes: Vec<Attribute>,
    /// How hurt it is, if the rules count that and this role may know.
    pub health: Option<Health>,
    /// What it is busy with.
    pub busy: Vec<Busy>,
    /// How answer windows ask its player, where that differs from the rules' own way.
    pub policies: Vec<Policy>,
    /// Where it stands, if the fight has positions.
    pub position: Option<Position>,
}

/// One kind of token someone can spend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Pool {
    /// The kind, as in prices: `QP`.
    pub kind: String,
    /// What it is called in full.
    pub label: String,
    /// How many are left.
    pub left: u32,
    /// How many a refill gives.
    pub granted: u32,
    /// Whether one could be used at this moment.
    pub usable: bool,
    /// What it belongs to, such as a body part or an item; `null` = the combatant.
    pub part: Option<String>,
}

/// An allowance that refills at the edge of a span.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Limit {
    /// What it is called.
    pub name: String,
    /// Uses left.
    pub left: u32,
    /// Uses per span; `null` = as often as one likes.
    pub cap: Option<u32>,
    /// The span.
    pub per: String,
}

/// A number of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Attribute {
    /// What it is called.
    pub name: String,
    /// The number as people write it: `5 1/2`.
    pub value: String,
    /// The number at the start.
    pub start: String,
    /// What it is measured in.
    pub unit: Option<String>,
}

/// How hurt someone is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// What the number is called.
    pub name: String,
    /// The number, if this role may know it.
    pub value: Option<String>,
    /// The number at the start, if this role may know it.
    pub start: Option<String>,
    /// In words: unhurt, hurt, badly hurt, down.
    pub words: String,
}

/// Something that takes someone longer than a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Busy {
    /// What.
    pub activity: String,
    /// How: prepared, or under way.
    pub how: String,
    /// What has gone into it so far, if it is paid bit by bit.
    pub paid: Option<i32>,
    /// The words it waits for, if there are any and this role may read them.
    pub trigger: Option<String>,
}

/// How an answer window asks about an activity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Policy {
    /// The activity.
    pub activity: String,
    /// How.
    pub answer: Answer,
}

/// What an answer window does about an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It does not ask.
    Never,
    /// It asks.
    Ask,
    /// It takes the activity by itself, in the cheapest way.
    Auto,
}

/// Something declared that waits or runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Declared {
    /// What.
    pub activity: String,
    /// Who.
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

/// A place on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Position {
    /// Name of its square, as commands write it: `c4`.
    pub square: String,
    /// Column of its square, from 0; of the upper left one, if it takes up several.
    pub x: i32,
    /// Row of its square, from 0.
    pub y: i32,
    /// Squares it takes up along one edge.
    pub size: u32,
}

/// A square grid. Columns are letters from the left, rows are numbers from the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Squares that are not open ground.
    pub terrain: Vec<Terrain>,
}

/// A square that is not open ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Terrain {
    /// Column, from 0.
    pub x: i32,
    /// Row, from 0.
    pub y: i32,
    /// What is there.
    pub tags: Vec<String>,
    /// Nobody can enter it.
    pub solid: bool,
}

/// Where someone can get to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reach {
    /// The state it holds for.
    pub sequence: u64,
    /// Who.
    pub who: String,
    /// What is left for steps.
    pub left: i32,
    /// Every square that can be reached and stopped on; none without a board.
    pub squares: Vec<Reachable>,
}

/// A square that can be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reachable {
    /// Its name.
    pub square: String,
    /// Column, from 0.
    pub x: i32,
    /// Row, from 0.
    pub y: i32,
    /// What the cheapest way there costs.
    pub price: i32,
    /// How many foes threaten it.
    pub threats: u32,
}
