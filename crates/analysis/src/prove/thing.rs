//! Things of a ruleset that should be live, by name.

use std::fmt;

use serde::Serialize;

/// A sort of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// An activity: it should be legal at some time.
    Activity,
    /// A price among several of an activity: it should be payable at some time.
    Price,
    /// A rule that can be a reason why something happens.
    Rule,
    /// A rule that can be a reason why something is refused.
    Refusal,
    /// A condition: a combatant should have it at some time.
    Condition,
    /// A kind of token that a combatant holds: it should pay for something.
    Kind,
    /// A rule that converts tokens: a payment should use it.
    Conversion,
}

impl Sort {
    /// Every sort, in the order of reports.
    pub const ALL: [Sort; 7] = [
        Sort::Activity,
        Sort::Price,
        Sort::Rule,
        Sort::Refusal,
        Sort::Condition,
        Sort::Kind,
        Sort::Conversion,
    ];

    /// Returns the word for it in names.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Activity => "activity",
            Sort::Price => "price",
            Sort::Rule => "rule",
            Sort::Refusal => "refusal",
            Sort::Condition => "condition",
            Sort::Kind => "kind",
            Sort::Conversion => "conversion",
        }
    }

    /// Returns the claim that a thing of this sort is dead.
    pub(super) fn dead(self) -> &'static str {
        match self {
            Sort::Activity => "is never legal",
            Sort::Price => "is never payable",
            Sort::Rule => "is never in force",
            Sort::Refusal => "never refuses anything",
            Sort::Condition => "never comes about",
            Sort::Kind => "is never spent",
            Sort::Conversion => "is never part of a payment",
        }
    }

    /// Returns the heading for counts: `activities legal at some time`.
    pub(super) fn alive(self) -> &'static str {
        match self {
            Sort::Activity => "activities legal at some time",
            Sort::Price => "prices payable at some time",
            Sort::Rule => "rules that let something happen",
            Sort::Refusal => "rules that refuse something",
            Sort::Condition => "conditions that come about",
            Sort::Kind => "kinds of token spent",
            Sort::Conversion => "conversions part of a payment",
        }
    }
}

/// One thing by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thing {
    /// Its sort.
    pub sort: Sort,
    /// Its name within the sort.
    pub name: String,
}

impl Thing {
    pub(super) fn new(sort: Sort, name: impl Into<String>) -> Thing {
        Thing { sort, name: name.into() }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.sort.word(), self.name)
    }
}
