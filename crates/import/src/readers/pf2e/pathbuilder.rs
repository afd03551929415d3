//! Characters from the JSON export of Pathbuilder 2e.

use serde_json::Value;

use super::ranks::bonus;
use super::{ABILITIES, SAVES, SKILLS, damage, weapon_name};
use crate::block::{Attack, Spell, StatBlock, System, Weight, slug};
use crate::json::{Node, Used};

/// Extra dice by striking rune.
const STRIKING: [(&str, i32); 3] = [("striking", 1), ("greaterStriking", 2), ("majorStriking", 3)];

/// Damage types by letter.
const LETTERS: [(&str, &str); 3] = [("B", "bludgeoning"), ("P", "piercing"), ("S", "slashing")];

/// Ranged weapons with their range increments in feet. The first whose name a weapon contains is
/// taken, so a longer name stands before a shorter one.
const SHOT: [(&str, i32); 12] = [
    ("longbow", 100),
    ("shortbow", 60),
    ("heavy crossbow", 120),
    ("hand crossbow", 60),
    ("crossbow", 120),
    ("halfling sling staff", 80),
    ("sling", 50),
    ("blowgun", 20),
    ("javelin", 30),
    ("dart", 20),
    ("shuriken", 20),
    ("bow", 60),
];

/// Reads a character.
pub(crate) fn pathbuilder(value: &Value) -> StatBlock {
    let used = Used::default();
    let node = Node::new(value, &used);
    let build = node.at("build");
    let level = build.at("level").int().unwrap_or(1).clamp(1, 30);
    let mut block = StatBlock {
        name: build.at("name").text_or_empty().to_owned(),
        system: System::Pf2e,
        hero: true,
        level: Some(level),
        challenge: level.to_string(),
        size: super::size(&build.at("sizeName").text_or_empty().to_lowercase()),
        ..StatBlock::default()
    };
    if block.size.is_empty() {
        let sizes = ["tiny", "small", "medium", "large", "huge", "gargantuan"];
        let number = build.at("size").int().and_then(|it| usize::try_from(it).ok());
        block.size = number.and_then(|it| sizes.get(it)).unwrap_or(&"medium").to_string();
    }
    for key in ABILITIES {
        let score = build.at("abilities").key(key).int();
        block.scores.extend(score.map(|it| (key.to_owned(), it)));
    }
    hit_points(build, level, &mut block);
    block.ac = build.first(&["acTotal.acTotal", "acTotal"]).int().filter(|ac| *ac > 0);
    let speed = build.at("attributes.speed").int();
    let more = build.at("attributes.speedBonus").int().unwrap_or(0);
    block.speeds.extend(speed.map(|it| ("walk".to_owned(), it + more)));
    trained(build, level, &mut block);
    for weapon in build.at("weapons").each() {
        let attack = weapon_of(weapon, build, level, &mut block);
        block.attacks.push(attack);
    }
    spells(build, level, &mut block);
    for feat in build.at("feats").each() {
        let name = feat.key("0").text().or_else(|| feat.text());
        block.features.extend(name.map(str::to_owned));
    }
    block.features.extend(build.at("specials").texts());
    block.ignored = node.unused();
    block
}

fn hit_points(build: Node<'_>, level: i32, block: &mut StatBlock) {
    let attributes = build.at("attributes");
    let number = |key: &str| attributes.at(key).int().unwrap_or(0);
    let class = number("classhp");
    let Some(constitution) = block.ability_mod("con").filter(|_| class > 0) else { return };
    let each = class + constitution + number("bonushpPerLevel");
    block.hp = Some(number("ancestryhp") + number("bonushp") + each * level);
    block.note(Weight::Derived, "hit points, from ancestry, class, level and Constitution");
}

/// Reads saves, perception and skills. Exports give ranks as 2, 4, 6 and 8.
fn trained(build: Node<'_>, level: i32, block: &mut StatBlock) {
    let ranks = build.at("proficiencies");
    if !ranks.is_object() {
        block.note(Weight::Missing, "proficiencies: saves, perception and skills");
        return;
    }
    let total = |name: &str, ability: &str, block: &StatBlock| {
        let rank = ranks.key(name).int()? / 2;
        Some(block.ability_mod(ability)? + bonus(rank, level))
    };
    let resilient = build.at("armor").each().find(|armor| armor.at("worn").is_true());
    let resilient = resilient.and_then(|armor| armor.at("res").text());
    let resilient = match resilient {
        Some("resilient") => 1,
        Some("greaterResilient") => 2,
        Some("majorResilient") => 3,
        _ => 0,
    };
    for (save, ability) in SAVES {
        let value = total(save, ability, block).map(|it| it + resilient);
        block.saves.extend(value.map(|it| (save.to_owned(), it)));
    }
    for (skill, ability) in SKILLS {
        let value = total(skill, ability, block);
        block.skills.extend(value.map(|it| (skill.to_owned(), it)));
    }
    let perception = total("perception", "wis", block);
    block.initiative = perception;
    block.numbers.extend(perception.map(|it| ("perception".to_owned(), it)));
    let strongest = block.ability_mod("str").max(block.ability_mod("dex")).unwrap_or(0);
    let unarmed = ranks.key("unarmed").int().unwrap_or(0) / 2;
    block.numbers.insert("fist".to_owned(), strongest + bonus(unarmed, level));
}

fn weapon_of(weapon: Node<'_>, build: Node<'_>, level: i32, block: &mut StatBlock) -> Attack {
    let name = weapon_name(weapon.first(&["display", "name"]).text_or_empty());
    let lower = weapon.at("name").text_or_empty().to_lowercase();
    let shot = SHOT.iter().find(|(word, _)| lower.contains(word)).map(|(_, feet)| *feet);
    let mut bonus_of = weapon.at("attack").int();
    if bonus_of.is_none() {
        let prof = weapon.at("prof").text_or_empty();
        let rank = build.at("proficiencies").key(prof).int().unwrap_or(0) / 2;
        let rank = rank.max(specific_rank(build, weapon));
        let key = if shot.is_some() { "dex" } else { "str" };
        let potency = weapon.at("pot").int().unwrap_or(0);
        bonus_of = block.ability_mod(key).map(|it| it + bonus(rank, level) + potency);
        block.note(Weight::Guessed, format!("{name}: the attack modifier, from {key}"));
    }
    let striking = weapon.at("str").text_or_empty();
    let striking = STRIKING.iter().find(|(word, _)| *word == striking).map_or(0, |(_, dice)| *dice);
    let flat = weapon.at("damageBonus").int().unwrap_or(0);
    let kind = weapon.at("damageType").text_or_empty();
    let kind = LETTERS.iter().find(|(letter, _)| *letter == kind).map_or("", |(_, kind)| kind);
    let die = weapon.at("die").text().filter(|die| die.starts_with('d'));
    let roll = match die {
        Some(die) => format!("{}{die}{flat:+}", 1 + striking),
        None => {
            block.note(Weight::Missing, format!("{name}: the damage die; 1d6 stands in"));
            format!("{}d6{flat:+}", 1 + striking)
        }
    };
    if shot.is_some() {
        let feet = shot.unwrap_or_default();
        block.note(
            Weight::Guessed,
            format!("{name}: {feet} ft of range, as weapons of this name have"),
        );
    }
    let mut attack = Attack {
        name,
        melee: shot.is_none(),
        ranged: shot.is_some(),
        bonus: bonus_of,
        reach: shot.is_none().then_some(5),
        range: shot,
        damage: damage(&roll, kind).into_iter().collect(),
        ..Attack::default()
    };
    for extra in weapon.at("extraDamage").texts() {
        let parts: Vec<&str> = extra.split_whitespace().collect();
        let kind = parts.get(1).copied().unwrap_or_default().to_lowercase();
        match parts.first().and_then(|roll| damage(roll, &kind)) {
            Some(part) => attack.damage.push(part),
            None => block.note(Weight::NotUnderstood, format!("{}: `{extra}`", attack.name)),
        }
    }
    attack
}

/// Returns the rank in a weapon that the character is trained in by name: 1 to 4, or 0.
fn specific_rank(build: Node<'_>, weapon: Node<'_>) -> i32 {
    let own: Vec<String> =
        ["name", "display"].iter().map(|key| slug(weapon.at(key).text_or_empty())).collect();
    let is_own = |name: &String| {
        let name = slug(name);
        let plain = name.strip_suffix('s').unwrap_or(&name);
        !plain.is_empty() && own.iter().any(|own| *own == name || own == plain)
    };
    let words = ["trained", "expert", "master", "legendary"];
    let ranks = words
        .iter()
        .zip(1..)
        .filter(|(word, _)| build.at("specificProficiencies").at(word).texts().iter().any(is_own));
    ranks.map(|(_, rank)| rank).max().unwrap_or(0)
}

fn spells(build: Node<'_>, level: i32, block: &mut StatBlock) {
    for caster in build.at("spellCasters").each() {
        let ability = caster.at("ability").text_or_empty();
        let rank = caster.at("proficiency").int().unwrap_or(0) / 2;
        if let Some(own) = block.ability_mod(ability).filter(|_| rank > 0) {
            let attack = own + bonus(rank, level);
            block.spell_attack = block.spell_attack.max(Some(attack));
            block.spell_dc = block.spell_dc.max(Some(10 + attack));
        }
        for group in caster.at("spells").each() {
            let rank = group.at("spellLevel").int();
            for name in group.at("list").texts() {
                let at_will = rank == Some(0);
                block.spells.push(Spell { name, level: rank, at_will, ..Spell::default() });
            }
        }
    }
}
