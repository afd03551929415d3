//! Activities as written: what one can do, at what price, what forbids it, what goes with it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Effect, Text};

/// Something one can do.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activity {
    /// Its name, as commands use it. `{letter}` stands for each of `letters`.
    pub id: Text,
    /// Its label for people; not said: the id in words.
    pub name: Option<Text>,
    /// The activity that it is a variant of: the same, with some numbers and dice replaced. Beside
    /// `with`, a variant says nothing but `id`, `name`, `tags` and `limit`.
    pub like: Option<Text>,
    /// Values in place of the actor's own attributes and dice: `{ melee = "7", weapon = "1d8" }`.
    #[serde(default)]
    pub with: BTreeMap<Text, Text>,
    /// A sign for it, shown on buttons.
    pub symbol: Option<Text>,
    /// The question shown to whoever may answer with it, in terms of what is answered:
    /// `{target} was hit by {actor} ({c} vs AC {target.ac}). Cast {activity}?`
    pub ask: Option<Text>,
    /// Whether declaring it is a line of the story. Not said: unless the activity says something.
    pub story: Option<At<bool>>,
    /// Its cost: `1M+1P`, `none`, `=1M` (such a token itself, without conversions) or several of
    /// these with conditions, the first that holds.
    pub cost: Option<Text>,
    /// Prices that hold instead under a condition, first match first; read options and the
    /// combatant as it began.
    #[serde(default)]
    pub costs: Vec<Price>,
    /// Its target: none, foe, ally, friend, other, any, optional; or `step`, a neighboring square
    /// the actor can step onto, or `square`, any square.
    pub target: Option<Text>,
    /// A square goes with it, beside the target: `reposition Orc c5`.
    #[serde(default)]
    pub with_square: bool,
    /// Words that bars and readers can refer to.
    #[serde(default)]
    pub tags: Vec<Text>,
    /// Requirements that must hold.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// Conditions the actor must have.
    #[serde(default)]
    pub requires: Vec<Text>,
    /// Slots it fills by itself, beside those of its payment.
    #[serde(default)]
    pub fills: Vec<Text>,
    /// Uses per span: a slot of its own.
    pub limit: Option<Limit>,
    /// Conditions that declaring it brings the actor.
    #[serde(default)]
    pub marks: Vec<Text>,
    /// Prefixes and gates it accepts.
    #[serde(default)]
    pub accepts: Vec<Text>,
    /// When it may be declared, whatever pays; not said = whenever its payment allows.
    #[serde(default)]
    pub moments: Vec<Text>,
    /// The number that goes with it.
    pub argument: Option<Argument>,
    /// Its steps.
    #[serde(default)]
    pub r#do: Vec<Effect>,
    /// Whether answer windows ask for it: ask or never (not said: never).
    pub answer: Option<Text>,
    /// Combatants that have it: everyone (not said), listed (only if they list it), or gm.
    pub who: Option<Text>,
    /// Done at once: neither waits for answers nor can be answered.
    #[serde(default)]
    pub immediate: bool,
    /// Makes one activity per letter.
    #[serde(default)]
    pub letters: Vec<Text>,
    /// In force only if this holds; reads options and the combatant as it began.
    pub when: Option<Text>,
}

/// A price under a condition.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// When it is the price at all; reads options and the combatant as it began.
    pub when: Option<Text>,
    /// While it is the price, in terms of the actor and the number that goes with it. The prices
    /// up to the first one without such a condition stand side by side.
    pub r#while: Option<Text>,
    /// The cost.
    pub cost: Text,
    /// Slots filled in addition.
    #[serde(default)]
    pub fills: Vec<Text>,
    /// Rules that say so, beside the activity's own.
    #[serde(default)]
    pub because: Vec<Text>,
}

/// A use-limit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// Uses, as the cap of a slot.
    pub cap: Text,
    /// The span.
    pub per: Text,
    /// It refills only when its owner's own turn begins, as `not again before its next turn`;
    /// `per` is then the span of turns.
    #[serde(default)]
    pub own: bool,
    /// Each variant of the activity has such a limit of its own, by its own numbers.
    #[serde(default)]
    pub each: bool,
    /// Rules cited for it beside the activity's own.
    #[serde(default)]
    pub because: Vec<Text>,
}

/// A use-limit on several activities.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitOn {
    /// Activities, as for [`Bar`].
    pub on: Vec<Text>,
    /// Not these, though.
    #[serde(default)]
    pub but: Vec<Text>,
    /// Its name for people, if the activities share it: `quick action`. Without it, the first of
    /// `on` stands there.
    pub name: Option<Text>,
    /// Uses, as the cap of a slot.
    pub cap: Text,
    /// The span.
    pub per: Text,
    /// It refills only when its owner's own turn begins, as for [`Limit`].
    #[serde(default)]
    pub own: bool,
    /// Each of the activities has such a limit for itself. Otherwise they share one.
    #[serde(default)]
    pub each: bool,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A number that goes with an activity.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// Its name, for people.
    pub name: Text,
    /// The pile of cards of which one goes with it: `actor.hand`. The number is then that of the
    /// card, and there is no least and no greatest value.
    pub card: Option<Text>,
    /// Least value.
    pub min: Option<Text>,
    /// Greatest value, taken when none is given.
    pub max: Option<Text>,
    /// The value taken instead when none is given.
    pub usual: Option<Text>,
    /// The value that stands for words of the actor's own, and is refused without them.
    pub worded: Option<At<i32>>,
    /// Written numbers are multiplied by this.
    pub scale: Option<At<u16>>,
    /// Only the actor's player and the game master read which number or card is given. What the
    /// steps of the activity do and say is told as ever.
    #[serde(default)]
    pub secret: bool,
    /// Names of numbers, shown as choices: `{ 1 = "blinded", 2 = "deafened" }`.
    #[serde(default)]
    pub values: BTreeMap<Text, Text>,
    /// Rules that say so, beside the activity's own.
    #[serde(default)]
    pub because: Vec<Text>,
}

/// Something that must hold.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Need {
    /// The expression that must hold.
    pub when: Text,
    /// Rules that say so, instead of the activity's own.
    #[serde(default)]
    pub because: Vec<Text>,
}

/// A prohibition.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bar {
    /// Activities, by name or as `tag:WORD`, or `all`.
    pub on: Vec<Text>,
    /// Not these, though.
    #[serde(default)]
    pub but: Vec<Text>,
    /// Forbidden while this holds.
    pub when: Text,
}

/// Why there may be too few tokens of some kinds: a reason beside their being missing.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shortage {
    /// The kinds.
    pub kinds: Vec<Text>,
    /// It is a reason while this holds, which may speak of whatever a [`Bar`] may.
    pub when: Text,
}

/// Steps added to activities declared elsewhere.
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
    /// The steps. Registers are those of the activity; each of them is 0 where the steps begin.
    pub r#do: Vec<Effect>,
}

/// How one-line ability texts such as `0, 1/r: Cure 1 hp` are read.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbilityLine {
    /// Meanings of cost texts: `0` → `Z`; the empty text stands for no cost at all.
    #[serde(default)]
    pub costs: BTreeMap<Text, Text>,
    /// Meanings of frequency letters: `r` → a span.
    #[serde(default)]
    pub per: BTreeMap<Text, Text>,
    /// Slots that abilities of such a cost fill beside those of what pays for them.
    #[serde(default)]
    pub fills: Vec<Text>,
}
