//! Reads entries in words, such as actions and traits, and lists in words, for every format.

use crate::block::{Action, Multiattack, Power, Spell, StatBlock, Weight, slug};
use crate::prose::{self, SpellList};

use super::{ABILITIES, SKILLS, proficiency};

/// Collects entries. Multiattack is read last, because it names the others.
#[derive(Default)]
pub(crate) struct Entries {
    multiattack: Option<String>,
    /// Number of heads of a creature that has several.
    heads: Option<i32>,
    /// A Multiattack that the source gives as numbers.
    pub(crate) counted: Option<Multiattack>,
}

/// The section of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Trait,
    Does(Action),
}

impl Entries {
    /// Adds an entry of a stat block by its name and text.
    pub(crate) fn add(&mut self, block: &mut StatBlock, section: Section, name: &str, text: &str) {
        let text = prose::clean(text);
        let name = prose::clean(name).replace('\n', " ");
        let head: String = text.chars().take(80).collect();
        let mut uses = prose::uses(&name);
        if uses == crate::block::Uses::default() {
            // Some formats put the recharge at the start of the text.
            uses = prose::uses(head.split(['.', ':']).next().unwrap_or_default());
        }
        uses.once = prose::once(&text);
        self.heads = self.heads.or_else(|| prose::heads(&text));
        let bare = prose::bare_name(&name);
        let lower = bare.to_lowercase();
        if bare.is_empty() {
            return;
        }
        if lower.starts_with("multiattack") {
            self.multiattack = Some(text);
            return;
        }
        let casts = lower.contains("spellcasting") || lower.ends_with("magic");
        if let Some(list) = prose::spellcasting(&text).filter(|_| casts) {
            let action = match section {
                Section::Does(action) => action,
                Section::Trait => Action::Action,
            };
            add_spells(block, &list, action);
            return;
        }
        if lower == "legendary resistance" {
            block.legendary_resistances = uses.count.or(Some(3));
            return;
        }
        if let Section::Does(Action::Legendary) = section {
            uses.legendary_cost = uses.legendary_cost.or(Some(1));
        }
        let action = match section {
            Section::Does(action) => action,
            Section::Trait => Action::Free,
        };
        if let Some(mut attack) = prose::attack(&bare, &text) {
            attack.action = action;
            attack.uses = uses;
            if let Some(weapon) = super::weapons::by_name(&bare) {
                attack.properties = weapon.properties.iter().map(|it| (*it).to_owned()).collect();
            }
            if attack.bonus.is_none() {
                block.note(Weight::NotUnderstood, format!("{bare}: the attack bonus"));
            }
            if attack.damage.is_empty() && text.to_lowercase().contains("damage") {
                block.note(Weight::NotUnderstood, format!("{bare}: the damage"));
            }
            if attack.melee && attack.reach.is_none() {
                attack.reach = Some(5);
                block.note(Weight::Guessed, format!("reach of {bare}: 5 ft"));
            }
            block.attacks.push(attack);
            return;
        }
        let looks_like_attack = ["to hit", "attack roll:", "weapon attack:"];
        if looks_like_attack.iter().any(|it| text.to_lowercase().contains(it))
            && section != Section::Trait
        {
            block.note(Weight::NotUnderstood, format!("{bare} looks like an attack"));
        }
        let effect = prose::effect(&text);
        let strong =
            effect.save.is_some() || !effect.damage.is_empty() && section != Section::Trait;
        if section == Section::Trait && !strong {
            block.features.push(bare);
            return;
        }
        block.powers.push(Power { name: bare, action, effect, uses });
    }

    /// Ends the list: reads the Multiattack, and derives missing numbers.
    pub(crate) fn finish(self, block: &mut StatBlock) {
        if let Some(text) = self.multiattack {
            // The numbers may omit attacks that the words have, or add alternatives; the words
            // count.
            let read = super::multiattack(block, &text, self.heads);
            block.multiattack = match (self.counted, read) {
                (Some(counted), Some(read)) if read.parts.is_empty() => {
                    Some(Multiattack { parts: counted.parts, ..read })
                }
                (counted, read) => read.or(counted),
            };
        }
        complete(block);
    }
}

/// Adds the spells of a spellcasting trait.
fn add_spells(block: &mut StatBlock, list: &SpellList, action: Action) {
    block.spell_dc = block.spell_dc.or(list.dc);
    block.spell_attack = block.spell_attack.or(list.attack);
    for (level, count) in &list.slots {
        block.slots.insert(*level, *count);
    }
    for (name, level, uses) in &list.spells {
        let mut spell = Spell { name: title(name), level: *level, action, ..Spell::default() };
        spell.uses.count = *uses;
        if uses.is_some() {
            spell.uses.per = "day".to_owned();
        }
        spell.at_will = uses.is_none() && matches!(level, None | Some(0));
        if !block.spells.iter().any(|known| slug(&known.name) == slug(name)) {
            block.spells.push(spell);
        }
    }
    block.note(Weight::Remark, "spells are known by name only; the table says what they do");
}

/// Returns a name with each word capitalized, except small words such as `of`.
pub(crate) fn title(name: &str) -> String {
    let small = ["of", "and", "the", "from", "with", "to", "in", "or"];
    let words = name.split_whitespace().enumerate().map(|(at, word)| {
        let mut chars = word.chars();
        match chars.next() {
            Some(first) if at == 0 || !small.contains(&word) => {
                first.to_uppercase().chain(chars).collect()
            }
            _ => word.to_owned(),
        }
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Derives missing numbers from others by the rules of the game.
pub(crate) fn complete(block: &mut StatBlock) {
    let rating = rating(&block.challenge);
    if block.proficiency.is_none() {
        let level = block.level.map(f64::from).or(rating);
        block.proficiency = level.map(proficiency);
    }
    for ability in ABILITIES {
        if let (Some(modifier), false) =
            (block.ability_mod(ability), block.saves.contains_key(ability))
        {
            block.saves.insert(ability.to_owned(), modifier);
        }
    }
    for (_, skill, ability) in SKILLS {
        if let (Some(modifier), false) =
            (block.ability_mod(ability), block.skills.contains_key(skill))
        {
            block.skills.insert(skill.to_owned(), modifier);
        }
    }
    let missing: Vec<&str> =
        ABILITIES.into_iter().filter(|it| block.ability_mod(it).is_none()).collect();
    if !missing.is_empty() {
        block.note(Weight::Missing, format!("abilities: {}", missing.join(", ")));
    }
    // A creature with other speeds only has a walking speed of 0.
    if !block.speeds.is_empty() {
        block.speeds.entry("walk".to_owned()).or_insert(0);
    }
    if block.initiative.is_none() {
        block.initiative = block.ability_mod("dex");
        if block.initiative.is_some() {
            block.note(Weight::Derived, "initiative is the Dexterity modifier");
        }
    }
}

/// Returns a challenge rating as a number.
fn rating(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((above, below)) => {
            let below = below.trim().parse::<f64>().ok().filter(|it| *it > 0.0)?;
            Some(above.trim().parse::<f64>().ok()? / below)
        }
        None => text.trim().parse().ok(),
    }
}

/// Reads `Dex +6, Con +13` into a table by short ability names.
pub(crate) fn saves(text: &str, saves: &mut std::collections::BTreeMap<String, i32>) {
    for (name, value) in signed(text) {
        saves.extend(prose::ability(&name).map(|ability| (ability.to_owned(), value)));
    }
}

/// Reads `Perception +13, Sleight of Hand +6` into a table by skill.
pub(crate) fn skills(text: &str, skills: &mut std::collections::BTreeMap<String, i32>) {
    for (name, value) in signed(text) {
        let name = slug(&name);
        if SKILLS.iter().any(|(_, known, _)| *known == name) {
            skills.insert(name, value);
        }
    }
}

/// Returns names that signed numbers follow.
fn signed(text: &str) -> Vec<(String, i32)> {
    let text = prose::clean(text);
    let parts = text.split([',', ';', '\n']).filter_map(|part| {
        let at = part.find(['+', '-'])?;
        Some((part[..at].trim().to_owned(), crate::number::leading_int(&part[at..])?))
    });
    parts.collect()
}

/// Reads `darkvision 60 ft., passive Perception 9` into a table.
pub(crate) fn senses(text: &str, senses: &mut std::collections::BTreeMap<String, i32>) {
    let lower = text.to_lowercase();
    for name in ["darkvision", "blindsight", "tremorsense", "truesight"] {
        let feet = prose::number_after(&lower, name);
        senses.extend(feet.map(|feet| (name.to_owned(), feet)));
    }
    let passive = prose::number_after(&lower, "passive perception");
    senses.extend(passive.map(|value| ("passive-perception".to_owned(), value)));
}

/// Reads damage types or conditions from words. Limits such as `from nonmagical attacks` become a
/// note.
pub(crate) fn traits(text: &str, sort: &str, block: &mut StatBlock) -> Vec<String> {
    let text = prose::clean(text);
    let lower = text.to_lowercase();
    let known = |list: &[&str]| {
        let words = prose::words(&lower);
        let found = list.iter().filter(|it| words.iter().any(|word| word == *it));
        found.map(|it| (*it).to_owned()).collect::<Vec<_>>()
    };
    let found = match sort {
        "condition immunities" => known(&prose::CONDITIONS),
        _ => known(&prose::DAMAGE),
    };
    if ["nonmagical", "silver", "adamantine"].iter().any(|it| lower.contains(it)) {
        let text = format!("{sort}: those against plain weapons only; taken for all weapons");
        block.note(Weight::Guessed, text);
    }
    found
}

/// Reads resistances, immunities, vulnerabilities and condition immunities, in this order.
pub(crate) fn defenses(block: &mut StatBlock, texts: [&str; 4]) {
    let [resist, immune, vulnerable, conditions] = texts;
    block.resistances = traits(resist, "resistances", block);
    block.immunities = traits(immune, "immunities", block);
    block.vulnerabilities = traits(vulnerable, "vulnerabilities", block);
    block.condition_immunities = traits(conditions, "condition immunities", block);
}
