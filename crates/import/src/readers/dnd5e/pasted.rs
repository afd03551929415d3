//! Stat blocks of the fifth edition as text, in the layouts of 2014 and 2024.

use super::size;
use super::words::{Entries, Section, defenses, saves, senses, skills};
use crate::block::{Action, StatBlock, Weight};
use crate::number::{leading_int, leading_int_at};
use crate::prose;
use crate::readers::noted;
use crate::refusal::Refusal;

/// Headings of sections, in lowercase.
const HEADINGS: [(&str, Section); 9] = [
    ("traits", Section::Trait),
    ("actions", Section::Does(Action::Action)),
    ("bonus actions", Section::Does(Action::Bonus)),
    ("reactions", Section::Does(Action::Reaction)),
    ("legendary actions", Section::Does(Action::Legendary)),
    ("mythic actions", Section::Does(Action::Legendary)),
    ("lair actions", Section::Does(Action::Lair)),
    ("features", Section::Trait),
    ("abilities", Section::Trait),
];

/// Labels at the beginning of lines with numbers.
const LABELS: [&str; 24] = [
    "armor class",
    "hit points",
    "speed",
    "saving throws",
    "skills",
    "damage vulnerabilities",
    "damage resistances",
    "damage immunities",
    "condition immunities",
    "senses",
    "languages",
    "challenge",
    "proficiency bonus",
    "vulnerabilities",
    "resistances",
    "immunities",
    "initiative",
    "gear",
    "equipment",
    "cr",
    "ac",
    "hp",
    "str",
    "mod",
];

/// Reads every stat block of a text.
pub(crate) fn pasted(text: &str) -> Result<Vec<StatBlock>, Refusal> {
    let clean = prose::clean(&text.replace('\t', " "));
    let lines: Vec<&str> = clean.lines().map(bare).filter(|line| !line.is_empty()).collect();
    let starts = starts(&lines);
    if starts.is_empty() {
        return Err(Refusal::new("there is no line with an armor class in it")
            .help("Paste the whole stat block, its name first."));
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let parts = starts.iter().zip(ends).map(|(start, end)| &lines[*start..end]);
    Ok(parts.map(|lines| noted(|| one(lines))).collect())
}

/// Returns a line without leading Markdown characters; empty if it is a rule.
fn bare(line: &str) -> &str {
    let line = line.trim().trim_start_matches(['>', '#', '|', '•', ' ']).trim_end_matches('|');
    let rule = line.chars().all(|c| ['-', '=', ':', '|', ' '].contains(&c));
    if rule { "" } else { line.trim() }
}

/// Returns the indexes of the lines with names: one or two lines above the armor class.
fn starts(lines: &[&str]) -> Vec<usize> {
    let is_armor = |line: &&str| label(line).is_some_and(|it| it == "armor class" || it == "ac");
    let mut found = Vec::new();
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| is_armor(line)) {
        let above = (1..=2).filter_map(|up| at.checked_sub(up));
        // A line with size and type may stand between name and numbers.
        let type_line = above.clone().find(|it| type_of(lines[*it]).is_some());
        let start = match type_line {
            Some(line) => line.saturating_sub(1),
            None => at.saturating_sub(1),
        };
        if found.last().is_none_or(|last| start > *last) {
            found.push(start);
        }
    }
    found
}

/// Returns size and kind from a line such as `Large dragon, chaotic evil`.
fn type_of(line: &str) -> Option<(&'static str, String)> {
    let words = prose::words(line.split([',', '(']).next().unwrap_or_default());
    let first = words.first().map(|word| size(word)).filter(|it| !it.is_empty())?;
    let kind = words.iter().skip(1).rfind(|word| size(word).is_empty() && *word != "or")?;
    (words[0].len() > 2).then(|| (first, kind.clone()))
}

/// Returns the label that a line of numbers begins with.
fn label(line: &str) -> Option<&'static str> {
    let lower = line.to_lowercase();
    LABELS.into_iter().find(|label| {
        let Some(rest) = lower.strip_prefix(*label) else { return false };
        let next = rest.chars().next();
        let short = label.len() <= 3;
        match next {
            None => *label == "str",
            Some(':') => true,
            Some(' ') => {
                !short
                    || rest.trim_start().starts_with(|c: char| {
                        c.is_ascii_digit() || ['d', 'D', '+', '-'].contains(&c)
                    })
            }
            _ => false,
        }
    })
}

fn one(lines: &[&str]) -> StatBlock {
    let mut block = StatBlock { name: lines[0].to_owned(), ..StatBlock::default() };
    if let Some((size, kind)) = lines.get(1).and_then(|line| type_of(line)) {
        block.size = size.to_owned();
        block.kind = kind;
    }
    let mut entries = Entries::default();
    let mut section = Section::Trait;
    let mut entry: Option<(String, String)> = None;
    let mut at = 1;
    let mut defense = [String::new(), String::new(), String::new(), String::new()];
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        let lower = line.to_lowercase();
        let heading = lower.trim_end_matches(':');
        if let Some((_, next)) = HEADINGS.iter().find(|(known, _)| *known == heading) {
            flush(&mut block, &mut entries, section, &mut entry);
            section = *next;
            continue;
        }
        let is_number_line = entry.is_none() && section == Section::Trait;
        if let Some(label) = label(line).filter(|_| is_number_line) {
            let rest = line[label.len()..].trim_start_matches([':', ' ']);
            if label == "str" || label == "mod" {
                at = abilities(lines, at - 1, &mut block);
            } else {
                numbers(&mut block, label, rest, &mut defense);
            }
            continue;
        }
        if lower.starts_with("legendary action uses") {
            block.legendary_actions = prose::number_after(&lower, "uses: ");
            continue;
        }
        if let Some((name, text)) = head(line) {
            flush(&mut block, &mut entries, section, &mut entry);
            entry = Some((name, text));
            continue;
        }
        match &mut entry {
            Some((_, text)) => {
                text.push('\n');
                text.push_str(line);
            }
            None => {
                if section == Section::Does(Action::Legendary) {
                    let said = prose::number_after(&lower, "take ");
                    block.legendary_actions = block.legendary_actions.or(said);
                }
            }
        }
    }
    flush(&mut block, &mut entries, section, &mut entry);
    let texts = [&defense[0], &defense[1], &defense[2], &defense[3]].map(String::as_str);
    defenses(&mut block, texts);
    let legendary = |action: Action| action == Action::Legendary;
    let has_legendary = block.powers.iter().any(|power| legendary(power.action))
        || block.attacks.iter().any(|attack| legendary(attack.action));
    if has_legendary && block.legendary_actions.is_none() {
        block.legendary_actions = Some(3);
        block.note(Weight::Guessed, "3 legendary actions a round, as is usual");
    }
    entries.finish(&mut block);
    block
}

fn flush(
    block: &mut StatBlock,
    entries: &mut Entries,
    section: Section,
    entry: &mut Option<(String, String)>,
) {
    if let Some((name, text)) = entry.take() {
        entries.add(block, section, &name, &text);
    }
}

/// Returns the name and the rest of an entry's first line: `Bite. Melee Weapon Attack: …`.
fn head(line: &str) -> Option<(String, String)> {
    let end = line.find(['.', ':'])?;
    let mut name = &line[..end];
    // In `Fire Breath (Recharge 5-6).`, the period comes after the parenthesis.
    if let (Some(open), None) = (name.find('('), name.find(')')) {
        let close = line[open..].find(')')? + open;
        let stop = line[close..].find(['.', ':'])? + close;
        name = &line[..stop];
    }
    let rest = line[name.len()..].trim_start_matches(['.', ':']).trim();
    let bare = prose::bare_name(name);
    let words: Vec<&str> = bare.split_whitespace().collect();
    let small = ["of", "the", "and", "or", "with", "in", "to", "from", "a", "by", "for"];
    let capital =
        |word: &&str| small.contains(word) || word.starts_with(|c: char| !c.is_lowercase());
    let parts_of_rules = ["hit", "miss", "failure", "success", "trigger", "response", "at will"];
    let lower = bare.to_lowercase();
    let fits = !words.is_empty()
        && words.len() <= 7
        && words.iter().all(capital)
        && !parts_of_rules.iter().any(|it| lower == *it || lower.starts_with("failure"))
        && !lower.ends_with("saving throw")
        && !lower.contains("/day")
        && !lower.ends_with("level")
        && !lower.starts_with("cantrip")
        && !lower.ends_with("attack roll")
        && !lower.ends_with("weapon attack")
        && lower.chars().any(char::is_alphabetic)
        && !rest.is_empty();
    fits.then(|| (name.to_owned(), rest.to_owned()))
}

/// Reads lines such as `STR 23 (+6)`, a table of scores, or rows such as `Str 23 +6 +6`. Returns
/// the index of the first line after them.
fn abilities(lines: &[&str], from: usize, block: &mut StatBlock) -> usize {
    let mut at = from;
    let mut names: Vec<&'static str> = Vec::new();
    let mut numbers: Vec<(i32, bool)> = Vec::new();
    while at < lines.len() && at < from + 16 {
        let line = lines[at].replace('|', " ");
        let lower = line.to_lowercase();
        let only = lower.chars().all(|c| {
            c.is_ascii_digit() || " +-()modsave".contains(c) || "strdexconintwischa".contains(c)
        });
        if !only {
            break;
        }
        for word in lower.split([' ', '(', ')']).filter(|word| !word.is_empty()) {
            if let Some(ability) = prose::ability(word) {
                names.push(ability);
            } else if let Some(number) = leading_int(word) {
                numbers.push((number, word.starts_with(['+', '-'])));
            }
        }
        at += 1;
    }
    let scores: Vec<i32> =
        numbers.iter().filter(|(number, signed)| !signed && *number <= 30).map(|it| it.0).collect();
    if names.len() >= scores.len() && !scores.is_empty() {
        for (ability, score) in names.iter().zip(&scores) {
            block.scores.insert((*ability).to_owned(), *score);
        }
        // The layout of 2024 gives modifier and save after each score.
        let signed: Vec<i32> =
            numbers.iter().filter(|(_, signed)| *signed).map(|it| it.0).collect();
        if signed.len() == 2 * scores.len() {
            for (ability, pair) in names.iter().zip(signed.chunks(2)) {
                block.saves.insert((*ability).to_owned(), pair[1]);
            }
        }
    }
    at.max(from + 1)
}

/// Reads a line of numbers by its label.
fn numbers(block: &mut StatBlock, label: &str, rest: &str, defense: &mut [String; 4]) {
    let lower = rest.to_lowercase();
    let number = |text: &str| leading_int_at(text, &|| label.to_owned());
    match label {
        "armor class" | "ac" => {
            block.ac = number(rest);
            // `AC 18  Initiative +4 (14)` is one line in the layout of 2024.
            if let Some(at) = lower.find("initiative") {
                let value = rest[at + 10..].trim_start_matches([':', ' ']);
                block.initiative = leading_int_at(value, &|| "initiative".to_owned());
            }
        }
        "initiative" => block.initiative = number(rest),
        "hit points" | "hp" => block.hp = number(rest),
        "speed" => prose::speeds(rest, &mut block.speeds),
        "saving throws" => saves(rest, &mut block.saves),
        "skills" => skills(rest, &mut block.skills),
        "senses" => senses(rest, &mut block.senses),
        "challenge" | "cr" => {
            let rest = rest.trim_start_matches("Rating").trim_start_matches([':', ' ']);
            block.challenge = rest.split([' ', '(']).next().unwrap_or_default().to_owned();
            if let Some(at) = lower.find("pb ") {
                block.proficiency = leading_int(&rest[rest.len() - (lower.len() - at - 3)..]);
            }
        }
        "proficiency bonus" => block.proficiency = number(rest),
        "damage resistances" | "resistances" => defense[0] = rest.to_owned(),
        "damage immunities" => defense[1] = rest.to_owned(),
        "damage vulnerabilities" | "vulnerabilities" => defense[2] = rest.to_owned(),
        "condition immunities" => defense[3] = rest.to_owned(),
        // The layout of 2024 has damage types and conditions on one line.
        "immunities" => {
            defense[1] = rest.to_owned();
            defense[3] = rest.to_owned();
        }
        _ => {}
    }
}
