//! Lists in JSON: an array of objects, one object a line, or one object that holds them.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::super::model::{Ability, Guidelines};
use super::columns::{Column, column, name_column};
use super::{Line, List, row, sort_of};

/// Reads a list in JSON; returns a sentence with the position as error if it is none.
pub fn json(guidelines: &Guidelines, text: &str) -> Result<List, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut list = List::default();
    let mut columns = HashMap::new();
    for (at, element) in elements(text)? {
        let ability = element.and_then(|element| match element {
            Value::Object(object) => {
                element_of(guidelines, &object, &mut columns, &mut list.ignored)
            }
            other => Err(format!("{} instead of an object", sort_of(&other))),
        });
        list.lines.push(Line { at, ability });
    }
    Ok(list)
}

type Element = (u64, Result<Value, String>);

/// Returns the elements of a list, each with its position.
fn elements(text: &str) -> Result<Vec<Element>, String> {
    let array = match serde_json::from_str(text) {
        Ok(Value::Array(array)) => array,
        Ok(Value::Object(object)) => within(object)?,
        Ok(other) => {
            return Err(format!("expected a sequence of objects, not {}", sort_of(&other)));
        }
        Err(error) => return each_line(text).ok_or_else(|| error.to_string()),
    };
    Ok((1..).zip(array.into_iter().map(Ok)).collect())
}

/// Returns the list that an object holds: objects by their names, or its only array of objects, or
/// else the object itself.
fn within(object: Map<String, Value>) -> Result<Vec<Value>, String> {
    let is_list = |value: &Value| {
        value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object))
    };
    let has = |key: &str| object.contains_key(key);
    if has("items") && (has("system") || has("data")) {
        return Err("expected a sequence of objects, not an actor; --actor reads one".to_owned());
    }
    let lists = object.values().filter(|value| is_list(value)).count();
    if !object.is_empty() && object.values().all(Value::is_object) {
        let named = object.into_iter().map(|(name, mut value)| {
            if let Some(inner) = value.as_object_mut() {
                inner.entry("name").or_insert(name.into());
            }
            value
        });
        return Ok(named.collect());
    }
    if lists == 0 && !object.is_empty() {
        return Ok(vec![Value::Object(object)]);
    }
    match object.into_iter().find(|(_, value)| lists == 1 && is_list(value)) {
        Some((_, Value::Array(list))) => Ok(list),
        _ => Err("expected a sequence of objects, not one object".to_owned()),
    }
}

/// Reads one object a line, if the first line is an object.
fn each_line(text: &str) -> Option<Vec<Element>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |line: &str| serde_json::from_str(line).map_err(|error| error.to_string());
    let found: Vec<Element> = lines.map(|(at, line)| (at, read(line))).collect();
    matches!(found.first()?.1, Ok(Value::Object(_))).then_some(found)
}

fn element_of(
    guidelines: &Guidelines,
    object: &Map<String, Value>,
    known: &mut HashMap<String, Column>,
    ignored: &mut Vec<String>,
) -> Result<Ability, String> {
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    let of_key = |key: &&str| match known.get(*key) {
        Some(column) => *column,
        None => {
            let column = column(guidelines, key);
            known.insert((*key).to_owned(), column);
            column
        }
    };
    let mut columns: Vec<Column> = keys.iter().map(of_key).collect();
    name_column(guidelines, &keys, &mut columns);
    let acting = columns.iter().any(|column| matches!(column, Column::Action | Column::Casting));
    if !acting && ["system", "data"].iter().any(|key| acts(object.get(*key))) {
        return Err("an item of an actor; among the items of one, --actor reads it".to_owned());
    }
    let mut cells: Vec<(Column, String)> = Vec::new();
    for ((key, value), column) in object.iter().zip(columns) {
        if matches!(column, Column::Ignored) && !ignored.contains(key) {
            ignored.push(key.clone());
        }
        let counted = matches!(column, Column::Action | Column::Casting).then(|| counted(value));
        let text = match (column, value) {
            (Column::Ignored, _) | (_, Value::Null) => continue,
            (_, Value::String(text)) => text.clone(),
            (Column::Holds(_) | Column::Named(_), Value::Bool(holds)) => {
                (if *holds { "yes" } else { "no" }).to_owned()
            }
            (Column::Holds(_) | Column::Named(_) | Column::Name, Value::Number(number)) => {
                number.to_string()
            }
            (Column::Action | Column::Casting | Column::Words, Value::Array(words)) => {
                let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
                words.ok_or_else(|| format!("/{key}: a list of words is wanted"))?.join(";")
            }
            (_, other) => match counted.flatten() {
                Some(text) => text,
                None => return Err(format!("/{key}: {} instead of a text", sort_of(other))),
            },
        };
        cells.push((column, text));
    }
    row(guidelines, cells.iter().map(|(column, text)| (*column, text.as_str())))
}

/// Checks whether the inner part of an item says how it is activated.
fn acts(inner: Option<&Value>) -> bool {
    inner.is_some_and(|inner| ["actions", "activation"].iter().any(|key| inner.get(*key).is_some()))
}

/// Returns an action in words from an object such as `{"type": "round", "cost": 3}`.
fn counted(action: &Value) -> Option<String> {
    let sort = action.get("type")?.as_str()?;
    let count = match action.get("cost").or(action.get("value")) {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::String(text)) => text.clone(),
        _ => String::new(),
    };
    Some(if count == "0" { sort.to_owned() } else { format!("{count} {sort}") })
}
