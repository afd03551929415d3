//! Monsters of the 5e SRD API, as 5e-bits publishes them.

use serde_json::Value;

use super::words::{Entries, Section, complete, defenses, title};
use super::{ABILITIES, challenge, size};
use crate::block::{Action, Damage, Multiattack, Save, Spell, StatBlock};
use crate::json::{Node, Used};
use crate::number::{total, whole};
use crate::prose;

/// Lists of entries with their sections.
const LISTS: [(&str, Section); 5] = [
    ("special_abilities", Section::Trait),
    ("actions", Section::Does(Action::Action)),
    ("bonus_actions", Section::Does(Action::Bonus)),
    ("reactions", Section::Does(Action::Reaction)),
    ("legendary_actions", Section::Does(Action::Legendary)),
];

/// Reads a monster.
pub(crate) fn five_bits(value: &Value) -> StatBlock {
    let used = Used::default();
    let node = Node::new(value, &used);
    let mut block = StatBlock {
        name: node.at("name").text_or_empty().to_owned(),
        kind: node.at("type").text_or_empty().to_lowercase(),
        size: size(node.at("size").text_or_empty()).to_owned(),
        hp: node.at("hit_points").int(),
        ac: armor_class(node.at("armor_class")),
        proficiency: node.at("proficiency_bonus").int(),
        challenge: node.at("challenge_rating").number().map_or(String::new(), challenge),
        ..StatBlock::default()
    };
    for (name, speed) in node.at("speed").entries() {
        block.speeds.extend(speed.int().map(|feet| (name.to_owned(), feet)));
    }
    let long = prose::ABILITIES.map(|(long, _)| long);
    for (long, short) in long.into_iter().zip(ABILITIES) {
        block.scores.extend(node.at(long).int().map(|score| (short.to_owned(), score)));
    }
    for entry in node.at("proficiencies").each() {
        let id = entry.at("proficiency.index").text_or_empty();
        let Some(value) = entry.at("value").int() else { continue };
        if let Some(ability) = id.strip_prefix("saving-throw-") {
            block.saves.insert(ability.to_owned(), value);
        } else if let Some(skill) = id.strip_prefix("skill-") {
            block.skills.insert(skill.to_owned(), value);
        }
    }
    for (name, text) in node.at("senses").entries() {
        block.senses.extend(text.int().map(|feet| (name.replace('_', "-"), feet)));
    }
    let joined = |key: &str| node.at(key).texts().join("; ");
    let conditions = node.at("condition_immunities").each();
    let conditions: Vec<&str> =
        conditions.filter_map(|it| it.first(&["name", "index"]).text()).collect();
    let texts = ["damage_resistances", "damage_immunities", "damage_vulnerabilities"].map(joined);
    defenses(&mut block, [&texts[0], &texts[1], &texts[2], &conditions.join(", ")]);
    let mut entries = Entries::default();
    for (list, section) in LISTS {
        for entry in node.at(list).each() {
            add(&mut block, &mut entries, section, entry);
        }
    }
    if !block.powers.is_empty() && node.at("legendary_actions").each().next().is_some() {
        block.legendary_actions = Some(3);
    }
    entries.finish(&mut block);
    complete(&mut block);
    block.ignored = node.unused();
    block
}

/// Adds an entry: first its words, then its separate numbers.
fn add(block: &mut StatBlock, entries: &mut Entries, section: Section, entry: Node<'_>) {
    let name = entry.at("name").text_or_empty();
    let text = entry.at("desc").text_or_empty();
    if entry.at("spellcasting").is_object() {
        spellcasting(block, entry.at("spellcasting"));
        return;
    }
    if name.to_lowercase().starts_with("multiattack") {
        entries.counted = counted(entry);
    }
    let (attacks, powers) = (block.attacks.len(), block.powers.len());
    entries.add(block, section, name, text);
    let usage = entry.at("usage");
    let recharge = usage.at("min_value").int();
    let times = usage.at("times").int();
    let uses = if block.attacks.len() > attacks {
        let attack = block.attacks.last_mut();
        attack.map(|attack| {
            attack.bonus = entry.at("attack_bonus").int().or(attack.bonus);
            if attack.damage.is_empty() {
                attack.damage = damage(entry);
            }
            &mut attack.uses
        })
    } else if block.powers.len() > powers {
        let power = block.powers.last_mut();
        power.map(|power| {
            if power.effect.damage.is_empty() {
                power.effect.damage = damage(entry);
            }
            let dc = entry.at("dc");
            if let Some(value) = dc.at("dc_value").int() {
                let ability = dc.at("dc_type.index").text_or_empty().to_owned();
                let half = dc.at("success_type").text() == Some("half");
                power.effect.save = Some(Save { ability: vec![ability], dc: Some(value), half });
            }
            &mut power.uses
        })
    } else {
        None
    };
    if let Some(uses) = uses {
        uses.recharge = uses.recharge.or(recharge);
        uses.count = uses.count.or(times.filter(|_| recharge.is_none()));
    }
}

fn armor_class(node: Node<'_>) -> Option<i32> {
    let first = node.each().next().and_then(|entry| entry.at("value").int());
    node.int().or(first)
}

/// Returns the damage that an entry gives as numbers.
fn damage(entry: Node<'_>) -> Vec<Damage> {
    let parts = entry.at("damage").each().filter_map(|part| {
        let dice = crate::formula::plain(part.at("damage_dice").text()?)?;
        let kind = part.at("damage_type.index").text_or_empty().to_owned();
        Some(Damage { dice: dice.dice_text(), flat: dice.whole(), kind })
    });
    parts.collect()
}

/// Returns a Multiattack that is given as numbers; `None` if one of them is not a plain number,
/// such as `1d4`.
fn counted(entry: Node<'_>) -> Option<Multiattack> {
    let mut found = Multiattack::default();
    for part in entry.at("actions").each() {
        let name = part.at("action_name").text()?.to_owned();
        let count = part.at("count").shown().map_or(Some(1), |text| whole(&text))?;
        match part.at("type").text_or_empty() {
            "ability" | "magic" => {
                found.along.push(name);
                found.uses = total([found.uses, count]);
            }
            _ => {
                found.count = total([found.count, count]);
                found.parts.push((name, count));
            }
        }
    }
    (found.count > 0).then_some(found)
}

/// Reads spells with their slots or uses.
fn spellcasting(block: &mut StatBlock, node: Node<'_>) {
    block.spell_dc = node.at("dc").int();
    block.spell_attack = node.at("modifier").int();
    for (level, count) in node.at("slots").entries() {
        if let (Ok(level), Some(count)) = (level.parse(), count.int().filter(|it| *it > 0)) {
            block.slots.insert(level, count as u32);
        }
    }
    for entry in node.at("spells").each() {
        let mut spell = Spell {
            name: title(entry.at("name").text_or_empty()),
            level: entry.at("level").int(),
            ..Spell::default()
        };
        let usage = entry.at("usage");
        spell.uses.count = usage.at("times").int();
        let at_will = usage.at("type").text() == Some("at will");
        spell.at_will = at_will || spell.level == Some(0);
        block.spells.push(spell);
    }
    block.note(crate::Weight::Remark, "spells are known by name only; the table says what they do");
}
