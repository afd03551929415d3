//! Scores, saves, skills, hit points and armor class of a D&D Beyond character.

use super::super::{ABILITIES, SKILLS};
use crate::block::{StatBlock, Weight};
use crate::json::Node;
use crate::number::total;
use crate::prose;

/// A modifier from a race, class, feat or item.
pub(super) struct Modifier {
    /// Its type: `bonus`, `proficiency`, `set`.
    pub(super) kind: String,
    /// The number it changes: `dexterity-score`, `armor-class`.
    pub(super) subject: String,
    /// Its value.
    pub(super) value: Option<i32>,
}

/// Returns every modifier. Those of items count only if the item is equipped.
pub(super) fn modifiers(node: Node<'_>) -> Vec<Modifier> {
    let equipped: Vec<i64> = node
        .at("inventory")
        .each()
        .filter(|item| item.at("equipped").is_true())
        .filter_map(|item| item.at("definition.id").value().as_i64())
        .collect();
    let mut found = Vec::new();
    for (source, list) in node.at("modifiers").entries() {
        for entry in list.each() {
            let component = entry.at("componentId").value().as_i64();
            if source == "item" && component.is_some_and(|id| !equipped.contains(&id)) {
                continue;
            }
            found.push(Modifier {
                kind: entry.at("type").text_or_empty().to_owned(),
                subject: entry.at("subType").text_or_empty().to_owned(),
                value: entry.first(&["value", "fixedValue"]).int(),
            });
        }
    }
    found
}

/// Returns the sum of the bonuses to a number.
pub(super) fn bonus(modifiers: &[Modifier], subject: &str) -> i32 {
    let fits = modifiers.iter().filter(|it| it.kind == "bonus" && it.subject == subject);
    total(fits.filter_map(|it| it.value))
}

/// Whether a modifier of this type and subject exists.
pub(super) fn has(modifiers: &[Modifier], kind: &str, subject: &str) -> bool {
    modifiers.iter().any(|it| it.kind == kind && it.subject == subject)
}

/// Derives the numbers.
pub(super) fn read(node: Node<'_>, modifiers: &[Modifier], block: &mut StatBlock) {
    scores(node, modifiers, block);
    let proficiency = block.proficiency.unwrap_or(2);
    for (long, short) in prose::ABILITIES {
        let Some(modifier) = block.ability_mod(short) else { continue };
        let subject = format!("{long}-saving-throws");
        let trained = has(modifiers, "proficiency", &subject);
        let all = bonus(modifiers, "saving-throws") + bonus(modifiers, &subject);
        let value = modifier + all + if trained { proficiency } else { 0 };
        block.saves.insert(short.to_owned(), value);
    }
    for (_, skill, ability) in SKILLS {
        let Some(modifier) = block.ability_mod(ability) else { continue };
        let times = match (has(modifiers, "expertise", skill), has(modifiers, "proficiency", skill))
        {
            (true, _) => 2,
            (_, true) => 1,
            _ => 0,
        };
        let value = modifier + times * proficiency + bonus(modifiers, skill);
        block.skills.insert(skill.to_owned(), value);
    }
    hit_points(node, modifiers, block);
    armor_class(node, modifiers, block);
    let dex = block.ability_mod("dex");
    block.initiative = dex.map(|dex| dex + bonus(modifiers, "initiative"));
    for (name, feet) in node.at("race.weightSpeeds.normal").entries() {
        let feet = feet.int().filter(|feet| *feet > 0);
        let more = if name == "walk" { bonus(modifiers, "speed") } else { 0 };
        block.speeds.extend(feet.map(|feet| (name.to_owned(), feet + more)));
    }
    for entry in modifiers {
        let list = match entry.kind.as_str() {
            "resistance" => &mut block.resistances,
            "immunity" => &mut block.immunities,
            "vulnerability" => &mut block.vulnerabilities,
            _ => continue,
        };
        if prose::DAMAGE.contains(&entry.subject.as_str()) && !list.contains(&entry.subject) {
            list.push(entry.subject.clone());
        }
    }
    let sight = modifiers.iter().filter(|it| it.kind == "set-base" && it.subject == "darkvision");
    if let Some(feet) = sight.filter_map(|it| it.value).max() {
        block.senses.insert("darkvision".to_owned(), feet);
    }
}

/// Derives each score: the override, or otherwise base and bonuses, or the value that an item sets
/// if it is higher.
fn scores(node: Node<'_>, modifiers: &[Modifier], block: &mut StatBlock) {
    let stored = |list: &str, id: usize| {
        let fits = move |it: &Node<'_>| it.at("id").int() == i32::try_from(id).ok();
        node.at(list).each().find(fits).and_then(|it| it.at("value").int())
    };
    for (at, (long, short)) in prose::ABILITIES.into_iter().enumerate() {
        let subject = format!("{long}-score");
        let Some(base) = stored("stats", at + 1) else { continue };
        let more = stored("bonusStats", at + 1).unwrap_or_default();
        let set = modifiers.iter().filter(|it| it.kind == "set" && it.subject == subject);
        let set = set.filter_map(|it| it.value).max().unwrap_or_default();
        let sum = base + more + bonus(modifiers, &subject);
        let score = stored("overrideStats", at + 1).unwrap_or(sum.max(set));
        block.scores.insert(short.to_owned(), score);
    }
    if block.scores.len() == ABILITIES.len() {
        block.note(Weight::Derived, "ability scores, with the bonuses of people, feats and items");
    }
}

fn hit_points(node: Node<'_>, modifiers: &[Modifier], block: &mut StatBlock) {
    if let Some(said) = node.at("overrideHitPoints").int() {
        block.hp = Some(said);
        return;
    }
    let Some(base) = node.at("baseHitPoints").int() else { return };
    let level = block.level.unwrap_or(1);
    let con = block.ability_mod("con").unwrap_or_default();
    let more = node.at("bonusHitPoints").int().unwrap_or_default();
    let of_level = bonus(modifiers, "hit-points-per-level") * level;
    let hp = base + con * level + more + of_level;
    block.hp = Some(hp);
    block.note(Weight::Derived, format!("{hp} hit points, from the base and Constitution"));
}

/// Derives armor class from armor, shield, Dexterity up to the armor's limit, and bonuses.
fn armor_class(node: Node<'_>, modifiers: &[Modifier], block: &mut StatBlock) {
    let dex = block.ability_mod("dex").unwrap_or_default();
    let mut worn: Option<(i32, i32)> = None;
    let mut shield = 0;
    for item in node.at("inventory").each().filter(|item| item.at("equipped").is_true()) {
        let definition = item.at("definition");
        let Some(value) = definition.at("armorClass").int() else { continue };
        match definition.at("armorTypeId").int() {
            Some(1) => worn = worn.max(Some((value, dex))),
            Some(2) => worn = worn.max(Some((value, dex.min(2)))),
            Some(3) => worn = worn.max(Some((value, 0))),
            Some(4) => shield = shield.max(value),
            _ => {}
        }
    }
    let features = |name: &str| {
        let classes = node.at("classes").each();
        let names = classes.filter_map(|it| it.at("definition.name").text());
        names.collect::<Vec<_>>().contains(&name)
    };
    let of = |ability: &str| block.ability_mod(ability).unwrap_or_default();
    let (base, from) = match worn {
        Some((value, dex)) => (value + dex, "armor and Dexterity"),
        None if features("Barbarian") => (10 + dex + of("con"), "Dexterity and Constitution"),
        None if features("Monk") && shield == 0 => (10 + dex + of("wis"), "Dexterity and Wisdom"),
        None => (10 + dex, "Dexterity alone"),
    };
    let armored = if worn.is_some() { bonus(modifiers, "armored-armor-class") } else { 0 };
    let ac = base + shield + bonus(modifiers, "armor-class") + armored;
    block.ac = Some(ac);
    let with = if shield > 0 { ", with a shield" } else { "" };
    block.note(Weight::Derived, format!("armor class {ac}, from {from}{with}"));
}
