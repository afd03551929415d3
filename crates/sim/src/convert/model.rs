//! The model of the converter: guidelines, abilities as sets of facts, and results.

use std::collections::HashMap;

pub use super::raw::Sort;

/// A set of facts, one bit each.
pub type Facts = u64;

/// Everything that a ruleset's folder `convert` declares.
#[derive(Clone, Debug, Default)]
pub struct Guidelines {
    pub(super) rules: Vec<Known>,
    pub(super) families: Vec<String>,
    pub(super) subtypes: Vec<String>,
    pub(super) fillers: Vec<String>,
    /// Words of descriptions without a meaning for the cost.
    pub(super) idle: Vec<String>,
    /// Words for the numbers one, two and so on.
    pub(super) numbers: Vec<String>,
    /// Words before names, and then words after them, that do not change the meaning.
    pub(super) leading: Vec<String>,
    pub(super) trailing: Vec<String>,
    pub(super) facts: Vec<Fact>,
    /// All known phrases, with their facts.
    pub(super) phrases: HashMap<String, Facts>,
    /// Number of words of the longest phrase.
    pub(super) longest: usize,
    /// Listed entries, then guidelines.
    pub(super) entries: Vec<Entry>,
    /// Listed entries by name.
    pub(super) names: HashMap<String, usize>,
    /// Facts by the names that imply them.
    pub(super) called: HashMap<String, Facts>,
    /// Facts of abilities that have names of their own.
    pub(super) own_names: Facts,
    /// Facts for a frequency, with a number in front.
    pub(super) counted: Facts,
    /// Facts that are followed by a measure.
    pub(super) measures: Facts,
    /// Facts after which nothing more is read.
    pub(super) passing: Facts,
    /// Facts for a length that is rolled or given as a range.
    pub(super) unsettled: Facts,
    /// Facts that no column of a list is named after.
    pub(super) aside: Facts,
    /// Facts that are actions; the next set are kinds.
    pub(super) actions: Facts,
    pub(super) kinds: Facts,
}

/// A rule as cited by results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its id.
    pub id: String,
    /// Its wording.
    pub says: String,
}

/// A fact about abilities.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub id: String,
    /// Sort of fact: action, kind or flag.
    pub sort: Sort,
    /// Index of the action that is assumed if none is given.
    pub otherwise: Option<usize>,
    /// Number of rounds that one of it takes.
    pub rounds: Option<u32>,
    /// Index of the family that such an action always becomes.
    pub(super) always: Option<usize>,
    /// Rules that say so.
    pub because: Vec<usize>,
}

/// Rank of an entry against others, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// It only fills gaps of a family.
    Family,
    /// A guideline.
    Guideline,
    /// It is listed by its facts.
    Facts,
    /// It is listed by its name.
    Name,
}

/// A listed entry or a guideline.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Index among all entries.
    pub(super) number: usize,
    /// The rule that says so.
    pub rule: usize,
    pub(super) also: Vec<usize>,
    /// Rank of the entry; no entry is listed both by name and by facts.
    pub rank: Rank,
    /// Names that it is listed by, if any.
    pub names: Vec<String>,
    pub(super) even: Facts,
    pub(super) whatever: bool,
    pub(super) all: Facts,
    pub(super) any: Facts,
    pub(super) none: Facts,
    pub(super) over_rounds: u32,
    pub(super) max_rounds: u32,
    pub(super) of_family: Option<usize>,
    pub(super) except: Vec<usize>,
    /// Values it gives to the result.
    pub gives: Gives,
    pub(super) asks: Option<String>,
    pub(super) may: Option<(usize, String)>,
}

/// Values that an entry sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gives {
    /// Index of the family.
    pub family: Option<usize>,
    /// Number of acts, and whether it is per round.
    pub acts: Option<(u32, bool)>,
    /// Whether more acts are possible.
    pub or_more: bool,
    /// Exact set of subtypes, as bits.
    pub subtypes: Option<u64>,
    /// Additional subtypes, as bits.
    pub adds: u64,
    /// Allowed splitting of acts.
    pub splitting: Option<String>,
    /// Limit of its use.
    pub limit: Option<String>,
    /// Whether it is tied to another action.
    pub tied: bool,
    /// Whether it is only usually so.
    pub usually: bool,
}

/// An ability of the other economy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// Name of the ability.
    pub name: String,
    /// Facts that hold for the ability.
    pub facts: Facts,
    /// Amount of its action: rounds, minutes.
    pub count: u32,
    /// Alternative actions, each with its amount.
    pub others: Vec<(Facts, u32)>,
    /// Index of the entry listed by its name, before its facts are compared.
    pub(super) listed: Option<usize>,
    /// Whether the action was assumed by the rules, since none was given.
    pub assumed: bool,
}

/// Degree of success of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Family and acts are known and nothing is open.
    Converted,
    /// Something is open: a question, a collision, or a gap.
    Undecided,
    /// No entry matches it.
    NoGuideline,
}

/// Result of converting an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion<'g> {
    /// Degree of success.
    pub status: Status,
    /// Resulting family.
    pub family: Option<&'g str>,
    /// Number of acts it costs.
    pub acts: Option<u32>,
    /// Whether it may take more acts.
    pub or_more: bool,
    /// Its subtypes; `None` if no entry sets them.
    pub subtypes: Option<Vec<&'g str>>,
    /// Allowed splitting of its acts.
    pub splitting: Option<&'g str>,
    /// Limit of its use.
    pub limit: Option<&'g str>,
    /// Whether it stays tied to the action it goes with.
    pub tied: bool,
    /// Whether part of it is only usually so.
    pub usually: bool,
    /// The action that was assumed, since none was given.
    pub assumed: Option<&'g str>,
    /// All rules that played a part, the deciding ones first.
    pub rules: Vec<&'g Known>,
    /// Questions for the game master.
    pub questions: Vec<Remark<'g>>,
    /// Remarks on other possibilities.
    pub remarks: Vec<Remark<'g>>,
    /// Disagreements of two rules.
    pub collisions: Vec<Collision<'g>>,
}

/// A question or a remark, with the rule it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark<'g> {
    /// The rule.
    pub rule: &'g Known,
    /// The words.
    pub text: &'g str,
}

/// A disagreement of two rules about one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision<'g> {
    /// The field: family, acts, subtypes, splitting or limit.
    pub field: &'static str,
    /// First rule and its value, which was taken if the collision is resolved.
    pub first: (&'g Known, String),
    /// Second rule and its value.
    pub second: (&'g Known, String),
    /// Outcome of the collision.
    pub resolved: Resolved,
}

/// Outcome of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// A listed entry outranks a guideline, so the first value was taken.
    Listed,
    /// The first rule names the second as its exception, so the first value was taken.
    Exception,
    /// Neither rule outranks the other, so neither value was taken.
    Open,
}

impl Guidelines {
    /// Returns listed entries, then guidelines, each in the order of the files.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the rule with this index.
    pub fn rule(&self, number: usize) -> &Known {
        &self.rules[number]
    }

    /// Returns all facts.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Returns the names of a set of facts.
    pub fn names_of(&self, facts: Facts) -> Vec<&str> {
        let all = self.facts.iter().enumerate();
        all.filter(|(at, _)| facts >> at & 1 == 1).map(|(_, fact)| fact.id.as_str()).collect()
    }

    /// Returns the fact with this name, as a set.
    pub fn fact(&self, id: &str) -> Option<Facts> {
        self.facts.iter().position(|fact| fact.id == id).map(|at| 1 << at)
    }
}

impl Status {
    /// Returns the word for the status.
    pub fn word(self) -> &'static str {
        match self {
            Status::Converted => "converted",
            Status::Undecided => "undecided",
            Status::NoGuideline => "no guideline",
        }
    }
}

impl Resolved {
    /// Returns the word for the outcome.
    pub fn word(self) -> &'static str {
        match self {
            Resolved::Listed => "listed first",
            Resolved::Exception => "exception",
            Resolved::Open => "open",
        }
    }
}
