//! Reads sentences of fifth-edition stat blocks that follow the usual patterns.
//!
//! [`clean`] cleans texts first; every other function takes cleaned text.

mod clean;
mod effect;
mod hit;
mod multi;
mod spellcasting;
mod usage;

pub(crate) use clean::clean;
pub(crate) use effect::{conditions, damage_parts, effect, lasts};
pub(crate) use hit::attack;
pub(crate) use multi::{heads, multiattack};
pub(crate) use spellcasting::{SpellList, spellcasting};
pub(crate) use usage::{bare_name, once, uses};

/// Damage types of the fifth edition.
pub(crate) const DAMAGE: [&str; 13] = [
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
];

/// Conditions of the fifth edition.
pub(crate) const CONDITIONS: [&str; 15] = [
    "blinded",
    "charmed",
    "deafened",
    "exhaustion",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
];

/// Full and short names of abilities.
pub(crate) const ABILITIES: [(&str, &str); 6] = [
    ("strength", "str"),
    ("dexterity", "dex"),
    ("constitution", "con"),
    ("intelligence", "int"),
    ("wisdom", "wis"),
    ("charisma", "cha"),
];

/// Returns a short ability name from a long or short one.
pub(crate) fn ability(word: &str) -> Option<&'static str> {
    let word = word.trim().to_lowercase();
    let found = ABILITIES.iter().find(|(long, short)| word == *long || word == *short);
    found.map(|(_, short)| *short)
}

/// Returns the number, from 0 to 100, that a word or digits stand for.
pub(crate) fn counted(word: &str) -> Option<i32> {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = word.to_lowercase();
    let spelled = WORDS.iter().position(|known| *known == word).map(|at| at as i32);
    spelled.or_else(|| match word.as_str() {
        "once" | "a" | "an" => Some(1),
        "twice" => Some(2),
        _ => word.parse().ok().filter(|number| (0..=100).contains(number)),
    })
}

/// Returns the words of a text in lowercase, without punctuation around them.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(|word| {
            let keep = |c: char| c.is_alphanumeric() || ['+', '-', '/', '\''].contains(&c);
            word.trim_matches(|c| !keep(c)).to_lowercase()
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns the whole number after a word: 15 for `reach ` in `reach 15 ft.`.
pub(crate) fn number_after(text: &str, word: &str) -> Option<i32> {
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        rest = &rest[at + word.len()..];
        if let Some(number) = crate::number::leading_int(rest) {
            return Some(number);
        }
    }
    None
}

/// Returns the sentences of a text. An abbreviation such as `ft.` ends one only before a capital
/// letter, and not before `Hit`.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let ends = match c {
            '\n' => true,
            '.' => {
                let short = ["ft", "feet", "e.g", "vs"].iter().any(|it| text[..at].ends_with(it));
                let capital = text[at + 1..].trim_start().chars().next();
                let next_is_new = capital.is_none_or(|c| c.is_uppercase() || c == '\n');
                bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace)
                    && (!short || next_is_new)
                    && !(short && text[at + 1..].trim_start().starts_with("Hit"))
            }
            _ => false,
        };
        if ends {
            found.push(text[start..at].trim());
            start = at + 1;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Reads speeds such as `30 ft., fly 60 ft. (hover)` into a table. A speed without a name is for
/// walking.
pub(crate) fn speeds(text: &str, speeds: &mut std::collections::BTreeMap<String, i32>) {
    for part in text.to_lowercase().split([',', ';']) {
        let name = ["burrow", "climb", "fly", "swim"].into_iter().find(|name| part.contains(name));
        let digits = part.find(|c: char| c.is_ascii_digit());
        let feet = digits.and_then(|at| crate::number::leading_int(&part[at..]));
        if let Some(feet) = feet {
            speeds.entry(name.unwrap_or("walk").to_owned()).or_insert(feet);
        }
    }
}

/// Returns the damage types and conditions in a list such as `fire, poison and cold`; `None` if the
/// list has any other word.
pub(crate) fn words_of_list(text: &str) -> Option<Vec<String>> {
    let lower = text.to_lowercase().replace([';', ','], " ");
    let words = lower.split_whitespace().filter(|word| !["and", "or", "damage"].contains(word));
    words
        .map(|word| {
            let known = DAMAGE.contains(&word) || CONDITIONS.contains(&word);
            known.then(|| word.to_owned())
        })
        .collect()
}
