//! Warns about unused and impossible declarations in a ruleset.
//!
//! The warnings are about the text, so an element that an option switches off counts as used. They
//! are not given for encounters.

mod leaves;
mod registers;

use std::collections::BTreeSet;
use std::ops::Range;

use self::leaves::{Leaf, leaves, words};
use super::Build;
use super::form::is_house;
use crate::diagnostic::{Code, Diagnostic, FileId};
use crate::dictionary::{Entry, Table};

/// Kinds of rule that must be put in force; rules of other kinds only explain.
const IN_FORCE: [&str; 6] = ["mechanic", "table", "option", "adjudicated", "example", "converter"];

/// A declaration: its sort, its name and its position.
type Declared = (&'static str, String, FileId, Range<usize>);

impl Build<'_> {
    /// Warns about unused declarations, if the setup has no creatures and no combatants.
    pub(super) fn warn_of_unused(&mut self) {
        let alone = self.setup.combatants.is_empty() && self.setup.creatures.is_empty();
        if !alone || self.report.has_errors() {
            return;
        }
        let mut files: Vec<FileId> = self.setup.rules.iter().map(|one| one.file).collect();
        files.sort_unstable();
        files.dedup();
        let mut all = Vec::new();
        for file in files {
            leaves(file, self.setup.files.text(file), &mut all);
        }
        self.rules_never_in_force(&all);
        self.never_used(&all);
        self.never_usable(&all);
        self.registers_never_set(&all);
    }

    /// Warns about rules that nothing puts in force.
    fn rules_never_in_force(&mut self, all: &[Leaf]) {
        let cited: BTreeSet<&str> = all
            .iter()
            .filter(|leaf| leaf.key == "because")
            .map(|leaf| leaf.text.as_str())
            .collect();
        let acting: BTreeSet<(FileId, usize)> =
            all.iter().map(|leaf| (leaf.file, leaf.rule)).collect();
        let mut nth = 0;
        let mut last = None;
        for (here, rule) in self.located().collect::<Vec<_>>() {
            // Leaves number the rules of each file separately.
            nth = if last == Some(here.file) { nth + 1 } else { 0 };
            last = Some(here.file);
            let explains = !IN_FORCE.contains(&rule.kind.as_str()) || is_house(rule);
            let in_force = !rule.through.is_empty()
                || !rule.values.is_empty()
                || !rule.grounds.is_empty()
                || cited.contains(rule.id.as_str())
                || acting.contains(&(here.file, nth));
            if explains || in_force {
                continue;
            }
            let message = format!("nothing puts {} in force", &*rule.id);
            let problem = Diagnostic::warning(Code::NeverInForce, message)
                .at(here.file, rule.kind.span(), format!("a {}", &*rule.kind))
                .help("give it an element, or name in `through` the rules by which it is in force");
            self.report.push(problem);
        }
    }

    /// Warns about names that occur only in their declaration.
    fn never_used(&mut self, all: &[Leaf]) {
        let uses = all.iter().filter(|leaf| !leaf.declares);
        let used: BTreeSet<&str> = uses.clone().flat_map(|leaf| words(&leaf.text)).collect();
        let whole: BTreeSet<&str> = uses.map(|leaf| leaf.text.as_str()).collect();
        let offered: BTreeSet<&str> =
            all.iter().filter(|leaf| leaf.key == "window").map(|leaf| leaf.text.as_str()).collect();
        let dictionary = &self.dictionary;
        let mut found: Vec<Declared> = Vec::new();
        let unused = |name: &str| !used.contains(name);
        found.extend(declared("slot", &dictionary.slots, unused));
        found.extend(declared("condition", &dictionary.conditions, unused));
        found.extend(declared("group of conditions", &dictionary.condition_groups, unused));
        found.extend(declared("attribute", &dictionary.attributes, unused));
        found.extend(declared("variable", &dictionary.variables, unused));
        found.extend(declared("die", &dictionary.dice, unused));
        found.extend(declared("option", &dictionary.options, unused));
        found.extend(declared("pile", &dictionary.piles, unused));
        found.extend(declared("table", &dictionary.tables, unused));
        found.extend(declared("ruling", &dictionary.rulings, |name| !whole.contains(name)));
        let bases = self.bases_used(all);
        let dictionary = &self.dictionary;
        found.extend(declared("base", &dictionary.bases, |name| !bases.contains(name)));
        let unread: Vec<Declared> = self.card_numbers_unread(&used);
        found.extend(unread);
        for (sort, name, file, span) in found {
            let message = format!("nothing uses the {sort} `{name}`");
            let problem = Diagnostic::warning(Code::NeverUsed, message);
            self.report.push(problem.at(file, span, "declared here"));
        }
        let never = declared("window", &self.dictionary.windows, |name| !offered.contains(name));
        for (_, name, file, span) in never.collect::<Vec<_>>() {
            let message = format!("nothing ever opens the window `{name}`");
            let problem = Diagnostic::warning(Code::NeverPossible, message)
                .at(file, span, "declared here")
                .help(format!(
                    "a step opens it: offer = {{ window = \"{name}\", who = \"target\" }}"
                ));
            self.report.push(problem);
        }
    }

    /// Returns the numbers on cards that no expression reads, each where it stands first.
    fn card_numbers_unread(&self, used: &BTreeSet<&str>) -> Vec<Declared> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for entry in &self.dictionary.cards.entries {
            for name in entry.def.numbers.keys() {
                if !used.contains(name.as_str()) && seen.insert(name.as_str()) {
                    found.push(("number on cards", name.to_string(), entry.file, name.span()));
                }
            }
        }
        found
    }

    /// Returns the bases of all kinds that are named anywhere but in moments and declarations.
    fn bases_used(&self, all: &[Leaf]) -> BTreeSet<String> {
        let mut kinds = self.kinds.clone();
        let names: Vec<&str> = self.dictionary.bases.names().collect();
        let uses = all.iter().filter(|leaf| !leaf.declares && leaf.element != "moment");
        let kinds = uses.flat_map(|leaf| words(&leaf.text)).filter_map(|word| {
            let kind = word.trim_start_matches(|c: char| c.is_ascii_digit());
            kinds.parse(kind).ok()
        });
        kinds.map(|kind| names[usize::from(kind.base)].to_owned()).collect()
    }

    /// Warns about bases for which no moment is declared, neither plain nor with a prefix.
    fn never_usable(&mut self, all: &[Leaf]) {
        let bases_used = self.bases_used(all);
        let moments: Vec<_> = self.located().flat_map(|(_, rule)| &rule.moment).collect();
        let plain =
            moments.iter().any(|moment| moment.prefix.as_ref().is_some_and(|one| one.is_empty()));
        let said = |name: &str| {
            plain
                || moments
                    .iter()
                    .any(|moment| moment.base.as_ref().is_some_and(|one| **one == name))
        };
        // If prefixes have moments, plain tokens may not exist at all.
        let prefixed = moments.iter().any(|moment| moment.prefix.is_some());
        let spent = |entry: &&Entry<'_, crate::raw::Base>| {
            let base = entry.def;
            !base.nothing && !base.currency && bases_used.contains(entry.name)
        };
        let bases = self.dictionary.bases.entries.iter().filter(spent);
        let never: Vec<_> = bases.filter(|entry| !prefixed && !said(entry.name)).cloned().collect();
        let Some((first, rest)) = never.split_first() else { return };
        let names: Vec<&str> = never.iter().map(|entry| entry.name).collect();
        let message = format!("{} can never be used: no moment says when", names.join(" and "));
        let mut problem = Diagnostic::warning(Code::NeverPossible, message)
            .at(first.file, first.span.clone(), "declared here")
            .help("say when, such as [[rule.moment]] with prefix = \"\" and at = [\"own-open\"]");
        for entry in rest {
            problem = problem.also(entry.file, entry.span.clone(), "and here");
        }
        self.report.push(problem);
    }
}

/// Returns the entries of a table whose names satisfy `holds`.
fn declared<T>(
    sort: &'static str,
    table: &Table<'_, T>,
    holds: impl Fn(&str) -> bool,
) -> impl Iterator<Item = Declared> {
    let found = table.entries.iter().filter(move |entry| holds(entry.name));
    found.map(move |entry| (sort, entry.name.to_owned(), entry.file, entry.span.clone()))
}
