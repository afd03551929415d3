//! Monsters in the format of 5etools.

use serde_json::Value;

use super::words::{Entries, Section, defenses, senses, skills, title};
use super::{ABILITIES, size};
use crate::block::{Action, Spell, StatBlock, Weight};
use crate::json::{Node, Used};
use crate::prose;

/// Maximum nesting of entries.
const NESTING_MAX: usize = 12;

/// Reads a monster.
pub(crate) fn five_tools(value: &Value) -> StatBlock {
    let used = Used::default();
    let node = Node::new(value, &used);
    let kind = node.at("type");
    let rating = node.at("cr");
    let mut block = StatBlock {
        name: node.at("name").text_or_empty().to_owned(),
        kind: kind.text().or(kind.at("type").text()).unwrap_or_default().to_lowercase(),
        size: size(&node.at("size").texts().first().cloned().unwrap_or_default()).to_owned(),
        hp: node.at("hp.average").int().or(node.at("hp.special").int()),
        ac: armor_class(node.at("ac")),
        challenge: rating.text().or(rating.at("cr").text()).unwrap_or_default().to_owned(),
        ..StatBlock::default()
    };
    if let Some(original) = node.at("_copy.name").text() {
        let text = format!("it is a copy of {original}, which is not in the file");
        block.note(Weight::Missing, text);
    }
    for ability in ABILITIES {
        block.scores.extend(node.at(ability).int().map(|score| (ability.to_owned(), score)));
        let save = node.at("save").at(ability).int();
        block.saves.extend(save.map(|save| (ability.to_owned(), save)));
    }
    for (name, value) in node.at("skill").entries() {
        if let Some(value) = value.text() {
            skills(&format!("{name} {value}"), &mut block.skills);
        }
    }
    for (name, speed) in node.at("speed").entries() {
        let feet = speed.int().or(speed.at("number").int());
        let known = ["walk", "fly", "swim", "climb", "burrow"].contains(&name);
        block.speeds.extend(feet.filter(|_| known).map(|feet| (name.to_owned(), feet)));
    }
    senses(&node.at("senses").texts().join(", "), &mut block.senses);
    let list = |key: &str| flat_list(node.at(key), 0);
    let texts = ["resist", "immune", "vulnerable", "conditionImmune"].map(list);
    defenses(&mut block, [&texts[0], &texts[1], &texts[2], &texts[3]]);
    let mut entries = Entries::default();
    for (key, section) in [
        ("trait", Section::Trait),
        ("action", Section::Does(Action::Action)),
        ("bonus", Section::Does(Action::Bonus)),
        ("reaction", Section::Does(Action::Reaction)),
        ("legendary", Section::Does(Action::Legendary)),
        ("mythic", Section::Does(Action::Legendary)),
    ] {
        for entry in node.at(key).each() {
            let text = text_of(entry.at("entries"), 0);
            entries.add(&mut block, section, entry.at("name").text_or_empty(), &text);
        }
    }
    for casting in node.at("spellcasting").each() {
        spellcasting(casting, &mut block);
    }
    let legendary = node.at("legendary").each().next().is_some();
    block.legendary_actions = node.at("legendaryActions").int().or(legendary.then_some(3));
    entries.finish(&mut block);
    initiative(node.at("initiative"), &mut block);
    block.ignored = node.unused();
    block
}

fn armor_class(node: Node<'_>) -> Option<i32> {
    let first = node.each().next()?;
    first.int().or(first.at("ac").int()).or(first.at("special").int())
}

/// Sets initiative: a given number, or the Dexterity modifier plus proficiency once or twice.
fn initiative(node: Node<'_>, block: &mut StatBlock) {
    if let Some(value) = node.int().or(node.at("initiative").int()) {
        block.initiative = Some(value);
    } else if let (Some(times), Some(dex), Some(proficiency)) =
        (node.at("proficiency").int(), block.ability_mod("dex"), block.proficiency)
    {
        block.initiative = Some(dex + times * proficiency);
    }
}

/// Returns the words of a list and of the lists in it.
fn flat_list(node: Node<'_>, nesting: usize) -> String {
    if let Some(text) = node.text() {
        return text.to_owned();
    }
    if nesting > NESTING_MAX {
        return String::new();
    }
    let parts: Vec<String> = node.each().map(|it| flat_list(it, nesting + 1)).collect();
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ; ")
}

/// Returns the text of nested entries, one line each.
fn text_of(node: Node<'_>, nesting: usize) -> String {
    if let Some(text) = node.text() {
        return text.to_owned();
    }
    if nesting > NESTING_MAX {
        return String::new();
    }
    if node.is_array() {
        let lines: Vec<String> = node.each().map(|it| text_of(it, nesting + 1)).collect();
        return lines.join("\n");
    }
    let name = node.at("name").text().map(|name| format!("{name}: ")).unwrap_or_default();
    let inner = node.first(&["entries", "items", "entry"]);
    format!("{name}{}", text_of(inner, nesting + 1))
}

/// Reads spells by their limits on use, and slots.
fn spellcasting(node: Node<'_>, block: &mut StatBlock) {
    let header = prose::clean(&text_of(node.at("headerEntries"), 0)).to_lowercase();
    block.spell_dc = block.spell_dc.or(prose::number_after(&header, "dc "));
    let hit = header.find(" to hit").map(|at| &header[..at]);
    let bonus = hit.and_then(|before| crate::number::leading_int(&before[before.rfind('+')?..]));
    block.spell_attack = block.spell_attack.or(bonus);
    let mut add = |names: Vec<String>, level: Option<i32>, count: Option<i32>| {
        for name in names {
            let name = prose::clean(&name);
            let name = name.split(['(', '*']).next().unwrap_or_default().trim();
            let mut spell = Spell { name: title(name), level, ..Spell::default() };
            spell.uses.count = count;
            spell.at_will = count.is_none() && matches!(level, None | Some(0));
            block.spells.push(spell);
        }
    };
    add(node.at("will").texts(), None, None);
    for (uses, names) in node.at("daily").entries() {
        add(names.texts(), None, crate::number::leading_int(uses));
    }
    let mut slots = Vec::new();
    for (level, entry) in node.at("spells").entries() {
        let level = level.parse::<u8>().ok();
        add(entry.at("spells").texts(), level.map(i32::from), None);
        slots.extend(level.zip(entry.at("slots").int()));
    }
    for (level, count) in slots.into_iter().filter(|(_, count)| *count > 0) {
        block.slots.insert(level, count as u32);
    }
    block.note(Weight::Remark, "spells are known by name only; the table says what they do");
}
