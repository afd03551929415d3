//! Combatants as described by files: the creature's entries and the combatant's own, merged.

use std::collections::BTreeMap;

use kernel::purse::AMOUNT_MAX;
use kernel::{AttributeId, CombatantId, ConditionId, SPAN_MAX};

use super::exprs::Facts;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::dictionary::unknown;
use crate::kinds::KindName;
use crate::raw::{self, Text};
use crate::setup::Brought;
use crate::sheet::name_fault;

/// A combatant as described by files, with the entries of its creature merged in.
#[derive(Clone, Debug, Default)]
pub(super) struct Proto {
    pub(super) side: kernel::SideId,
    pub(super) grants: Vec<(u32, KindName)>,
    pub(super) parts: Vec<u8>,
    /// Body parts without an amount of their own.
    pub(super) as_body: Vec<u8>,
    pub(super) may_hold: Vec<KindName>,
    pub(super) conditions: u64,
    pub(super) attributes: Vec<i16>,
    pub(super) dice: Vec<kernel::DiceId>,
    pub(super) square: kernel::Square,
    pub(super) span: u8,
    pub(super) enters: bool,
    /// First combatant of its group of identical ones, if the rules number groups.
    pub(super) alike: Option<CombatantId>,
    pub(super) accepts: u8,
    pub(super) part_names: Vec<String>,
    pub(super) brings: Vec<usize>,
    /// Activities that it lists and those that it excludes, with their positions.
    pub(super) listed: Vec<(Here, Text)>,
    pub(super) without: Vec<(Here, Text)>,
    pub(super) answers: BTreeMap<String, bool>,
    pub(super) caps: Vec<(Text, Text)>,
    /// Cards of its own: pile, and index among the cards of the rules.
    pub(super) cards: Vec<(kernel::PileId, usize)>,
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

/// A kind of identical combatants: `Goblin 1` and `Goblin 2` of the same creature on the same side.
#[derive(PartialEq, Eq)]
struct Kind<'a> {
    name: &'a str,
    creature: Option<&'a str>,
    side: &'a str,
    enters: bool,
    /// Index of the combatant's entry, if it has no creature: then only its own entry is equal.
    entry: usize,
}

impl<'a> Kind<'a> {
    fn of(combatant: &'a raw::Combatant, entry: usize) -> Kind<'a> {
        let name: &str = &combatant.name;
        let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
        let creature = combatant.creature.as_ref().map(|creature| creature.as_str());
        let entry = if creature.is_some() { 0 } else { entry };
        Kind { name, creature, side: &combatant.side, enters: combatant.enters, entry }
    }
}

impl<'a> Build<'a> {
    /// Returns the combatants that bring a house rule along.
    pub(super) fn bringers(&self, rule: usize) -> Vec<CombatantId> {
        let mut all = Vec::new();
        let mut index = 0u32;
        for (combatant, own) in &self.setup.combatants {
            let count = combatant.count.as_ref().map_or(1, |count| **count);
            let creature = self.creature_of(combatant);
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

    /// Returns the creature of a combatant; of several with the same name, the last one.
    pub(super) fn creature_of(&self, combatant: &raw::Combatant) -> Option<&'a Brought> {
        let name = combatant.creature.as_ref()?;
        self.setup.creatures.iter().rev().find(|one| one.creature.name.as_ref() == Some(name))
    }

    pub(super) fn protos(&mut self) -> Vec<Proto> {
        let setup = self.setup;
        let mut protos: Vec<Proto> = Vec::new();
        let usual = self.defaults();
        let mut kinds: Vec<(Kind<'_>, usize)> = Vec::new();
        for (combatant, own) in &setup.combatants {
            let here = Here { owner: 0, file: own.file };
            let count = combatant.count.as_ref().map_or(1, |count| **count);
            if count == 0 || count > 1000 {
                let message = format!("a count is 1 to {}, not {count}", kernel::COMBATANTS_MAX);
                self.error(Code::TooManyCombatants, message, here, &combatant.name, "this one");
                continue;
            }
            let creature = self.creature_of(combatant);
            if let (None, Some(name)) = (creature, &combatant.creature) {
                let known = setup.creatures.iter().filter_map(|one| one.creature.name.as_ref());
                let known = known.map(|name| name.as_str());
                let code = Code::UnknownCombatant;
                unknown(&mut self.report, code, "creature", own.file, name, known);
            }
            // A combatant with an unknown side is still checked for other mistakes.
            let side = self.side(here, &combatant.side).unwrap_or_default();
            let mut proto = Proto { side, enters: combatant.enters, ..usual.clone() };
            self.conditions_of_side(&mut proto, &combatant.side);
            for layer in creature.into_iter().chain([own]) {
                self.layer(&mut proto, layer);
            }
            self.parts_as_body(&mut proto);
            let kind = Kind::of(combatant, protos.len());
            let known = kinds.iter().find(|(one, _)| *one == kind).map(|(_, first)| *first);
            let first = known.unwrap_or(protos.len());
            kinds.push((kind, first));
            self.number_of_group(&mut proto, first);
            if let Some(fault) = name_fault(&combatant.name) {
                self.error(Code::InvalidValue, fault, here, &combatant.name, "this name");
            }
            let span = self.span_of(here, combatant, &proto);
            let squares = self.squares_of(here, combatant.at.as_ref(), count as usize, span);
            for number in 1..=count {
                proto.span = span;
                proto.square = squares.get(number as usize - 1).copied().unwrap_or_default();
                let name = match count {
                    1 => combatant.name.to_string(),
                    _ => format!("{} {number}", &*combatant.name),
                };
                if self.names.combatants.iter().any(|one| one.eq_ignore_ascii_case(&name)) {
                    let message = format!("two combatants are called `{name}`");
                    self.error(Code::DuplicateName, message, here, &combatant.name, "again here");
                }
                self.names.combatants.push(name);
                protos.push(proto.clone());
            }
        }
        protos
    }

    /// Returns the squares along each edge of what a combatant covers.
    fn span_of(&mut self, here: Here, combatant: &raw::Combatant, proto: &Proto) -> u8 {
        let span = self.span.map_or(1, |at| proto.attributes[at]);
        let fitting = u8::try_from(span).ok().filter(|span| (1..=SPAN_MAX).contains(span));
        fitting.unwrap_or_else(|| {
            let message = format!("a combatant covers 1 to {SPAN_MAX} squares along each edge");
            self.error(Code::InvalidValue, message, here, &combatant.name, "this one");
            1
        })
    }

    /// Sets the group of a combatant in every attribute that counts groups. The number of a group
    /// is that of its first combatant, from 1.
    fn number_of_group(&self, proto: &mut Proto, first: usize) {
        for (at, entry) in self.dictionary.attributes.entries.iter().enumerate() {
            if entry.def.group {
                proto.attributes[at] = first as i16 + 1;
                proto.alike = Some(CombatantId(first.min(255) as u8));
            }
        }
    }

    /// Returns a combatant with the defaults of the ruleset.
    fn defaults(&mut self) -> Proto {
        let mut proto = Proto::default();
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
        proto
    }

    fn conditions_of_side(&self, proto: &mut Proto, side: &str) {
        for (at, entry) in self.dictionary.conditions.entries.iter().enumerate() {
            if entry.def.sides.iter().any(|one| one.as_str() == side) && at < 64 {
                proto.conditions |= 1 << at;
            }
        }
    }

    /// Overrides and extends what is known with what a creature or combatant says.
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
            let Some(at) = self.attribute_or_die(here, name, true) else { continue };
            let scale = self.dictionary.attributes.entries[at].def.scale.as_ref();
            let scale = scale.map_or(1, |scale| **scale);
            if let Some(value) = self.whole(here, value, scale) {
                proto.attributes[at] = value;
            }
        }
        for (name, dice) in &creature.dice {
            let found = self.attribute_or_die(here, name, false);
            if let (Some(at), Some(dice)) = (found, self.dice(here, dice)) {
                proto.dice[at] = dice;
            }
        }
        proto.conditions |= self.conditions(here, &creature.tags);
        for kind in &creature.may_hold {
            proto.may_hold.extend(self.kind(here, kind));
        }
        proto.cards.extend(self.listed_cards(here, &creature.cards));
        proto.brings.extend(&layer.rules);
        proto.listed.extend(creature.activities.iter().map(|name| (here, name.clone())));
        proto.without.extend(creature.without.iter().map(|name| (here, name.clone())));
        for (name, answer) in &creature.answers {
            let message = "answer windows `ask` for an activity or `never` do";
            let words = [("never", false), ("ask", true)];
            let asked = self.word(here, answer, &words, message, "neither");
            self.listed(here, name, &proto.brings);
            proto.answers.insert(name.to_string(), asked.unwrap_or_default());
        }
        for (slot, cap) in &creature.caps {
            if !cap.parse::<u32>().is_ok_and(|cap| cap <= AMOUNT_MAX) {
                let message = format!("a cap is a number from 0 to {AMOUNT_MAX}");
                self.error(Code::InvalidValue, message, here, cap, "not such a number");
            }
            self.slot_named(here, slot);
            proto.caps.push((slot.clone(), cap.clone()));
        }
    }

    /// Looks up an attribute or a die; reports if the name is one of the other.
    fn attribute_or_die(&mut self, here: Here, name: &Text, attribute: bool) -> Option<usize> {
        let in_attributes = self.dictionary.attributes.find(name);
        let in_dice = self.dictionary.dice.find(name);
        let (found, other, message) = match attribute {
            true => (in_attributes, in_dice, format!("`{}` is a die, not an attribute", &**name)),
            false => (in_dice, in_attributes, format!("`{}` is an attribute, not a die", &**name)),
        };
        if found.is_none() && other.is_some() {
            let instead = if attribute { "dice" } else { "attributes" };
            let problem = Diagnostic::error(Code::UnknownAttribute, message)
                .at(here.file, name.span(), "not of this sort")
                .help(format!("write it under `{instead}`"));
            self.report.push(problem);
            return None;
        }
        match attribute {
            true => self.look(|d| &d.attributes, Code::UnknownAttribute, "attribute", here, name),
            false => self.look(|d| &d.dice, Code::UnknownAttribute, "die", here, name),
        }
    }

    /// Reads a whole number, or a fraction such as `5 1/2` that the scale makes whole; reports any
    /// other text.
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
