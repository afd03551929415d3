//! When kinds may be used, and the rules that say so.

use kernel::{KindId, Moments, RulesId};

use super::Build;
use super::tokens::About;
use crate::kinds::KindName;

impl Build<'_> {
    /// When a kind may be used: by its outermost prefix that says so, else by its base, else as
    /// plain kinds are.
    pub(super) fn usable(&self, kind: &KindName) -> Moments {
        let rules = self.governing(kind);
        rules.iter().fold(Moments::default(), |all, rule| all.and(rule.at))
    }

    fn governing(&self, kind: &KindName) -> Vec<&super::tokens::MomentRule> {
        let about = |about: About| -> Vec<&super::tokens::MomentRule> {
            self.tokens.moments.iter().filter(|rule| rule.about == about).collect()
        };
        let has = |prefix: u8| kind.prefixes.contains(&prefix);
        let both: Vec<_> = self
            .tokens
            .moments
            .iter()
            .filter(|rule| matches!(rule.about, About::Both(a, b) if has(a) && has(b)))
            .collect();
        if !both.is_empty() {
            return both;
        }
        for &prefix in &kind.prefixes {
            let rules = about(About::Prefix(prefix));
            if !rules.is_empty() {
                return rules;
            }
        }
        let rules = about(About::Base(kind.base));
        if rules.is_empty() { about(About::Plain) } else { rules }
    }

    /// The rules that permit and forbid each kind at each moment.
    pub(super) fn describe_kinds(&mut self) {
        for at in 0..self.kinds.names.len() {
            let name = self.kinds.name(KindId(at as u16)).clone();
            let mut rules = self.tokens.base_rules[usize::from(name.base)];
            for &prefix in &name.prefixes {
                rules = self.join(rules, self.tokens.prefix_rules[usize::from(prefix)]);
            }
            let marks = self.brought_by(&name);
            let mut kind = kernel::Kind { rules, marks, ..Default::default() };
            let governing: Vec<_> = self.governing(&name).into_iter().cloned().collect();
            let allowed = governing.iter().fold(Moments::default(), |all, rule| all.and(rule.at));
            for rule in &governing {
                let never = Moments(rule.never.0 & !allowed.0);
                if rule.at != Moments::default() {
                    kind.usable.push((rule.at, rule.rules));
                    kind.unusable.push((Moments(!allowed.0), rule.rules));
                }
                if never != Moments::default() {
                    kind.unusable.push((never, rule.rules));
                }
            }
            let mut gate_rules = RulesId(0);
            for &prefix in &name.prefixes {
                if self.dictionary.prefixes.entries[prefix as usize].def.gated {
                    let owner = self.gate_owner(prefix);
                    gate_rules = self.join(gate_rules, owner);
                }
            }
            for gate in self.tokens.gates.clone() {
                if gate.prefixes.iter().all(|prefix| name.prefixes.contains(prefix)) {
                    gate_rules = self.join(gate_rules, gate.rules);
                }
            }
            kind.gate_rules = gate_rules;
            self.game.kinds.push(kind);
        }
    }

    /// Conditions that using a kind brings.
    fn brought_by(&self, kind: &KindName) -> u64 {
        use super::tokens::{FillRule, Pattern};
        let own = |rule: &&FillRule| matches!(&rule.pattern, Pattern::Kind(one) if one == kind);
        self.tokens.fills.iter().find(own).map_or(0, |rule| rule.marks)
    }

    /// The rules behind the gate of a prefix: those that declare it, or what the ruleset says of
    /// it.
    fn gate_owner(&mut self, prefix: u8) -> RulesId {
        let name = self.dictionary.prefixes.entries[prefix as usize].name;
        let owners: Vec<usize> = self
            .located()
            .filter(|(_, rule)| rule.gate.iter().any(|gate| gate.id.as_str() == name))
            .map(|(here, _)| here.owner)
            .collect();
        match owners.split_first() {
            Some((first, rest)) => self.because(*first, rest),
            None => self.tokens.prefix_rules[prefix as usize],
        }
    }
}
