//! Creatures of open5e, versions 1 and 2 of its service.

use serde_json::Value;

use super::words::{Entries, Section, defenses, saves, senses};
use super::{SKILLS, challenge, size};
use crate::block::{Action, StatBlock, Weight};
use crate::json::{Node, Used};
use crate::prose;

/// Reads a creature.
pub(crate) fn open5e(value: &Value) -> StatBlock {
    let used = Used::default();
    let node = Node::new(value, &used);
    let word = |key: &str| {
        let node = node.at(key);
        let inner = node.first(&["key", "name"]).text();
        node.text().or(inner).unwrap_or_default().to_lowercase()
    };
    let rating = node.first(&["challenge_rating_text", "challenge_rating", "cr"]);
    let rating = match node.at("challenge_rating_decimal").number() {
        Some(number) => challenge(number),
        None => rating.number().map_or(rating.text_or_empty().to_owned(), challenge),
    };
    let mut block = StatBlock {
        name: node.at("name").text_or_empty().to_owned(),
        kind: word("type"),
        size: size(&word("size")).to_owned(),
        hp: node.at("hit_points").int(),
        ac: node.at("armor_class").int(),
        initiative: node.at("initiative_bonus").int(),
        proficiency: node.at("proficiency_bonus").int(),
        challenge: rating,
        ..StatBlock::default()
    };
    numbers(node, &mut block);
    let list = |names: [&str; 2]| -> String {
        let found = node.first(&names);
        let named: Vec<&str> =
            found.each().filter_map(|it| it.at("name").text().or(it.text())).collect();
        match found.text() {
            Some(text) => text.to_owned(),
            None => named.join(", "),
        }
    };
    let defense = |key: &str| {
        let nested = format!("resistances_and_immunities.{key}");
        let shown = format!("resistances_and_immunities.{key}_display");
        match node.at(&shown).text() {
            Some(text) => text.to_owned(),
            None => list([key, &nested]),
        }
    };
    let texts = [
        defense("damage_resistances"),
        defense("damage_immunities"),
        defense("damage_vulnerabilities"),
        defense("condition_immunities"),
    ];
    defenses(&mut block, [&texts[0], &texts[1], &texts[2], &texts[3]]);
    let mut entries = Entries::default();
    for (key, section) in [
        ("special_abilities", Section::Trait),
        ("traits", Section::Trait),
        ("actions", Section::Does(Action::Action)),
        ("bonus_actions", Section::Does(Action::Bonus)),
        ("reactions", Section::Does(Action::Reaction)),
        ("legendary_actions", Section::Does(Action::Legendary)),
    ] {
        for entry in node.at(key).each() {
            add(&mut block, &mut entries, section, entry);
        }
    }
    let legendary = |power: &crate::Power| power.action == Action::Legendary;
    if block.powers.iter().any(legendary) {
        let said = node.at("legendary_desc").text_or_empty().to_lowercase();
        block.legendary_actions = prose::number_after(&said, "take ").or(Some(3));
    }
    entries.finish(&mut block);
    block.ignored = node.unused();
    block
}

/// Reads scores, saves, skills, speeds and senses.
fn numbers(node: Node<'_>, block: &mut StatBlock) {
    for (long, short) in prose::ABILITIES {
        let score = node.first(&[&format!("ability_scores.{long}"), long]).int();
        block.scores.extend(score.map(|score| (short.to_owned(), score)));
        let save = node
            .first(&[
                &format!("saving_throws.{long}"),
                &format!("saving_throws_all.{long}"),
                &format!("{long}_save"),
            ])
            .int();
        block.saves.extend(save.map(|save| (short.to_owned(), save)));
    }
    if let Some(text) = node.at("saving_throws").text() {
        saves(text, &mut block.saves);
    }
    for (_, skill, _) in SKILLS {
        let key = skill.replace('-', "_");
        let value = node
            .first(&[
                &format!("skill_bonuses.{key}"),
                &format!("skill_bonuses_all.{key}"),
                &format!("skills.{key}"),
            ])
            .int();
        block.skills.extend(value.map(|value| (skill.to_owned(), value)));
    }
    for (name, feet) in node.first(&["speed_all", "speed"]).entries() {
        let known = ["walk", "fly", "swim", "climb", "burrow"].contains(&name);
        let feet = feet.int().filter(|feet| known && *feet > 0);
        block.speeds.extend(feet.map(|feet| (name.to_owned(), feet)));
    }
    senses(node.at("senses").text_or_empty(), &mut block.senses);
    for name in ["darkvision", "blindsight", "tremorsense", "truesight"] {
        let feet = node.at(&format!("{name}_range")).int().filter(|feet| *feet > 0);
        block.senses.extend(feet.map(|feet| (name.to_owned(), feet)));
    }
}

/// Adds an entry: first its words, then its separate numbers.
fn add(block: &mut StatBlock, entries: &mut Entries, section: Section, entry: Node<'_>) {
    let section = match entry.at("action_type").text_or_empty() {
        "BONUS_ACTION" => Section::Does(Action::Bonus),
        "REACTION" => Section::Does(Action::Reaction),
        "LEGENDARY_ACTION" => Section::Does(Action::Legendary),
        "LAIR_ACTION" => Section::Does(Action::Lair),
        _ => section,
    };
    let (attacks, powers) = (block.attacks.len(), block.powers.len());
    let name = entry.at("name").text_or_empty();
    entries.add(block, section, name, entry.at("desc").text_or_empty());
    if let Some(attack) = block.attacks.get_mut(attacks) {
        attack.bonus = attack.bonus.or(entry.at("attack_bonus").int());
        let numbers = entry.at("attacks.0");
        if let Some(said) = numbers.at("to_hit_mod").int().filter(|it| Some(*it) != attack.bonus) {
            let text = format!("{name}: the words say {:?}, the numbers {said:+}", attack.bonus);
            attack.bonus = Some(said);
            block.note(Weight::Guessed, text);
        }
    }
    let limits = entry.at("usage_limits");
    let param = limits.at("param").int();
    let uses = match (block.attacks.get_mut(attacks), block.powers.get_mut(powers)) {
        (Some(attack), _) => &mut attack.uses,
        (None, Some(power)) => &mut power.uses,
        (None, None) => return,
    };
    match limits.at("type").text_or_empty() {
        "RECHARGE_ON_ROLL" => uses.recharge = uses.recharge.or(param),
        "PER_DAY" => uses.count = uses.count.or(param),
        _ => {}
    }
    if let Some(cost) = entry.first(&["legendary_action_cost", "legendary_cost"]).int() {
        uses.legendary_cost = Some(cost);
    }
}
