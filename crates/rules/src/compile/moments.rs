//! Compiles the moments at which kinds may be used, and the rules that say so.

use kernel::{KindId, Moments, RulesId};

use super::{Build, Here};
use crate::diagnostic::Code;
use crate::dictionary::unknown;
use crate::kinds::KindName;
use crate::raw::{self, Text};

/// Kinds that a moment rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    Plain,
    Prefix(u8),
    /// Kinds that have both prefixes.
    Both(u8, u8),
    /// Kinds of a base that have a prefix.
    Of(u8, u8),
    Base(u8),
}

/// Moments at which a rule permits kinds, and moments at which it is the reason for a refusal. A
/// rule may apply only to combatants with certain conditions.
#[derive(Clone, Debug)]
pub(super) struct MomentRule {
    pub(super) about: About,
    pub(super) at: Moments,
    pub(super) never: Moments,
    pub(super) to: u64,
    pub(super) rules: RulesId,
}

impl Build<'_> {
    /// Reads moments by their names; unknown ones are reported and left out.
    pub(super) fn moments(&mut self, here: Here, names: &[Text]) -> Moments {
        let mut all = Moments::default();
        for name in names {
            let basic = Moments::NAMES.iter().position(|one| *one == name.as_str());
            let window = self.dictionary.windows.find(name);
            all = all.union(match (name.as_str(), basic, window) {
                ("any", ..) => Moments::ALL,
                (_, Some(at), _) => Moments(1 << at),
                (_, _, Some(at)) => Moments::window(at as u8),
                _ => {
                    let known = Moments::NAMES.into_iter().chain(["any"]);
                    let known = known.chain(self.dictionary.windows.names());
                    let code = Code::UnknownVariant;
                    unknown(&mut self.report, code, "moment", here.file, name, known);
                    Moments::default()
                }
            });
        }
        all
    }

    pub(super) fn moment(&mut self, here: Here, moment: &raw::Moment) {
        let (on, options) = self.holds(here, moment.when.as_ref());
        let about = match (&moment.prefix, &moment.base) {
            (Some(prefix), None) if prefix.is_empty() => Some(About::Plain),
            (Some(prefix), None) => match self.two_prefixes(prefix) {
                Some((one, other)) => Some(About::Both(one, other)),
                None => self.prefix(here, prefix).map(About::Prefix),
            },
            (None, Some(base)) => self.base(here, base).map(About::Base),
            (Some(prefix), Some(base)) => {
                match (self.prefix(here, prefix), self.base(here, base)) {
                    (Some(prefix), Some(base)) => Some(About::Of(prefix, base)),
                    _ => None,
                }
            }
            (None, None) => {
                let at = moment.at.first().or(moment.never.first()).cloned().unwrap_or_default();
                self.error(
                    Code::MissingKey,
                    "a moment is about a prefix, a base, or a prefix of a base",
                    here,
                    &at,
                    "neither of them",
                );
                None
            }
        };
        let (at, never) = (self.moments(here, &moment.at), self.moments(here, &moment.never));
        let to = self.conditions(here, &moment.to);
        if let (true, Some(about)) = (on, about) {
            let rules = self.because(here.owner, &options);
            self.tokens.moments.push(MomentRule { about, at, never, to, rules });
        }
    }

    /// Splits two prefixes written without a space, such as `IOpp`.
    fn two_prefixes(&self, text: &str) -> Option<(u8, u8)> {
        let find = |name: &str| self.dictionary.prefixes.find(name).map(|at| at as u8);
        (1..text.len())
            .filter(|at| text.is_char_boundary(*at))
            .find_map(|at| Some((find(&text[..at])?, find(&text[at..])?)))
    }

    /// Returns the moments at which a kind may be used. The outermost prefix with a rule decides,
    /// else the base, else the rule for plain kinds.
    pub(super) fn usable(&self, kind: &KindName) -> Moments {
        let rules = self.governing(kind);
        rules.iter().fold(Moments::default(), |all, rule| all.union(rule.at))
    }

    /// Returns the moments at which a kind may be used, grouped by the conditions that forbid it
    /// then.
    pub(super) fn usable_unless(&self, kind: &KindName) -> Vec<(Moments, u64)> {
        let usable = self.usable(kind);
        let refusals: Vec<_> =
            self.governing(kind).iter().map(|rule| (rule.never, rule.to)).collect();
        let mut apart: Vec<(Moments, u64)> = Vec::new();
        for moment in (0..u16::BITS).map(|at| Moments(1 << at)).filter(|one| one.meets(usable)) {
            let met = refusals.iter().filter(|(never, _)| never.meets(moment));
            let unless = met.fold(0, |all, (_, to)| all | to);
            match apart.iter_mut().find(|(_, one)| *one == unless) {
                Some((moments, _)) => *moments = moments.union(moment),
                None => apart.push((moment, unless)),
            }
        }
        if apart.is_empty() {
            apart.push((usable, 0));
        }
        apart
    }

    fn governing(&self, kind: &KindName) -> Vec<&MomentRule> {
        let about = |about: About| -> Vec<&MomentRule> {
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
            let rules = about(About::Of(prefix, kind.base));
            if !rules.is_empty() {
                return rules;
            }
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

    /// Fills in the rules that permit and forbid each kind at each moment.
    pub(super) fn describe_kinds(&mut self) {
        for at in 0..self.kinds.names.len() {
            let name = self.kinds.name(KindId(at as u16)).clone();
            let mut rules = self.tokens.base_rules[usize::from(name.base)];
            for &prefix in &name.prefixes {
                rules = self.join(rules, self.tokens.prefix_rules[usize::from(prefix)]);
            }
            let buys = self.dictionary.base(name.base).currency;
            let mut kind = kernel::Kind { rules, buys, ..Default::default() };
            for (conditions, rules) in self.barred_by(&name) {
                kind.refused.push((Moments::ALL, conditions, rules));
            }
            let governing: Vec<_> = self.governing(&name).into_iter().cloned().collect();
            let allowed = governing.iter().fold(Moments::default(), |all, rule| all.union(rule.at));
            for rule in &governing {
                if rule.to != 0 {
                    kind.refused.push((rule.never, rule.to, rule.rules));
                    continue;
                }
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
                if self.dictionary.prefix(prefix).gated {
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

    /// Returns the rules behind the gate of a prefix: those that declare the gate, else those of
    /// the prefix.
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
