//! Stat blocks of Pathfinder 2 as pasted text.

use super::strikes::of_traits;
use super::{ABILITIES, SKILLS, damage, trait_of, weapon_name};
use crate::block::{Action, Attack, Power, Spell, StatBlock, System, Weight};
use crate::number::leading_int;
use crate::readers::noted;

/// Words that begin a statement of a stat block.
const KEYS: [&str; 22] = [
    "perception",
    "languages",
    "skills",
    "str",
    "items",
    "ac",
    "hp",
    "immunities",
    "weaknesses",
    "resistances",
    "speed",
    "melee",
    "ranged",
    "arcane",
    "divine",
    "occult",
    "primal",
    "focus",
    "rituals",
    "fort",
    "cantrips",
    "hardness",
];

/// Reads every stat block of a text.
pub(crate) fn text(text: &str) -> Vec<StatBlock> {
    let text = text.replace(['−', '–', '—'], "-").replace(['\u{a0}', '\t'], " ");
    let lines: Vec<&str> = text.lines().map(bare).filter(|line| !line.is_empty()).collect();
    let titles: Vec<usize> = (0..lines.len()).filter(|at| level_of(lines[*at]).is_some()).collect();
    // If the title is alone on its line, the name is on the line before.
    let start = |at: usize| match name_of(lines[at]).is_empty() && at > 0 {
        true => at - 1,
        false => at,
    };
    if titles.is_empty() {
        return vec![noted(|| one(&lines))];
    }
    let ends = titles.iter().skip(1).map(|at| start(*at)).chain([lines.len()]);
    let parts = titles.iter().zip(ends).map(|(at, end)| &lines[start(*at)..end.max(*at + 1)]);
    parts.map(|lines| noted(|| one(lines))).collect()
}

/// Returns a line without Markdown characters around it.
fn bare(line: &str) -> &str {
    line.trim()
        .trim_start_matches(['>', '#', '*', '_', '|', ' '])
        .trim_end_matches(['*', '_', '|', ' '])
}

/// Returns the level in a title such as `Goblin Warrior Creature -1`.
fn level_of(line: &str) -> Option<i32> {
    let lower = line.to_lowercase();
    let (_, behind) = lower.rsplit_once("creature ")?;
    let number = behind.trim();
    crate::number::whole(number)
}

/// Returns the name in a title.
fn name_of(line: &str) -> &str {
    let lower = line.to_lowercase();
    // Lowercasing may change the length in bytes; then the name is the whole line.
    let at = lower.rfind("creature ").filter(|_| lower.len() == line.len());
    at.and_then(|at| line.get(..at)).unwrap_or(line).trim()
}

fn one(lines: &[&str]) -> StatBlock {
    let mut block = StatBlock { system: System::Pf2e, ..StatBlock::default() };
    let title = lines.iter().position(|line| level_of(line).is_some());
    match title {
        Some(at) => {
            block.level = level_of(lines[at]);
            let name = name_of(lines[at]);
            let name =
                if name.is_empty() { lines.first().copied().unwrap_or_default() } else { name };
            block.name = name.to_owned();
        }
        None => block.name = lines.first().copied().unwrap_or_default().to_owned(),
    }
    block.challenge = block.level.map_or(String::new(), |level| level.to_string());
    let body = &lines[title.map_or(1, |at| at + 1).min(lines.len())..];
    for statement in statements(body) {
        read(&statement, &mut block);
    }
    if block.level.is_none() {
        block.note(Weight::Missing, "its level");
    }
    block
}

/// Joins lines to statements that begin with a key or an ability's name.
fn statements(lines: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in lines {
        let first = line.split([' ', ':', ';']).next().unwrap_or_default().to_lowercase();
        let begins = KEYS.contains(&first.as_str()) || activity(line).is_some();
        match found.last_mut() {
            Some(last) if !begins => {
                last.push(' ');
                last.push_str(line);
            }
            _ => found.push((*line).to_owned()),
        }
    }
    found
}

/// Returns the name and the action in a line such as `Breath Weapon [two-actions]`.
fn activity(line: &str) -> Option<(String, Action)> {
    const MARKS: [(&str, Action); 10] = [
        ("[one-action]", Action::Action),
        ("[two-actions]", Action::Action),
        ("[three-actions]", Action::Action),
        ("[reaction]", Action::Reaction),
        ("[free-action]", Action::Free),
        ("[one action]", Action::Action),
        ("[two actions]", Action::Action),
        ("[three actions]", Action::Action),
        ("◆", Action::Action),
        ("⤾", Action::Reaction),
    ];
    let (mark, action) = MARKS.iter().find(|(mark, _)| line.contains(mark))?;
    let name = line.split(mark).next()?.trim();
    let plain = !name.is_empty() && name.len() < 60 && !name.contains(['.', ',']);
    plain.then(|| (name.to_owned(), *action))
}

fn read(statement: &str, block: &mut StatBlock) {
    let first = statement.split([' ', ':', ';']).next().unwrap_or_default().to_lowercase();
    let rest = statement.get(first.len()..).unwrap_or_default().trim_start_matches([':', ' ']);
    match first.as_str() {
        "melee" | "ranged" => strike(rest, first == "ranged", block),
        "ac" | "fort" => defense(statement, block),
        "hp" => {
            block.hp = leading_int(rest);
            defenses(statement, block);
        }
        "immunities" | "weaknesses" | "resistances" => defenses(statement, block),
        "speed" => speeds(rest, block),
        "perception" => {
            block.initiative = signed(rest);
            block.numbers.extend(signed(rest).map(|it| ("perception".to_owned(), it)));
        }
        "skills" => {
            for (name, value) in signed_list(rest) {
                if SKILLS.iter().any(|(skill, _)| *skill == name) {
                    block.skills.insert(name, value);
                }
            }
        }
        "str" => {
            for (name, value) in signed_list(statement) {
                if ABILITIES.contains(&name.as_str()) {
                    block.mods.insert(name, value);
                }
            }
        }
        "arcane" | "divine" | "occult" | "primal" | "focus" | "cantrips" => {
            spells(statement, block)
        }
        "languages" | "items" | "rituals" | "hardness" => {}
        _ => match activity(statement) {
            Some((name, action)) => {
                block.powers.push(Power { name, action, ..Power::default() });
            }
            None => traits(statement, block),
        },
    }
}

/// Returns the signed number that a text begins with.
fn signed(text: &str) -> Option<i32> {
    let text = text.trim_start();
    text.starts_with(['+', '-']).then(|| leading_int(text)).flatten()
}

/// Returns the names and numbers of a list: `Acrobatics +5, Athletics +2 (+4 to climb)`.
fn signed_list(text: &str) -> Vec<(String, i32)> {
    let one = |part: &str| {
        let at = part.find([' ', ':'])?;
        let (name, number) = part.split_at(at);
        Some((name.to_lowercase(), signed(number.trim_start_matches([':', ' ']))?))
    };
    text.split([',', ';']).map(str::trim).filter_map(one).collect()
}

/// Reads size and creature type from the line of traits.
fn traits(line: &str, block: &mut StatBlock) {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    if !block.size.is_empty() || words.len() > 12 {
        return;
    }
    let sizes = ["tiny", "small", "medium", "large", "huge", "gargantuan"];
    if let Some(size) = words.iter().find(|word| sizes.contains(word)) {
        block.size = (*size).to_owned();
        block.kind = words.last().copied().unwrap_or_default().to_owned();
    }
}

/// Reads `AC 16; Fort +5, Ref +7, Will +3`, also with other words between or after them.
fn defense(statement: &str, block: &mut StatBlock) {
    let lower = statement.to_lowercase();
    let after = |word: &str| {
        let found = lower
            .match_indices(word)
            .find(|(at, _)| !lower[..*at].ends_with(|c: char| c.is_alphanumeric()));
        found.map(|(at, word)| lower[at + word.len()..].trim_start_matches([':', ' ']).to_owned())
    };
    block.ac = block.ac.or(after("ac ").and_then(|it| leading_int(&it)));
    for (short, save) in [("fort", "fortitude"), ("ref", "reflex"), ("will", "will")] {
        let value = after(save).or_else(|| after(short)).and_then(|it| signed(&it));
        block.saves.extend(value.map(|it| (save.to_owned(), it)));
    }
}

/// Reads immunities, weaknesses and resistances, which may follow the hit points.
fn defenses(statement: &str, block: &mut StatBlock) {
    for part in statement.split(';').map(str::trim) {
        let lower = part.to_lowercase();
        let list = |key: &str| {
            let rest = lower.strip_prefix(key)?;
            let words = rest.split(',').map(|it| it.trim().to_owned());
            Some(words.filter(|it| !it.is_empty()).collect::<Vec<_>>())
        };
        block.immunities.extend(list("immunities").unwrap_or_default());
        block.vulnerabilities.extend(list("weaknesses").unwrap_or_default());
        block.resistances.extend(list("resistances").unwrap_or_default());
    }
}

fn speeds(text: &str, block: &mut StatBlock) {
    for part in text.split([',', ';']).map(str::trim) {
        let lower = part.to_lowercase();
        let digits = lower.find(|c: char| c.is_ascii_digit());
        let Some(feet) = digits.and_then(|at| leading_int(&lower[at..])) else { continue };
        let kind = ["fly", "swim", "climb", "burrow"].into_iter().find(|it| lower.starts_with(it));
        block.speeds.entry(kind.unwrap_or("walk").to_owned()).or_insert(feet);
    }
}

/// Reads a strike: `[one-action] jaws +9 (reach 10 feet), Damage 1d8+4 piercing plus 1d6 fire`.
fn strike(text: &str, ranged: bool, block: &mut StatBlock) {
    let mark = |c: char| ['◆', '◇', ' ', ':', '»', '*'].contains(&c);
    let mut text = text.trim_start_matches(mark);
    if let Some((_, behind)) = text.strip_prefix('[').and_then(|it| it.split_once(']')) {
        text = behind.trim_start_matches(mark);
    }
    let sign = text.match_indices([' ']).map(|(at, _)| at + 1).find(|at| {
        let rest = &text[*at..];
        let number = rest.strip_prefix(['+', '-']).unwrap_or_default();
        number.starts_with(|c: char| c.is_ascii_digit())
    });
    let Some(at) = sign else {
        block.note(Weight::NotUnderstood, format!("the strike `{}`", short(text)));
        return;
    };
    let name = text[..at].trim();
    let rest = &text[at..];
    let (before, after) =
        rest.split_once("Damage").or_else(|| rest.split_once("damage")).unwrap_or((rest, ""));
    let inside = before.split_once('(').map(|(_, inside)| inside.split(')').next().unwrap_or(""));
    let traits: Vec<String> =
        inside.unwrap_or_default().split(',').map(trait_of).filter(|it| !it.is_empty()).collect();
    let range = super::trait_number(&traits, "range-increment")
        .or_else(|| super::trait_number(&traits, "range"));
    let mut attack = Attack {
        name: capitalized(&weapon_name(name)),
        melee: !ranged,
        ranged,
        bonus: leading_int(rest),
        ..Attack::default()
    };
    of_traits(&mut attack, &traits, range);
    let damages = after.trim_start_matches([':', ' ', '*']);
    for part in damages.split(" plus ").flat_map(|part| part.split(" and ")) {
        rolled(part.trim().trim_end_matches(['.', ';']), &mut attack, block);
    }
    block.attacks.push(attack);
}

/// Reads a part of the damage such as `1d8+4 piercing`. Words without a roll become a note.
fn rolled(part: &str, attack: &mut Attack, block: &mut StatBlock) {
    let (roll, kind) = part.split_once(' ').unwrap_or((part, ""));
    let kind = kind.split([' ', ',', '(']).next().unwrap_or_default().to_lowercase();
    let starts = roll.starts_with(|c: char| c.is_ascii_digit());
    if !starts {
        if !part.is_empty() {
            let text = format!("{}: a hit also does {}", attack.name, short(part));
            block.note(Weight::NotCarried, text);
        }
        return;
    }
    if part.contains("persistent") || kind == "bleed" {
        block.note(Weight::NotCarried, format!("{}: {}", attack.name, short(part)));
        return;
    }
    match damage(roll, &kind) {
        Some(part) => attack.damage.push(part),
        None => block
            .note(Weight::NotUnderstood, format!("{}: the damage `{}`", attack.name, short(part))),
    }
}

fn capitalized(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|c| c.to_uppercase().collect::<String>());
    first.map_or(String::new(), |first| first + chars.as_str())
}

/// Returns at most 60 characters of a text, for a remark.
fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Reads `Arcane Prepared Spells DC 20, attack +12; 2nd fear, haste; Cantrips (1st) ignition`.
fn spells(statement: &str, block: &mut StatBlock) {
    let lower = statement.to_lowercase();
    let after = |word: &str| lower.split_once(word).and_then(|(_, rest)| leading_int(rest));
    block.spell_dc = block.spell_dc.max(after("dc "));
    block.spell_attack = block.spell_attack.max(after("attack "));
    for part in statement.split(';').map(str::trim) {
        let Some((head, names)) = part.split_once(' ') else { continue };
        let lower = head.to_lowercase();
        let rank = leading_int(&lower).filter(|_| lower.ends_with(|c: char| c.is_alphabetic()));
        let cantrips = lower.starts_with("cantrips");
        if rank.is_none() && !cantrips {
            continue;
        }
        let names =
            if cantrips { names.split_once(')').map_or(names, |(_, names)| names) } else { names };
        for name in names.split(',') {
            let name = name.split('(').next().unwrap_or_default().trim();
            if !name.is_empty() && name.len() < 60 {
                block.spells.push(Spell {
                    name: capitalized(name),
                    level: if cantrips { Some(0) } else { rank },
                    at_will: cantrips,
                    ..Spell::default()
                });
            }
        }
    }
}
