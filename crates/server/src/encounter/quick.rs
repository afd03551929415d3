//! Quick-add: `3: Goblin` becomes three combatants at the end of an encounter file, and the
//! creature's description with them where the file does not have it yet.

use rules::diagnostic::did_you_mean;
use rules::source::SourceFile;
use sim::examples::examples;
use toml::{Table, Value};

use super::live::Live;
use super::replay;
use crate::failure::Failure;
use crate::wire::{Creature, CreatureNumber};

/// Combatants one line may add.
const COUNT_MAX: usize = 64;

/// A creature and its description as TOML.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// What the list says about it.
    pub(crate) shown: Creature,
    table: Table,
    /// It stands in the encounter's own files.
    own: bool,
}

/// One line as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    count: usize,
    name: String,
    creature: String,
}

/// Combatants that lines describe, as tables of the encounter file, and their names.
pub(super) fn extend(
    live: &Live,
    side: &str,
    lines: &str,
) -> Result<(Table, Vec<String>), Failure> {
    let known = creatures(live);
    let taken = live.compiled().names.combatants.iter().chain(&live.original.names.combatants);
    tables(&known, taken.cloned().collect(), side, lines)
}

/// The encounter file as it is now.
pub(super) fn present_text(live: &Live) -> String {
    let entries = live.log.iter().map(|logged| &logged.entry);
    replay::present_text(&live.origin.encounter.text, entries)
}

/// The creatures an encounter knows: its own, then those of its ruleset's examples.
pub(super) fn creatures(live: &Live) -> Vec<Known> {
    let present = SourceFile { path: "setup".to_owned(), text: present_text(live).into() };
    let own = std::iter::once(&present).chain(&live.origin.beside);
    let own = own.flat_map(|file| described(&file.text, "setup", true));
    merge(own.chain(library(&live.origin.id)))
}

/// The creatures of a ruleset's examples.
pub(crate) fn library(ruleset: &str) -> Vec<Known> {
    let of_ruleset = examples().into_iter().filter(|example| example.ruleset == ruleset);
    merge(of_ruleset.flat_map(|example| described(example.text(), &example.name, false)))
}

/// An encounter file from lines alone.
pub(crate) fn from_lines(ruleset: &str, sides: &[(&str, &str)]) -> Result<String, Failure> {
    let known = library(ruleset);
    let mut head = Table::new();
    head.insert("ruleset".to_owned(), Value::String(ruleset.to_owned()));
    let mut text = head.to_string();
    let mut taken = Vec::new();
    for (side, lines) in sides {
        let (more, names) = tables(&own(&text, &known), taken.clone(), side, lines)?;
        text = longer(&text, &more);
        taken.extend(names);
    }
    Ok(text)
}

/// The same creatures, those that a text has by now marked as its own.
fn own(text: &str, known: &[Known]) -> Vec<Known> {
    merge(described(text, "setup", true).into_iter().chain(known.iter().cloned()))
}

/// An encounter file with more tables at its end.
pub(super) fn longer(text: &str, more: &Table) -> String {
    format!("{}\n\n{more}", text.trim_end())
}

fn tables(
    known: &[Known],
    mut taken: Vec<String>,
    side: &str,
    lines: &str,
) -> Result<(Table, Vec<String>), Failure> {
    let mut creatures: Vec<Value> = Vec::new();
    let mut combatants: Vec<Value> = Vec::new();
    let mut names = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = read(line)?;
        let found = known.iter().find(|one| one.shown.name.eq_ignore_ascii_case(&line.creature));
        let Some(found) = found else {
            let all = || known.iter().map(|one| one.shown.name.as_str());
            let failure =
                Failure::invalid(format!("no creature called `{}` is known", line.creature));
            return Err(failure.help(match did_you_mean(&line.creature, all()) {
                Some(close) => format!("did you mean {close}?"),
                None => "describe it in the setup first, as [[creature]]".to_owned(),
            }));
        };
        let description = Value::Table(found.table.clone());
        if !found.own && !creatures.contains(&description) {
            creatures.push(description);
        }
        for name in numbered(&line, &taken) {
            let mut one = Table::new();
            one.insert("name".to_owned(), Value::String(name.clone()));
            one.insert("side".to_owned(), Value::String(side.to_owned()));
            one.insert("creature".to_owned(), Value::String(found.shown.name.clone()));
            combatants.push(Value::Table(one));
            taken.push(name.clone());
            names.push(name);
        }
    }
    if names.is_empty() {
        return Err(Failure::invalid("nobody is named").help("write lines such as `3: Goblin`"));
    }
    let mut more = Table::new();
    if !creatures.is_empty() {
        more.insert("creature".to_owned(), Value::Array(creatures));
    }
    more.insert("combatant".to_owned(), Value::Array(combatants));
    Ok((more, names))
}

/// `3: Goblin`, `Goblin`, or `Grusk = Goblin`.
fn read(line: &str) -> Result<Line, Failure> {
    let not_understood = || {
        Failure::invalid(format!("`{line}` is not understood"))
            .help("write `3: Goblin`, or `Grusk = Goblin` for one with a name of its own")
    };
    if line.len() > 200 || line.chars().any(char::is_control) {
        return Err(not_understood());
    }
    if let Some((name, creature)) = line.split_once('=') {
        let (name, creature) = (name.trim().to_owned(), creature.trim().to_owned());
        let whole = !name.is_empty() && !creature.is_empty();
        return if whole { Ok(Line { count: 1, name, creature }) } else { Err(not_understood()) };
    }
    let (count, creature) = match line.split_once(':') {
        Some((count, creature)) => {
            (count.trim().parse().map_err(|_| not_understood())?, creature.trim())
        }
        None => (1, line),
    };
    if creature.is_empty() || !(1..=COUNT_MAX).contains(&count) {
        return Err(not_understood());
    }
    Ok(Line { count, name: creature.to_owned(), creature: creature.to_owned() })
}

/// Names for the combatants of a line: with numbers behind those that are there already.
fn numbered(line: &Line, taken: &[String]) -> Vec<String> {
    let is_taken = |name: &str| taken.iter().any(|one| one.eq_ignore_ascii_case(name));
    let number = |name: &String| {
        let head = name.get(..line.name.len())?;
        let rest = name.get(line.name.len()..)?.strip_prefix(' ')?;
        head.eq_ignore_ascii_case(&line.name).then(|| rest.parse::<usize>().ok())?
    };
    let highest = taken.iter().filter_map(number).max();
    if line.count == 1 && highest.is_none() && !is_taken(&line.name) {
        return vec![line.name.clone()];
    }
    let from = highest.unwrap_or(usize::from(is_taken(&line.name)));
    (from + 1..=from + line.count).map(|number| format!("{} {number}", line.name)).collect()
}

/// The creatures that a text describes.
fn described(text: &str, from: &str, own: bool) -> Vec<Known> {
    let Ok(file) = text.parse::<Table>() else { return Vec::new() };
    let Some(Value::Array(all)) = file.get("creature") else { return Vec::new() };
    let one = |value: &Value| {
        let table = value.as_table()?.clone();
        let name = table.get("name")?.as_str()?.to_owned();
        let text = |key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
        let numbers = table.get("attributes").and_then(Value::as_table);
        let number = |(name, value): (&String, &Value)| {
            Some(CreatureNumber { name: name.clone(), value: value.as_str()?.to_owned() })
        };
        let listed = table.get("activity").and_then(Value::as_array);
        let activity = |value: &Value| Some(value.get("id")?.as_str()?.to_owned());
        let shown = Creature {
            name,
            from: from.to_owned(),
            grants: text("grants"),
            attributes: numbers.into_iter().flatten().filter_map(number).collect(),
            activities: listed.into_iter().flatten().filter_map(activity).collect(),
        };
        Some(Known { shown, table, own })
    };
    all.iter().filter_map(one).collect()
}

/// One of each name, the first that came, by name.
fn merge(all: impl Iterator<Item = Known>) -> Vec<Known> {
    let mut merged: Vec<Known> = Vec::new();
    for one in all {
        if !merged.iter().any(|known| known.shown.name == one.shown.name) {
            merged.push(one);
        }
    }
    merged.sort_by(|a, b| a.shown.name.cmp(&b.shown.name));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_or_refused() {
        let line = |count, name: &str, creature: &str| Line {
            count,
            name: name.to_owned(),
            creature: creature.to_owned(),
        };
        assert_eq!(read("3: Goblin").expect("it can be read"), line(3, "Goblin", "Goblin"));
        assert_eq!(read("Orc chief").expect("it can be read"), line(1, "Orc chief", "Orc chief"));
        assert_eq!(read("Grusk = Orc").expect("it can be read"), line(1, "Grusk", "Orc"));
        for bad in ["0: Goblin", "65: Goblin", "x: Goblin", "3:", "= Orc", "-1: Orc"] {
            assert!(read(bad).is_err(), "{bad} is read");
        }
    }

    #[test]
    fn names_go_on_where_they_left_off() {
        let taken = ["Orc 1", "Orc 2", "Ana"].map(str::to_owned);
        let names = |text| numbered(&read(text).expect("it can be read"), &taken);
        assert_eq!(names("2: Orc"), ["Orc 3", "Orc 4"]);
        assert_eq!(names("Orc"), ["Orc 3"]);
        assert_eq!(names("Goblin"), ["Goblin"]);
        assert_eq!(names("2: Goblin"), ["Goblin 1", "Goblin 2"]);
        assert_eq!(names("Ana"), ["Ana 2"]);
    }
}
