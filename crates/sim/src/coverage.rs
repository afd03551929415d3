//! Coverage: which rules the scenarios of a ruleset exercise.
//!
//! A rule of a kind in [`EXERCISED_KINDS`] counts if a passing scenario claims it in `covers:` and
//! executes it. Its id must be among the reasons of what happened ("allow") and among the reasons
//! of a denial ("deny"), each if the rule can be such a reason. An example needs only one of the
//! two. An option instead needs every value set by such a scenario.

mod marks;
mod option;
mod table;

pub use marks::{Marks, wanted};
pub use option::Value;

use std::collections::BTreeMap;

use rules::diagnostic::did_you_mean;
use rules::raw::Rule;

use crate::corpus::{Corpus, Played, Problem};

/// Kinds of rule that must be exercised. Rules of other kinds only explain.
pub const EXERCISED_KINDS: [&str; 6] =
    ["mechanic", "table", "option", "adjudicated", "example", "converter"];

/// Rules that scenarios exercise, one row per rule.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// One row per rule, in the order of the files.
    pub rows: Vec<Row>,
    /// Scenarios that fail, and claims that are not met.
    pub problems: Vec<Problem>,
}

/// A rule and what exercises it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Whether a rule of its kind must be exercised.
    pub required: bool,
    /// Marks it must get.
    pub wanted: Marks,
    /// Marks it got from passing scenarios that claim it.
    pub found: Marks,
    /// Values of an option.
    pub values: Vec<Value>,
    /// Passing scenarios that claim it and meet it, as indices into the cases of the corpus.
    pub scenarios: Vec<usize>,
}

impl Row {
    /// Checks whether the rule is exercised or need not be.
    pub fn is_exercised(&self) -> bool {
        let enough = match self.kind.as_str() {
            "option" if !self.values.is_empty() => self.values.iter().all(|value| value.exercised),
            "example" => self.found.allow || self.found.deny,
            _ => self.found.includes(self.wanted),
        };
        !self.required || enough
    }
}

impl Coverage {
    /// Plays every scenario of a corpus.
    pub fn of(corpus: &Corpus) -> Coverage {
        let (played, problems) = corpus.play_all();
        let mut coverage = Coverage { rows: Vec::new(), problems };
        let wanted = marks::wanted(&corpus.parsed);
        let rules: Vec<&Rule> = corpus.parsed.rules.iter().map(|located| &*located.rule).collect();
        for (rule, wanted) in rules.iter().zip(wanted) {
            let required = EXERCISED_KINDS.contains(&rule.kind.as_str());
            coverage.rows.push(Row {
                id: rule.id.to_string(),
                kind: rule.kind.to_string(),
                required,
                wanted: if required { wanted } else { Marks::default() },
                values: option::values(rule),
                ..Row::default()
            });
        }
        let index: BTreeMap<&str, usize> =
            rules.iter().enumerate().map(|(at, rule)| (rule.id.as_str(), at)).collect();
        for (case, played) in played.iter().enumerate() {
            for id in &corpus.cases[case].scenario.covers {
                match index.get(id.as_str()) {
                    Some(&at) => coverage.claim(corpus, rules[at], at, case, played),
                    None => {
                        let meant = match did_you_mean(id, index.keys()) {
                            Some(near) => format!("; did you mean {near}?"),
                            None => String::new(),
                        };
                        coverage.problem(corpus, case, format!("there is no rule {id}{meant}"));
                    }
                }
            }
        }
        coverage
    }

    /// Counts a scenario for a rule that it claims; reports a claim that it does not meet.
    fn claim(&mut self, corpus: &Corpus, rule: &Rule, at: usize, case: usize, played: &Played) {
        if !played.outcome.passed() {
            return;
        }
        let trace = &played.outcome.trace;
        let id = rule.id.as_str();
        let met = Marks { allow: trace.allowed.contains(id), deny: trace.denied.contains(id) };
        let set = option::set_value(&corpus.parsed.manifest, rule, played);
        let felt = || set.is_some_and(|value| option::is_felt(corpus, rule, case, value, played));
        if met == Marks::default() && !felt() {
            let name = &corpus.cases[case].scenario.name;
            let lacks = marks::never_shown(self.rows[at].wanted);
            let message = format!("{name}: {id} is claimed but has no part in it: {lacks}");
            self.problem(corpus, case, message);
            return;
        }
        let row = &mut self.rows[at];
        row.found = row.found.and(met);
        if !row.scenarios.contains(&case) {
            row.scenarios.push(case);
        }
        if let Some(value) = set {
            option::mark(&mut row.values, value);
        }
    }

    fn problem(&mut self, corpus: &Corpus, case: usize, message: String) {
        let case = &corpus.cases[case];
        let (file, line) = (case.file.clone(), case.scenario.line);
        self.problems.push(Problem { file, line, message });
    }

    /// Returns the number of rules that must be exercised.
    pub fn required(&self) -> usize {
        self.rows.iter().filter(|row| row.required).count()
    }

    /// Returns the number of required rules that are exercised.
    pub fn exercised(&self) -> usize {
        self.rows.iter().filter(|row| row.required && row.is_exercised()).count()
    }

    /// Checks whether every required rule is exercised and there are no problems.
    pub fn is_complete(&self) -> bool {
        self.problems.is_empty() && self.exercised() == self.required()
    }

    /// Returns the text of `COVERAGE.txt`.
    pub fn table(&self) -> String {
        table::table(&self.rows, &self.summary())
    }

    /// Returns the table of the rules that are not exercised.
    pub fn missing(&self) -> String {
        let rows: Vec<Row> = self.rows.iter().filter(|row| !row.is_exercised()).cloned().collect();
        table::table(&rows, &self.summary())
    }

    /// Returns the closing line of the table.
    pub fn summary(&self) -> String {
        format!("{} of {} rules exercised", self.exercised(), self.required())
    }
}

#[cfg(test)]
mod tests;
