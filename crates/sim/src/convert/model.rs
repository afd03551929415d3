//! Guidelines looked up, abilities as sets of facts, and what comes out.

use std::collections::HashMap;

pub use super::raw::Sort;

/// A set of facts, one bit each.
pub type Facts = u64;

/// Everything a ruleset's folder `convert` says.
#[derive(Clone, Debug, Default)]
pub struct Guidelines {
    pub(super) rules: Vec<Known>,
    pub(super) families: Vec<String>,
    pub(super) subtypes: Vec<String>,
    pub(super) fillers: Vec<String>,
    /// Words of descriptions that say nothing about what it costs.
    pub(super) idle: Vec<String>,
    /// Words for one, two and so on.
    pub(super) numbers: Vec<String>,
    /// Words around names that leave them what they are.
    pub(super) leading: Vec<String>,
    pub(super) trailing: Vec<String>,
    pub(super) facts: Vec<Fact>,
    /// Every phrase that says something, with what it says.
    pub(super) phrases: HashMap<String, Facts>,
    /// How many words the longest phrase has.
    pub(super) longest: usize,
    /// Listed entries, then guidelines.
    pub(super) entries: Vec<Entry>,
    /// Listed entries by name.
    pub(super) names: HashMap<String, usize>,
    /// Facts by the names that say them.
    pub(super) called: HashMap<String, Facts>,
    /// Facts of abilities that have names of their own.
    pub(super) own_names: Facts,
    /// Facts that say how often, with a number in front.
    pub(super) counted: Facts,
    /// Facts behind which a measure stands.
    pub(super) measures: Facts,
    /// Facts behind which nothing more is read.
    pub(super) passing: Facts,
    /// That a length is rolled or lies between two.
    pub(super) unsettled: Facts,
    /// Facts that no column of a list is called by.
    pub(super) aside: Facts,
    /// Facts that are actions, and those that are kinds.
    pub(super) actions: Facts,
    pub(super) kinds: Facts,
}

/// A rule as results cite it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its id.
    pub id: String,
    /// Its wording.
    pub says: String,
}

/// Something that can be said of an ability.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub id: String,
    /// Sort of fact: action, kind or flag.
    pub sort: Sort,
    /// The action taken where none is said.
    pub otherwise: Option<usize>,
    /// Rounds that one of it takes.
    pub rounds: Option<u32>,
    /// The family that such an action always becomes, by number.
    pub(super) always: Option<usize>,
    /// Rules that say so.
    pub because: Vec<usize>,
}

/// How much an entry counts against others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Fills the gaps of a family.
    Family,
    /// A guideline.
    Guideline,
    /// Listed by what it is.
    Facts,
    /// Listed by name.
    Name,
}

/// A listed entry or a guideline.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its place among all entries.
    pub(super) number: usize,
    /// The rule that says so.
    pub rule: usize,
    pub(super) also: Vec<usize>,
    /// How much it counts; one listed by name as well as by facts does not exist.
    pub rank: Rank,
    /// Names it is listed by, if it is listed by name.
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

/// Values that an entry gives to the result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gives {
    /// The family, by number.
    pub family: Option<usize>,
    /// Acts in all, and acts for each round.
    pub acts: Option<(u32, bool)>,
    /// More acts are possible.
    pub or_more: bool,
    /// These subtypes and no others, as bits.
    pub subtypes: Option<u64>,
    /// These subtypes beside others, as bits.
    pub adds: u64,
    /// How acts may be split.
    pub splitting: Option<String>,
    /// How often it may be used.
    pub limit: Option<String>,
    /// Tied to another action.
    pub tied: bool,
    /// Usually so.
    pub usually: bool,
}

/// An ability of the other economy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// Name of the ability.
    pub name: String,
    /// Facts that hold for the ability.
    pub facts: Facts,
    /// How many of its action it takes: rounds, minutes.
    pub count: u32,
    /// Actions it may take instead, each with how many of it.
    pub others: Vec<(Facts, u32)>,
    /// The entry listed by its name, before its facts are looked at.
    pub(super) listed: Option<usize>,
    /// The action was not said but taken from the rules.
    pub assumed: bool,
}

/// How far a conversion got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Family and acts are known and nothing is open.
    Converted,
    /// Something is open: a question, a collision, or a gap.
    Undecided,
    /// Nothing that is said matches it.
    NoGuideline,
}

/// Result of converting an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion<'g> {
    /// How far it got.
    pub status: Status,
    /// The family it becomes.
    pub family: Option<&'g str>,
    /// The acts it costs.
    pub acts: Option<u32>,
    /// It may take more acts.
    pub or_more: bool,
    /// Its subtypes; `None` where nothing speaks about them.
    pub subtypes: Option<Vec<&'g str>>,
    /// How its acts may be split.
    pub splitting: Option<&'g str>,
    /// How often it may be used.
    pub limit: Option<&'g str>,
    /// It stays tied to the action it goes with.
    pub tied: bool,
    /// Some of it is only usually so.
    pub usually: bool,
    /// The action it was taken to have, as none was said.
    pub assumed: Option<&'g str>,
    /// Every rule that played a part, the deciding ones first.
    pub rules: Vec<&'g Known>,
    /// Questions for the game master.
    pub questions: Vec<Remark<'g>>,
    /// Remarks on other possibilities.
    pub remarks: Vec<Remark<'g>>,
    /// Where two rules disagree.
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

/// Two rules that say different things about one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision<'g> {
    /// The field: family, acts, subtypes, splitting or limit.
    pub field: &'static str,
    /// One rule and what it says; what was taken, if something was.
    pub first: (&'g Known, String),
    /// The other one and what it says.
    pub second: (&'g Known, String),
    /// Outcome of the collision.
    pub resolved: Resolved,
}

/// Outcome of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// A listed entry outranks a guideline; the first was taken.
    Listed,
    /// The first names the second as what it departs from; the first was taken.
    Exception,
    /// Nothing decides it; neither was taken.
    Open,
}

impl Guidelines {
    /// Listed entries and guidelines, in the order of the files.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The rule with this number.
    pub fn rule(&self, number: usize) -> &Known {
        &self.rules[number]
    }

    /// Every fact there is.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The names of some facts.
    pub fn names_of(&self, facts: Facts) -> Vec<&str> {
        let all = self.facts.iter().enumerate();
        all.filter(|(at, _)| facts >> at & 1 == 1).map(|(_, fact)| fact.id.as_str()).collect()
    }

    /// The fact of this name, as a set.
    pub fn fact(&self, id: &str) -> Option<Facts> {
        self.facts.iter().position(|fact| fact.id == id).map(|at| 1 << at)
    }
}

impl Status {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Status::Converted => "converted",
            Status::Undecided => "undecided",
            Status::NoGuideline => "no guideline",
        }
    }
}

impl Resolved {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Resolved::Listed => "listed first",
            Resolved::Exception => "exception",
            Resolved::Open => "open",
        }
    }
}
