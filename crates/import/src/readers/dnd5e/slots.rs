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
    let (mut casters, mut pact) = (Casters::default(), 0);
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
            "full" => casters.add(levels, 1),
            "half" => casters.add(levels, 2),
            // Half, rounded up in every case.
            "artificer" => casters.add((levels + 1) / 2, 1),
            "pact" => pact += levels,
            "third" => casters.add(levels, 3),
            _ if third() => casters.add(levels, 3),
            _ => {}
        }
    }
    (casters.level(), pact)
}

/// The caster classes of a character, for its level in the table of spell slots.
#[derive(Debug, Default)]
pub(crate) struct Casters {
    /// Levels of each class, and their divisor: 1 for full casters, 2 for half, 3 for third.
    classes: Vec<(i32, i32)>,
}

impl Casters {
    /// Adds a class.
    pub(crate) fn add(&mut self, levels: i32, divisor: i32) {
        self.classes.push((levels, divisor));
    }

    /// Returns the caster level for slots. A single class rounds up once it casts spells, as its
    /// own table does. Several classes round down each.
    pub(crate) fn level(&self) -> i32 {
        match self.classes.as_slice() {
            [(levels, divisor)] if levels >= divisor => (levels + divisor - 1) / divisor,
            several => several.iter().map(|(levels, divisor)| levels / divisor).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Caster levels of the tables of single classes, and of several classes together.
    #[test]
    fn classes_alone_round_up_and_together_round_down() {
        let level = |classes: &[(i32, i32)]| {
            let mut casters = Casters::default();
            classes.iter().for_each(|(levels, divisor)| casters.add(*levels, *divisor));
            casters.level()
        };
        // Paladin and eldritch knight: spells begin at levels 2 and 3.
        assert_eq!([1, 2, 3, 5].map(|levels| level(&[(levels, 2)])), [0, 1, 2, 3]);
        assert_eq!([2, 3, 4, 7, 13, 19].map(|levels| level(&[(levels, 3)])), [0, 1, 2, 3, 5, 7]);
        assert_eq!(level(&[(5, 1)]), 5);
        assert_eq!(level(&[(3, 2), (4, 1)]), 5);
        assert_eq!(level(&[(4, 3), (3, 2)]), 2);
        assert_eq!(level(&[]), 0);
    }
}
