//! Combatants as a role sees them.

use rules::names::PileView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Known, Position};

/// A combatant as a role sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Combatant {
    /// Its name; commands go by it.
    pub name: String,
    /// Its side.
    pub side: String,
    /// Players do not see it. Only the game master ever reads `true` here.
    pub hidden: bool,
    /// Visibility settings for this combatant alone. Players always read `null` in them.
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
    /// Tokens it can spend; `null` if this role may not know.
    pub pools: Option<Vec<Pool>>,
    /// How often it may still use something; `null` if this role may not know.
    pub limits: Option<Vec<Limit>>,
    /// Current conditions, such as `prone`.
    pub conditions: Vec<String>,
    /// Their labels for people, in the same order.
    pub condition_labels: Vec<String>,
    /// When they end by themselves, in the same order; `null` = they stay until something ends
    /// them.
    pub condition_ends: Vec<Option<Ending>>,
    /// Permanent traits, such as `undead`. No rule adds or removes them.
    pub traits: Vec<String>,
    /// Its numbers, except how hurt it is.
    pub attributes: Vec<Attribute>,
    /// How hurt it is, if the rules count that and this role may know.
    pub health: Option<Health>,
    /// Activities that it has prepared or is carrying out.
    pub busy: Vec<Busy>,
    /// How answer windows ask its player, where that differs from the rules' own way.
    pub policies: Vec<Policy>,
    /// Where it stands, if the fight has positions.
    pub position: Option<Position>,
    /// Its piles of cards; empty in games without cards.
    pub piles: Vec<Pile>,
}

/// A pile of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Pile {
    /// Its label.
    #[schema(example = "hand")]
    pub label: String,
    /// Number of its cards.
    pub count: u32,
    /// The labels of its cards, top card first, or sorted if `shuffled`; `null` if this role may
    /// not know.
    pub cards: Option<Vec<String>>,
    /// Whether the order of its cards is open.
    pub shuffled: bool,
    /// Readers who see its cards.
    #[serde(skip, default = "nobody")]
    #[schema(ignore)]
    pub(crate) seen: PileView,
}

/// Returns the view of a pile that was read, not made.
fn nobody() -> PileView {
    PileView::Nobody
}

/// When something ends by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ending {
    /// The span at whose edge it ends, for people: `turn`, `round`.
    pub span: String,
    /// It ends when the span begins; otherwise when the span ends.
    pub at_beginning: bool,
    /// The combatant whose turns count; `null` = anybody's.
    pub whose: Option<String>,
    /// Such edges to go, 1 for the next one.
    pub left: u16,
}

/// One kind of token someone can spend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Pool {
    /// The kind, as in prices: `QP`.
    pub kind: String,
    /// Full name of the kind.
    pub label: String,
    /// Plural of the full name.
    pub plural: String,
    /// A sign for one, if the rules have one.
    pub symbol: Option<String>,
    /// How many are left.
    pub left: u32,
    /// How many a refill gives.
    pub granted: u32,
    /// Whether one could be used at this moment.
    pub usable: bool,
    /// Owner of the tokens, such as a body part or an item; `null` = the combatant.
    pub part: Option<String>,
}

/// An allowance that refills at the edge of a span.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Limit {
    /// Name of the allowance in the rules.
    pub name: String,
    /// Its name for people.
    pub label: String,
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
    /// Name of the attribute.
    pub name: String,
    /// Its label for people.
    pub label: String,
    /// Its label where there is little room.
    pub short: String,
    /// The number in the rulebook's unit, such as feet for squares.
    pub shown: String,
    /// The number as people write it: `5 1/2`.
    pub value: String,
    /// The number at the start.
    pub start: String,
    /// Unit of measurement; `null` = none.
    pub unit: Option<String>,
    /// How many of the unit one is: 5 feet to a square.
    pub per: u16,
    /// Whether cards show it: how hard someone is to hit.
    pub card: bool,
}

/// How hurt someone is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// Name of the attribute that counts health.
    pub name: String,
    /// Its label for people where there is little room.
    pub short: String,
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
    /// Id of the activity.
    pub activity: String,
    /// Its name for people.
    pub label: String,
    /// Whether it waits or goes on.
    pub how: BusyHow,
    /// Amount paid so far, if it is paid over several turns.
    pub paid: Option<i32>,
    /// The words it waits for, if there are any and this role may read them.
    pub trigger: Option<String>,
}

/// Whether what takes longer waits for its moment or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BusyHow {
    /// It waits for its moment.
    Prepared,
    /// It goes on.
    UnderWay,
}

/// How an answer window asks about an activity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Policy {
    /// The activity.
    pub activity: String,
    /// How.
    pub answer: Answer,
}

/// How an answer window treats an activity.
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
