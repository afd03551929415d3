//! Changes to an encounter, as the log and the live stream send them.

use serde::{Deserialize, Serialize};
use sim::render::Move;
use utoipa::ToSchema;

use super::State;

/// News of an encounter: changes, and what it looks like after them. The live stream sends one of
/// these for every accepted request; whoever made the request gets the same as the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct News {
    /// Number of the last change told.
    pub sequence: u64,
    /// The changes, oldest first. Not necessarily all since the number asked for, when there were
    /// very many: the log has the others.
    pub updates: Vec<Update>,
    /// Current state of the encounter.
    pub state: State,
}

/// Somebody points at a square of the map. The log does not keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ping {
    /// Squares from the left edge.
    pub x: u16,
    /// Squares from the top edge.
    pub y: u16,
    /// Sender: `game master` or the name of a seat.
    pub by: String,
}

/// An event of the live stream, as it goes over the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LiveEvent {
    /// The `sequence` of the news.
    #[serde(default)]
    pub id: Option<String>,
    /// Kind of event: `news`, `ping`, or `gone`, which is the last event of a stream.
    pub event: LiveEventKind,
    /// With news, one `News` as JSON; with a ping, one `Ping`.
    #[schema(content_media_type = "application/json")]
    pub data: String,
}

/// Sorts of events of the live stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LiveEventKind {
    /// Something has changed.
    News,
    /// Somebody points at a square.
    Ping,
    /// The key is no longer good.
    Gone,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Update {
    /// Its number, from 1, without gaps.
    pub sequence: u64,
    /// Kind of change.
    pub kind: UpdateKind,
    /// Author: `game master`, `server`, or the name of a seat.
    pub by: String,
    /// Milliseconds since 1970 at which it was made.
    pub at: u64,
    /// The command as it could be typed; `null` if this role may not know, or there is none.
    pub command: Option<String>,
    /// Why it was forced, or another remark.
    pub remark: Option<String>,
    /// The point of the history it led to.
    pub point: u32,
    /// Whether that point lies on the way from the beginning to where the encounter stands now;
    /// otherwise the change has been undone.
    pub active: bool,
    /// Log lines of the change.
    pub lines: Vec<Line>,
}

/// Facts that decide who may read a line. They are never sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineMark {
    /// Combatant acting at the time of the line; `None` = nobody.
    pub(crate) subject: Option<String>,
    /// Whether the line shows what a combatant can spend, or numbers of a combatant.
    pub(crate) numbers: bool,
    /// Health in words before and after, if the line shows a change of health.
    pub(crate) health: Option<(String, String)>,
    /// Whether the line shows hidden dice.
    pub(crate) hidden_dice: bool,
    /// Combatant whose declaration, still secret, the line belongs to.
    pub(crate) sealed_by: Option<String>,
    /// Combatant who said the words; `None` = the game master, or no words.
    pub(crate) said_by: Option<String>,
    /// Combatants whose numbers the line shows, and the text without those numbers.
    pub(crate) blind: Option<(Vec<String>, String)>,
    /// Combatants whose players read the card or the secret number in the line, and the text for
    /// all others.
    pub(crate) covered: Option<(Vec<String>, String)>,
    /// Text without any number, for roles that may not see the dice.
    pub(crate) dark: Option<String>,
}

/// Sorts of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UpdateKind {
    /// The encounter began.
    Begun,
    /// A command was given.
    Command,
    /// Someone went through the history: look at the log again.
    Moved,
    /// How the table plays changed.
    Table,
    /// The setup changed, and everything was played again under it.
    Setup,
}

/// A line about what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// The words: actor first, past tense, amounts with what is left.
    pub text: String,
    /// It tells the story; otherwise it is a detail to be folded away.
    pub story: bool,
    /// Kind of line, for icons and filters: span, turn, declared, paid, resolved, rolled, ruled,
    /// number, condition, pool, side, said, other.
    pub sort: String,
    /// The sentence of the story in place of `text`. It may tell of the details that follow, too.
    pub told: Option<String>,
    /// The move on the board that the story tells of. Moves that go on from one another are one
    /// walk.
    pub moved: Option<MoveTold>,
    /// Health lost or regained, if the story tells of that and this role may know it.
    pub health: Option<HealthTold>,
    /// The words that were said with it, if this role may read them.
    pub words: Option<String>,
    /// Label of the turn that begins, if the line is about that.
    pub turn: Option<String>,
    /// The number that changed, if it tells of that and this role may know it.
    pub number: Option<NumberChange>,
    /// Combatants that the line names.
    pub about: Vec<String>,
    /// Ids of the rules behind it.
    pub rules: Vec<String>,
    /// The dice it tells of, if this role may see them.
    pub dice: Option<Rolled>,
    /// Facts that decide who may read the line.
    #[serde(skip)]
    #[schema(ignore)]
    pub(crate) mark: LineMark,
}

/// A number of a combatant that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NumberChange {
    /// Combatant whose number changed.
    pub combatant: String,
    /// Its id: `hp`.
    pub attribute: String,
    /// Its label where there is little room.
    pub label: String,
    /// How much it was, in the rulebook's unit.
    pub from: String,
    /// How much it is now.
    pub to: String,
    /// Unit of `from` and `to`; `null` for squares and single units.
    pub unit: Option<String>,
}

/// A move on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveTold {
    /// The combatant.
    pub combatant: String,
    /// The square it came from.
    pub from: String,
    /// The square it came to.
    pub to: String,
    /// Cost of the way, in the unit, or in squares without one.
    pub length: u32,
    /// The rulebook's unit of length.
    pub unit: Option<String>,
}

impl From<&Move> for MoveTold {
    fn from(moved: &Move) -> MoveTold {
        let Move { who, from, to, length, unit } = moved.clone();
        MoveTold { combatant: who, from, to, length, unit }
    }
}

impl From<&MoveTold> for Move {
    fn from(told: &MoveTold) -> Move {
        let MoveTold { combatant, from, to, length, unit } = told.clone();
        Move { who: combatant, from, to, length, unit }
    }
}

/// Health that somebody lost or regained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HealthTold {
    /// The combatant.
    pub combatant: String,
    /// Short label of the number: `HP`.
    pub label: String,
    /// The change; below 0 = lost.
    pub by: i32,
    /// The number afterwards.
    pub now: i32,
}

/// Dice as they fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rolled {
    /// Notation of the roll: `2d20kh1+3`.
    pub notation: String,
    /// Every die in the order in which it fell.
    pub dice: Vec<Die>,
    /// Total of the roll.
    pub total: i32,
}

/// A die on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Die {
    /// Type of die: `d20`.
    pub notation: String,
    /// Face that the die shows.
    pub face: u16,
    /// Value that the die counts as.
    pub value: u16,
    /// Whether the die was kept, rerolled or dropped.
    pub fate: Fate,
    /// Purpose of the die, if the notation gives one: `fire`.
    pub label: Option<String>,
}

/// Outcome for a single die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It counts.
    Kept,
    /// It was rolled again.
    Rerolled,
    /// Others were kept instead of it.
    Dropped,
}

/// A page of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Log {
    /// Number of the last change there is.
    pub sequence: u64,
    /// The changes asked for, oldest first.
    pub updates: Vec<Update>,
    /// Whether there are more behind them.
    pub more: bool,
}

/// The history with all its branches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct History {
    /// The state it holds for.
    pub sequence: u64,
    /// Where the encounter stands.
    pub point: u32,
    /// Every point, by number.
    pub points: Vec<Point>,
    /// Every line of play that ends somewhere.
    pub branches: Vec<Branch>,
    /// Points with a name.
    pub bookmarks: Vec<Bookmark>,
}

/// One point of the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Point {
    /// Its number.
    pub point: u32,
    /// The point before; the first one has none.
    pub parent: Option<u32>,
    /// The change that led here; 0 for the first one.
    pub sequence: u64,
    /// The command that led here.
    pub command: String,
    /// Where it stands in time: `round 1, segment 2, top`.
    pub place: String,
    /// Whether it lies on the way to where the encounter stands.
    pub active: bool,
}

/// A line of play that ends somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Branch {
    /// Its last point.
    pub tip: u32,
    /// Commands from the beginning.
    pub length: u32,
    /// Whether the encounter is on it.
    pub current: bool,
}

/// A point with a name, to come back to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Bookmark {
    /// Its name.
    pub name: String,
    /// The point.
    pub point: u32,
}
