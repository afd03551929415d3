//! Spell slots: stored numbers, and those of the game's tables.

use super::caster::Caster;
use crate::block::{StatBlock, Weight};
use crate::json::Node;

/// Slots of a full caster: one row per caster level, one column per spell level.
const FULL: [[u32; 9]; 20] = [
    [2, 0, 0, 0, 0, 0, 0, 0, 0],
    [3, 0, 0, 0, 0, 0, 0, 0, 0],
    [4, 2, 0, 0, 0, 0, 0, 0, 0],
    [4, 3, 0, 0, 0, 0, 0, 0, 0],
    [4, 3, 2, 0, 0, 0, 0, 0, 0],
    [4, 3, 3, 0, 0, 0, 0, 0, 0],
    [4, 3, 3, 1, 0, 0, 0, 0, 0],
    [4, 3, 3, 2, 0, 0, 0, 0, 0],
    [4, 3, 3, 3, 1, 0, 0, 0, 0],
    [4, 3, 3, 3, 2, 0, 0, 0, 0],
    [4, 3, 3, 3, 2, 1, 0, 0, 0],
    [4, 3, 3, 3, 2, 1, 0, 0, 0],
    [4, 3, 3, 3, 2, 1, 1, 0, 0],
    [4, 3, 3, 3, 2, 1, 1, 0, 0],
    [4, 3, 3, 3, 2, 1, 1, 1, 0],
    [4, 3, 3, 3, 2, 1, 1, 1, 0],
    [4, 3, 3, 3, 2, 1, 1, 1, 1],
    [4, 3, 3, 3, 3, 1, 1, 1, 1],
    [4, 3, 3, 3, 3, 2, 1, 1, 1],
    [4, 3, 3, 3, 3, 2, 2, 1, 1],
];

/// Reads an actor's slots. Without stored numbers, derives them from its classes or caster level.
pub(crate) fn read(actor: Node<'_>, system: Node<'_>, caster: &Caster, block: &mut StatBlock) {
    let spells = system.at("spells");
    for level in 1..=9u8 {
        let node = spells.at(&format!("spell{level}"));
        let stored = node.first(&["override", "max"]).int().filter(|count| *count > 0);
        if let Some(count) = stored {
            block.slots.insert(level, count as u32);
        }
    }
    if !block.slots.is_empty() || !block.spells.iter().any(|spell| !spell.at_will) {
        return;
    }
    let (levels, pact) = match block.hero {
        true => class_levels(actor),
        false => {
            (system.first(&["attributes.spell.level", "details.spellLevel"]).int().unwrap_or(0), 0)
        }
    };
    table(levels, block);
    if pact > 0 {
        let (count, level) = pact_slots(pact);
        *block.slots.entry(level).or_default() += count;
    }
    if !block.slots.is_empty() {
        let of = if block.hero { "the classes" } else { "its caster level" };
        block.note(Weight::Derived, format!("spell slots, from {of}"));
    } else if caster.spell_ability.is_some() {
        // Old exports store only the number of slots left.
        for level in 1..=9u8 {
            let left = spells.at(&format!("spell{level}")).at("value").int();
            if let Some(count) = left.filter(|count| *count > 0) {
                block.slots.insert(level, count as u32);
            }
        }
        if !block.slots.is_empty() {
            block.note(Weight::Guessed, "spell slots: those it has left now");
        }
    }
}

/// Sets the slots of a full caster of a level; none below level 1.
pub(crate) fn table(level: i32, block: &mut StatBlock) {
    let Some(row) = usize::try_from(level - 1).ok().and_then(|at| FULL.get(at.min(19))) else {
        return;
    };
    for (at, count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
        block.slots.insert(at as u8 + 1, *count);
    }
}

/// Returns number and level of the slots of pact magic.
pub(crate) fn pact_slots(level: i32) -> (u32, u8) {
    let count = match level {
        1 => 1,
        2..=10 => 2,
        11..=16 => 3,
        _ => 4,
    };
    (count, ((level + 1) / 2).clamp(1, 5) as u8)
}

/// Returns the caster level for slots, and the level of pact magic.
fn class_levels(actor: Node<'_>) -> (i32, i32) {
    let (mut full, mut pact, mut casters) = (0, 0, 0);
    let mut half = 0;
    for item in actor.at("items").each().filter(|it| it.at("type").text() == Some("class")) {
        let data = item.first(&["system", "data"]);
        let levels = data.at("levels").int().unwrap_or_default().clamp(0, 20);
        let progression = data.first(&["spellcasting.progression", "spellcasting"]);
        let third = || {
            let subclasses = actor.at("items").each();
            subclasses.filter(|it| it.at("type").text() == Some("subclass")).any(|it| {
                it.first(&["system", "data"]).at("spellcasting.progression").text() == Some("third")
            })
        };
        match progression.text_or_empty() {
            "full" => full += levels,
            "half" => {
                half = levels;
                full += levels / 2;
            }
            "artificer" => full += (levels + 1) / 2,
            "pact" => {
                pact += levels;
                continue;
            }
            "third" => full += levels / 3,
            _ if third() => full += levels / 3,
            _ => continue,
        }
        casters += 1;
    }
    // A half caster without another caster class rounds half its levels up.
    let alone = casters == 1 && half > 1;
    (if alone { (half + 1) / 2 } else { full }, pact)
}
