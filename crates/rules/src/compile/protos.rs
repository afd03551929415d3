//! Combatants as the files describe them, creature and own entries put together.

use std::collections::BTreeMap;

use kernel::purse::AMOUNT_MAX;
use kernel::{AttributeId, CombatantId, ConditionId};

use super::exprs::Facts;
use super::{Build, Here};
use crate::diagnostic::Code;
use crate::kinds::KindName;
use crate::raw::Text;
use crate::setup::Brought;

/// A combatant as the files describe it, creature and own entries put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Proto {
    pub(super) side: kernel::SideId,
    pub(super) grants: Vec<(u32, KindName)>,
    pub(super) parts: Vec<u8>,
    /// Those named without an amount.
    pub(super) as_body: Vec<u8>,
    pub(super) may_hold: Vec<KindName>,
    pub(super) conditions: u64,
    pub(super) attributes: Vec<i16>,
    pub(super) dice: Vec<kernel::DiceId>,
    pub(super) square: kernel::Square,
    pub(super) accepts: u8,
    pub(super) part_names: Vec<String>,
    pub(super) brings: Vec<usize>,
    /// Activities it has and has not, with the places that say so.
    pub(super) listed: Vec<(Here, Text)>,
    pub(super) without: Vec<(Here, Text)>,
    pub(super) answers: BTreeMap<String, bool>,
    pub(super) caps: Vec<(Text, Text)>,
}

impl Facts for Proto {
    fn has(&self, condition: ConditionId) -> bool {
        self.conditions >> condition.0 & 1 == 1
    }
    fn attribute(&self, attribute: AttributeId) -> i32 {
        i32::from(self.attributes[attribute.index()])
    }
    fn part(&self, name: &str) -> bool {
        self.part_names.iter().any(|part| part == name)
    }
    fn accepts(&self, gate: u8) -> bool {
        self.accepts >> gate & 1 == 1
    }
}

impl Build<'_> {
    /// Which combatants bring a house rule along.
    pub(super) fn bringers(&self, rule: usize) -> Vec<CombatantId> {
        let mut all = Vec::new();
        let mut index = 0u32;
        for (combatant, own) in &self.setup.combatants {
            let count = combatant.count.as_ref().map_or(1, |count| **count);
            let creature = combatant.creature.as_ref().and_then(|name| self.find_creature(name));
            let brings = own.rules.contains(&rule)
                || creature.is_some_and(|creature| creature.rules.contains(&rule));
            for _ in 0..count.min(kernel::COMBATANTS_MAX as u32 + 1) {
                if brings {
                    all.push(CombatantId(index.min(255) as u8));
                }
                index += 1;
            }
        }
        all
    }

    pub(super) fn find_creature(&self, name: &str) -> Option<&Brought> {
        let setup = self.setup;
        setup
            .creatures
            .iter()
            .rev()
            .find(|one| one.creature.name.as_ref().is_some_and(|own| own.as_str() == name))
    }

    pub(super) fn protos(&mut self) -> Vec<Proto> {
        let setup = self.setup;
        let mut protos: Vec<Proto> = Vec::new();
        for (combatant, own) in &setup.combatants {
            let here = Here { owner: 0, file: own.file };
            let count = combatant.count.as_ref().map_or(1, |count| **count);
            if count == 0 || count > 1000 {
                let message = format!("a count is 1 to {}, not {count}", kernel::COMBATANTS_MAX);
                self.error(Code::TooManyCombatants, message, here, &combatant.name, "this one");
                continue;
            }
            let creature = combatant.creature.as_ref().and_then(|name| {
                let found = setup
                    .creatures
                    .iter()
                    .rev()
                    .find(|one| one.creature.name.as_ref().is_some_and(|own| **own == **name));
                if found.is_none() {
                    let known: Vec<&str> = setup
                        .creatures
                        .iter()
                        .filter_map(|one| one.creature.name.as_ref().map(|name| name.as_str()))
                        .collect();
                    let problem = self.dictionary.unknown(
                        Code::UnknownCombatant,
                        "creature",
                        own.file,
                        name,
                        known.into_iter(),
                    );
                    self.report.push(problem);
                }
                found
            });
            // On an unknown side it is still looked through for other mistakes.
            let side = self.side(here, &combatant.side).unwrap_or_default();
            let mut proto = Proto { side, ..Proto::default() };
            self.defaults(&mut proto, &combatant.side);
            for layer in creature.into_iter().chain([own]) {
                self.layer(&mut proto, layer);
            }
            self.parts_as_body(&mut proto);
            let squares = self.squares_of(here, combatant.at.as_ref(), count as usize);
            for number in 1..=count {
                proto.square = squares.get(number as usize - 1).copied().unwrap_or_default();
                let name = match count {
                    1 => combatant.name.to_string(),
                    _ => format!("{} {number}", &*combatant.name),
                };
                if self.names.combatants.contains(&name) {
                    let message = format!("two combatants are called `{name}`");
                    self.error(Code::DuplicateName, message, here, &combatant.name, "again here");
                }
                self.names.combatants.push(name);
                protos.push(proto.clone());
            }
        }
        protos
    }

    fn defaults(&mut self, proto: &mut Proto, side: &str) {
        for at in 0..self.dictionary.attributes.len() {
            let entry = self.dictionary.attributes.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            let scale = entry.def.scale.as_ref().map_or(1, |scale| **scale);
            proto.attributes.push(self.whole(here, &entry.def.default, scale).unwrap_or(0));
        }
        for at in 0..self.dictionary.dice.len() {
            let entry = self.dictionary.dice.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            proto.dice.push(self.dice(here, &entry.def.default).unwrap_or_default());
        }
        for (at, entry) in self.dictionary.conditions.entries.iter().enumerate() {
            if entry.def.sides.iter().any(|one| one.as_str() == side) && at < 64 {
                proto.conditions |= 1 << at;
            }
        }
    }

    /// Puts what a creature or combatant says on top of what is known already.
    fn layer(&mut self, proto: &mut Proto, layer: &Brought) {
        let here = Here { owner: 0, file: layer.file };
        let creature = &layer.creature;
        if let Some(grants) = &creature.grants {
            proto.grants = self.grants(here, grants);
        }
        for (part, grants) in &creature.parts {
            let number = self.kinds.part(part);
            if !proto.parts.contains(&number) {
                proto.parts.push(number);
                proto.part_names.push(part.to_string());
            }
            proto.grants.retain(|(_, kind)| kind.part != Some(number));
            proto.as_body.retain(|part| *part != number);
            if grants.is_empty() {
                proto.as_body.push(number);
            }
            for (count, mut kind) in self.grants(here, grants) {
                self.refuse_lacking_part(here, part, kind.base);
                kind.part = Some(number);
                proto.grants.push((count, kind));
            }
        }
        for (name, value) in &creature.attributes {
            let found =
                self.look(|d| &d.attributes, Code::UnknownAttribute, "attribute", here, name);
            let Some(at) = found else { continue };
            let scale = self.dictionary.attributes.entries[at].def.scale.as_ref();
            let scale = scale.map_or(1, |scale| **scale);
            if let Some(value) = self.whole(here, value, scale) {
                proto.attributes[at] = value;
            }
        }
        for (name, dice) in &creature.dice {
            let found = self.look(|d| &d.dice, Code::UnknownAttribute, "die", here, name);
            if let (Some(at), Some(dice)) = (found, self.dice(here, dice)) {
                proto.dice[at] = dice;
            }
        }
        proto.conditions |= self.conditions(here, &creature.tags);
        for kind in &creature.may_hold {
            proto.may_hold.extend(self.kind(here, kind));
        }
        proto.brings.extend(&layer.rules);
        proto.listed.extend(creature.activities.iter().map(|name| (here, name.clone())));
        proto.without.extend(creature.without.iter().map(|name| (here, name.clone())));
        for (name, answer) in &creature.answers {
            proto.answers.insert(name.to_string(), answer.as_str() == "ask");
        }
        for (slot, cap) in &creature.caps {
            proto.caps.push((slot.clone(), cap.clone()));
        }
    }

    /// Parts named without an amount have as much as the body, of what the ruleset says.
    fn parts_as_body(&mut self, proto: &mut Proto) {
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
            for base in bases.into_iter().filter(|&base| !self.lacks(&name, base)) {
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

    /// Whether a ruleset says that a part can have no tokens of a base.
    fn lacks(&self, part: &str, base: u8) -> bool {
        let base = self.dictionary.bases.entries[base as usize].name;
        let parts = || self.located().flat_map(|(_, rule)| &rule.part);
        parts().any(|one| *one.id == *part && one.without.iter().any(|it| it.as_str() == base))
    }

    /// Some parts have no tokens of their own of some base.
    fn refuse_lacking_part(&mut self, here: Here, part: &Text, base: u8) {
        let base = self.dictionary.bases.entries[base as usize].name;
        let lacks = self.located().find(|(_, rule)| {
            rule.part.iter().any(|one| {
                one.id.as_str() == part.as_str()
                    && one.without.iter().any(|without| without.as_str() == base)
            })
        });
        if let Some((_, rule)) = lacks {
            let message = format!("`{}` has no {base} of its own ({})", &**part, &*rule.id);
            self.error(Code::InvalidValue, message, here, part, "this part");
        }
    }

    /// Tokens per round: amounts, or the name of a preset among them.
    fn grants(&mut self, here: Here, text: &Text) -> Vec<(u32, KindName)> {
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
            if self.dictionary.bases.entries[kind.base as usize].def.nothing {
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

    /// A whole number, or a fraction such as `5 1/2` that the scale makes whole.
    pub(super) fn whole(&mut self, here: Here, text: &Text, scale: u16) -> Option<i16> {
        let number = crate::number::scaled(text, scale);
        if number.is_none() {
            let message = match scale {
                1 => "a whole number from -32768 to 32767 is wanted".to_owned(),
                _ => format!("a number is wanted, exact to 1/{scale}"),
            };
            self.error(Code::InvalidValue, message, here, text, "not such a number");
        }
        number
    }
}
