//! Characters of Foundry. Most of their numbers are not stored, so they are derived from ancestry,
//! class, level, boosts, armor and weapons.

use super::actor::{inner, items};
use super::ranks::{Boosts, Ranks, bonus};
use super::strikes::{of_traits, traits};
use super::{ABILITIES, SAVES, SKILLS, damage, weapon_name};
use crate::block::{Attack, StatBlock, Weight};
use crate::json::Node;

/// Extra dice by striking rune, as old exports name it.
const STRIKING: [(&str, i32); 3] = [("striking", 1), ("greaterStriking", 2), ("majorStriking", 3)];

/// Reads a character.
pub(super) fn read(node: Node<'_>, system: Node<'_>, block: &mut StatBlock) {
    let level = block.level.unwrap_or(1).max(1);
    block.level = Some(level);
    modifiers(node, system, block);
    let ranks = ranks(node, system);
    let m = |ability: &str, block: &StatBlock| block.ability_mod(ability).unwrap_or(0);
    let stored = system.at("attributes");
    hit_points(node, system, level, block);
    let armor = armor(node);
    let resilient = armor.as_ref().map_or(0, |armor| armor.resilient);
    for (save, ability) in SAVES {
        let value = m(ability, block) + ranks.bonus(save, level) + resilient;
        let value =
            system.at("saves").key(save).first(&["value", "totalModifier"]).int().unwrap_or(value);
        block.saves.insert(save.to_owned(), value);
    }
    let perception = m("wis", block) + ranks.bonus("perception", level);
    block.numbers.insert("perception".to_owned(), perception);
    block.initiative = Some(perception);
    for (skill, ability) in SKILLS {
        let value = m(ability, block) + ranks.bonus(skill, level);
        block.skills.insert(skill.to_owned(), value);
    }
    let (worn, cap, category) = match &armor {
        Some(armor) => (armor.bonus, armor.dexterity, armor.category.as_str()),
        None => (0, None, "unarmored"),
    };
    let dexterity = m("dex", block);
    let dexterity = cap.map_or(dexterity, |cap| dexterity.min(cap));
    let ac = 10 + dexterity + worn + ranks.bonus(category, level);
    block.ac = Some(stored.at("ac.value").int().filter(|ac| *ac > 0).unwrap_or(ac));
    speed(node, system, block);
    shield(node, block);
    weapons(node, &ranks, level, block);
    spellcasting(node, level, block);
    let parts = "AC, hit points, saves, skills and attacks, from ancestry, class, level and gear";
    block.note(Weight::Derived, parts);
}

/// Reads stored ability modifiers, or derives them from boosts.
fn modifiers(node: Node<'_>, system: Node<'_>, block: &mut StatBlock) {
    let old: Vec<(String, i32)> = ABILITIES
        .iter()
        .filter_map(|key| {
            let score = system.at("abilities").key(key).at("value").int()?;
            Some(((*key).to_owned(), (score - 10).div_euclid(2)))
        })
        .collect();
    if block.mods.is_empty() && !old.is_empty() {
        block.mods.extend(old);
    }
    let manual = system.at("build.attributes.manual").is_true();
    if !block.mods.is_empty() || manual {
        return;
    }
    let mut boosts = Boosts::default();
    for ancestry in items(node, "ancestry") {
        let inner = inner(ancestry);
        let other = inner.at("alternateAncestryBoosts");
        if other.is_array() {
            other.texts().iter().for_each(|it| boosts.add(it, 1));
        } else {
            selected(inner.at("boosts")).iter().for_each(|it| boosts.add(it, 1));
            selected(inner.at("flaws")).iter().for_each(|it| boosts.add(it, -1));
        }
        let voluntary = inner.at("voluntary");
        voluntary.at("flaws").texts().iter().for_each(|it| boosts.add(it, -1));
        boosts_of(voluntary.at("boost").text(), &mut boosts);
    }
    for background in items(node, "background") {
        selected(inner(background).at("boosts")).iter().for_each(|it| boosts.add(it, 1));
    }
    for class in items(node, "class") {
        let key = inner(class).at("keyAbility");
        let chosen = key.at("selected").text().map(str::to_owned);
        let chosen = chosen.or_else(|| key.at("value").texts().into_iter().next());
        boosts_of(chosen.as_deref(), &mut boosts);
    }
    let mut levels: Vec<(i32, Vec<String>)> = system
        .at("build.attributes.boosts")
        .entries()
        .filter_map(|(level, list)| Some((level.parse().ok()?, list.texts())))
        .collect();
    levels.sort();
    levels.iter().flat_map(|(_, list)| list).for_each(|it| boosts.add(it, 1));
    for key in ABILITIES {
        block.mods.insert(key.to_owned(), boosts.modifier(key));
    }
}

fn boosts_of(ability: Option<&str>, boosts: &mut Boosts) {
    if let Some(ability) = ability {
        boosts.add(ability, 1);
    }
}

/// Returns the chosen boosts. A choice of one is taken as chosen.
fn selected(node: Node<'_>) -> Vec<String> {
    let one = |it: Node<'_>| {
        let only = it.at("value").texts();
        let only = if only.len() == 1 { only.into_iter().next() } else { None };
        it.at("selected").text().map(str::to_owned).or(only)
    };
    node.each().filter_map(one).collect()
}

/// Returns the ranks from class, background, stored skills, and rules of items.
fn ranks(node: Node<'_>, system: Node<'_>) -> Ranks {
    let mut ranks = Ranks::default();
    for class in items(node, "class") {
        let inner = inner(class);
        if let Some(rank) = inner.at("perception").int() {
            ranks.raise("perception", rank);
        }
        for part in ["savingThrows", "attacks", "defenses"] {
            for (name, rank) in inner.at(part).entries() {
                ranks.raise(name, rank.int().unwrap_or(0));
            }
        }
        inner.at("trainedSkills.value").texts().iter().for_each(|it| ranks.raise(long(it), 1));
    }
    for background in items(node, "background") {
        inner(background)
            .at("trainedSkills.value")
            .texts()
            .iter()
            .for_each(|it| ranks.raise(long(it), 1));
    }
    for (skill, at) in system.at("skills").entries() {
        ranks.raise(long(skill), at.at("rank").int().unwrap_or(0));
    }
    for item in node.at("items").each() {
        for rule in inner(item).at("rules").each() {
            let plain =
                !rule.at("predicate").is_some() || rule.at("predicate").each().next().is_none();
            let path = rule.at("path").text_or_empty();
            let raises = rule.at("key").text() == Some("ActiveEffectLike") && plain;
            let rank = rule.at("value").int().filter(|_| raises);
            if let (Some(name), Some(rank)) = (ranked(path), rank) {
                ranks.raise(long(name), rank);
            }
        }
    }
    ranks
}

/// Returns the name whose rank a rule's path raises: `will` for `system.saves.will.rank`.
fn ranked(path: &str) -> Option<&str> {
    path.strip_suffix(".rank")?.rsplit('.').next()
}

/// Returns the full name of a skill from its short key; any other name as it is.
fn long(name: &str) -> &str {
    let known = SKILLS.iter().find(|(skill, _)| {
        name.len() == 3
            && (skill.starts_with(name)
                || name == "itm" && *skill == "intimidation"
                || name == "prf" && *skill == "performance")
    });
    known.map_or(name, |(skill, _)| skill)
}

fn hit_points(node: Node<'_>, system: Node<'_>, level: i32, block: &mut StatBlock) {
    let of = |sort: &'static str| {
        let found = items(node, sort).find_map(|item| inner(item).at("hp").int());
        found.unwrap_or(0)
    };
    let (ancestry, class) = (of("ancestry"), of("class"));
    let constitution = block.ability_mod("con").unwrap_or(0);
    let tough = items(node, "feat").any(|feat| feat.at("name").text() == Some("Toughness"));
    let tough = if tough { level } else { 0 };
    let stored = system.at("attributes.hp.max").int().filter(|hp| *hp > 0);
    let value = system.at("attributes.hp.value").int().filter(|hp| *hp > 0);
    let worked_out = (class > 0).then(|| ancestry + (class + constitution) * level + tough);
    block.hp = stored.or(worked_out).or(value);
    if let (Some(value), Some(max)) = (value, block.hp)
        && value < max
    {
        block.note(Weight::Remark, format!("it has {value} of {max} hit points in the export"));
    }
}

/// Worn armor.
struct Armor {
    category: String,
    bonus: i32,
    dexterity: Option<i32>,
    resilient: i32,
}

fn armor(node: Node<'_>) -> Option<Armor> {
    let worn = |item: &Node<'_>| {
        let system = inner(*item);
        let equipped = system.at("equipped");
        let worn = equipped.at("inSlot").is_true()
            || equipped.at("value").is_true()
            || equipped.at("carryType").text() == Some("worn") && !equipped.at("inSlot").is_some();
        worn && category(system) != "shield"
    };
    let item = items(node, "armor").find(worn)?;
    let system = inner(item);
    let potency = system.first(&["runes.potency", "potencyRune.value"]).int().unwrap_or(0);
    let resilient = system.first(&["runes.resilient", "resiliencyRune.value"]);
    let word = match resilient.text() {
        Some("resilient") => Some(1),
        Some("greaterResilient") => Some(2),
        Some("majorResilient") => Some(3),
        _ => None,
    };
    Some(Armor {
        category: category(system),
        bonus: system.first(&["acBonus", "armor.value"]).int().unwrap_or(0) + potency,
        dexterity: system.first(&["dexCap", "dex.value"]).int(),
        resilient: word.or_else(|| resilient.int()).unwrap_or(0),
    })
}

fn category(system: Node<'_>) -> String {
    system.first(&["category", "armorType.value"]).text_or_empty().to_owned()
}

fn speed(node: Node<'_>, system: Node<'_>, block: &mut StatBlock) {
    let ancestry = items(node, "ancestry").find_map(|item| inner(item).at("speed").int());
    let stored = system.at("attributes.speed.value").int();
    if let Some(speed) = ancestry.or(stored) {
        block.speeds.insert("walk".to_owned(), speed);
    }
    if block.size.is_empty() {
        let size = items(node, "ancestry").find_map(|item| inner(item).at("size").text());
        block.size = super::size(size.unwrap_or("med"));
    }
}

fn shield(node: Node<'_>, block: &mut StatBlock) {
    let of_armor = items(node, "armor").filter(|item| category(inner(*item)) == "shield");
    let Some(item) = items(node, "shield").chain(of_armor).next() else { return };
    let system = inner(item);
    let most = system.first(&["hp.max", "maxHp.value"]).int().unwrap_or(0);
    let broken = system.at("brokenThreshold.value").int().filter(|it| *it > 0).unwrap_or(most / 2);
    let numbers = [
        ("shield", system.first(&["acBonus", "armor.value"]).int()),
        ("hardness", system.first(&["hardness.value", "hardness"]).int()),
        ("shield-hp", Some(most)),
        ("shield-broken", Some(broken)),
    ];
    for (name, value) in numbers {
        block.numbers.extend(value.filter(|it| *it > 0).map(|it| (name.to_owned(), it)));
    }
}

fn weapons(node: Node<'_>, ranks: &Ranks, level: i32, block: &mut StatBlock) {
    let strength = block.ability_mod("str").unwrap_or(0);
    let dexterity = block.ability_mod("dex").unwrap_or(0);
    let feature = |name: &str| {
        let mut feats = items(node, "feat");
        feats.any(|feat| feat.at("name").text().is_some_and(|it| it.starts_with(name)))
    };
    let special = match (feature("Greater Weapon Specialization"), feature("Weapon Specialization"))
    {
        (true, _) => 2,
        (false, true) => 1,
        _ => 0,
    };
    let fist = strength.max(dexterity) + ranks.bonus("unarmed", level);
    block.numbers.insert("fist".to_owned(), fist);
    for item in items(node, "weapon") {
        let system = inner(item);
        let die = system.at("damage.die").text_or_empty();
        if die.is_empty() {
            continue;
        }
        let traits = traits(system);
        let is = |word: &str| traits.iter().any(|it| it.starts_with(word));
        let range =
            system.first(&["range.increment", "range.value", "range"]).int().filter(|it| *it > 0);
        let ranged = range.is_some() && !is("thrown-");
        let category = system.first(&["category", "weaponType.value"]).text_or_empty();
        let rank = ranks.of(category);
        let ability = match (ranged, is("finesse")) {
            (true, _) => dexterity,
            (false, true) => strength.max(dexterity),
            (false, false) => strength,
        };
        let potency = system.first(&["runes.potency", "potencyRune.value"]).int().unwrap_or(0);
        let extra = system.at("bonus.value").int().unwrap_or(0);
        let striking = system.first(&["runes.striking", "strikingRune.value"]);
        let word = striking.text().and_then(|word| STRIKING.iter().find(|(it, _)| *it == word));
        let striking = word.map(|(_, dice)| *dice).or_else(|| striking.int()).unwrap_or(0);
        let dice = system.at("damage.dice").int().unwrap_or(1).max(1) + striking;
        let by_strength = match (ranged, is("propulsive")) {
            (false, _) => strength,
            (true, true) if strength > 0 => strength / 2,
            (true, true) => strength,
            (true, false) => 0,
        };
        let flat = by_strength
            + system.at("bonusDamage.value").int().unwrap_or(0)
            + if rank > 1 { rank * special } else { 0 };
        let kind = system.at("damage.damageType").text_or_empty();
        let roll = format!("{dice}{die}{flat:+}");
        let mut attack = Attack {
            name: weapon_name(item.at("name").text_or_empty()),
            melee: !ranged,
            ranged,
            bonus: Some(ability + bonus(rank, level) + potency + extra),
            damage: damage(&roll, kind).into_iter().collect(),
            ..Attack::default()
        };
        of_traits(&mut attack, &traits, range);
        let reload = system.at("reload.value").int().filter(|it| *it > 0);
        attack.properties.extend(reload.map(|it| format!("reload-{it}")));
        block.attacks.push(attack);
    }
}

/// Reads the spell DC and attack modifier, the highest of all entries.
fn spellcasting(node: Node<'_>, level: i32, block: &mut StatBlock) {
    for entry in items(node, "spellcastingEntry") {
        let system = inner(entry);
        let ability = system.at("ability.value").text_or_empty();
        let rank = system.at("proficiency.value").int().unwrap_or(1).max(1);
        let Some(own) = block.ability_mod(ability) else { continue };
        let attack = own + bonus(rank, level);
        block.spell_attack = block.spell_attack.max(Some(attack));
        block.spell_dc = block.spell_dc.max(Some(10 + attack));
    }
}
