//! Compiles the tokens that combatants and their body parts are granted.

use kernel::purse::AMOUNT_MAX;

use super::protos::Proto;
use super::{Build, Here};
use crate::diagnostic::Code;
use crate::kinds::KindName;
use crate::raw::{self, Text};

impl Build<'_> {
    /// Gives parts without an amount as many tokens as the body has, of the bases in the ruleset's
    /// `as_body`.
    pub(super) fn parts_as_body(&mut self, proto: &mut Proto) {
        for number in std::mem::take(&mut proto.as_body) {
            let name = self.kinds.parts[number as usize].clone();
            let mut bases: Vec<u8> = Vec::new();
            let located: Vec<_> = self.located().collect();
            for (here, rule) in located {
                for part in rule.part.iter().filter(|one| *one.id == *name || *one.id == "*") {
                    for base in &part.as_body {
                        let base = self.kind(here, base).filter(|kind| kind.prefixes.is_empty());
                        bases.extend(base.map(|kind| kind.base));
                    }
                }
            }
            bases.dedup();
            for base in bases.into_iter().filter(|&base| self.lacking(&name, base).is_none()) {
                let own = |kind: &KindName| {
                    kind.base == base && kind.prefixes.is_empty() && kind.part.is_none()
                };
                let count =
                    proto.grants.iter().filter(|(_, kind)| own(kind)).map(|(count, _)| count);
                let count: u32 = count.sum();
                if count > 0 {
                    let kind = KindName { prefixes: Vec::new(), base, part: Some(number) };
                    proto.grants.push((count, kind));
                }
            }
        }
    }

    /// Returns the rule by which a part can have no tokens of a base, if there is one.
    fn lacking(&self, part: &str, base: u8) -> Option<&raw::Rule> {
        let base = self.dictionary.bases.entries[base as usize].name;
        let lacks = |one: &raw::Part| {
            *one.id == *part && one.without.iter().any(|without| without.as_str() == base)
        };
        self.located().map(|(_, rule)| rule).find(|rule| rule.part.iter().any(lacks))
    }

    /// Reports tokens of a base that a part cannot have.
    pub(super) fn refuse_lacking_part(&mut self, here: Here, part: &Text, base: u8) {
        if let Some(rule) = self.lacking(part, base) {
            let base = self.dictionary.bases.entries[base as usize].name;
            let message = format!("`{}` has no {base} of its own ({})", &**part, &*rule.id);
            self.error(Code::InvalidValue, message, here, part, "this part");
        }
    }

    /// Reads the tokens granted per round: amounts, or the name of a preset.
    pub(super) fn grants(&mut self, here: Here, text: &Text) -> Vec<(u32, KindName)> {
        if let Some(at) = self.dictionary.presets.find(text) {
            let entry = self.dictionary.presets.entries[at].clone();
            let rules = self.because(entry.owner, &[]);
            if !self.game.preset_rules.contains(&rules) {
                self.game.preset_rules.push(rules);
            }
            let place = Here { owner: entry.owner, file: entry.file };
            return self.amounts(place, &entry.def.grants).unwrap_or_default();
        }
        if text.is_empty() || text.as_str() == "none" {
            return Vec::new();
        }
        let mut all: Vec<(u32, KindName)> = Vec::new();
        for (count, kind) in self.amounts(here, text).unwrap_or_default() {
            if self.dictionary.base(kind.base).nothing {
                let message = "this stands for no action at all and cannot be granted";
                self.error(Code::InvalidValue, message, here, text, "not a token");
                continue;
            }
            match all.iter_mut().find(|(_, known)| *known == kind) {
                Some((sum, _)) => *sum += count,
                None => all.push((count, kind)),
            }
        }
        for (count, _) in &all {
            if *count > AMOUNT_MAX {
                let message = format!("at most {AMOUNT_MAX} of one kind");
                self.error(Code::AmountTooLarge, message, here, text, "too many");
            }
        }
        all
    }
}
