//! Lists of abilities: CSV with a header, or a JSON array of objects.
//!
//! Columns are `name`, `action`, `kind` and `flags`, in any order and by any of their usual names;
//! every other column whose name is a word for a fact says by yes or no whether that holds. What is
//! not understood is kept with the place where it stands.

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
    /// Words that say which action it takes; a dash says that it takes none.
    Action,
    /// The same; what has no other kind is a spell.
    Casting,
    /// Words for kind or flags; a dash says nothing.
    Words,
    /// Whether these facts hold.
    Holds(Facts),
    Ignored,
}

/// Reads a list in CSV; fails with a sentence if there is no usable header.
pub fn csv(guidelines: &Guidelines, text: &str) -> Result<List, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let columns: Vec<Column> = header.iter().map(|name| column(guidelines, name)).collect();
    if columns.iter().all(|it| matches!(it, Column::Holds(_) | Column::Ignored)) {
        return Err("the first line must name the columns: name, action, kind, flags".to_owned());
    }
    let unused = header.iter().zip(&columns).filter(|(_, it)| matches!(it, Column::Ignored));
    let mut list =
        List { ignored: unused.map(|(name, _)| name.to_owned()).collect(), lines: vec![] };
    let mut record = csv::StringRecord::new();
    let mut place = Place { text: text.as_bytes(), byte: 0, line: 1 };
    loop {
        let at = place.line_of(reader.position().byte());
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(list),
            Ok(true) => {
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

/// What stands between the fields: whatever the header has between its names.
fn delimiter(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let found = [b',', b'\t', b';'].into_iter().find(|one| header.as_bytes().contains(one));
    found.unwrap_or(b',')
}

/// Counts lines, whatever ends them.
struct Place<'t> {
    text: &'t [u8],
    byte: usize,
    line: u64,
}

impl Place<'_> {
    /// The line of the first record at or behind a byte; bytes must not go back.
    fn line_of(&mut self, byte: u64) -> u64 {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX).min(self.text.len());
        let blank = self.text[byte..].iter().take_while(|it| matches!(it, b'\r' | b'\n')).count();
        while self.byte < byte + blank {
            let next = self.text.get(self.byte + 1);
            let ends = match self.text[self.byte] {
                b'\n' => true,
                b'\r' => next != Some(&b'\n'),
                _ => false,
            };
            self.line += u64::from(ends);
            self.byte += 1;
        }
        self.line
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
            (Column::Action | Column::Casting | Column::Words, Value::Array(words)) => {
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
    let plain = name.replace(['_', '-'], " ");
    if NAMES.contains(&plain.as_str()) {
        return Column::Name;
    }
    if ACTIONS.contains(&plain.as_str()) {
        return Column::Action;
    }
    if CASTINGS.contains(&plain.as_str()) {
        return Column::Casting;
    }
    if OTHERS.contains(&plain.as_str()) {
        return Column::Words;
    }
    let found = guidelines.phrases.get(&normal(&name, &guidelines.fillers));
    let found = found.filter(|facts| **facts & guidelines.aside == 0);
    found.map_or(Column::Ignored, |facts| Column::Holds(*facts))
}

/// What a column with the names is called.
const NAMES: [&str; 7] =
    ["name", "ability", "ability name", "spell name", "feat name", "item name", "title"];
/// What a column with the actions is called.
const ACTIONS: [&str; 6] = [
    "action",
    "action type",
    "activation",
    "activation action",
    "activation time",
    "activation type",
];
/// What a column with the actions of spells is called: only spells have a casting time.
const CASTINGS: [&str; 2] = ["casting time", "cast time"];
/// What a column with the kinds or the flags is called.
const OTHERS: [&str; 5] = ["kind", "type", "ability type", "flags", "tags"];

/// Whether a cell holds nothing but a dash, as tables do where there is nothing to say.
fn is_dash(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'))
}

/// Whether a cell says in words that there is nothing to say.
fn is_blank(text: &str) -> bool {
    ["none", "n/a", "na", "null", "nan"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// The kind of what has a casting time.
const SPELL: &str = "spell";

/// The word for a dash among the actions.
const NO_ACTION: &str = "no action";

/// An ability from the cells of a row.
fn row<'t>(
    guidelines: &Guidelines,
    cells: impl Iterator<Item = (Column, &'t str)>,
) -> Result<Ability, String> {
    let mut name = "";
    let mut words: [&str; 8] = [""; 8];
    let mut count = 0;
    let mut holding = 0;
    let mut cast = false;
    for (column, text) in cells {
        match column {
            Column::Name => name = text,
            Column::Action | Column::Casting | Column::Words => {
                let text = text.trim();
                cast |= matches!(column, Column::Casting) && !text.is_empty() && !is_dash(text);
                let text = match column {
                    Column::Action | Column::Casting if is_dash(text) => NO_ACTION,
                    Column::Words if is_blank(text) => "",
                    _ => text,
                };
                let Some(place) = words.get_mut(count) else {
                    return Err(format!("more than {} columns of words", words.len()));
                };
                *place = text;
                count += 1;
            }
            Column::Holds(facts) if holds(text)? => holding |= facts,
            Column::Holds(_) | Column::Ignored => {}
        }
    }
    let said = |facts| guidelines.ability_with(name, &words[..count], facts);
    let ability = match said(holding) {
        Ok(ability) if cast && ability.facts & guidelines.kinds == 0 => {
            said(holding | guidelines.fact(SPELL).unwrap_or_default())
        }
        other => other,
    };
    ability.map_err(|error| error.to_string())
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
