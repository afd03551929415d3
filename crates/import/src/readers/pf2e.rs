//! Readers of Pathfinder 2: Foundry actors, characters of Pathbuilder, and stat blocks as text.

mod actor;
mod effects;
mod hero;
mod pathbuilder;
mod ranks;
mod strikes;
mod text;

pub(crate) use actor::foundry;
pub(crate) use pathbuilder::pathbuilder;
pub(crate) use text::text;

use crate::block::{Damage, slug};
use crate::formula;

/// Sizes in exports, and in stat blocks.
const SIZES: [(&str, &str); 6] = [
    ("tiny", "tiny"),
    ("sm", "small"),
    ("med", "medium"),
    ("lg", "large"),
    ("huge", "huge"),
    ("grg", "gargantuan"),
];

/// Abilities, by the keys of exports.
const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// Skills and their abilities.
const SKILLS: [(&str, &str); 16] = [
    ("acrobatics", "dex"),
    ("arcana", "int"),
    ("athletics", "str"),
    ("crafting", "int"),
    ("deception", "cha"),
    ("diplomacy", "cha"),
    ("intimidation", "cha"),
    ("medicine", "wis"),
    ("nature", "wis"),
    ("occultism", "int"),
    ("performance", "cha"),
    ("religion", "wis"),
    ("society", "int"),
    ("stealth", "dex"),
    ("survival", "wis"),
    ("thievery", "dex"),
];

/// Saves and their abilities.
const SAVES: [(&str, &str); 3] = [("fortitude", "con"), ("reflex", "dex"), ("will", "wis")];

/// Damage types.
const DAMAGE: [&str; 17] = [
    "acid",
    "bleed",
    "bludgeoning",
    "cold",
    "electricity",
    "fire",
    "force",
    "mental",
    "piercing",
    "poison",
    "slashing",
    "sonic",
    "spirit",
    "vitality",
    "void",
    "positive",
    "negative",
];

/// Returns the full word for a size; empty if it is unknown.
fn size(word: &str) -> String {
    let known = SIZES.iter().find(|(short, long)| [*short, *long].contains(&word));
    known.map_or(String::new(), |(_, long)| (*long).to_owned())
}

/// Returns damage such as `1d6+3` with its type as a label, which resistances read:
/// `(1d6+3)[fire]`. Returns `None` if the text is not a roll.
fn damage(text: &str, kind: &str) -> Option<Damage> {
    let formula = formula::plain(text)?;
    let (dice, flat) = (formula.dice_text(), formula.whole());
    if dice.is_empty() && flat <= 0 {
        return None;
    }
    let roll = Damage { dice, flat, kind: String::new() }.roll();
    let kind = if DAMAGE.contains(&kind) { kind } else { "" };
    let dice = match kind {
        "" => roll,
        kind if roll.contains(['+', '-']) => format!("({roll})[{kind}]"),
        kind => format!("{roll}[{kind}]"),
    };
    Some(Damage { dice, flat: 0, kind: kind.to_owned() })
}

/// Returns the number in a trait such as `reach-10`.
fn trait_number(traits: &[String], begin: &str) -> Option<i32> {
    let number = |it: &String| it.strip_prefix(begin)?.trim_start_matches('-').parse().ok();
    traits.iter().find_map(number)
}

/// Returns a weapon's name with its bonus at the end: `Longsword +1` for `+1 Longsword`.
fn weapon_name(name: &str) -> String {
    let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
    match first.starts_with('+') && rest.starts_with(char::is_alphabetic) {
        true => format!("{rest} {first}"),
        false => name.to_owned(),
    }
}

/// Returns a trait in the form of current exports: `reach-10` for `reach 10 feet`.
fn trait_of(text: &str) -> String {
    let slug = slug(text.trim());
    slug.trim_end_matches("-feet").trim_end_matches("-ft").to_owned()
}

#[cfg(test)]
mod tests;
