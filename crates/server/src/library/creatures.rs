//! Creatures by name: those of encounters, of rulesets, of their examples, and of the data file.

use std::collections::HashSet;

use rules::Sheet;
use rules::expand::from_text;
use rules::sheet::FieldKind;
use rules::source::{SourceFile, embedded_file, embedded_list};
use sim::examples::examples;
use toml::{Table, Value};

use super::Search;
use crate::wire::{Creature, CreatureNumber, SheetRole, Stat, StatAttack};

/// A creature and its description as TOML.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// Name of the creature.
    pub(crate) name: String,
    /// Source of the description: the setup, an example, the rulebook, or the data file.
    pub(crate) from: String,
    /// Id in the data file.
    pub(crate) id: Option<String>,
    /// Description as TOML.
    pub(crate) table: Table,
    /// Whether the encounter's own files describe the creature.
    pub(crate) own: bool,
}

/// Returns the creatures that come with a ruleset: those of its folder `creatures`, then those of
/// its examples.
pub(crate) fn shipped(ruleset: &str) -> Vec<Known> {
    let paths = embedded_list(ruleset, "creatures").into_iter();
    let texts = paths.filter_map(|path| embedded_file(ruleset, &path));
    let own = texts.flat_map(|text| in_text(text, "rulebook", false));
    let of_ruleset = examples().into_iter().filter(|example| example.ruleset == ruleset);
    let of_examples = of_ruleset.flat_map(|example| in_text(example.text(), &example.name, false));
    merged(own.chain(of_examples))
}

/// Returns the creatures that an encounter's files describe, and those of `besides`.
pub(crate) fn known_beside(files: &[&SourceFile], besides: Vec<Known>) -> Vec<Known> {
    let own = files.iter().flat_map(|file| in_text(&file.text, "setup", true));
    merged(own.chain(besides))
}

/// Returns the creatures that a text describes. Each gets the activities of the text that it lists,
/// unless `own` is true.
pub(crate) fn in_text(text: &str, from: &str, own: bool) -> Vec<Known> {
    let Ok(file) = from_text::<Table>(text) else { return Vec::new() };
    let Some(Value::Array(all)) = file.get("creature") else { return Vec::new() };
    let activities = file.get("activity").and_then(Value::as_array);
    let activities: Vec<&Table> =
        activities.into_iter().flatten().filter_map(Value::as_table).collect();
    let one = |value: &Value| {
        let mut table = value.as_table()?.clone();
        let name = table.get("name")?.as_str()?.to_owned();
        if !own {
            carry_along(&mut table, &activities);
        }
        Some(Known { name, from: from.to_owned(), id: None, table, own })
    };
    all.iter().filter_map(one).collect()
}

/// Copies the listed activities of a text into a creature, so that it can do them in other fights
/// too.
fn carry_along(creature: &mut Table, activities: &[&Table]) {
    let Some(Value::Array(listed)) = creature.get("activities").cloned() else { return };
    let id = |table: &Table| table.get("id").and_then(Value::as_str).map(str::to_owned);
    let found = |name: &Value| {
        let name = name.as_str()?;
        activities.iter().find(|activity| id(activity).as_deref() == Some(name))
    };
    let mut own: Vec<Value> = Vec::new();
    let mut left: Vec<Value> = Vec::new();
    for name in listed {
        match found(&name) {
            Some(activity) => {
                let mut activity = (*activity).clone();
                activity.remove("who");
                own.push(Value::Table(activity));
            }
            None => left.push(name),
        }
    }
    match left.is_empty() {
        true => drop(creature.remove("activities")),
        false => drop(creature.insert("activities".to_owned(), Value::Array(left))),
    }
    if !own.is_empty()
        && let Value::Array(present) =
            creature.entry("activity").or_insert_with(|| Value::Array(Vec::new()))
    {
        present.extend(own);
    }
}

/// Returns the first creature of each name, without regard to case, sorted by name.
fn merged(all: impl Iterator<Item = Known>) -> Vec<Known> {
    let mut seen = HashSet::new();
    let mut merged: Vec<Known> = all.filter(|one| seen.insert(one.name.to_lowercase())).collect();
    merged.sort_by_key(|one| one.name.to_lowercase());
    merged
}

impl Known {
    /// Merges two lists of creatures. Creatures of `first` replace those of the same name.
    pub(crate) fn merge(first: Vec<Known>, then: Vec<Known>) -> Vec<Known> {
        merged(first.into_iter().chain(then))
    }

    /// Returns the level or challenge, if the description has one.
    fn level(&self) -> Option<String> {
        let own = self.table.get("level").and_then(Value::as_str);
        let number = || self.table.get("attributes")?.get("level")?.as_str();
        own.or_else(number).map(str::to_owned)
    }

    fn texts(&self, key: &str) -> Vec<String> {
        let list = self.table.get(key).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Checks whether the creature matches a search by name, level, type or source.
    pub(crate) fn fits(&self, search: &Search) -> bool {
        let level = self.level();
        let mut all = vec![self.name.to_lowercase(), self.from.to_lowercase()];
        all.extend(level.as_ref().map(|level| level.to_lowercase()));
        all.extend(self.texts("words").iter().map(|word| word.to_lowercase()));
        search.fits(level.as_deref(), &all)
    }

    /// Returns the names of the creature's own activities, without the attacks of its sheet.
    fn deeds(&self, values: &rules::sheet::Values) -> Vec<String> {
        let listed = self.table.get("activity").and_then(Value::as_array);
        let named = listed.into_iter().flatten().filter_map(|activity| {
            let id = activity.get("id")?.as_str()?;
            Some(
                activity
                    .get("name")
                    .and_then(Value::as_str)
                    .map_or_else(|| titled(id), str::to_owned),
            )
        });
        let is_attack = |name: &String| values.attacks.iter().any(|attack| attack.name == *name);
        let mut deeds: Vec<String> = named.filter(|name| !is_attack(name)).collect();
        deeds.extend(values.activities.iter().map(|id| titled(id)));
        let mut listed = HashSet::new();
        deeds.retain(|deed| listed.insert(deed.clone()));
        deeds
    }

    /// Returns the list entry of this creature, with its stat block.
    pub(crate) fn shown(&self, sheet: &Sheet) -> Creature {
        let numbers = self.table.get("attributes").and_then(Value::as_table);
        let number = |(name, value): (&String, &Value)| {
            Some(CreatureNumber { name: name.clone(), value: value.as_str()?.to_owned() })
        };
        let values = sheet.values(&self.table);
        let attack = |attack: &rules::sheet::Attack| {
            let kind = sheet.attack_kind(&attack.kind)?;
            let stat = |field: &rules::sheet::Field| {
                let value = attack.fields.get(&field.id).cloned().unwrap_or_default();
                // Distances are always shown: their usual values are not well known.
                let is_distance = field.unit.is_some() && value != "0";
                let worth = field.essential || is_distance || value != field.default;
                worth.then(|| stat(field, field.shown(&value)))
            };
            let name =
                if attack.name.is_empty() { kind.title.clone() } else { attack.name.clone() };
            let stats = kind.fields.iter().filter_map(stat).collect();
            let (kind, title) = (kind.id.clone(), kind.title.clone());
            Some(StatAttack { name, kind, title, stats })
        };
        Creature {
            name: self.name.clone(),
            from: self.from.clone(),
            id: self.id.clone(),
            level: self.level(),
            words: self.texts("words"),
            grants: self.table.get("grants").and_then(Value::as_str).map(str::to_owned),
            attributes: numbers.into_iter().flatten().filter_map(number).collect(),
            activities: self.deeds(&values),
            stats: sheet.rows(&self.table).into_iter().map(|(field, it)| stat(field, it)).collect(),
            attacks: values.attacks.iter().filter_map(attack).collect(),
            sheet: values.into(),
        }
    }
}

/// Turns an id into a title: `heal-wounds` becomes `Heal wounds`.
fn titled(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a row of a stat block. A number that may be negative is a modifier and gets a sign.
fn stat(field: &rules::sheet::Field, value: String) -> Stat {
    let is_modifier = field.kind == FieldKind::Number
        && field.min.as_ref().is_some_and(|min| min.starts_with('-'));
    let value = match is_modifier && !value.starts_with(['-', '+']) {
        true => format!("+{value}"),
        false => value,
    };
    Stat {
        label: field.label.clone(),
        short: field.short.clone(),
        value,
        role: SheetRole::from(field.role),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn activities_of_the_table_come_along_with_who_lists_them() {
        let text = r#"
            [[activity]]
            id = "bolt"
            who = "listed"
            cost = "1M"
            [[creature]]
            name = "Witch"
            activities = ["bolt", "shield"]
        "#;
        let witch = &in_text(text, "there", false)[0].table;
        let listed = witch["activities"].as_array().expect("it lists the other one");
        assert_eq!(listed.len(), 1);
        let own = witch["activity"].as_array().expect("it has one of its own");
        assert_eq!(own[0].get("id").and_then(Value::as_str), Some("bolt"));
        assert_eq!(own[0].get("who"), None);
    }

    #[test]
    fn a_search_looks_at_names_and_words() {
        let text =
            "[[creature]]\nname = \"Wolf rider\"\nlevel = \"CR 1/2\"\nwords = [\"goblin\"]\n";
        let rider = &in_text(text, "rulebook", false)[0];
        let fits = |typed: &str| rider.fits(&Search::of(typed));
        assert!(fits("gob rider") && fits("cr 1/2") && fits(""));
        assert!(!fits("gob ogre") && !fits("cr 2"));
    }
}
