//! Lists of abilities: CSV with a header, or a JSON array of objects.
//!
//! Columns are `name`, `action`, `kind` and `flags`, in any order; every other column whose name
//! is a word for a fact says by yes or no whether that holds. What is not understood is kept with
//! the place where it stands.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::model::{Ability, Facts, Guidelines};
use super::words::normal;

/// One line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it stands: the line of a CSV file, or the place of an array's element from 1.
    pub at: u64,
    /// The ability, or what is wrong with the line.
    pub ability: Result<Ability, String>,
}

/// A list that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// Its lines.
    pub lines: Vec<Line>,
    /// Columns or keys that mean nothing and were not read.
    pub ignored: Vec<String>,
}

/// What a column is for.
#[derive(Clone, Copy)]
enum Column {
    Name,
    /// Words: action, kind or flags.
    Words,
    /// Whether these facts hold.
    Holds(Facts),
    Ignored,
}

/// Reads a list in CSV; fails with a sentence if there is no usable header.
pub fn csv(guidelines: &Guidelines, text: &str) -> Result<List, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let columns: Vec<Column> = header.iter().map(|name| column(guidelines, name)).collect();
    if !columns.iter().any(|column| matches!(column, Column::Name | Column::Words)) {
        return Err("the first line must name the columns: name, action, kind, flags".to_owned());
    }
    let unused = header.iter().zip(&columns).filter(|(_, it)| matches!(it, Column::Ignored));
    let mut list =
        List { ignored: unused.map(|(name, _)| name.to_owned()).collect(), lines: vec![] };
    let mut record = csv::StringRecord::new();
    loop {
        let at = reader.position().line();
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(list),
            Ok(true) => {
                let at = record.position().map_or(at, csv::Position::line);
                let ability = match record.len() == columns.len() {
                    true => row(guidelines, columns.iter().copied().zip(&record)),
                    false => Err(format!("{} fields, not {}", record.len(), columns.len())),
                };
                list.lines.push(Line { at, ability });
            }
            Err(error) => {
                list.lines.push(Line { at, ability: Err(error.to_string()) });
                if error.is_io_error() {
                    return Ok(list);
                }
            }
        }
    }
}

/// Reads a list in JSON; fails with a sentence that says where if it is none.
pub fn json(guidelines: &Guidelines, text: &str) -> Result<List, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let array: Vec<Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut list = List::default();
    let mut columns = HashMap::new();
    for (at, element) in array.iter().enumerate() {
        let ability = match element {
            Value::Object(object) => {
                element_of(guidelines, object, &mut columns, &mut list.ignored)
            }
            other => Err(format!("{} instead of an object", sort_of(other))),
        };
        list.lines.push(Line { at: at as u64 + 1, ability });
    }
    Ok(list)
}

fn element_of(
    guidelines: &Guidelines,
    object: &Map<String, Value>,
    columns: &mut HashMap<String, Column>,
    ignored: &mut Vec<String>,
) -> Result<Ability, String> {
    let mut cells: Vec<(Column, String)> = Vec::new();
    for (key, value) in object {
        let column = *columns.entry(key.clone()).or_insert_with(|| {
            let column = column(guidelines, key);
            if matches!(column, Column::Ignored) {
                ignored.push(key.clone());
            }
            column
        });
        let text = match (column, value) {
            (Column::Ignored, _) | (_, Value::Null) => continue,
            (_, Value::String(text)) => text.clone(),
            (Column::Holds(_), Value::Bool(holds)) => {
                (if *holds { "yes" } else { "no" }).to_owned()
            }
            (Column::Words, Value::Array(words)) => {
                let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
                words.ok_or_else(|| format!("/{key}: a list of words is wanted"))?.join(";")
            }
            (_, other) => return Err(format!("/{key}: {} instead of a text", sort_of(other))),
        };
        cells.push((column, text));
    }
    row(guidelines, cells.iter().map(|(column, text)| (*column, text.as_str())))
}

/// What a JSON value is, in words.
pub(super) fn sort_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn column(guidelines: &Guidelines, name: &str) -> Column {
    let name = name.trim().to_lowercase();
    match name.as_str() {
        "name" => return Column::Name,
        "action" | "kind" | "flags" => return Column::Words,
        _ => {}
    }
    let found = guidelines.phrases.get(&normal(&name, &guidelines.fillers));
    found.map_or(Column::Ignored, |facts| Column::Holds(*facts))
}

/// An ability from the cells of a row.
fn row<'t>(
    guidelines: &Guidelines,
    cells: impl Iterator<Item = (Column, &'t str)>,
) -> Result<Ability, String> {
    let mut name = "";
    let mut words: [&str; 8] = [""; 8];
    let mut count = 0;
    let mut holding = 0;
    for (column, text) in cells {
        match column {
            Column::Name => name = text,
            Column::Words if count < words.len() => {
                words[count] = text.trim();
                count += 1;
            }
            Column::Holds(facts) if holds(text)? => holding |= facts,
            _ => {}
        }
    }
    guidelines.ability_with(name, &words[..count], holding).map_err(|error| error.to_string())
}

fn holds(text: &str) -> Result<bool, String> {
    match text.trim() {
        "" | "0" | "-" => Ok(false),
        "1" => Ok(true),
        word if ["no", "n", "false"].iter().any(|no| word.eq_ignore_ascii_case(no)) => Ok(false),
        word if ["yes", "y", "true", "x"].iter().any(|yes| word.eq_ignore_ascii_case(yes)) => {
            Ok(true)
        }
        word => Err(format!("`{word}` is neither yes nor no")),
    }
}
