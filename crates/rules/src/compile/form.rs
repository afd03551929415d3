//! Checks the form of rules regardless of their meaning: missing values, empty lists and
//! duplicates.

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::raw::{self, Text};

/// Kinds of rule.
const KINDS: [&str; 8] =
    ["mechanic", "table", "option", "adjudicated", "example", "definition", "advice", "converter"];

/// Checks whether a rule is a house rule, which the loader made from a setup.
pub(super) fn is_house(rule: &raw::Rule) -> bool {
    rule.kind.as_str() == "house" && rule.id.starts_with("house.")
}

impl Build<'_> {
    /// Checks every rule for missing or empty values.
    pub(super) fn check_form(&mut self) {
        self.refuse_twins();
        let located: Vec<_> = self.located().filter(|(_, rule)| !is_house(rule)).collect();
        for &(here, rule) in &located {
            self.rule_kind(here, &rule.kind);
            self.rule_id(here, &rule.id);
            if rule.says.trim().is_empty() {
                let message = format!("{} has no wording", &*rule.id);
                self.error(Code::InvalidValue, message, here, &rule.says, "say what the rule is");
            }
            for lasts in &rule.lasts {
                self.span(here, &lasts.span);
            }
            self.empty_lists(here, rule);
            self.words_of_kinds(here, rule);
        }
    }

    /// Checks names of bases, prefixes and conditions that are otherwise looked up only when a
    /// combatant has them.
    fn words_of_kinds(&mut self, here: Here, rule: &raw::Rule) {
        for prefix in &rule.prefix {
            if let Some(bare) = &prefix.bare {
                self.base(here, bare);
            }
            let Some(fills) = &prefix.fills else { continue };
            match fills.split_once(' ') {
                None if matches!(fills.as_str(), "own" | "none" | "rest") => {}
                Some(("as", name)) => {
                    self.prefix(here, &fills.instead(name.to_owned()));
                }
                Some(("slot", name)) => {
                    let name = fills.instead(name.to_owned());
                    self.look(|d| &d.slots, Code::UnknownSlot, "slot", here, &name);
                }
                _ => {
                    let message =
                        "a prefix fills `own`, `none`, `rest`, `as PREFIX` or `slot NAME`";
                    self.error(Code::UnknownVariant, message, here, fills, "none of these");
                }
            }
        }
        for part in &rule.part {
            for base in part.without.iter().chain(&part.as_body) {
                self.base(here, base);
            }
        }
        for name in rule.preset.iter().map(|preset| &preset.grants) {
            self.amounts(here, name);
        }
    }

    fn rule_kind(&mut self, here: Here, kind: &Text) {
        if !KINDS.contains(&kind.as_str()) {
            let message = format!("there is no kind of rule called `{}`", &**kind);
            let problem = Diagnostic::error(Code::UnknownVariant, message)
                .at(here.file, kind.span(), "unknown kind")
                .did_you_mean(kind, KINDS)
                .help(format!("the kinds are {}", KINDS.join(", ")));
            self.report.push(problem);
        }
    }

    fn rule_id(&mut self, here: Here, id: &Text) {
        let letters = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(letters);
        if !id.split('.').all(is_word) {
            let message = format!("`{}` is no id of a rule", &**id);
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, id.span(), "this id")
                .help(
                    "an id is made of words of small letters, digits and hyphens, joined by dots",
                );
            self.report.push(problem);
            return;
        }
        let prefix = &self.setup.manifest.prefix;
        let rest = id.strip_prefix(prefix.as_str());
        if rest.is_none_or(|rest| !rest.starts_with('.')) {
            let message = format!("the id {} does not begin with `{}.`", &**id, &**prefix);
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, id.span(), "this id")
                .help(format!(
                    "all ids of a ruleset begin with the `prefix` of its ruleset.toml: {}.{}",
                    &**prefix, &**id
                ));
            self.report.push(problem);
        }
    }

    /// Reports empty lists that leave an element without effect.
    fn empty_lists(&mut self, here: Here, rule: &raw::Rule) {
        let mut empty = |at: &Text, message: &str| {
            self.error(Code::InvalidValue, message, here, at, "in this element");
        };
        for bar in rule.bar.iter().filter(|bar| bar.on.is_empty()) {
            empty(&bar.when, "this bars nothing: its `on` is empty");
        }
        for on in rule.on.iter().filter(|on| on.r#do.is_empty()) {
            empty(&on.span, "this does nothing: its `do` is empty");
        }
        for watch in rule.watch.iter().filter(|watch| watch.r#do.is_empty()) {
            empty(&watch.attribute, "this does nothing: its `do` is empty");
        }
        for also in &rule.also {
            if also.on.is_empty() {
                empty(&rule.id, "this goes with nothing: an `also` of this rule has an empty `on`");
            }
            if also.r#do.is_empty() {
                let at = also.on.first().unwrap_or(&rule.id);
                empty(at, "this does nothing: its `do` is empty");
            }
        }
    }

    /// Reports activities with the same name, since commands could only reach the first. Two with
    /// different `when` may share a name, because they may never exist together. Each creature may
    /// also bring its own.
    fn refuse_twins(&mut self) {
        let mut known: Vec<(Here, &Text, Option<&str>)> = Vec::new();
        for (here, rule) in self.located() {
            for one in rule.activity.iter().filter(|_| !self.setup.brought.contains(&here.owner)) {
                let when = one.when.as_ref().map(|when| when.as_str());
                let same = known.iter().find(|(_, id, other)| **id == one.id && *other == when);
                let Some((first, id, _)) = same.copied() else {
                    known.push((here, &one.id, when));
                    continue;
                };
                let message = format!("two activities are called `{}`", &*one.id);
                let problem = Diagnostic::error(Code::DuplicateName, message)
                    .at(here.file, one.id.span(), "declared again here")
                    .also(first.file, id.span(), "declared first here")
                    .help("two that never exist together may share it, each with its own `when`");
                self.report.push(problem);
            }
        }
    }
}
