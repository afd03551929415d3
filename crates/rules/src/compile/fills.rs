//! Determines the slots that a kind fills when it is used.

use kernel::{RulesId, THEN_MAX};

use super::protos::Proto;
use super::slots::SlotRule;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds::KindName;
use crate::raw::{self, Text};

/// Pattern of kinds that a filling rule applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Exactly this kind.
    Kind(KindName),
    /// Every part of this kind.
    EveryPart(KindName),
    /// Every kind with this outermost prefix.
    Prefix(u8),
}

/// A slot that a use fills, or a reference to such slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// A slot of the ruleset.
    Slot(usize),
    /// The slot of the part that is used.
    OfPart(usize),
    /// The slots of all parts the combatant has.
    OfAllParts(usize),
    /// The slots that the kind fills without its outermost prefix.
    Rest,
    /// The slots of `Rest`, except for those that the tokens taken would fill by themselves.
    Beyond,
}

/// Rule for the slots that matching kinds fill. Also holds conditions that a use adds, and
/// conditions that forbid it.
#[derive(Clone, Debug)]
pub(super) struct FillRule {
    pub(super) pattern: Pattern,
    pub(super) filled: Vec<Filled>,
    pub(super) marks: u64,
    pub(super) then: [(u64, u64); THEN_MAX],
    pub(super) unless: u64,
    pub(super) rules: RulesId,
}

/// Result of the search for a kind's slots: the rules on the way and the end of the search.
pub(super) struct Filling {
    met: Vec<FillRule>,
    /// The kind without the prefixes that were skipped.
    rest: KindName,
    last: Last,
}

enum Last {
    /// The last rule lists all slots.
    Listed,
    Nothing,
    /// A slot of the kind itself, declared by its outermost prefix.
    Own(u8),
    /// A slot of the ruleset that the outermost prefix names.
    Slot(u8, usize),
}

impl Pattern {
    /// Checks whether the pattern matches a kind by name; patterns of a prefix never do.
    pub(super) fn names(&self, kind: &KindName) -> bool {
        match self {
            Pattern::Kind(one) => one == kind,
            Pattern::EveryPart(one) => {
                (one.base, &one.prefixes) == (kind.base, &kind.prefixes) && kind.part.is_some()
            }
            Pattern::Prefix(_) => false,
        }
    }
}

impl Filling {
    /// Returns the kind whose rule lists the slots, if a rule does.
    pub(super) fn listed(&self) -> Option<&KindName> {
        matches!(self.last, Last::Listed).then_some(&self.rest)
    }
}

impl Build<'_> {
    pub(super) fn fills(&mut self, here: Here, fills: &raw::Fills) {
        let (on, options) = self.holds(here, fills.when.as_ref());
        let pattern = self.pattern(here, &fills.kind);
        let filled = self.all_filled(here, &fills.slots);
        let marks = self.conditions(here, &fills.marks);
        let then = self.brought_then(here, fills);
        let unless = self.conditions(here, &fills.unless);
        let (true, Some(pattern)) = (on, pattern) else { return };
        if !matches!(pattern, Pattern::Kind(_)) && (marks != 0 || !fills.then.is_empty()) {
            let message = "conditions are brought by one kind, not by all of a pattern";
            self.error(Code::InvalidValue, message, here, &fills.kind, "several kinds");
        }
        // If two rules have the same pattern, only the first is used and cited. A second one with
        // other slots would have no effect.
        let alike = |rule: &&FillRule| rule.pattern == pattern;
        if self.tokens.fills.iter().find(alike).is_some_and(|rule| rule.filled != filled) {
            let message = format!("what {} fills is said twice, and not alike", &*fills.kind);
            let problem = Diagnostic::error(Code::DuplicateName, message)
                .at(here.file, fills.kind.span(), "said again here")
                .help("list all slots in one `fills`, or give each its own `when`");
            self.report.push(problem);
            return;
        }
        let rules = self.because(here.owner, &options);
        self.game.full |= unless;
        self.tokens.fills.push(FillRule { pattern, filled, marks, then, unless, rules });
    }

    fn brought_then(&mut self, here: Here, fills: &raw::Fills) -> [(u64, u64); THEN_MAX] {
        let mut then = [(0, 0); THEN_MAX];
        for (at, (has, brings)) in fills.then.iter().enumerate() {
            let has = self.conditions(here, std::slice::from_ref(has));
            let pair = (has, self.conditions(here, std::slice::from_ref(brings)));
            match then.get_mut(at) {
                Some(place) => *place = pair,
                None => {
                    let message = format!("a use brings at most {THEN_MAX} conditions so");
                    self.error(Code::InvalidValue, &message, here, brings, "one too many");
                }
            }
        }
        then
    }

    pub(super) fn pattern(&mut self, here: Here, text: &Text) -> Option<Pattern> {
        if let Some(kind) = text.strip_suffix("@*") {
            let kind = text.instead(kind.to_owned());
            return self.kind(here, &kind).map(Pattern::EveryPart);
        }
        if let Some(prefix) = text.strip_suffix('*') {
            let prefix = text.instead(prefix.to_owned());
            return self.prefix(here, &prefix).map(Pattern::Prefix);
        }
        self.kind(here, text).map(Pattern::Kind)
    }

    /// Reads a list of slots. A slot that is listed several times is counted, even if its cap is 1.
    pub(super) fn all_filled(&mut self, here: Here, slots: &[Text]) -> Vec<Filled> {
        for (at, slot) in slots.iter().enumerate() {
            if slots[..at].contains(slot) {
                self.tokens.counted.insert(slot.to_string());
            }
        }
        slots.iter().filter_map(|slot| self.filled(here, slot)).collect()
    }

    fn filled(&mut self, here: Here, text: &Text) -> Option<Filled> {
        match text.as_str() {
            "rest" => return Some(Filled::Rest),
            "beyond" => return Some(Filled::Beyond),
            _ => {}
        }
        let (name, part) = match text.split_once('@') {
            Some((name, part)) => (name, Some(part)),
            None => (text.as_str(), None),
        };
        let name = text.instead(name.to_owned());
        let slot = self.look(|d| &d.slots, Code::UnknownSlot, "slot", here, &name)?;
        // Slots are compiled in the order of declaration, so indices agree.
        match part {
            None => Some(Filled::Slot(slot)),
            Some("") => Some(Filled::OfPart(slot)),
            Some("*") => Some(Filled::OfAllParts(slot)),
            Some(_) => {
                self.error(
                    Code::UnknownSlot,
                    "a slot is followed by `@` (the part used), `@*` (all parts) or nothing",
                    here,
                    text,
                    "not a slot",
                );
                None
            }
        }
    }

    /// Finds the rules that say which slots a kind fills, from the outermost prefix inwards.
    fn filling(&self, kind: &KindName) -> Filling {
        let mut met = Vec::new();
        let mut rest = kind.clone();
        loop {
            let outermost = rest.prefixes.first().copied();
            let named = |rule: &&FillRule| rule.pattern.names(&rest);
            let explicit = self.tokens.fills.iter().find(named);
            let explicit = explicit.or_else(|| {
                self.tokens.fills.iter().find(
                    |rule| matches!(rule.pattern, Pattern::Prefix(one) if Some(one) == outermost),
                )
            });
            met.extend(explicit.cloned());
            let goes_on = |filled: &Filled| matches!(filled, Filled::Rest | Filled::Beyond);
            if explicit.is_some_and(|rule| !rule.filled.iter().any(goes_on)) {
                return Filling { met, rest, last: Last::Listed };
            }
            let Some(prefix) = outermost else {
                return Filling { met, rest, last: Last::Nothing };
            };
            let own = self.dictionary.prefix(prefix).fills.as_ref();
            let says = if explicit.is_some() { None } else { own };
            let says = says.map_or("rest", |fills| fills.as_str());
            match says.split_once(' ') {
                None if says == "none" => return Filling { met, rest, last: Last::Nothing },
                None if says == "own" => return Filling { met, rest, last: Last::Own(prefix) },
                Some(("slot", name)) => {
                    let found = self.dictionary.slots.find(name);
                    let last = found.map_or(Last::Nothing, |at| Last::Slot(prefix, at));
                    return Filling { met, rest, last };
                }
                Some(("as", name)) => match self.dictionary.prefixes.find(name) {
                    Some(other) if !rest.prefixes.contains(&(other as u8)) => {
                        rest.prefixes[0] = other as u8;
                        rest.prefixes.sort_unstable();
                    }
                    _ => return Filling { met, rest, last: Last::Nothing },
                },
                _ => {
                    rest.prefixes.remove(0);
                }
            }
        }
    }

    /// Returns the slots that a kind fills, each with the rules that say so.
    pub(super) fn filled_by(&mut self, kind: &KindName, proto: &Proto) -> Vec<(SlotRule, RulesId)> {
        let Filling { met, rest, last } = self.filling(kind);
        let by = |prefix: u8| self.tokens.prefix_rules[prefix as usize];
        match (last, met.last()) {
            (Last::Listed, Some(rule)) => {
                let slots = |filled| self.slots_of(filled, rest.part, proto);
                let slots = rule.filled.iter().flat_map(slots);
                slots.map(|slot| (slot, rule.rules)).collect()
            }
            (Last::Own(prefix), _) => {
                let own = self.tokens.own_slots.iter().find(|(one, _)| *one == prefix);
                let Some((_, slot)) = own.cloned() else { return Vec::new() };
                let name = self.kinds.show(&rest);
                vec![(SlotRule { name, ..slot }, by(prefix))]
            }
            (Last::Slot(prefix, at), _) => {
                let slots = self.slots_of(&Filled::Slot(at), None, proto);
                slots.into_iter().map(|slot| (slot, by(prefix))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the conditions that a use of exactly this kind adds: always, and depending on
    /// others.
    pub(super) fn brought_by(&self, kind: &KindName) -> (u64, [(u64, u64); THEN_MAX]) {
        let own = |rule: &&FillRule| matches!(&rule.pattern, Pattern::Kind(one) if one == kind);
        self.tokens
            .fills
            .iter()
            .find(own)
            .map_or_else(Default::default, |rule| (rule.marks, rule.then))
    }

    /// Returns the conditions of exclusions that filling the kind's slots adds.
    pub(super) fn left_by(&self, kind: &KindName) -> u64 {
        self.exclusions_of(&self.filling(kind)).fold(0, |all, (own, ..)| all | own)
    }

    /// Returns the conditions that forbid the use of a kind as if its slots were full, each with
    /// the rules.
    pub(super) fn barred_by(&self, kind: &KindName) -> Vec<(u64, RulesId)> {
        let filling = self.filling(kind);
        let barring = filling.met.iter().filter(|rule| rule.unless != 0);
        let barring = barring.map(|rule| (rule.unless, rule.rules));
        let excluding = self.exclusions_of(&filling).map(|(_, others, rules)| (others, rules));
        barring.chain(excluding).collect()
    }

    /// Checks whether a kind fills only the slots that the tokens taken do not fill by themselves.
    pub(super) fn is_beyond(&self, kind: &KindName) -> bool {
        self.filling(kind).met.iter().any(|rule| rule.filled.contains(&Filled::Beyond))
    }

    /// Checks whether a kind fills any slots.
    pub(super) fn has_slots(&mut self, kind: &KindName) -> bool {
        let nobody = Proto { attributes: vec![0; kernel::ATTRIBUTES_MAX], ..Proto::default() };
        !self.filled_by(kind, &nobody).is_empty()
    }

    /// Returns the slots of a filling; `part` is the body part used.
    pub(super) fn slots_of(
        &self,
        filled: &Filled,
        part: Option<u8>,
        proto: &Proto,
    ) -> Vec<SlotRule> {
        let (at, parts) = match filled {
            Filled::Slot(at) => (*at, vec![None]),
            Filled::OfPart(at) => (*at, vec![part]),
            Filled::OfAllParts(at) => (*at, proto.parts.iter().map(|&part| Some(part)).collect()),
            Filled::Rest | Filled::Beyond => return Vec::new(),
        };
        let Some(rule) = self.tokens.slots.get(at) else { return Vec::new() };
        parts
            .into_iter()
            .map(|part| {
                let name = match part {
                    None => rule.name.clone(),
                    Some(part) => format!("{}@{}", rule.name, self.kinds.parts[part as usize]),
                };
                SlotRule { name, ..rule.clone() }
            })
            .collect()
    }
}
