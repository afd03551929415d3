//! Ranks scenarios by how likely they notice a change: by the words that they share with it, with
//! more weight for rare words. Claiming a rule, or having met it, counts as a word.

use std::collections::{BTreeSet, HashMap};

use crate::corpus::{Corpus, Played};
use crate::scenario::{Item, Scenario};

/// The cases in which each word occurs.
pub(super) struct Relevance {
    cases: HashMap<String, BTreeSet<usize>>,
    count: usize,
}

/// Returns the word for claiming a rule; the next function returns the word for having met it.
fn claims(rule: &str) -> String {
    format!("claims {rule}")
}

fn meets(rule: &str) -> String {
    format!("meets {rule}")
}

impl Relevance {
    /// Indexes scenarios by the words they contain and the rules they claim or have met.
    pub(super) fn of(corpus: &Corpus, played: &[Played]) -> Relevance {
        let mut cases: HashMap<String, BTreeSet<usize>> = HashMap::new();
        for (at, (case, played)) in corpus.cases.iter().zip(played).enumerate() {
            let trace = &played.outcome.trace;
            let met = trace.allowed.iter().chain(&trace.denied);
            let text = text(&case.scenario);
            let all = words(&text).map(str::to_owned);
            let all = all.chain(case.scenario.covers.iter().map(|rule| claims(rule)));
            for word in all.chain(met.map(|rule| meets(rule))) {
                cases.entry(word).or_default().insert(at);
            }
        }
        Relevance { cases, count: corpus.cases.len() }
    }

    /// Returns every case, the likeliest to notice a change of a rule first.
    pub(super) fn order(&self, rule: &str, change: &str) -> Vec<usize> {
        let about = [claims(rule), meets(rule)];
        let words: BTreeSet<&str> = words(change).chain(about.iter().map(String::as_str)).collect();
        let mut weights = vec![0.0; self.count];
        for cases in words.iter().filter_map(|word| self.cases.get(*word)) {
            let weight = (self.count as f64 / cases.len() as f64).ln();
            cases.iter().for_each(|at| weights[*at] += weight);
        }
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by(|one, other| weights[*other].total_cmp(&weights[*one]));
        order
    }
}

/// Returns all text of a case.
fn text(scenario: &Scenario) -> String {
    let play = scenario.play.iter().map(|line| match &line.item {
        Item::Command(text) | Item::Assertion(text) | Item::Printed(text) => text.as_str(),
        Item::Dice(_) => "",
    });
    let all = [scenario.name.as_str(), &scenario.setup].into_iter().chain(play);
    all.collect::<Vec<_>>().join("\n")
}

/// Returns the names and words in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|one: char| !one.is_alphanumeric() && one != '-');
    words.filter(|word| word.contains(char::is_alphabetic))
}
