//! Contents of a stat block that a ruleset's mapping does not use.

use std::collections::BTreeSet;

use crate::block::{Note, StatBlock, Weight};
use crate::mapping::EntryKind;

/// Returns notes on all contents that matter in a fight but that no rule or expression used.
pub(crate) fn notes(
    block: &StatBlock,
    carried: &[(EntryKind, String, bool)],
    asked: &BTreeSet<String>,
) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut add = |sort: &str, names: Vec<String>| {
        if !names.is_empty() {
            let text = format!("{sort}: {}", names.join(", "));
            notes.push(Note { weight: Weight::NotCarried, text });
        }
    };
    let missing = |kind: EntryKind| {
        let missed = carried.iter().filter(|(of, _, fits)| *of == kind && !fits);
        missed.map(|(_, name, _)| name.clone()).collect::<Vec<_>>()
    };
    add("attacks", missing(EntryKind::Attack));
    add("powers", missing(EntryKind::Power));
    add("spells", missing(EntryKind::Spell));
    let begins = |begin: &str| asked.iter().any(|name| name.starts_with(begin));
    if !begins("second.") && !begins("all-") {
        let several = block.attacks.iter().filter(|attack| attack.damage.len() > 1);
        let part = |attack: &crate::block::Attack| {
            let part = &attack.damage[1];
            format!("{} of {}", [part.roll(), part.kind.clone()].join(" "), attack.name)
        };
        add("further damage", several.map(part).collect());
    }
    if !begins("then.") && !begins("inflicts") {
        let with = block.attacks.iter().filter(|attack| attack.then.is_some());
        add("effects of a hit", with.map(|attack| attack.name.clone()).collect());
    }
    if !begins("resists") {
        add("resistances", block.resistances.clone());
    }
    if !begins("immune") {
        add("immunities", block.immunities.clone());
    }
    if !begins("vulnerable") {
        add("vulnerabilities", block.vulnerabilities.clone());
    }
    if !begins("unaffected") {
        add("condition immunities", block.condition_immunities.clone());
    }
    let speeds = block
        .speeds
        .iter()
        .filter(|(name, feet)| **feet > 0 && !asked.contains(&format!("speed.{name}")));
    add("speeds", speeds.map(|(name, feet)| format!("{name} {feet} ft")).collect());
    if let (Some(count), false) = (block.legendary_actions, begins("legendary.actions")) {
        add("legendary actions", vec![count.to_string()]);
    }
    if let (Some(count), false) = (block.legendary_resistances, begins("legendary.resistances")) {
        add("legendary resistances", vec![count.to_string()]);
    }
    if !begins("slots.") {
        let slots = block.slots.iter().filter(|(_, count)| **count > 0);
        add("spell slots", slots.map(|(level, count)| format!("{count} of {level}")).collect());
    }
    notes
}
