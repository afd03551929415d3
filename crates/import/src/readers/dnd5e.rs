//! Readers of the fifth edition, and the numbers that its rules derive from others.

mod activity;
mod assemble;
mod caster;
mod dnd_beyond;
mod fantasy_grounds;
mod five_bits;
mod five_tools;
mod foundry;
mod improved_initiative;
mod item;
mod legacy;
mod open5e;
mod pasted;
mod slots;
mod spell_book;
mod srd_data;
mod weapons;
mod words;

pub(crate) use dnd_beyond::dnd_beyond;
pub(crate) use fantasy_grounds::fantasy_grounds;
pub(crate) use five_bits::five_bits;
pub(crate) use five_tools::five_tools;
pub(crate) use foundry::foundry;
pub(crate) use improved_initiative::improved_initiative;
pub(crate) use open5e::open5e;
pub(crate) use pasted::pasted;
pub(crate) use spell_book::SpellBook;
pub(crate) use srd_data::srd_data;

use crate::block::{Multiattack, StatBlock, Weight};
use crate::prose;

/// Skills by Foundry's short names, with the ability each belongs to.
pub(crate) const SKILLS: [(&str, &str, &str); 18] = [
    ("acr", "acrobatics", "dex"),
    ("ani", "animal-handling", "wis"),
    ("arc", "arcana", "int"),
    ("ath", "athletics", "str"),
    ("dec", "deception", "cha"),
    ("his", "history", "int"),
    ("ins", "insight", "wis"),
    ("itm", "intimidation", "cha"),
    ("inv", "investigation", "int"),
    ("med", "medicine", "wis"),
    ("nat", "nature", "int"),
    ("prc", "perception", "wis"),
    ("prf", "performance", "cha"),
    ("per", "persuasion", "cha"),
    ("rel", "religion", "int"),
    ("slt", "sleight-of-hand", "dex"),
    ("ste", "stealth", "dex"),
    ("sur", "survival", "wis"),
];

/// Abilities in the order of stat blocks.
pub(crate) const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// Short and long words for sizes.
const SIZES: [(&str, &str); 14] = [
    ("tiny", "tiny"),
    ("t", "tiny"),
    ("sm", "small"),
    ("s", "small"),
    ("small", "small"),
    ("med", "medium"),
    ("m", "medium"),
    ("medium", "medium"),
    ("lg", "large"),
    ("l", "large"),
    ("large", "large"),
    ("huge", "huge"),
    ("h", "huge"),
    ("gargantuan", "gargantuan"),
];

/// Returns the size that a word stands for; empty if it is not a size.
pub(crate) fn size(word: &str) -> &'static str {
    let word = word.trim().to_lowercase();
    match word.as_str() {
        "grg" | "g" => "gargantuan",
        _ => SIZES.iter().find(|(known, _)| *known == word).map_or("", |(_, size)| size),
    }
}

/// Returns the proficiency bonus of a level or challenge rating.
pub(crate) fn proficiency(level: f64) -> i32 {
    2 + ((level.clamp(1.0, 30.0).ceil() as i32) - 1) / 4
}

/// Returns a challenge rating as stat blocks write it.
pub(crate) fn challenge(rating: f64) -> String {
    match rating {
        0.125 => "1/8".to_owned(),
        0.25 => "1/4".to_owned(),
        0.5 => "1/2".to_owned(),
        other => format!("{other}"),
    }
}

/// Reads the text of a Multiattack. `heads` is the number of the creature's heads, if it has
/// several. A note says so if the text gives no number.
pub(crate) fn multiattack(
    block: &mut StatBlock,
    text: &str,
    heads: Option<i32>,
) -> Option<Multiattack> {
    let mut names = names(block);
    if !block.spells.is_empty() {
        names.push("Spellcasting".to_owned());
    }
    let found = prose::multiattack(text, &names, heads);
    if found.is_none() {
        block.note(Weight::NotUnderstood, "Multiattack: the number of attacks");
    }
    found
}

/// Returns the names of attacks and powers in the form that Multiattack may use.
fn names(block: &StatBlock) -> Vec<String> {
    let attacks = block.attacks.iter().map(|attack| attack.name.clone());
    let powers = block.powers.iter().map(|power| power.name.clone());
    let mut names: Vec<String> = attacks.chain(powers).collect();
    for name in &mut names {
        // Sentences omit remarks such as `(Bat Form Only)`.
        if let Some((bare, _)) = name.split_once(" (") {
            *name = bare.to_owned();
        }
    }
    names.sort();
    names.dedup();
    names
}
