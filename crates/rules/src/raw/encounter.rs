//! Encounter, campaign and creature files as written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Activity, At, Convert, On, Text};

/// An encounter: a ruleset, its settings, and who takes part.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    /// Name of a built-in ruleset or path of a ruleset folder.
    pub ruleset: Option<Text>,
    /// A campaign file whose settings and house rules apply.
    pub campaign: Option<Text>,
    /// Further creature files.
    #[serde(default)]
    pub creatures: Vec<Text>,
    /// Its title.
    pub title: Option<Text>,
    /// Notes to read before play.
    pub notes: Option<Text>,
    /// Option values by option name.
    #[serde(default)]
    pub options: BTreeMap<Text, Text>,
    /// Answers given in advance, by ruling name.
    #[serde(default)]
    pub rulings: BTreeMap<Text, Text>,
    /// Numbers of the encounter at the start.
    #[serde(default)]
    pub variables: BTreeMap<Text, Text>,
    /// Answer windows ask everyone able to answer, not only about activities meant as answers.
    #[serde(default)]
    pub ask_everyone: bool,
    /// Seed of the dice when nobody rolls them by hand.
    pub seed: Option<At<u64>>,
    /// The board; without one nobody has a place.
    pub board: Option<Board>,
    /// Sides beside those of the ruleset.
    #[serde(default)]
    pub side: Vec<SideSetup>,
    /// Kinds of creature.
    #[serde(default)]
    pub creature: Vec<Creature>,
    /// The combatants.
    #[serde(default)]
    pub combatant: Vec<Combatant>,
    /// House activities.
    #[serde(default)]
    pub activity: Vec<Activity>,
    /// House conversions.
    #[serde(default)]
    pub convert: Vec<Convert>,
    /// Handlers besides those of the ruleset.
    #[serde(default)]
    pub on: Vec<On>,
}

/// A campaign: settings and house rules for many encounters.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Name of a built-in ruleset or path of a ruleset folder.
    pub ruleset: Option<Text>,
    /// Its title.
    pub title: Option<Text>,
    /// Option values by option name.
    #[serde(default)]
    pub options: BTreeMap<Text, Text>,
    /// Answers given once and for all, by ruling name.
    #[serde(default)]
    pub rulings: BTreeMap<Text, Text>,
    /// Kinds of creature.
    #[serde(default)]
    pub creature: Vec<Creature>,
    /// House activities.
    #[serde(default)]
    pub activity: Vec<Activity>,
    /// House conversions.
    #[serde(default)]
    pub convert: Vec<Convert>,
    /// Handlers besides those of the ruleset.
    #[serde(default)]
    pub on: Vec<On>,
}

/// A board of squares: columns are letters from the left, rows are numbers from the top.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Columns and rows: `20x12`; not needed where there is a map.
    pub size: Option<Text>,
    /// Rows from the top, a letter for each square as the ruleset's terrain has them, `.` for open
    /// ground.
    #[serde(default)]
    pub map: Vec<Text>,
    /// Terrain by sort: squares and rectangles such as `["c3", "d4:f6"]`.
    #[serde(default)]
    pub terrain: BTreeMap<Text, Vec<Text>>,
}

/// A side of this encounter only.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideSetup {
    /// Its name.
    pub name: Text,
    /// The turn group it acts with.
    pub turn: Text,
    /// Sides it is at peace with.
    #[serde(default)]
    pub peace: Vec<Text>,
}

/// A kind of creature: whatever combatants of it share.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Creature {
    /// Its name, as combatants refer to it.
    pub name: Option<Text>,
    /// Its level or challenge, as lists show it: `CR 1/4`.
    pub level: Option<Text>,
    /// Words it is found by, such as its type.
    #[serde(default)]
    pub words: Vec<Text>,
    /// Tokens per round: `2P+1M+2V`, or the name of a preset.
    pub grants: Option<Text>,
    /// Body parts with tokens of their own: `{ mouth = "1P" }`; with an empty amount the part has
    /// what the ruleset says of such a part.
    #[serde(default)]
    pub parts: BTreeMap<Text, Text>,
    /// Numbers by attribute.
    #[serde(default)]
    pub attributes: BTreeMap<Text, Text>,
    /// Dice of its own, by name: `{ finesse = "2d6" }`.
    #[serde(default)]
    pub dice: BTreeMap<Text, Text>,
    /// Fixed tags and conditions at the start.
    #[serde(default)]
    pub tags: Vec<Text>,
    /// Activities that only who lists them has.
    #[serde(default)]
    pub activities: Vec<Text>,
    /// Activities of its own.
    #[serde(default)]
    pub activity: Vec<Activity>,
    /// One-line abilities such as `0, 1/r: Cure 1 hp`.
    #[serde(default)]
    pub abilities: Vec<Text>,
    /// Conversions of its own.
    #[serde(default)]
    pub convert: Vec<Convert>,
    /// Handlers of its own.
    #[serde(default)]
    pub on: Vec<On>,
    /// Caps of slots that differ from the rules: `{ P = "2" }`.
    #[serde(default)]
    pub caps: BTreeMap<Text, Text>,
    /// Everyday activities it cannot do.
    #[serde(default)]
    pub without: Vec<Text>,
    /// Answers asked or not, by activity: ask or never.
    #[serde(default)]
    pub answers: BTreeMap<Text, Text>,
    /// Kinds of token it does not start with but may come to hold.
    #[serde(default)]
    pub may_hold: Vec<Text>,
    /// Cards of its own by pile, the top one first: `{ hand = ["leap", "2 strike"] }`.
    #[serde(default)]
    pub cards: BTreeMap<Text, Vec<Text>>,
}

/// One combatant.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Combatant {
    /// Its name; several of a count get a number behind it.
    pub name: Text,
    /// The side it is on.
    pub side: Text,
    /// How many; 1 if not said.
    pub count: Option<At<u32>>,
    /// Where it stands: `c4`; for several one square each, `c4 c5 d5`.
    pub at: Option<Text>,
    /// It is absent at first and enters the running fight with the command `enter`.
    #[serde(default)]
    pub enters: bool,
    /// The kind of creature it is; what is given here replaces or adds to it.
    pub creature: Option<Text>,
    /// See [`Creature::grants`].
    pub grants: Option<Text>,
    /// See [`Creature::parts`].
    #[serde(default)]
    pub parts: BTreeMap<Text, Text>,
    /// See [`Creature::attributes`].
    #[serde(default)]
    pub attributes: BTreeMap<Text, Text>,
    /// See [`Creature::dice`].
    #[serde(default)]
    pub dice: BTreeMap<Text, Text>,
    /// See [`Creature::tags`].
    #[serde(default)]
    pub tags: Vec<Text>,
    /// See [`Creature::activities`].
    #[serde(default)]
    pub activities: Vec<Text>,
    /// See [`Creature::activity`].
    #[serde(default)]
    pub activity: Vec<Activity>,
    /// See [`Creature::abilities`].
    #[serde(default)]
    pub abilities: Vec<Text>,
    /// See [`Creature::convert`].
    #[serde(default)]
    pub convert: Vec<Convert>,
    /// See [`Creature::on`].
    #[serde(default)]
    pub on: Vec<On>,
    /// See [`Creature::caps`].
    #[serde(default)]
    pub caps: BTreeMap<Text, Text>,
    /// See [`Creature::without`].
    #[serde(default)]
    pub without: Vec<Text>,
    /// See [`Creature::answers`].
    #[serde(default)]
    pub answers: BTreeMap<Text, Text>,
    /// See [`Creature::may_hold`].
    #[serde(default)]
    pub may_hold: Vec<Text>,
    /// See [`Creature::cards`].
    #[serde(default)]
    pub cards: BTreeMap<Text, Vec<Text>>,
}
