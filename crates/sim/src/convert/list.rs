//! Lists of abilities: CSV with a header, or JSON: an array of objects, one object a line, or one
//! object that holds them.
//!
//! Columns are `name`, `action`, `kind` and `flags`, in any order and by any of their usual names.
//! Any other column whose name is a word for a fact says by yes or no whether the fact holds.
//! Unreadable lines are kept with their positions.

mod columns;
mod objects;

use serde_json::Value;

use self::columns::{Column, column, facts_of, name_column};
pub use self::objects::json;
use super::model::{Ability, Guidelines};

/// One line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Position: the line in a CSV file, or the index of an array's element from 1.
    pub at: u64,
    /// The ability, or the problem of the line.
    pub ability: Result<Ability, String>,
}

/// A list that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// Its lines.
    pub lines: Vec<Line>,
    /// Columns or keys without a meaning, which were not read.
    pub ignored: Vec<String>,
}

/// Reads a list in CSV; returns a sentence as error if there is no usable header.
pub fn csv(guidelines: &Guidelines, text: &str) -> Result<List, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let mut columns: Vec<Column> = header.iter().map(|name| column(guidelines, name)).collect();
    name_column(guidelines, &header.iter().collect::<Vec<_>>(), &mut columns);
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
                    false => Err(fields(&record, columns.len())),
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

/// Describes the problem of a line with the wrong number of fields.
fn fields(record: &csv::StringRecord, wanted: usize) -> String {
    let problem = format!("{} fields, not {wanted}", record.len());
    match record.iter().any(|field| field.contains('\n')) {
        true => problem + "; is a quotation mark left open?",
        false => problem,
    }
}

/// Returns the field delimiter: the first of comma, tab, `;` and `|` in the header, or a comma.
fn delimiter(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let found = [b',', b'\t', b';', b'|'].into_iter().find(|one| header.as_bytes().contains(one));
    found.unwrap_or(b',')
}

/// Counter of lines, for all line ends.
struct Place<'t> {
    text: &'t [u8],
    byte: usize,
    line: u64,
}

impl Place<'_> {
    /// Returns the line of the first record at or after a byte offset. Offsets may not decrease.
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

/// Returns the type of a JSON value in words.
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

/// Checks whether a cell is only a dash, as tables have for nothing.
fn is_dash(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'))
}

/// Checks whether a cell says in words that it holds nothing.
fn is_blank(text: &str) -> bool {
    is_missing(text) || ["none", "n/a", "na"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Checks whether a cell holds the word of a program for nothing.
fn is_missing(text: &str) -> bool {
    ["null", "nan"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Checks whether a cell holds only signs, such as a question mark.
fn is_riddle(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_alphanumeric)
}

/// The kind of abilities with a casting time.
const SPELL: &str = "spell";

/// Words for a dash in a column of actions.
const NO_ACTION: &str = "no action";
/// Words for an action that is part of an attack.
pub const BY_ATTACK: &str = "attack activation";

/// Checks whether an action is given as an attack, as exports do: `attack`, `1 attack`.
pub fn is_attack(text: &str) -> bool {
    let word = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim();
    word.eq_ignore_ascii_case("attack")
}

/// Words for an action that is not given here.
const ELSEWHERE: &str = "see text";

/// Reads an ability from the cells of a row.
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
        let text = text.trim();
        let said = match column {
            Column::Ignored => continue,
            Column::Name => {
                name = text;
                continue;
            }
            Column::Holds(facts) | Column::Named(facts) => match holds(text) {
                Some(true) => {
                    holding |= facts;
                    continue;
                }
                Some(false) => continue,
                None if matches!(column, Column::Named(_)) => {
                    name = text;
                    continue;
                }
                None if is_flags(guidelines, text) => text,
                None => return Err(format!("`{text}` is neither yes nor no")),
            },
            Column::Words if is_blank(text) => "",
            Column::Words => text,
            Column::Action | Column::Casting => {
                let text = if is_missing(text) { "" } else { text };
                cast |= matches!(column, Column::Casting) && !text.is_empty() && !is_dash(text);
                match text {
                    _ if is_dash(text) => NO_ACTION,
                    _ if is_riddle(text) => ELSEWHERE,
                    _ if is_attack(text) => BY_ATTACK,
                    _ => text,
                }
            }
        };
        let Some(place) = words.get_mut(count) else {
            return Err(format!("more than {} columns of words", words.len()));
        };
        *place = said;
        count += 1;
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

/// Returns yes or no, if a cell says that.
fn holds(text: &str) -> Option<bool> {
    let is = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if text.is_empty() || is_dash(text) || is_blank(text) {
        return Some(false);
    }
    match is(&["yes", "y", "true", "t", "x", "1", "1.0", "\u{2713}", "\u{2714}"]) {
        true => Some(true),
        false => is(&["no", "n", "false", "f", "0", "0.0"]).then_some(false),
    }
}

/// Checks whether a cell has only words for flags: `ranged touch`.
fn is_flags(guidelines: &Guidelines, text: &str) -> bool {
    let no_flags = guidelines.actions | guidelines.kinds;
    facts_of(guidelines, text).is_some_and(|facts| facts & no_flags == 0)
}
