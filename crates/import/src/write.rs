//! Writes creatures as entries of a creature file, with short tables on one line.

use toml::{Table, Value};

use crate::Creature;

/// Returns a creature as an entry of a creature file; empty if there is nothing to write.
pub fn creature_toml(creature: &Creature) -> String {
    if creature.table.is_empty() {
        return String::new();
    }
    entry(&creature.table)
}

/// Returns a `[[creature]]` entry, followed by its activities.
pub(crate) fn entry(table: &Table) -> String {
    const FIRST: [&str; 2] = ["name", "grants"];
    let mut text = "[[creature]]\n".to_owned();
    let plain = |key: &&String| key.as_str() != "activity" && !FIRST.contains(&key.as_str());
    let first = FIRST.iter().filter(|key| table.contains_key(**key)).map(|key| (*key).to_owned());
    for key in first.chain(table.keys().filter(plain).cloned()) {
        if let Some(value) = table.get(&key) {
            text.push_str(&format!("{key} = {}\n", inline(value)));
        }
    }
    let activities = table.get("activity").and_then(Value::as_array).into_iter().flatten();
    for activity in activities.filter_map(Value::as_table) {
        text.push_str("\n[[creature.activity]]\n");
        for (key, value) in activity {
            text.push_str(&format!("{key} = {}\n", inline(value)));
        }
    }
    text
}

/// Returns a value on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Table(table) => {
            let pairs: Vec<String> = table
                .iter()
                .map(|(key, value)| format!("{} = {}", bare(key), inline(value)))
                .collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        Value::Array(list) => {
            format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns a key, in quotes if it needs them.
fn bare(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || ['-', '_'].contains(&c);
    match key.chars().all(plain) && !key.is_empty() {
        true => key.to_owned(),
        false => Value::String(key.to_owned()).to_string(),
    }
}
