//! Foundry actors of Pathfinder 2: current exports (`system`) and old ones (`data`).

use serde_json::Value;

use super::{ABILITIES, SAVES, SKILLS, effects, hero, size, strikes};
use crate::block::{StatBlock, System, Weight};
use crate::json::{Node, Used};

/// Short keys of skills in old exports.
const SHORT_SKILLS: [(&str, &str); 16] = [
    ("acr", "acrobatics"),
    ("arc", "arcana"),
    ("ath", "athletics"),
    ("cra", "crafting"),
    ("dec", "deception"),
    ("dip", "diplomacy"),
    ("itm", "intimidation"),
    ("med", "medicine"),
    ("nat", "nature"),
    ("occ", "occultism"),
    ("prf", "performance"),
    ("rel", "religion"),
    ("soc", "society"),
    ("ste", "stealth"),
    ("sur", "survival"),
    ("thi", "thievery"),
];

/// Reads an actor.
pub(crate) fn foundry(value: &Value) -> StatBlock {
    let used = Used::default();
    let node = Node::new(value, &used);
    let system = inner(node);
    let traits = system.at("traits");
    let mut block = StatBlock {
        name: node.at("name").text_or_empty().to_owned(),
        system: System::Pf2e,
        hero: node.at("type").text() == Some("character"),
        size: size(traits.first(&["size.value", "size"]).text_or_empty()),
        level: system.first(&["details.level.value", "details.level"]).int(),
        ..StatBlock::default()
    };
    block.challenge = block.level.map_or(String::new(), |level| level.to_string());
    let words = traits.first(&["value", "traits.value"]).texts();
    block.kind =
        words.iter().find(|word| KINDS.contains(&word.as_str())).cloned().unwrap_or_default();
    if words.iter().any(|word| word == "minion") {
        block.facts.insert("minion".to_owned());
    }
    for ability in ABILITIES {
        let at = system.at("abilities").key(ability);
        block.mods.extend(at.at("mod").int().map(|it| (ability.to_owned(), it)));
    }
    defenses(system, &mut block);
    speeds(system, &mut block);
    if block.hero {
        hero::read(node, system, &mut block);
    } else {
        numbers(node, system, &mut block);
        strikes::of_creature(node, &mut block);
    }
    effects::read(node, &mut block);
    block.ignored = node.unused();
    block
}

/// Creature types among the traits.
const KINDS: [&str; 20] = [
    "aberration",
    "animal",
    "astral",
    "beast",
    "celestial",
    "construct",
    "dragon",
    "dream",
    "elemental",
    "ethereal",
    "fey",
    "fiend",
    "fungus",
    "giant",
    "humanoid",
    "monitor",
    "ooze",
    "plant",
    "spirit",
    "undead",
];

/// Returns the data of a document: under `system`, or under `data` in old exports.
pub(super) fn inner(node: Node<'_>) -> Node<'_> {
    node.first(&["system", "data"])
}

/// Returns the items of one type.
pub(super) fn items<'a>(node: Node<'a>, sort: &'a str) -> impl Iterator<Item = Node<'a>> {
    node.at("items").each().filter(move |item| item.at("type").text() == Some(sort))
}

/// Reads immunities, resistances and weaknesses: under `attributes`, or `traits` in old exports.
fn defenses(system: Node<'_>, block: &mut StatBlock) {
    let read = |now: &str, before: &str| -> Vec<String> {
        let node = system.at("attributes").key(now);
        let node = if node.is_some() { node } else { system.at("traits").key(before) };
        let list = if node.is_object() { node.at("value") } else { node };
        let words =
            list.each().filter_map(|it| {
                let word = it.first(&["type", "label"]).text().or_else(|| it.text())?;
                let value = it.at("value").int();
                Some(value.map_or(word.to_lowercase(), |value| {
                    format!("{} {value}", word.to_lowercase())
                }))
            });
        words.collect()
    };
    block.immunities = read("immunities", "di");
    block.resistances = read("resistances", "dr");
    block.vulnerabilities = read("weaknesses", "dv");
}

fn speeds(system: Node<'_>, block: &mut StatBlock) {
    let speed = system.at("attributes.speed");
    // Old exports write the other speeds after the first one.
    let text = speed.at("value").text().unwrap_or_default().to_owned();
    for part in text.split([',', ';']).skip(1) {
        other_speed(part, crate::number::leading_int(digits(part)), block);
    }
    block.speeds.extend(speed.at("value").int().map(|it| ("walk".to_owned(), it)));
    for other in speed.at("otherSpeeds").each() {
        let (kind, value) = (other.at("type").text_or_empty(), other.at("value").int());
        other_speed(kind, value, block);
    }
}

fn digits(text: &str) -> &str {
    text.find(|c: char| c.is_ascii_digit()).map_or("", |at| &text[at..])
}

fn other_speed(kind: &str, value: Option<i32>, block: &mut StatBlock) {
    let lower = kind.to_lowercase();
    let known = ["fly", "swim", "climb", "burrow"].into_iter().find(|it| lower.contains(it));
    if let (Some(kind), Some(value)) = (known, value) {
        block.speeds.insert(kind.to_owned(), value);
    }
}

/// Reads the numbers of a creature. Exports store all of them.
fn numbers(node: Node<'_>, system: Node<'_>, block: &mut StatBlock) {
    let attributes = system.at("attributes");
    let (max, value) = (attributes.at("hp.max").int(), attributes.at("hp.value").int());
    block.hp = max.filter(|hp| *hp > 0).or(value);
    if let (Some(value), Some(max)) = (value, max)
        && value < max
    {
        block.note(Weight::Remark, format!("it has {value} of {max} hit points in the export"));
    }
    block.ac = attributes.at("ac.value").int().filter(|ac| *ac > 0);
    let perception = system.first(&["perception.mod", "attributes.perception.value"]).int();
    block.numbers.extend(perception.map(|it| ("perception".to_owned(), it)));
    block.initiative = perception;
    for (save, _) in SAVES {
        let value = system.at("saves").key(save).first(&["value", "mod"]).int();
        block.saves.extend(value.map(|it| (save.to_owned(), it)));
    }
    for (skill, _) in SKILLS {
        let at = system.at("skills").key(skill);
        let value = at.first(&["base", "mod", "value"]).int();
        block.skills.extend(value.map(|it| (skill.to_owned(), it)));
    }
    for (short, skill) in SHORT_SKILLS {
        let value = system.at("skills").key(short).first(&["value", "mod"]).int();
        let value = value.filter(|value| *value != 0);
        block.skills.extend(value.map(|it| (skill.to_owned(), it)));
    }
    // Older creatures keep their skills as items.
    for item in items(node, "lore") {
        let name = item.at("name").text_or_empty().to_lowercase();
        let value = inner(item).at("mod.value").int();
        if SKILLS.iter().any(|(skill, _)| *skill == name) {
            block.skills.extend(value.map(|it| (name, it)));
        }
    }
    if let Some(initiative) = system.at("initiative.statistic").text() {
        let skill = block.skills.get(initiative).copied();
        block.initiative = skill.or(block.initiative);
    }
}
