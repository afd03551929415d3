//! Foundry actors of Pathfinder 1, read by the converter of the Revised Action Economy.
//!
//! The converter derives numbers and prices in acts, and writes a creature of `pathfinder-rae`. The
//! stat block holds that creature unchanged, beside the numbers that other rulesets may map.

mod powers;

use std::sync::OnceLock;

use rules::{Parsed, Source};
use serde_json::Value;
use sim::convert::{Guidelines, actor};
use toml::Table;

use crate::block::{Attack, Damage, StatBlock, System, Weight};
use crate::number::whole;
use crate::refusal::Refusal;

/// The ruleset that the converter writes creatures for.
pub(crate) const RULESET: &str = "pathfinder-rae";

/// Maximum number of remarks about parts that are not carried over.
const ASIDES: usize = 5;

const FEET_A_SQUARE: i32 = 5;

/// Sizes from the smallest; the ruleset counts medium as 0.
const SIZES: [&str; 9] =
    ["tiny", "tiny", "tiny", "small", "medium", "large", "huge", "gargantuan", "gargantuan"];
const MEDIUM: i32 = 4;

/// Reads an actor.
pub(crate) fn foundry(value: &Value) -> Result<StatBlock, Refusal> {
    static CONVERTER: OnceLock<Option<(Parsed, Guidelines)>> = OnceLock::new();
    let Some((parsed, guidelines)) = CONVERTER.get_or_init(converter) else {
        return Err(Refusal::new(format!("the converter of {RULESET} does not load")));
    };
    let import = actor::read(guidelines, parsed, &value.to_string()).map_err(|note| {
        let place = if note.path.is_empty() { String::new() } else { format!("{}: ", note.path) };
        Refusal::new(format!("{place}{}", note.text))
    })?;
    let file = import.creature_file(RULESET).parse::<Table>().unwrap_or_default();
    let creatures = file.get("creature").and_then(toml::Value::as_array);
    let creature = creatures.and_then(|all| all.first()?.as_table().cloned()).unwrap_or_default();
    let mut block = StatBlock {
        name: import.name.clone(),
        system: System::Pf1,
        hero: value.get("type").and_then(Value::as_str) == Some("character"),
        ..StatBlock::default()
    };
    block.numbers =
        import.attributes.iter().map(|(id, number)| ((*id).to_owned(), (*number).into())).collect();
    numbers(&mut block);
    let inner = value.get("system").or_else(|| value.get("data"));
    let rating = ["/details/cr/total", "/details/cr/base"];
    let rating = rating.iter().find_map(|path| inner?.pointer(path)?.as_f64());
    block.challenge = rating.map_or(String::new(), challenge);
    block.attacks = attacks(&creature);
    powers::add(&creature, &mut block);
    powers::add_energies(&mut block);
    for line in import.remarks(actor::Weight::Play) {
        let weight = match () {
            () if line.contains("worked out: ") => Weight::Derived,
            () if line.contains("does not say how often") => Weight::Missing,
            () if line.contains("from the words") => Weight::Remark,
            () if line.contains("default holds") => Weight::Missing,
            () if line.contains("no size") || line.contains("is given; taken as") => {
                Weight::Missing
            }
            () if line.contains("taken as") || line.contains("fights with") => Weight::Guessed,
            // The stored hit points may be left from the last fight.
            () if line.contains("it starts with") => Weight::Guessed,
            () if line.contains("game master") => Weight::Remark,
            () => Weight::NotUnderstood,
        };
        block.note(weight, without_place(&line));
    }
    for line in import.asides(ASIDES) {
        block.note(Weight::NotCarried, without_place(&line));
    }
    block.ignored = import.noise();
    block.creature = Some(creature);
    Ok(block)
}

/// Returns a remark without the path in the document that it begins with.
fn without_place(line: &str) -> &str {
    let behind = line.strip_prefix('/').and_then(|line| line.split_once(": "));
    // A part without a name is known only by its path.
    let named = behind.filter(|(_, remark)| !remark.starts_with("not carried over"));
    named.map_or(line, |(_, remark)| remark)
}

fn converter() -> Option<(Parsed, Guidelines)> {
    let parsed = Source::embedded(RULESET)?.parse().ok()?;
    let guidelines = Guidelines::read(&Guidelines::embedded(RULESET), &parsed).ok()?;
    Some((parsed, guidelines))
}

/// Returns a challenge rating as books write it: `1/2` for 0.5.
fn challenge(rating: f64) -> String {
    let parts = [(8.0, "1/8"), (6.0, "1/6"), (4.0, "1/4"), (3.0, "1/3"), (2.0, "1/2")];
    let part = parts.iter().find(|(parts, _)| (rating * parts - 1.0).abs() < 0.06);
    part.map_or_else(|| format!("{}", rating.round()), |(_, text)| (*text).to_owned())
}

/// Sets the numbers that stat blocks of every game have.
fn numbers(block: &mut StatBlock) {
    let of = |name: &str, block: &StatBlock| block.numbers.get(name).copied();
    block.hp = of("hp", block);
    block.ac = of("ac", block);
    block.initiative = of("init", block);
    let modes = [("walk", "speed"), ("fly", "fly"), ("swim", "swim"), ("burrow", "burrow")];
    for (mode, number) in modes {
        let feet = of(number, block).map(|squares| squares * FEET_A_SQUARE);
        block.speeds.extend(feet.map(|feet| (mode.to_owned(), feet)));
    }
    let place = of("size", block).unwrap_or(0) + MEDIUM;
    let size = usize::try_from(place).ok().and_then(|place| SIZES.get(place));
    block.size = size.unwrap_or(&"medium").to_string();
    for (save, number) in [("fort", "fortitude"), ("ref", "reflex"), ("will", "will")] {
        let value = of(number, block);
        block.saves.extend(value.map(|value| (save.to_owned(), value)));
    }
}

/// Returns the attacks of a creature: its variants of `attack` and `shoot`.
fn attacks(creature: &Table) -> Vec<Attack> {
    let activities = creature.get("activity").and_then(toml::Value::as_array);
    let one = |activity: &toml::Value| {
        let text = |key: &str| activity.get(key).and_then(toml::Value::as_str);
        let ranged = match text("like")? {
            "attack" => false,
            "shoot" => true,
            _ => return None,
        };
        let with = |key: &str| activity.get("with")?.get(key)?.as_str();
        let own = |key: &str| creature.get("attributes")?.get(key)?.as_str();
        let number = |key: &str| whole(with(key).or_else(|| own(key))?);
        let (bonus, dice) = if ranged { ("ranged", "missile") } else { ("melee", "weapon") };
        let feet = |key: &str| number(key).map(|squares| squares * FEET_A_SQUARE);
        let natural = !ranged && number("weapon-natural") == Some(1);
        Some(Attack {
            name: text("name")?.to_owned(),
            melee: !ranged,
            ranged,
            bonus: number(bonus),
            reach: if ranged { None } else { feet("reach") },
            range: if ranged { feet("shooting") } else { None },
            damage: vec![Damage { dice: with(dice)?.to_owned(), ..Damage::default() }],
            properties: if natural { vec!["natural".to_owned()] } else { Vec::new() },
            ..Attack::default()
        })
    };
    activities.into_iter().flatten().filter_map(one).collect()
}

#[cfg(test)]
mod tests;
