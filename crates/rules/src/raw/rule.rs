//! Rules and the elements they are made of.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Activity, At, Bar, Dice, Effect, Space, Step, Terrain, Text};

/// One rule: its identity, its wording, and the elements that put it in force.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Dotted id, general to specific; the spine of everything.
    pub id: Text,
    /// mechanic, table, option, adjudicated, example, definition, advice or converter.
    pub kind: Text,
    /// Section of the source.
    pub section: Text,
    /// Sentences of the source it rests on.
    #[serde(default)]
    pub src: Vec<Text>,
    /// The rule in our own words.
    pub says: Text,
    /// Our ruling where the source is silent or contradicts itself.
    pub note: Option<Text>,
    /// Values of an option, the first one being the default. `<number>` admits any whole number.
    #[serde(default)]
    pub values: Vec<Text>,
    /// Rules through whose elements this one is in force as well.
    #[serde(default)]
    pub through: Vec<Text>,
    /// Rules that this one is an exception to.
    #[serde(default)]
    pub except: Vec<Text>,
    /// Refusals and steps of the engine itself that this rule stands behind.
    #[serde(default)]
    pub grounds: Vec<Text>,
    /// Spans of the clock.
    #[serde(default)]
    pub span: Vec<Span>,
    /// How long spans last.
    #[serde(default)]
    pub lasts: Vec<Lasts>,
    /// Turn groups, in the order they act.
    #[serde(default)]
    pub turn: Vec<Turn>,
    /// Sides everybody knows.
    #[serde(default)]
    pub side: Vec<Side>,
    /// Kinds of token without a prefix.
    #[serde(default)]
    pub base: Vec<Base>,
    /// Prefixes that make further kinds.
    #[serde(default)]
    pub prefix: Vec<Prefix>,
    /// Body parts that lack something others have.
    #[serde(default)]
    pub part: Vec<Part>,
    /// When kinds may be used.
    #[serde(default)]
    pub moment: Vec<Moment>,
    /// Allowances per span.
    #[serde(default)]
    pub slot: Vec<Slot>,
    /// Allowances that each kind of a prefix has for itself.
    #[serde(default)]
    pub own_slot: Vec<OwnSlot>,
    /// Which slots kinds fill when used.
    #[serde(default)]
    pub fills: Vec<Fills>,
    /// Conversions.
    #[serde(default)]
    pub convert: Vec<Convert>,
    /// Price lists: many conversions at once.
    #[serde(default)]
    pub prices: Vec<Prices>,
    /// Prefixes that may be left off.
    #[serde(default)]
    pub drop: Vec<Drop>,
    /// Kinds that cannot be come by through conversion unless an activity allows it.
    #[serde(default)]
    pub gate: Vec<Gate>,
    /// Kinds one of which pays a whole bill.
    #[serde(default)]
    pub cover: Vec<Cover>,
    /// Numbers combatants carry.
    #[serde(default)]
    pub attribute: Vec<Attribute>,
    /// Numbers the encounter or each side carries.
    #[serde(default)]
    pub variable: Vec<Variable>,
    /// Conditions and fixed tags.
    #[serde(default)]
    pub condition: Vec<Condition>,
    /// Conditions that go away by themselves.
    #[serde(default)]
    pub clears: Vec<Clears>,
    /// Conditions that paying with any token brings.
    #[serde(default)]
    pub spending: Vec<Text>,
    /// Conditions of those who are out of the fight.
    #[serde(default)]
    pub out: Vec<Text>,
    /// Questions for the game master.
    #[serde(default)]
    pub ruling: Vec<Ruling>,
    /// Things one can do.
    #[serde(default)]
    pub activity: Vec<Activity>,
    /// Prohibitions.
    #[serde(default)]
    pub bar: Vec<Bar>,
    /// What happens by itself at the edges of spans.
    #[serde(default)]
    pub on: Vec<On>,
    /// What happens when an attribute changes.
    #[serde(default)]
    pub watch: Vec<Watch>,
    /// Windows that effects open.
    #[serde(default)]
    pub window: Vec<Window>,
    /// Grants with a name.
    #[serde(default)]
    pub preset: Vec<Preset>,
    /// How one-line ability texts are read.
    #[serde(default)]
    pub ability_line: Vec<AbilityLine>,
    /// Settings of the engine, as expressions over options.
    #[serde(default)]
    pub option_of: Vec<OptionOf>,
    /// Conditions in which declarations are kept for later instead of being done.
    #[serde(default)]
    pub preparing: Vec<Text>,
    /// What happens together with activities declared elsewhere.
    #[serde(default)]
    pub also: Vec<Also>,
    /// Dice that each combatant has of its own.
    #[serde(default)]
    pub dice: Vec<Dice>,
    /// Sorts of terrain.
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// Who is asked first.
    #[serde(default)]
    pub asking: Vec<Asking>,
    /// Distances, lines and threat.
    #[serde(default)]
    pub space: Vec<Space>,
    /// What steps across the board cost and what keeps one from making them.
    #[serde(default)]
    pub step: Vec<Step>,
}

/// A span of the clock. The last one declared is the turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// Its name.
    pub id: Text,
    /// Instances within one of the span before it: a number or `forever`; for the last one `turns`
    /// (one for each turn group) or `line` (one for each combatant, along the line).
    pub repeat: Text,
}

/// How long an instance of a span lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lasts {
    /// The span.
    pub span: Text,
    /// Seconds.
    pub seconds: At<u16>,
}

/// A turn group.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Its name.
    pub id: Text,
}

/// A side that encounters may put combatants on.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Its name.
    pub id: Text,
    /// The turn group it acts with.
    pub turn: Text,
}

/// A kind of token without a prefix.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// The letter or name it is written with.
    pub id: Text,
    /// Its full name.
    pub name: Text,
    /// How dear one token is, to list cheap payments first.
    #[serde(default)]
    pub worth: Option<At<u16>>,
    /// It need not be held: using it takes no token.
    #[serde(default)]
    pub free: bool,
    /// It pays for nothing by itself, only through conversions.
    #[serde(default)]
    pub currency: bool,
    /// Nothing: a bill of it needs no payment at all, and no token of it can exist.
    #[serde(default)]
    pub nothing: bool,
}

/// A prefix.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prefix {
    /// How it is written in front of a base.
    pub id: Text,
    /// Its full name.
    pub name: Text,
    /// How often it may be stacked; 1 if not said.
    pub depth: Option<At<u8>>,
    /// The base it stands for when written alone.
    pub bare: Option<Text>,
    /// Added to the worth of the base, once per depth.
    #[serde(default)]
    pub worth: Option<At<u16>>,
    /// What it does to slots: `own` (each kind its own), `none`, `rest` (as without it), or
    /// `as PREFIX` (as if it were that one), or `slot NAME`. Not said: `rest`.
    pub fills: Option<Text>,
    /// What is paid with it cannot be answered.
    #[serde(default)]
    pub instant: bool,
    /// It can only be used for activities that accept it by name.
    #[serde(default)]
    pub gated: bool,
    /// A use of it takes a token of the same kind without it.
    #[serde(default)]
    pub borrows: bool,
    /// Tokens of it neither lapse with a refresh nor keep one from being out of actions.
    #[serde(default)]
    pub apart: bool,
    /// When false, conversions of plain kinds do not carry over to it.
    pub when: Option<Text>,
}

/// What is known of a body part by its name, or of every part (`*`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name, as setups write it.
    pub id: Text,
    /// Bases it can have no tokens of.
    #[serde(default)]
    pub without: Vec<Text>,
    /// Bases it has as many tokens of as the body itself, where a setup names the part without an
    /// amount.
    #[serde(default)]
    pub as_body: Vec<Text>,
}

/// When kinds may be used. Exactly one of `prefix` (`""` = none) and `base` is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// For all kinds with this leftmost prefix that says anything about moments, or with both of
    /// two
    /// prefixes written together (`IOpp`), which outranks either.
    pub prefix: Option<Text>,
    /// For all kinds of this base whose prefixes say nothing.
    pub base: Option<Text>,
    /// Moments of use: `own-open`, `foe-answer` …, `any`, or the name of a window.
    #[serde(default)]
    pub at: Vec<Text>,
    /// Moments that this rule refuses; only the reason given, as others are refused anyway.
    #[serde(default)]
    pub never: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// An allowance per span.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its name.
    pub id: Text,
    /// Uses per span: an expression over options and the combatant as it began; 127 = unlimited.
    pub cap: Text,
    /// The span.
    pub per: Text,
    /// Effects may change the cap.
    #[serde(default)]
    pub flexible: bool,
    /// Every body part has one for itself.
    #[serde(default)]
    pub parts: bool,
}

/// An allowance that each kind of a prefix has for itself.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnSlot {
    /// The prefix.
    pub prefix: Text,
    /// Uses per span, as for [`Slot`].
    pub cap: Text,
    /// The span.
    pub per: Text,
}

/// Which slots a kind fills when it is used.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fills {
    /// The kind. `Opp*` means every kind of that prefix not named otherwise, `P@*` every part of P.
    pub kind: Text,
    /// The slots; `P@*` = those of all parts, `P@` = that of the part used. One named several times
    /// is filled as often.
    pub slots: Vec<Text>,
    /// Conditions that using this very kind brings.
    #[serde(default)]
    pub marks: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A conversion.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convert {
    /// What it takes: amounts such as `1P+1M+1V`, or `all` for everything that is left.
    pub from: Text,
    /// What it gives: one unit.
    pub to: Text,
    /// Conditions the payer must be free of at that moment.
    #[serde(default)]
    pub unless: Vec<Text>,
    /// Tags the payer must have been set up with.
    #[serde(default)]
    pub only: Vec<Text>,
    /// With `result` (not said) the slots of the result are filled, with `source` those of what is
    /// taken, which is one token then, where that has slots of its own.
    pub fills: Option<Text>,
    /// Whether it carries over to prefixed kinds (not said: yes).
    pub lift: Option<At<bool>>,
    /// Whether its inputs may themselves be converted first (not said: yes). Reads options.
    pub chain: Option<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A price list: so many of one kind buy one of another.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// The currency.
    pub with: Text,
    /// Prices by what is bought.
    pub buys: BTreeMap<Text, At<u32>>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A prefix that may be left off: the kind is then used as if it did not have it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    /// The prefix.
    pub prefix: Text,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// Kinds that conversions only yield where an activity allows it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Name of the gate, as activities accept it.
    pub id: Text,
    /// Prefixes that a kind must have, all of them, to be behind the gate.
    pub prefixes: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A kind one of which pays a whole bill.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// The base of the kind.
    pub base: Text,
    /// Bases that may stand in the bill.
    pub bill: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A number a combatant carries.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// Its name.
    pub id: Text,
    /// Value where a setup says nothing; a whole number.
    pub default: Text,
    /// What it is measured in.
    pub unit: Option<Text>,
    /// Written numbers are multiplied by this, so that fractions such as 5 1/2 stay exact.
    pub scale: Option<At<u16>>,
    /// It never changes during play.
    #[serde(default)]
    pub fixed: bool,
    /// Its changes are not shown to people.
    #[serde(default)]
    pub hidden: bool,
    /// It says how hurt someone is: tables may show it to players in words or not at all.
    #[serde(default)]
    pub health: bool,
}

/// A number of the encounter, or of each side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variable {
    /// Its name.
    pub id: Text,
    /// Each side has one of its own.
    #[serde(default)]
    pub each_side: bool,
    /// Value at the start; a whole number.
    pub default: Option<Text>,
    /// Its changes are not shown to people.
    #[serde(default)]
    pub hidden: bool,
}

/// A condition or fixed tag.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Its name.
    pub id: Text,
    /// Given to everyone on these sides at setup.
    #[serde(default)]
    pub sides: Vec<Text>,
    /// Not shown to people.
    #[serde(default)]
    pub hidden: bool,
    /// It stands for something readied: the words given with what brought it are shown beside it.
    /// Those of `preparing` do so anyway.
    #[serde(default)]
    pub readied: bool,
}

/// Conditions that go away at the beginning of each instance of a span.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clears {
    /// The conditions.
    pub conditions: Vec<Text>,
    /// The span.
    pub at: Text,
}

/// A question that only the game master can answer. Its name is the id of the rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// The question.
    pub ask: Text,
    /// The possible answers.
    pub answers: Vec<Text>,
    /// The answer taken when nobody decides.
    pub default: Text,
}

/// What happens by itself at an edge.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct On {
    /// The span.
    pub span: Text,
    /// begin or end.
    pub edge: Text,
    /// encounter (not said), side, combatant, or actor (whose turn it is).
    pub each: Option<Text>,
    /// When; read for each subject.
    pub when: Option<Text>,
    /// What happens.
    pub r#do: Vec<Effect>,
    /// Handlers of an edge run in this order, then as written; not said = 0.
    pub order: Option<At<i32>>,
}

/// What happens when an attribute changes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The attribute.
    pub attribute: Text,
    /// When; `before` and `now` are its values.
    pub when: Text,
    /// What happens.
    pub r#do: Vec<Effect>,
}

/// A window that effects open for someone.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Its name; moments can name it.
    pub id: Text,
}

/// A grant with a name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its name, used in `grants`.
    pub id: Text,
    /// What it stands for.
    pub grants: Text,
}

/// How one-line ability texts such as `0, 1/r: Cure 1 hp` are read.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbilityLine {
    /// What a cost of this text means: `0` → `Z`; the empty text stands for no cost at all.
    pub costs: BTreeMap<Text, Text>,
    /// What a frequency of this letter means: `r` → a span.
    #[serde(default)]
    pub per: BTreeMap<Text, Text>,
    /// Slots that abilities of such a cost fill beside those of what pays for them.
    #[serde(default)]
    pub fills: Vec<Text>,
}

/// What happens together with activities declared elsewhere.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Also {
    /// Activities, as for [`Bar`].
    pub on: Vec<Text>,
    /// Not these, though.
    #[serde(default)]
    pub but: Vec<Text>,
    /// Before (`begin`, not said) or after (`end`) what the activity itself does. Each rule puts
    /// its steps around what is there: of two rules with `begin` the later one's come first.
    pub edge: Option<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
    /// What happens. Registers are those of the activity; each of them is 0 where it begins.
    pub r#do: Vec<Effect>,
}

/// In which order those are asked who can answer something, along a line of turns.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asking {
    /// A number read for each, highest first; those alike as they stand in the line.
    pub by: Text,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A setting of the engine.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionOf {
    /// current-side-answers-first; early-first; pass-ends-turn (passing on one's own turn ends it);
    /// preparing-ends-turn (so does preparing something).
    pub engine: Text,
    /// Whether it is on; reads options.
    pub when: Text,
}
