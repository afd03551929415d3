//! The files of a ruleset's folder `convert` as written.

use rules::raw::{At, Text};
use schemars::JsonSchema;
use serde::Deserialize;

/// A file of the folder `convert`: facts, listed entries and guidelines, in any mixture.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convert {
    /// The families of action that results may be of.
    #[serde(default)]
    pub families: Vec<Text>,
    /// The subtypes that results may have.
    #[serde(default)]
    pub subtypes: Vec<Text>,
    /// Words that mean nothing in descriptions, such as articles.
    #[serde(default)]
    pub fillers: Vec<Text>,
    /// Words of descriptions, but not of names, that say nothing about what it costs.
    #[serde(default)]
    pub idle: Vec<Text>,
    /// Words for one, two and so on.
    #[serde(default)]
    pub numbers: Vec<Text>,
    /// Words before a listed name that leave it what it is: `attempt to`.
    #[serde(default)]
    pub leading: Vec<Text>,
    /// Words behind a listed name that leave it what it is: `maneuver`, `check`.
    #[serde(default)]
    pub trailing: Vec<Text>,
    /// Facts that an ability may have.
    #[serde(default)]
    pub fact: Vec<Fact>,
    /// Entries that the source lists; tried first.
    #[serde(default)]
    pub listed: Vec<Entry>,
    /// Guidelines for everything else.
    #[serde(default)]
    pub guideline: Vec<Entry>,
}

/// Something that can be said of an ability.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Its name; also a word that says it.
    pub id: Text,
    /// Sort of fact: an ability has one action, at most one kind, and any flags.
    pub sort: Sort,
    /// Further words that say it.
    #[serde(default)]
    pub words: Vec<Text>,
    /// Names that say it: whoever casts a spell casts a spell.
    #[serde(default)]
    pub called: Vec<Text>,
    /// Facts that it brings along.
    #[serde(default)]
    pub implies: Vec<Text>,
    /// The action taken where none is said.
    pub otherwise: Option<Text>,
    /// For an action: how many rounds one of it takes.
    pub rounds: Option<At<u32>>,
    /// Such an ability has a name of its own: entries listed by name do not mean it.
    #[serde(default)]
    pub own_name: bool,
    /// For an action: the family that it always becomes. Entries of other families that are listed
    /// by name do not mean such an ability.
    pub always: Option<Text>,
    /// Said in passing: no column of a list is called so.
    #[serde(default)]
    pub aside: bool,
    /// A number in front of it says how often, not how long: `3/day`.
    #[serde(default)]
    pub counted: bool,
    /// One measure behind it is passed over: `every 5 rounds`, `per 2 HD`.
    #[serde(default)]
    pub measure: bool,
    /// Text behind it, up to the next comma or bracket, is skipped: `when hit`.
    #[serde(default)]
    pub passing: bool,
    /// One such fact: the length is rolled or lies between two, as in `1d4 rounds`.
    #[serde(default)]
    pub unsettled: bool,
    /// Rules that say so.
    #[serde(default)]
    pub because: Vec<Text>,
}

/// The sorts of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// Cost in the other economy.
    Action,
    /// Kind of ability.
    Kind,
    /// Anything else.
    Flag,
}

/// Something that holds for the abilities it matches.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The rule that says so.
    pub rule: Text,
    /// Further rules that play a part.
    #[serde(default)]
    pub also: Vec<Text>,
    /// Listed entries only: what it is called.
    #[serde(default)]
    pub names: Vec<Text>,
    /// Listed by name only: kinds with names of their own that are called so all the same.
    #[serde(default)]
    pub even: Vec<Text>,
    /// Listed by name only: it is meant whatever action it is said to take.
    #[serde(default)]
    pub whatever: bool,
    /// Facts it must have, all of them.
    #[serde(default)]
    pub all: Vec<Text>,
    /// Facts it must have, one of them at least.
    #[serde(default)]
    pub any: Vec<Text>,
    /// Facts it must not have.
    #[serde(default)]
    pub none: Vec<Text>,
    /// It must take more rounds than this.
    pub over_rounds: Option<At<u32>>,
    /// It must not take more rounds than this.
    pub max_rounds: Option<At<u32>>,
    /// Guidelines only: fills the gaps of every result of this family, last of all.
    pub of_family: Option<Text>,
    /// Rules whose guidelines give way to this one.
    #[serde(default)]
    pub except: Vec<Text>,
    /// The family it becomes.
    pub family: Option<Text>,
    /// The acts it costs.
    pub acts: Option<At<u32>>,
    /// The acts it costs for each round it takes; for one round, if none are said.
    pub acts_each: Option<At<u32>>,
    /// It may take more acts; with `acts_each`, where nothing says how many rounds it takes.
    #[serde(default)]
    pub or_more: bool,
    /// The subtypes it has, and no others.
    pub subtypes: Option<Vec<Text>>,
    /// Subtypes it has beside those of other entries.
    #[serde(default)]
    pub adds: Vec<Text>,
    /// How its acts may be split.
    pub splitting: Option<Text>,
    /// How often it may be used.
    pub limit: Option<Text>,
    /// It stays tied to the action it goes with.
    #[serde(default)]
    pub tied: bool,
    /// It is usually so, says the source: the game master may see it otherwise.
    #[serde(default)]
    pub usually: bool,
    /// A question whose answer the result needs.
    pub asks: Option<Text>,
    /// Another possibility; continues "It may …".
    pub may: Option<Text>,
    /// The rule that allows it, if it is another one.
    pub may_by: Option<Text>,
}
