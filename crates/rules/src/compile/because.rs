//! Lists of the rules behind an element; equal lists are stored once.

use kernel::{RuleId, RulesId};

use super::{Build, Here};
use crate::diagnostic::Code;
use crate::dictionary::unknown;
use crate::raw::Text;

impl Build<'_> {
    /// Returns the list of rules behind an element: its rule, the rules in force through it, and
    /// the options read in it.
    pub(super) fn because(&mut self, owner: usize, more: &[usize]) -> RulesId {
        let mut list: Vec<RuleId> = Vec::new();
        for rule in std::iter::once(&owner).chain(more) {
            for rule in self.dictionary.force(*rule) {
                let id = RuleId(rule as u16);
                if !list.contains(&id) {
                    list.push(id);
                }
            }
        }
        self.list(list)
    }

    fn list(&mut self, list: Vec<RuleId>) -> RulesId {
        if let Some(id) = self.rule_lists.get(&list) {
            return *id;
        }
        let id = RulesId(self.game.rules.len() as u16);
        self.game.rules.push(list.clone());
        self.rule_lists.insert(list, id);
        id
    }

    /// Returns the union of two lists.
    pub(super) fn join(&mut self, a: RulesId, b: RulesId) -> RulesId {
        let mut list = self.game.rules[a.index()].clone();
        for rule in self.game.rules[b.index()].clone() {
            if !list.contains(&rule) {
                list.push(rule);
            }
        }
        self.list(list)
    }

    /// Returns the list of the rules named in a `because`, or of the element's own rule.
    pub(super) fn cited(&mut self, here: Here, because: &[Text], more: &[usize]) -> RulesId {
        let mut owners = Vec::new();
        for name in because {
            match self.dictionary.rules.get(name.as_str()) {
                Some(&rule) => owners.push(rule),
                None => {
                    let known = self.dictionary.rules.keys().copied();
                    unknown(&mut self.report, Code::UnknownRule, "rule", here.file, name, known);
                }
            }
        }
        match owners.split_first() {
            None => self.because(here.owner, more),
            Some((first, rest)) => {
                let rest: Vec<usize> = rest.iter().chain(more).copied().collect();
                self.because(*first, &rest)
            }
        }
    }
}
