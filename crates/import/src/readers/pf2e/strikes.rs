//! Strikes of creatures. Exports store their numbers.

use super::actor::{inner, items};
use super::{damage, trait_number, trait_of, weapon_name};
use crate::block::{Attack, StatBlock, Weight};
use crate::json::Node;

/// Reads the items of the type `melee`. They include ranged strikes.
pub(super) fn of_creature(node: Node<'_>, block: &mut StatBlock) {
    for item in items(node, "melee") {
        let name = weapon_name(item.at("name").text_or_empty());
        let system = inner(item);
        let traits = traits(system);
        let kind = system.at("weaponType.value").text();
        let increment = system.first(&["range.increment", "range.max", "range"]).int();
        let increment = increment.or_else(|| trait_number(&traits, "range-increment"));
        let range = increment.or_else(|| trait_number(&traits, "range"));
        let ranged = kind == Some("ranged") || kind.is_none() && range.is_some();
        let mut attack = Attack {
            name,
            melee: !ranged,
            ranged,
            bonus: system.at("bonus.value").int(),
            ..Attack::default()
        };
        of_traits(&mut attack, &traits, range);
        parts(system, &mut attack, block);
        let effects = system.at("attackEffects.value").texts();
        if !effects.is_empty() {
            let text = format!("{}: a hit also does {}", attack.name, effects.join(", "));
            block.note(Weight::NotCarried, text.replace('-', " "));
        }
        if attack.damage.is_empty() {
            block.note(Weight::Remark, format!("{} does no damage by itself", attack.name));
        }
        block.attacks.push(attack);
    }
}

/// Sets the reach, range and properties that follow from traits.
pub(super) fn of_traits(attack: &mut Attack, traits: &[String], range: Option<i32>) {
    if attack.melee {
        let usual = if traits.iter().any(|it| it == "reach") { 10 } else { 5 };
        attack.reach = Some(trait_number(traits, "reach-").unwrap_or(usual));
    }
    let thrown = trait_number(traits, "thrown-");
    if let Some(feet) = thrown.filter(|_| attack.melee) {
        attack.ranged = true;
        attack.range = Some(feet);
    } else if attack.ranged {
        attack.range = range.or(thrown);
    }
    attack.properties = traits.to_vec();
}

/// Reads the damage rolls. Persistent damage becomes a note.
fn parts(system: Node<'_>, attack: &mut Attack, block: &mut StatBlock) {
    for roll in system.at("damageRolls").each() {
        let text = roll.at("damage").text_or_empty();
        let kind = roll.at("damageType").text_or_empty().to_lowercase();
        let category = roll.at("category").text_or_empty();
        if category == "persistent" || kind == "bleed" {
            let text = format!("{}: {text} persistent {kind} damage", attack.name);
            block.note(Weight::NotCarried, text);
            continue;
        }
        match damage(text, &kind) {
            Some(part) => attack.damage.push(part),
            None if text.is_empty() => {}
            None => {
                let text = format!("{}: the damage `{text}`", attack.name);
                block.note(Weight::NotUnderstood, text);
            }
        }
    }
}

/// Returns the traits of an item in current form. Old exports write them in words: `reload 1`.
pub(super) fn traits(system: Node<'_>) -> Vec<String> {
    system.at("traits.value").texts().iter().map(|it| trait_of(it)).collect()
}
