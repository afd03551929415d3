//! Quick-add: `3: Goblin` becomes three combatants at the end of an encounter file, and the
//! creature's description with them where the file does not have it yet.

use std::collections::{HashMap, HashSet};

use kernel::COMBATANTS_MAX;
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
    tables(&known, &mut Taken::of(taken), side, lines)
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
    let mut taken = Taken::default();
    for (side, lines) in sides {
        let (more, _) = tables(&own(&text, &known), &mut taken, side, lines)?;
        text = longer(&text, &more);
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
    taken: &mut Taken,
    side: &str,
    lines: &str,
) -> Result<(Table, Vec<String>), Failure> {
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for (index, creature) in known.iter().enumerate() {
        by_name.entry(creature.shown.name.to_ascii_lowercase()).or_insert(index);
    }
    let mut copied: HashSet<usize> = HashSet::new();
    let mut creatures: Vec<Value> = Vec::new();
    let mut combatants: Vec<Value> = Vec::new();
    let mut names = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = read(line)?;
        let Some(index) = by_name.get(&line.creature.to_ascii_lowercase()).copied() else {
            let all = || known.iter().map(|one| one.shown.name.as_str());
            let failure =
                Failure::invalid(format!("no creature called `{}` is known", line.creature));
            return Err(failure.help(match did_you_mean(&line.creature, all()) {
                Some(close) => format!("did you mean {close}?"),
                None => "describe it in the setup first, as [[creature]]".to_owned(),
            }));
        };
        let found = &known[index];
        if !found.own && copied.insert(index) {
            creatures.push(Value::Table(found.table.clone()));
        }
        if names.len() + line.count > COMBATANTS_MAX {
            let message = format!("a fight has at most {COMBATANTS_MAX} combatants");
            return Err(Failure::invalid(message));
        }
        for name in taken.numbered(&line) {
            let mut one = Table::new();
            one.insert("name".to_owned(), Value::String(name.clone()));
            one.insert("side".to_owned(), Value::String(side.to_owned()));
            one.insert("creature".to_owned(), Value::String(found.shown.name.clone()));
            combatants.push(Value::Table(one));
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

/// The names in use, and the highest number behind each name, without regard to case.
#[derive(Debug, Default)]
struct Taken {
    names: HashSet<String>,
    /// `orc` stands for `Orc 1`, `Orc 2` and so on.
    highest: HashMap<String, u32>,
}

impl Taken {
    fn of<'n>(names: impl Iterator<Item = &'n String>) -> Taken {
        let mut taken = Taken::default();
        names.for_each(|name| taken.add(name));
        taken
    }

    fn add(&mut self, name: &str) {
        let name = name.to_ascii_lowercase();
        let numbered = name.rsplit_once(' ');
        if let Some((stem, Ok(number))) = numbered.map(|(stem, end)| (stem, end.parse::<u32>())) {
            let highest = self.highest.entry(stem.to_owned()).or_default();
            *highest = number.max(*highest);
        }
        self.names.insert(name);
    }

    /// Names for the combatants of a line: with numbers behind those that are there already.
    /// They count as taken afterwards.
    fn numbered(&mut self, line: &Line) -> Vec<String> {
        let stem = line.name.to_ascii_lowercase();
        let highest = self.highest.get(&stem).copied();
        let is_taken = self.names.contains(&stem);
        let names: Vec<String> = if line.count == 1 && highest.is_none() && !is_taken {
            vec![line.name.clone()]
        } else {
            let before = highest.map_or(u64::from(is_taken), u64::from);
            let numbers = before + 1..=before + line.count as u64;
            numbers.map(|number| format!("{} {number}", line.name)).collect()
        };
        names.iter().for_each(|name| self.add(name));
        names
    }
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
    let mut seen = HashSet::new();
    let mut merged: Vec<Known> = all.filter(|one| seen.insert(one.shown.name.clone())).collect();
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
        let names = |text| Taken::of(taken.iter()).numbered(&read(text).expect("it can be read"));
        assert_eq!(names("2: Orc"), ["Orc 3", "Orc 4"]);
        assert_eq!(names("Orc"), ["Orc 3"]);
        assert_eq!(names("Goblin"), ["Goblin"]);
        assert_eq!(names("2: Goblin"), ["Goblin 1", "Goblin 2"]);
        assert_eq!(names("Ana"), ["Ana 2"]);
    }

    #[test]
    fn a_line_counts_those_of_the_lines_before_it_whatever_their_case() {
        let mut taken = Taken::of(["orc 7".to_owned(), "Orc 4294967295x".to_owned()].iter());
        let mut names = |text| taken.numbered(&read(text).expect("it can be read"));
        assert_eq!(names("2: Orc"), ["Orc 8", "Orc 9"]);
        assert_eq!(names("ORC"), ["ORC 10"]);
        assert_eq!(names("Wolf"), ["Wolf"]);
        assert_eq!(names("wolf"), ["wolf 2"]);
    }

    #[test]
    fn more_lines_than_a_fight_has_places_are_refused_at_the_first_too_many() {
        let lines = "Orc\n".repeat(60_000) + "no such creature";
        let refused = from_lines("collective", &[("monsters", &lines)]).expect_err("too many");
        assert_eq!(refused.problem().message, "a fight has at most 64 combatants");
        let whole = from_lines("collective", &[("monsters", &"Orc\n".repeat(64))]);
        assert_eq!(whole.expect("they fit").matches("[[combatant]]").count(), 64);
    }
}
