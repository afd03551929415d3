//! Rulebooks.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Sheet;

/// The rulebooks that come with the program.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Rulesets {
    /// By name.
    pub rulesets: Vec<RulesetSummary>,
}

/// A rulebook in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RulesetSummary {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its version.
    pub version: String,
    /// Where the rules come from.
    pub source: String,
    /// How many rules it has.
    pub rules: usize,
    /// Its example fights.
    pub examples: Vec<Example>,
}

/// An example fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Example {
    /// Its name.
    pub name: String,
    /// Title, which says what the fight is about.
    pub title: String,
    /// Notes to read before play.
    pub notes: Option<String>,
    /// How many take part.
    pub combatants: u32,
}

/// A rulebook with what can be chosen in it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Ruleset {
    /// As in the list.
    pub summary: RulesetSummary,
    /// Toggles of a campaign.
    pub options: Vec<Toggle>,
    /// Questions that can be answered in advance.
    pub rulings: Vec<Toggle>,
    /// The sides.
    pub sides: Vec<String>,
    /// The kinds of token.
    pub kinds: Vec<String>,
    /// Sections of the source, in reading order.
    pub sections: Vec<Section>,
    /// The form that heroes and creatures are filled in with.
    pub sheet: Sheet,
}

/// Something that a campaign chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Toggle {
    /// The name setups use.
    pub name: String,
    /// The rule it belongs to.
    pub rule: String,
    /// Description of what it decides.
    pub says: String,
    /// The values; the first one is the default.
    pub values: Vec<String>,
}

/// Choices of a campaign, with the values in force in an encounter.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Choices {
    /// The state it holds for.
    pub sequence: u64,
    /// Toggles.
    pub options: Vec<Chosen>,
    /// Questions that can be answered in advance.
    pub rulings: Vec<Chosen>,
}

/// Something that a campaign chooses, with what is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Chosen {
    /// The name setups use.
    pub name: String,
    /// The rule it belongs to.
    pub rule: String,
    /// Description of what it decides.
    pub says: String,
    /// The values; the first one is the default.
    pub values: Vec<String>,
    /// The value in force; `null` = the question is asked when it comes up.
    pub value: Option<String>,
}

/// A section of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Section {
    /// Name of the section.
    pub name: String,
    /// How many rules stand in it.
    pub rules: usize,
}

/// Rules found.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Rules {
    /// In reading order; with a search, best first.
    pub rules: Vec<RuleSummary>,
    /// Whether there are more.
    pub more: bool,
}

/// A rule in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RuleSummary {
    /// Its id.
    pub id: String,
    /// Kind of rule.
    pub kind: String,
    /// Where the source has it.
    pub section: String,
    /// Its wording.
    pub says: String,
}

/// A rule with everything there is to say about it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Rule {
    /// As in a list.
    pub summary: RuleSummary,
    /// Note on the rule, if there is one.
    pub note: Option<String>,
    /// Sentences of the source it comes from.
    pub sources: Vec<String>,
    /// Values, if it is a toggle; the first one is the default.
    pub values: Vec<String>,
    /// Rules it is in force through.
    pub through: Vec<String>,
    /// Rules it is an exception to.
    pub except: Vec<String>,
    /// Rules that are exceptions to it.
    pub exceptions: Vec<String>,
    /// Elements that make up the rule.
    pub elements: Vec<Element>,
    /// Scenarios that exercise it.
    pub scenarios: Vec<Scenario>,
}

/// Something a rule consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Element {
    /// Kind of element.
    pub sort: String,
    /// Name of the element.
    pub name: String,
    /// Description of what it does, in Markdown.
    pub says: String,
    /// Its steps, in Markdown.
    pub steps: Vec<String>,
}

/// A scenario of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Scenario {
    /// Name of the scenario.
    pub name: String,
    /// Its file.
    pub file: String,
    /// The line it begins at.
    pub line: usize,
    /// The play, as written.
    pub play: String,
}

/// Rules and the activity that a name refers to.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Explained {
    /// Rules of this id, or whose id ends in it.
    pub rules: Vec<Rule>,
    /// The activity of this name.
    pub activity: Option<Activity>,
}

/// An activity in words.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Activity {
    /// Its name.
    pub name: String,
    /// Price, as written.
    pub price: String,
    /// Combatants that have it, in words.
    pub who: String,
    /// Legal targets, in words; `null` = it takes none.
    pub target: Option<String>,
    /// Name of the number that goes with it; `null` = it takes none.
    pub number: Option<String>,
    /// Words for searching.
    pub tags: Vec<String>,
    /// The rules that define it.
    pub rules: Vec<String>,
}
