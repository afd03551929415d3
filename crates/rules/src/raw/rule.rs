//! Rules and the elements they are made of.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    AbilityLine, Activity, Also, Asking, Attribute, Bar, Base, Card, Clears, Condition,
    ConditionGroup, Convert, Cover, Dice, Drop, Excludes, Fills, Gate, Lasts, LimitOn, Moment,
    NumberTable, Obligation, On, OwnSlot, Part, Pile, Prefix, Preset, Prices, Shortage, Side, Slot,
    Space, Span, Step, Terrain, Text, Turn, Variable, Watch, Window,
};

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
    /// Values of an option, the first one being the default. `<number>` admits any whole number
    /// from 1 to 127.
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
    /// Kinds that shut each other out.
    #[serde(default)]
    pub excludes: Vec<Excludes>,
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
    /// Names for several conditions.
    #[serde(default)]
    pub condition_group: Vec<ConditionGroup>,
    /// Conditions that go away by themselves.
    #[serde(default)]
    pub clears: Vec<Clears>,
    /// Conditions that paying with any token brings.
    #[serde(default)]
    pub spending: Vec<Text>,
    /// Conditions that paying with the last token that counts takes away.
    #[serde(default)]
    pub emptying: Vec<Text>,
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
    /// Use-limits on several activities.
    #[serde(default)]
    pub limit: Vec<LimitOn>,
    /// Why there may be too few tokens of some kinds.
    #[serde(default)]
    pub shortage: Vec<Shortage>,
    /// Handlers: steps that run at the edges of spans.
    #[serde(default)]
    pub on: Vec<On>,
    /// Watches: steps that run when an attribute changes.
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
    /// Steps added to activities declared elsewhere.
    #[serde(default)]
    pub also: Vec<Also>,
    /// Dice that each combatant has of its own.
    #[serde(default)]
    pub dice: Vec<Dice>,
    /// Sorts of terrain.
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// The order in which combatants are asked.
    #[serde(default)]
    pub asking: Vec<Asking>,
    /// Distances, lines and threat.
    #[serde(default)]
    pub space: Vec<Space>,
    /// Prices of steps across the board, and conditions that forbid them.
    #[serde(default)]
    pub step: Vec<Step>,
    /// Piles of cards.
    #[serde(default)]
    pub pile: Vec<Pile>,
    /// Cards.
    #[serde(default)]
    pub card: Vec<Card>,
    /// Tables of numbers.
    #[serde(default)]
    pub table: Vec<NumberTable>,
    /// Duties before a turn may end.
    #[serde(default)]
    pub obligation: Vec<Obligation>,
}

/// A question that only the game master can answer. Its name is the id of the rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// The question.
    pub ask: Text,
    /// The possible answers.
    pub answers: Vec<Text>,
    /// Labels of answers for people, shown on buttons; not said: the answer.
    #[serde(default)]
    pub names: BTreeMap<Text, Text>,
    /// The answer taken when nobody decides.
    pub default: Text,
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
