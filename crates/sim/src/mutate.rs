//! Mutation testing of a ruleset: every element of every rule is removed or changed in turn, and
//! some scenario has to notice.
//!
//! A *mutant* is the ruleset with one such change. It is killed if it does not load or if a
//! scenario fails. Otherwise it survives: no scenario tests what was changed. A survivor whose
//! change has no noticeable effect is excused in `mutate-allowed.toml`, with the reason.

mod allowed;
mod board;
mod card;
mod change;
mod deed;
mod effect;
mod expression;
mod judge;
mod relevance;
mod rule;
mod time;
mod token;

pub use allowed::{Allowed, AllowedError};
pub use judge::{Bench, Verdict};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rules::Parsed;
use rules::raw::Rule;

/// A ruleset with one thing changed.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Name, which stays the same as long as the element does: `first.token.two-moves slot moves:
    /// cap+1`.
    pub name: String,
    /// Index of the rule.
    pub rule: usize,
    /// Position of the change, in bytes of the rule's file.
    pub at: usize,
    /// The rule as changed.
    changed: Arc<Rule>,
}

/// Returns every mutant of a ruleset, rule by rule.
pub fn mutants(parsed: &Parsed) -> Vec<Mutant> {
    let bars = || parsed.rules.iter().flat_map(|located| &located.rule.bar);
    let names = bars().flat_map(|bar| bar.on.iter().chain(&bar.but));
    let tags: BTreeSet<&str> = names.filter_map(|name| name.strip_prefix("tag:")).collect();
    let mut all = Vec::new();
    for (position, located) in parsed.rules.iter().enumerate() {
        let rule = &located.rule;
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for change in rule::changes(rule, &tags) {
            let mut name = format!("{} {}", &*rule.id, change.what);
            let nth = seen.entry(name.clone()).and_modify(|nth| *nth += 1).or_insert(1);
            if *nth > 1 {
                name.push_str(&format!(" #{nth}"));
            }
            all.push(Mutant {
                name,
                rule: position,
                at: parsed.files.offset(located.file, change.at.unwrap_or(rule.id.span().start)),
                changed: Arc::new(change.copy),
            });
        }
    }
    all
}

impl Mutant {
    /// Returns the change without the element: `cap+1`.
    fn change(&self) -> &str {
        self.name.split_once(": ").map_or(&self.name, |(_, change)| change)
    }

    /// Returns the line of the rule's file that contains the change; its words describe the change.
    fn line<'a>(&self, parsed: &'a Parsed) -> &'a str {
        let text = parsed.files.text(parsed.rules[self.rule].file);
        let start = text[..self.at].rfind('\n').map_or(0, |at| at + 1);
        text[start..].lines().next().unwrap_or_default()
    }

    /// Returns the position of the change: `rules/limits.toml:34`.
    pub fn place(&self, parsed: &Parsed) -> String {
        let file = parsed.rules[self.rule].file;
        let line = parsed.files.position(file, self.at).line;
        format!("{}:{line}", parsed.files.name(file))
    }
}

#[cfg(test)]
mod tests;
