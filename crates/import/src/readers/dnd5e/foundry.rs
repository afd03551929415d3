//! Foundry actors of the fifth edition: current exports and old ones.

mod items;
mod numbers;

use serde_json::Value;

use super::spell_book::SpellBook;
use super::{challenge, size};
use crate::block::{Note, StatBlock, Weight};
use crate::json::{Node, Used};
use crate::prose;

/// Damage types of weapons.
const PHYSICAL: [&str; 3] = ["bludgeoning", "piercing", "slashing"];

/// Reads an actor.
pub(crate) fn foundry(value: &Value, book: &SpellBook<'_>) -> StatBlock {
    let used = Used::default();
    let node = Node::new(value, &used);
    let system = data_of(node);
    let traits = system.at("traits");
    let mut block = StatBlock {
        name: node.at("name").text_or_empty().to_owned(),
        hero: node.at("type").text() == Some("character"),
        kind: creature_type(system),
        size: size(traits.at("size").text_or_empty()).to_owned(),
        ..StatBlock::default()
    };
    let words = |key: &str, sort: &str, block: &mut StatBlock| {
        trait_words(traits.at(key), sort, &mut block.notes)
    };
    block.resistances = words("dr", "resistances", &mut block);
    block.immunities = words("di", "immunities", &mut block);
    block.vulnerabilities = words("dv", "vulnerabilities", &mut block);
    block.condition_immunities = words("ci", "condition immunities", &mut block);
    let caster = numbers::read(node, system, &mut block);
    if !block.hero {
        block.challenge = challenge(caster.challenge);
    } else if caster.level > 0 {
        block.level = Some(caster.level);
        block.challenge = caster.level.to_string();
    }
    let resource = |name: &str| {
        let node = system.at("resources").at(name);
        node.first(&["max", "value"]).int().filter(|count| *count > 0)
    };
    block.legendary_actions = resource("legact");
    block.legendary_resistances = resource("legres");
    let multiattack = items::read(node, system, &caster, book, &mut block);
    if let Some((text, heads)) = multiattack {
        block.multiattack = super::multiattack(&mut block, &text, heads);
    }
    if !block.spells.is_empty() {
        block.spell_dc = caster.spell_dc();
        block.spell_attack = caster.spell_attack();
    }
    block.ignored = node.unused();
    block
}

/// Returns the data of a document: under `system`, or under `data` in old exports.
fn data_of(node: Node<'_>) -> Node<'_> {
    node.first(&["system", "data"])
}

fn creature_type(system: Node<'_>) -> String {
    let kind = system.at("details.type");
    let found = kind.at("value").text().or_else(|| kind.text());
    let found = found.filter(|it| *it != "custom").or_else(|| kind.at("custom").text());
    // Old exports store the whole line: `Medium humanoid (any race)`.
    let word = found.unwrap_or_default().split(['(', ',']).next().unwrap_or_default();
    word.trim().to_lowercase()
}

/// Returns the damage types or conditions of a trait. Those in free text count too; if it has other
/// words, a note says so.
fn trait_words(node: Node<'_>, sort: &str, notes: &mut Vec<Note>) -> Vec<String> {
    let mut note = |weight, text: String| notes.push(Note { weight, text });
    let mut found: Vec<String> = Vec::new();
    for word in node.at("value").texts() {
        match word.as_str() {
            "physical" => found.extend(PHYSICAL.map(str::to_owned)),
            _ => found.push(word.to_lowercase()),
        }
    }
    if let Some(custom) = node.at("custom").text() {
        let parts = prose::words_of_list(custom);
        match parts {
            Some(parts) => found.extend(parts),
            None => {
                let lower = custom.to_lowercase();
                let known = prose::DAMAGE.iter().filter(|word| lower.contains(**word));
                found.extend(known.map(|it| (*it).to_owned()));
                note(Weight::Guessed, format!("{sort}: {custom}; taken without its limits"));
            }
        }
    }
    let bypasses = node.at("bypasses").texts();
    if !bypasses.is_empty() && found.iter().any(|it| PHYSICAL.contains(&it.as_str())) {
        let text = format!("{sort}: those against plain weapons only; taken for all weapons");
        note(Weight::Guessed, text);
    }
    found.sort();
    found.dedup();
    found
}
