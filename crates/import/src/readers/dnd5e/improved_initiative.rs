//! Creatures of Improved Initiative, exported from its storage or one by one.

use serde_json::Value;

use super::words::{Entries, Section, defenses, senses};
use super::{ABILITIES, size};
use crate::block::{Action, StatBlock};
use crate::json::{Node, Used};
use crate::prose;

/// Reads a creature or character.
pub(crate) fn improved_initiative(value: &Value) -> StatBlock {
    let used = Used::default();
    let root = Node::new(value, &used);
    let inner = root.at("StatBlock");
    let node = if inner.is_object() { inner } else { root };
    // The line reads like `Large giant, chaotic evil`.
    let line = node.at("Type").text_or_empty();
    let words = prose::words(line.split(',').next().unwrap_or_default());
    let mut block = StatBlock {
        name: node.at("Name").text().or(root.at("Name").text()).unwrap_or_default().to_owned(),
        hero: node.at("Player").text().is_some_and(|player| player == "player"),
        size: words
            .iter()
            .map(|word| size(word))
            .find(|it| !it.is_empty())
            .unwrap_or("")
            .to_owned(),
        kind: words.iter().rfind(|word| size(word).is_empty()).cloned().unwrap_or_default(),
        hp: node.first(&["HP.Value", "HP"]).int(),
        ac: node.first(&["AC.Value", "AC"]).int(),
        initiative: node.at("InitiativeModifier").int(),
        challenge: node.at("Challenge").shown().unwrap_or_default(),
        ..StatBlock::default()
    };
    for ability in ABILITIES {
        let key = super::words::title(ability);
        let score = node.at("Abilities").at(&key).int();
        block.scores.extend(score.map(|score| (ability.to_owned(), score)));
    }
    let modifiers = |list: Node<'_>| -> Vec<(String, i32)> {
        let pairs = list.each().filter_map(|entry| {
            Some((entry.at("Name").text()?.to_owned(), entry.at("Modifier").int()?))
        });
        pairs.collect()
    };
    for (name, value) in modifiers(node.at("Saves")) {
        block.saves.extend(prose::ability(&name).map(|ability| (ability.to_owned(), value)));
    }
    for (name, value) in modifiers(node.at("Skills")) {
        block.skills.insert(crate::slug(&name), value);
    }
    prose::speeds(&node.at("Speed").texts().join(", "), &mut block.speeds);
    senses(&node.at("Senses").texts().join(", "), &mut block.senses);
    let joined = |key: &str| node.at(key).texts().join("; ");
    let texts =
        ["DamageResistances", "DamageImmunities", "DamageVulnerabilities", "ConditionImmunities"]
            .map(joined);
    defenses(&mut block, [&texts[0], &texts[1], &texts[2], &texts[3]]);
    let mut entries = Entries::default();
    for (key, section) in [
        ("Traits", Section::Trait),
        ("Actions", Section::Does(Action::Action)),
        ("BonusActions", Section::Does(Action::Bonus)),
        ("Reactions", Section::Does(Action::Reaction)),
        ("LegendaryActions", Section::Does(Action::Legendary)),
        ("MythicActions", Section::Does(Action::Legendary)),
    ] {
        for entry in node.at(key).each() {
            let name = entry.at("Name").text_or_empty();
            // Limits on use are separate: `Recharge 5-6`.
            let name = match entry.at("Usage").text() {
                Some(usage) => format!("{name} ({})", usage.trim_matches(['(', ')'])),
                None => name.to_owned(),
            };
            entries.add(&mut block, section, &name, entry.at("Content").text_or_empty());
        }
    }
    if node.at("LegendaryActions").each().next().is_some() {
        block.legendary_actions = Some(3);
        block.note(crate::Weight::Guessed, "3 legendary actions a round, as is usual");
    }
    entries.finish(&mut block);
    block.ignored = root.unused();
    block
}
