//! Weapons of a D&D Beyond character.

use super::numbers::{Modifier, bonus, has};
use crate::block::{Attack, Damage, StatBlock, Weight, slug};
use crate::json::Node;
use crate::number;

/// Reads the equipped weapons, or all weapons if none is equipped.
pub(super) fn read(node: Node<'_>, modifiers: &[Modifier], block: &mut StatBlock) {
    let weapons: Vec<Node<'_>> = node
        .at("inventory")
        .each()
        .filter(|item| item.at("definition.filterType").text() == Some("Weapon"))
        .collect();
    let held: Vec<Node<'_>> =
        weapons.iter().copied().filter(|item| item.at("equipped").is_true()).collect();
    let chosen = if held.is_empty() { weapons } else { held };
    for item in chosen {
        let attack = attack(item.at("definition"), modifiers, block);
        if !block.attacks.contains(&attack) {
            block.attacks.push(attack);
        }
    }
    if !block.attacks.is_empty() {
        block.note(Weight::Derived, "attack bonuses, from abilities, proficiency and magic");
    }
}

/// Returns an attack with a weapon.
fn attack(definition: Node<'_>, modifiers: &[Modifier], block: &StatBlock) -> Attack {
    let name = definition.at("name").text_or_empty().to_owned();
    let properties = definition.at("properties").each();
    let properties: Vec<String> =
        properties.filter_map(|it| it.at("name").text()).map(slug).collect();
    let has_property = |name: &str| properties.iter().any(|it| it == name);
    let ranged = definition.at("attackType").int() == Some(2);
    let (str, dex) = (block.ability_mod("str"), block.ability_mod("dex"));
    let modifier = match (ranged, has_property("finesse")) {
        (true, _) => dex,
        (_, true) => str.max(dex),
        _ => str,
    };
    let modifier = modifier.unwrap_or_default();
    let category = match definition.at("categoryId").int() {
        Some(1) => "simple-weapons",
        Some(2) => "martial-weapons",
        _ => "",
    };
    let base = definition.at("type").text().map(slug).unwrap_or_default();
    let trained = [category, base.as_str(), slug(&name).as_str()]
        .iter()
        .any(|it| has(modifiers, "proficiency", it));
    let granted = definition.at("grantedModifiers").each();
    let magic = granted
        .filter(|it| it.at("subType").text() == Some("magic"))
        .filter(|it| it.at("type").text() == Some("bonus"))
        .filter_map(|it| it.first(&["value", "fixedValue"]).int());
    let magic = number::total(magic);
    let kind = if ranged { "ranged-weapon-attacks" } else { "melee-weapon-attacks" };
    let total = modifier
        + magic
        + bonus(modifiers, kind)
        + if trained { block.proficiency.unwrap_or(2) } else { 0 };
    let dice = definition.at("damage.diceString").text().and_then(crate::formula::plain);
    let damage = dice.map(|dice| Damage {
        dice: dice.dice_text(),
        flat: dice.whole() + modifier + magic,
        kind: definition.at("damageType").text_or_empty().to_lowercase(),
    });
    let range = definition.at("range").int().filter(|feet| *feet > 10);
    let thrown = has_property("thrown") && range.is_some();
    Attack {
        name,
        melee: !ranged,
        ranged: ranged || thrown,
        bonus: Some(total),
        reach: (!ranged).then_some(if has_property("reach") { 10 } else { 5 }),
        range: range.filter(|_| ranged || thrown),
        long_range: definition.at("longRange").int().filter(|_| ranged || thrown),
        damage: damage.into_iter().collect(),
        properties,
        ..Attack::default()
    }
}
