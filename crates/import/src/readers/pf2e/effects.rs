//! Actions, feats and spells of Foundry actors, with the numbers that their texts give.

use super::actor::{inner, items};
use super::damage;
use crate::block::{Action, Area, Effect, Power, Save, Spell, StatBlock, Weight};
use crate::json::Node;

/// Reads actions, feats and spells.
pub(super) fn read(node: Node<'_>, block: &mut StatBlock) {
    for item in items(node, "action") {
        let name = item.at("name").text_or_empty().to_owned();
        let system = inner(item);
        let kind = system.at("actionType.value").text_or_empty();
        let action = match kind {
            "passive" | "" => {
                block.features.push(name);
                continue;
            }
            "reaction" => Action::Reaction,
            "free" => Action::Free,
            _ => Action::Action,
        };
        let text = system.at("description.value").text_or_empty();
        let effect = of_text(text);
        block.powers.push(Power { name, action, effect, ..Power::default() });
    }
    for item in items(node, "feat") {
        block.features.push(item.at("name").text_or_empty().to_owned());
    }
    spells(node, block);
}

/// Reads the numbers in the links of a text: `@Check[reflex|dc:20|basic]`, `@Damage[2d6[fire]]`.
fn of_text(text: &str) -> Effect {
    let mut effect = Effect::default();
    for words in marked(text, "@Check[") {
        let parts: Vec<&str> = words.split('|').collect();
        let value = |key: &str| parts.iter().find_map(|part| part.strip_prefix(key));
        let kind = value("type:").or(parts.first().copied()).unwrap_or_default();
        if ["fortitude", "reflex", "will"].contains(&kind) && effect.save.is_none() {
            effect.save = Some(Save {
                ability: vec![kind.to_owned()],
                dc: value("dc:").and_then(crate::number::whole),
                half: parts.contains(&"basic") || value("basic:") == Some("true"),
            });
        }
    }
    for words in marked(text, "@Damage[") {
        let roll = words.split('[').next().unwrap_or_default().trim_matches(['(', ')']);
        let kind = words.split('[').nth(1).unwrap_or_default();
        let kind = kind.split([']', ',', '|']).next().unwrap_or_default();
        if !kind.contains("persistent") {
            effect.damage.extend(damage(roll, kind));
        }
    }
    for words in marked(text, "@Template[") {
        let parts: Vec<&str> = words.split('|').collect();
        let value = |key: &str| parts.iter().find_map(|part| part.strip_prefix(key));
        let shape = value("type:").or(parts.first().copied()).unwrap_or_default();
        if let Some(size) = value("distance:").and_then(crate::number::whole) {
            effect.area = Some(Area { shape: shape.to_owned(), size, width: None });
        }
    }
    effect
}

/// Returns the contents of the links that begin with `begin`. They may contain brackets.
fn marked<'t>(text: &'t str, begin: &'t str) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(begin) {
        rest = &rest[at + begin.len()..];
        let mut depth = 1;
        let end = rest.find(|c: char| {
            depth += match c {
                '[' => 1,
                ']' => -1,
                _ => 0,
            };
            depth == 0
        });
        let Some(end) = end else { return found };
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    found
}

/// Reads spells with their ranks, and the highest attack modifier and DC of all entries.
fn spells(node: Node<'_>, block: &mut StatBlock) {
    for entry in items(node, "spellcastingEntry") {
        let dc = inner(entry).at("spelldc");
        let most = |known: Option<i32>, found: Option<i32>| known.max(found.filter(|it| *it > 0));
        block.spell_dc = most(block.spell_dc, dc.at("dc").int());
        block.spell_attack = most(block.spell_attack, dc.at("value").int());
    }
    for item in items(node, "spell") {
        let system = inner(item);
        let traits = system.at("traits.value").texts();
        let cantrip = traits.iter().any(|it| it == "cantrip");
        let rank = system.first(&["location.heightenedLevel", "level.value", "level"]).int();
        let time = system.at("time.value").text_or_empty().to_lowercase();
        let action = match time.as_str() {
            "reaction" => Action::Reaction,
            "free" => Action::Free,
            long if ["minute", "hour", "day"].iter().any(|it| long.contains(it)) => Action::Long,
            _ => Action::Action,
        };
        let mut effect = Effect::default();
        for part in system.at("damage").each().chain(system.at("damage.value").each()) {
            let roll = part.first(&["formula", "value"]).text_or_empty();
            let kind = part.first(&["type.value", "type"]).text_or_empty();
            effect.damage.extend(damage(roll, kind));
        }
        let save = system.first(&["defense.save.statistic", "save.value"]).text();
        if let Some(save) = save {
            let basic = system.first(&["defense.save.basic", "save.basic"]);
            let half = basic.is_true() || basic.text() == Some("basic");
            effect.save = Some(Save { ability: vec![save.to_owned()], dc: block.spell_dc, half });
        }
        effect.range = system.at("range.value").int();
        block.spells.push(Spell {
            name: bare(item.at("name").text_or_empty()),
            level: if cantrip { Some(0) } else { rank },
            action,
            effect,
            at_will: cantrip,
            ..Spell::default()
        });
    }
    if !block.spells.is_empty() && block.spell_dc.is_none() && !block.hero {
        block.note(Weight::Missing, "the DC of its spells");
    }
}

/// Returns a spell's name without parentheses: `Fear` for `Fear (At Will)`.
fn bare(name: &str) -> String {
    name.split('(').next().unwrap_or(name).trim().to_owned()
}
