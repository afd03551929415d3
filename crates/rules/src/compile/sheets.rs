//! Sheets: each combatant with its tokens, slots, ways to pay and options laid out.

use std::collections::BTreeMap;

use kernel::{
    AttributeId, BillId, Choice, CombatantId, ConditionId, KindId, Lane, Moments, Place,
    Recipe, Role, Room, RulesId, Sheet, Slot, SlotId, SpanId, UnitId,
};
use kernel::pay::Alternative;
use kernel::purse::{AMOUNT_MAX, COUNTED_MAX, LANES, SINGLE_MAX};

use super::activities::{UnitName, Who};
use super::closure::{Holder, Way};
use super::exprs::{Facts, evaluate};
use super::tokens::{About, Filled, Pattern};
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds::KindName;
use crate::raw::Text;
use crate::setup::Brought;

/// A combatant as the files describe it, creature and own entries put together.
#[derive(Clone, Debug, Default)]
struct Proto {
    here: Option<Here>,
    side: kernel::SideId,
    grants: Vec<(u32, KindName)>,
    parts: Vec<u8>,
    may_hold: Vec<KindName>,
    conditions: u64,
    attributes: Vec<i16>,
    accepts: u8,
    part_names: Vec<String>,
    brings: Vec<usize>,
    listed: Vec<Text>,
    without: Vec<Text>,
    answers: BTreeMap<String, bool>,
    caps: Vec<(Text, Text)>,
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

/// Slots of one combatant while they are laid out.
#[derive(Default)]
struct Layout {
    slots: Vec<(String, Slot)>,
    singles: u8,
    counted: u8,
}

impl Build<'_> {
    pub(super) fn build_sheets(&mut self) {
        self.number_kinds_of_rules();
        let protos = self.protos();
        if protos.len() > kernel::COMBATANTS_MAX {
            let message = format!(
                "the encounter has {} combatants; at most {}",
                protos.len(),
                kernel::COMBATANTS_MAX
            );
            self.report.push(Diagnostic::error(Code::TooManyCombatants, message));
            return;
        }
        if self.dictionary.conditions.len() > 64 {
            let message = "there are more than 64 conditions";
            self.report.push(Diagnostic::error(Code::TooManyConditions, message));
            return;
        }
        if self.dictionary.attributes.len() > kernel::ATTRIBUTES_MAX {
            let message = format!("at most {} attributes", kernel::ATTRIBUTES_MAX);
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
            return;
        }
        for mut proto in protos {
            if let Some(sheet) = self.sheet(&mut proto) {
                self.game.sheets.push(sheet);
            }
        }
        self.report_unpayable();
        self.describe_kinds();
    }

    /// What someone was given on purpose and nobody could ever pay for is a mistake.
    fn report_unpayable(&mut self) {
        for at in 0..self.definitions.len() {
            let definition = &self.definitions[at];
            let on_purpose = definition.who == Who::Listed
                || self.setup.rules[definition.here.owner].rule.kind.as_str() == "house";
            if definition.payable != Some(false) || !on_purpose {
                continue;
            }
            let (here, name) = (definition.here, definition.name.clone());
            let Some(price) = definition.prices.last() else { continue };
            let (shown, place) = (price.shown.clone(), price.at.clone());
            let message = format!("nobody who has `{name}` can ever pay {shown} for it");
            self.error(Code::PriceUnpayable, message, here, &place, "this price");
        }
    }

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

    fn find_creature(&self, name: &str) -> Option<&Brought> {
        let setup = self.setup;
        setup.creatures.iter().rev().find(|one| {
            one.creature.name.as_ref().is_some_and(|own| own.as_str() == name)
        })
    }

    fn protos(&mut self) -> Vec<Proto> {
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
                let found = setup.creatures.iter().rev().find(|one| {
                    one.creature.name.as_ref().is_some_and(|own| **own == **name)
                });
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
            let Some(side) = self.side(here, &combatant.side) else { continue };
            let mut proto = Proto { here: Some(here), side, ..Proto::default() };
            self.defaults(&mut proto, &combatant.side);
            for layer in creature.into_iter().chain([own]) {
                self.layer(&mut proto, layer);
            }
            for number in 1..=count {
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
            for (count, mut kind) in self.grants(here, grants) {
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
        proto.conditions |= self.conditions(here, &creature.tags);
        for kind in &creature.may_hold {
            proto.may_hold.extend(self.kind(here, kind));
        }
        proto.brings.extend(&layer.rules);
        proto.listed.extend(creature.activities.iter().cloned());
        proto.without.extend(creature.without.iter().cloned());
        for (name, answer) in &creature.answers {
            proto.answers.insert(name.to_string(), answer.as_str() == "ask");
        }
        for (slot, cap) in &creature.caps {
            proto.caps.push((slot.clone(), cap.clone()));
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

    fn sheet(&mut self, proto: &mut Proto) -> Option<Sheet> {
        let here = proto.here?;
        let chosen = self.options_of(here, proto);
        let lanes = self.lanes(proto, &chosen);
        if lanes.len() > LANES {
            let message =
                format!("one combatant holds {} kinds of action; at most {LANES}", lanes.len());
            self.report.push(Diagnostic::error(Code::TooManyKinds, message));
            return None;
        }
        let mut sheet = Sheet {
            side: proto.side,
            attributes: proto.attributes.clone(),
            conditions: proto.conditions,
            ..Sheet::default()
        };
        for (lane, kind) in lanes.iter().enumerate() {
            let id = self.number(kind);
            sheet.lanes.push(Lane { kind: id });
            let granted = proto.grants.iter().filter(|(_, one)| one == kind).map(|(count, _)| count);
            sheet.grant.set(lane, granted.sum());
            if !self.is_apart(kind) {
                sheet.refreshed.set(lane, 1);
                sheet.remaining.set(lane, 1);
            }
        }
        let ways = self.close(&Holder {
            lanes: &lanes,
            whole: sheet.remaining,
            tags: proto.conditions,
            brings: &proto.brings,
        });
        let mut layout = Layout::default();
        self.recipes(&mut sheet, proto, &chosen, &ways, &mut layout);
        self.options(&mut sheet, proto, &chosen, &mut layout);
        sheet.slots = layout.slots.into_iter().map(|(_, slot)| slot).collect();
        Some(sheet)
    }

    /// The activities someone has, as positions among the definitions.
    fn options_of(&mut self, here: Here, proto: &mut Proto) -> Vec<usize> {
        let mut listed = Vec::new();
        for name in proto.listed.clone() {
            listed.extend(self.listed(here, &name, &proto.brings));
        }
        for name in proto.without.clone() {
            self.listed(here, &name, &proto.brings);
        }
        let mut chosen = Vec::new();
        // Whether someone opens a gate may itself decide what it can do, so those come second.
        for pass in 0..2 {
            for at in 0..self.definitions.len() {
                let definition = &self.definitions[at];
                let brought = self.setup.brought.contains(&definition.here.owner);
                let own = proto.brings.contains(&definition.here.owner);
                let has = match definition.who {
                    Who::GameMaster => false,
                    _ if brought => own,
                    Who::Everyone => {
                        !proto.without.iter().any(|name| name.as_str() == definition.name)
                    }
                    Who::Listed => listed.contains(&at),
                };
                let exists = definition.when.as_ref().is_none_or(|when| {
                    evaluate(&when.tree, proto).is_some_and(|value| value != 0)
                });
                if has && exists && !chosen.contains(&at) {
                    chosen.push(at);
                    if pass == 0 {
                        proto.accepts |= definition.accepts;
                    }
                }
            }
        }
        chosen.sort_unstable();
        if chosen.len() > 64 {
            let message = format!("one combatant has {} activities; at most 64", chosen.len());
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
            chosen.truncate(64);
        }
        chosen
    }

    /// Kinds someone can hold: those granted, and those that effects may hand out.
    fn lanes(&mut self, proto: &Proto, chosen: &[usize]) -> Vec<KindName> {
        let mut lanes: Vec<KindName> = Vec::new();
        let mut add = |kind: &KindName| {
            if !lanes.contains(kind) {
                lanes.push(kind.clone());
            }
        };
        proto.grants.iter().for_each(|(_, kind)| add(kind));
        proto.may_hold.iter().for_each(&mut add);
        self.handed_to_all.iter().for_each(&mut add);
        for (at, definition) in self.definitions.iter().enumerate() {
            for handed in &definition.handed {
                let reaches = match handed.to {
                    _ if definition.who == Who::GameMaster => true,
                    Role::Actor => chosen.contains(&at),
                    _ => true,
                };
                if reaches && self.is_in_play(definition) {
                    add(&handed.kind);
                }
            }
        }
        lanes
    }

    /// Whether anyone at all has an activity. Those of everyone always count.
    fn is_in_play(&self, definition: &super::activities::Definition) -> bool {
        definition.who != Who::Listed
            || self.setup.combatants.iter().any(|(combatant, own)| {
                let creature = combatant.creature.as_ref().and_then(|name| self.find_creature(name));
                let lists = |brought: &Brought| {
                    brought.creature.activities.iter().any(|one| **one == definition.name)
                };
                lists(own) || creature.is_some_and(lists)
            })
    }

    fn is_apart(&self, kind: &KindName) -> bool {
        kind.prefixes.iter().any(|&at| self.dictionary.prefixes.entries[at as usize].def.apart)
    }

    /// Kinds written in rules get their numbers first, so that these do not depend on the setup.
    fn number_kinds_of_rules(&mut self) {
        for at in 0..self.dictionary.bases.len() {
            let kind = KindName { prefixes: Vec::new(), base: at as u8, part: None };
            self.number(&kind);
        }
    }

    fn recipes(
        &mut self,
        sheet: &mut Sheet,
        proto: &Proto,
        chosen: &[usize],
        ways: &BTreeMap<KindName, Vec<Way>>,
        layout: &mut Layout,
    ) {
        let mut units: Vec<UnitName> = Vec::new();
        let mut want = |unit: &UnitName| {
            if !units.contains(unit) {
                units.push(unit.clone());
            }
        };
        for &at in chosen {
            let price = self.price_for(at, proto);
            if let Some(price) = price {
                self.definitions[at].prices[price].units.iter().for_each(&mut want);
            }
        }
        for cover in &self.tokens.covers {
            want(&UnitName::Letter { base: cover.base, part: None });
        }
        for unit in &units {
            let id = self.unit_number(unit);
            let from = sheet.recipes.len();
            let mut found = self.unit_recipes(unit, proto, ways, layout);
            found.sort_by_key(|recipe| (recipe.worth, recipe.spend.total(), recipe.spend));
            for recipe in &found {
                sheet.usable = sheet.usable.and(recipe.moments);
                let block = (recipe.fill, recipe.fill_rules);
                if recipe.fill.total() > 1 && !sheet.blocks.contains(&block) {
                    sheet.blocks.push(block);
                }
            }
            sheet.recipes.extend(found);
            if sheet.units.len() <= id.index() {
                sheet.units.resize(id.index() + 1, (0, 0));
            }
            sheet.units[id.index()] = (from as u16, sheet.recipes.len() as u16);
        }
        sheet.units.resize(self.unit_names.len().max(sheet.units.len()), (0, 0));
    }

    fn unit_number(&mut self, unit: &UnitName) -> UnitId {
        let known = self.unit_names.iter().position(|one| one == unit);
        UnitId(known.unwrap_or_else(|| {
            self.unit_names.push(unit.clone());
            self.unit_names.len() - 1
        }) as u16)
    }

    fn unit_recipes(
        &mut self,
        unit: &UnitName,
        proto: &Proto,
        ways: &BTreeMap<KindName, Vec<Way>>,
        layout: &mut Layout,
    ) -> Vec<Recipe> {
        let mut recipes: Vec<Recipe> = Vec::new();
        for (kind, ways) in ways {
            let (serves, direct) = match unit {
                UnitName::Letter { base, part } => (kind.base == *base && kind.part == *part, false),
                UnitName::Kind(one) => (kind == one, false),
                UnitName::Token(one) => (kind == one, true),
            };
            let currency = self.dictionary.bases.entries[kind.base as usize].def.currency;
            if !serves || currency {
                continue;
            }
            for way in ways.iter().filter(|way| way.direct || !direct) {
                let recipe = self.recipe(kind, way, proto, layout);
                // A recipe that another one makes pointless wherever it could be used is left out.
                let pointless = recipes.iter().any(|one| {
                    one.moments.0 & recipe.moments.0 == recipe.moments.0
                        && one.gates & !recipe.gates == 0
                        && one.without & !recipe.without == 0
                        && one.whole == recipe.whole
                        && one.instant == recipe.instant
                        && recipe.spend.covers(&one.spend)
                        && recipe.fill.includes(&one.fill)
                });
                if !pointless {
                    recipes.push(recipe);
                }
            }
        }
        recipes
    }

    fn recipe(&mut self, kind: &KindName, way: &Way, proto: &Proto, layout: &mut Layout) -> Recipe {
        let id = self.number(kind);
        let (mut rules, mut fill_rules) = (way.rules, RulesId(0));
        let mut fill = Room::default();
        for (name, slot_rules, by) in self.filled_by(&way.fills_as, proto) {
            fill_rules = self.join(fill_rules, by);
            rules = self.join(rules, by);
            rules = self.join(rules, slot_rules.1);
            if let Some(place) = self.place(&name, &slot_rules, proto, layout) {
                match place {
                    Place::Single(at) => fill.single |= 1 << at,
                    Place::Counted(at) => fill.set_count(at as usize, 1),
                }
            }
        }
        let mut gates = 0;
        for &prefix in &kind.prefixes {
            let entry = &self.dictionary.prefixes.entries[prefix as usize];
            if entry.def.gated {
                let bit = self.dictionary.gates.iter().position(|(name, _)| *name == entry.name);
                gates |= bit.map_or(0, |bit| 1 << bit);
            }
        }
        for gate in self.tokens.gates.clone() {
            let behind = gate.prefixes.iter().all(|prefix| kind.prefixes.contains(prefix));
            if behind && !way.direct {
                gates |= 1 << gate.bit;
            }
        }
        let instant = kind
            .prefixes
            .iter()
            .any(|&at| self.dictionary.prefixes.entries[at as usize].def.instant);
        Recipe {
            spend: way.spend,
            fill,
            moments: self.usable(kind),
            gates,
            whole: way.whole,
            without: way.unless,
            instant,
            kind: id,
            worth: way.worth.min(u32::from(u16::MAX)) as u16,
            rules,
            fill_rules,
        }
    }

    /// The slots a kind fills: name, cap and rules of the slot, rules of the filling.
    fn filled_by(&mut self, kind: &KindName, proto: &Proto) -> Vec<(String, SlotInfo, RulesId)> {
        let mut rest = kind.clone();
        loop {
            let outermost = rest.prefixes.first().copied();
            let explicit = self.tokens.fills.iter().find(|rule| match &rule.pattern {
                Pattern::Kind(one) => *one == rest,
                Pattern::EveryPart(one) => {
                    one.base == rest.base && one.prefixes == rest.prefixes && rest.part.is_some()
                }
                Pattern::Prefix(_) => false,
            });
            let explicit = explicit.or_else(|| {
                self.tokens.fills.iter().find(|rule| {
                    matches!(rule.pattern, Pattern::Prefix(one) if Some(one) == outermost)
                })
            });
            if let Some(rule) = explicit.cloned()
                && !rule.filled.contains(&Filled::Rest)
            {
                return rule
                    .filled
                    .iter()
                    .flat_map(|filled| self.slots_of(filled, rest.part, proto))
                    .map(|(name, info)| (name, info, rule.rules))
                    .collect();
            }
            let Some(prefix) = outermost else { return Vec::new() };
            let owner = self.tokens.prefix_rules[prefix as usize];
            let entry = self.dictionary.prefixes.entries[prefix as usize].clone();
            let says = if explicit.is_some() { None } else { entry.def.fills.as_ref() };
            let says = says.map_or("rest", |fills| fills.as_str());
            match says.split_once(' ') {
                None if says == "none" => return Vec::new(),
                None if says == "own" => {
                    let own = self.tokens.own_slots.iter().find(|(one, _)| *one == prefix);
                    let Some((_, slot)) = own.cloned() else { return Vec::new() };
                    let info = SlotInfo(slot.cap.tree, slot.rules, slot.per, false);
                    return vec![(self.kinds.show(&rest), info, owner)];
                }
                Some(("slot", name)) => {
                    let found = self.dictionary.slots.find(name);
                    let Some(at) = found else { return Vec::new() };
                    return self
                        .slots_of(&Filled::Slot(at), None, proto)
                        .into_iter()
                        .map(|(name, info)| (name, info, owner))
                        .collect();
                }
                Some(("as", name)) => match self.dictionary.prefixes.find(name) {
                    Some(other) if !rest.prefixes.contains(&(other as u8)) => {
                        rest.prefixes[0] = other as u8;
                        rest.prefixes.sort_unstable();
                    }
                    _ => return Vec::new(),
                },
                _ => {
                    rest.prefixes.remove(0);
                }
            }
        }
    }

    /// Whether a kind has slots of its own to fill.
    pub(super) fn has_slots(&mut self, kind: &KindName) -> bool {
        let nobody = Proto { attributes: vec![0; kernel::ATTRIBUTES_MAX], ..Proto::default() };
        !self.filled_by(kind, &nobody).is_empty()
    }

    fn slots_of(&self, filled: &Filled, part: Option<u8>, proto: &Proto) -> Vec<(String, SlotInfo)> {
        let (at, parts) = match filled {
            Filled::Slot(at) => (*at, vec![None]),
            Filled::OfPart(at) => (*at, vec![part]),
            Filled::OfAllParts(at) => (*at, proto.parts.iter().map(|&part| Some(part)).collect()),
            Filled::Rest => return Vec::new(),
        };
        let Some(rule) = self.tokens.slots.get(at) else { return Vec::new() };
        parts
            .into_iter()
            .map(|part| {
                let name = match part {
                    None => rule.name.clone(),
                    Some(part) => format!("{}@{}", rule.name, self.kinds.parts[part as usize]),
                };
                (name, SlotInfo(rule.cap.tree.clone(), rule.rules, rule.per, rule.flexible))
            })
            .collect()
    }

    /// The place of a slot in a combatant's room; `None` where it is not limited at all.
    fn place(
        &mut self,
        name: &str,
        info: &SlotInfo,
        proto: &Proto,
        layout: &mut Layout,
    ) -> Option<Place> {
        if let Some((_, slot)) = layout.slots.iter().find(|(known, _)| known == name) {
            return Some(slot.place);
        }
        let SlotInfo(cap, rules, per, flexible) = info;
        let mut cap = evaluate(cap, proto).unwrap_or(1).clamp(0, AMOUNT_MAX as i32) as u8;
        let mut flexible = *flexible;
        for (slot, text) in &proto.caps {
            if slot.as_str() == name
                && let Ok(own) = text.parse::<u8>()
            {
                cap = own.min(AMOUNT_MAX as u8);
                flexible = true;
            }
        }
        if u32::from(cap) >= AMOUNT_MAX && !flexible {
            return None;
        }
        let place = if cap == 1 && !flexible {
            layout.singles += 1;
            Place::Single(layout.singles - 1)
        } else {
            layout.counted += 1;
            Place::Counted(layout.counted - 1)
        };
        if usize::from(layout.counted) > COUNTED_MAX || usize::from(layout.singles) > SINGLE_MAX {
            let message = format!(
                "one combatant uses more slots than the engine holds ({SINGLE_MAX} used once and \
                 {COUNTED_MAX} used several times per span)"
            );
            self.report.push(Diagnostic::error(Code::TooManySlots, message));
            return None;
        }
        let id = self.slot_number(name);
        self.game.slots[id.index()] = *rules;
        layout.slots.push((name.to_owned(), Slot { id, cap, place, per: *per }));
        Some(place)
    }

    pub(super) fn slot_number(&mut self, name: &str) -> SlotId {
        let known = self.names.slots.iter().position(|one| one == name);
        SlotId(known.unwrap_or_else(|| {
            self.names.slots.push(name.to_owned());
            self.game.slots.push(RulesId(0));
            self.names.slots.len() - 1
        }) as u16)
    }

    /// Position of the price that holds for someone.
    fn price_for(&self, at: usize, proto: &Proto) -> Option<usize> {
        self.definitions[at].prices.iter().position(|price| {
            price
                .when
                .as_ref()
                .is_none_or(|when| evaluate(&when.tree, proto).is_some_and(|value| value != 0))
        })
    }

    fn options(
        &mut self,
        sheet: &mut Sheet,
        proto: &Proto,
        chosen: &[usize],
        layout: &mut Layout,
    ) {
        for &at in chosen {
            let Some(nth) = self.price_for(at, proto) else { continue };
            let definition = self.definitions[at].clone();
            let price = &definition.prices[nth];
            let bill = self.bill(&price.units, price.rules);
            let can_pay = self.game.bill(bill).iter().any(|alternative| {
                alternative.units.iter().all(|unit| !sheet.recipes_of(*unit).is_empty())
            });
            let payable = &mut self.definitions[at].payable;
            *payable = Some(payable.unwrap_or(false) || can_pay);
            let mut fill = Room::default();
            let listed = definition.fills.iter().chain(&price.fills);
            let mut wanted: Vec<(String, SlotInfo)> =
                listed.flat_map(|filled| self.slots_of(filled, None, proto)).collect();
            if let Some((cap, per, rules)) = &definition.limit {
                let name = format!("{} ({})", definition.name, definition.here.owner);
                wanted.push((name, SlotInfo(cap.tree.clone(), *rules, *per, false)));
            }
            for (name, info) in &wanted {
                match self.place(name, info, proto, layout) {
                    Some(Place::Single(bit)) => fill.single |= 1 << bit,
                    Some(Place::Counted(lane)) => fill.set_count(lane as usize, 1),
                    None => {}
                }
            }
            let activity = &self.game.activities[at];
            if price.units.is_empty() {
                sheet.usable = sheet.usable.and(activity.moments);
            }
            let asked = proto.answers.get(&definition.name).copied().unwrap_or(definition.asked);
            let activity = kernel::ActivityId(at as u16);
            sheet.options.push(Choice { activity, bill, fill, asked });
        }
    }

    /// A bill with all its alternatives.
    fn bill(&mut self, units: &[UnitName], rules: RulesId) -> BillId {
        let mut numbers: Vec<UnitId> = units.iter().map(|unit| self.unit_number(unit)).collect();
        numbers.sort_unstable();
        let mut bill = vec![Alternative { units: numbers, rules }];
        for cover in self.tokens.covers.clone() {
            let covered = !units.is_empty()
                && units.iter().all(|unit| match unit {
                    UnitName::Letter { base, .. } => cover.bill.contains(base),
                    UnitName::Kind(_) | UnitName::Token(_) => false,
                });
            let whole = UnitName::Letter { base: cover.base, part: None };
            if covered && units != [whole.clone()] {
                let rules = self.join(rules, cover.rules);
                let units = vec![self.unit_number(&whole)];
                bill.push(Alternative { units, rules });
            }
        }
        let same = |one: &Vec<Alternative>| {
            one.len() == bill.len()
                && one.iter().zip(&bill).all(|(a, b)| a.units == b.units && a.rules == b.rules)
        };
        if let Some(at) = self.game.bills.iter().position(same) {
            return BillId(at as u16);
        }
        self.game.bills.push(bill);
        BillId((self.game.bills.len() - 1) as u16)
    }

    /// When a kind may be used: by its outermost prefix that says so, else by its base, else as
    /// plain kinds are.
    fn usable(&self, kind: &KindName) -> Moments {
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
    fn describe_kinds(&mut self) {
        for at in 0..self.kinds.names.len() {
            let name = self.kinds.name(KindId(at as u16)).clone();
            let mut kind = kernel::Kind::default();
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

    /// The rules behind the gate of a prefix: those that declare it, or what the ruleset says of it.
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

/// Cap, rules, span and flexibility of a slot.
#[derive(Clone, Debug)]
struct SlotInfo(crate::expr::Tree<super::inputs::Known>, RulesId, SpanId, bool);
