//! The parameters of an element: the table `for` with its lists, and all combinations of them.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::{Problem, problem};

/// Most combinations of one element.
pub const COMBINATIONS_MAX: usize = 1000;

/// Names that braces mean something else by in texts, besides the registers.
const TAKEN: [&str; 10] = [
    "acting", "activity", "actor", "answered", "by", "choice", "letter", "square", "target", "who",
];

/// A value that stands for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(String),
    Number(i64),
    Truth(bool),
}

impl Value {
    /// Returns the value as it stands in a longer text.
    pub fn text(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Truth(truth) => truth.to_string(),
        }
    }
}

/// An entry of a parameter's list.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    One(Value),
    /// Fields that go together.
    Fields(BTreeMap<String, Value>),
}

/// A parameter.
#[derive(Debug)]
pub(super) struct Parameter {
    pub name: String,
    pub span: Range<usize>,
    /// Its values, at least one, all of one form.
    pub entries: Vec<Entry>,
    /// The fields of its first entry in the order of the text, with their places.
    pub fields: Vec<(String, Range<usize>)>,
}

/// The parameters of an element, in the order of the text.
#[derive(Debug)]
pub(super) struct Parameters(pub(super) Vec<Parameter>);

impl Parameters {
    /// Reads the value of the key `for`.
    pub(super) fn read(value: &Spanned<DeValue<'_>>) -> Result<Parameters, Vec<Problem>> {
        let table = match value.get_ref() {
            DeValue::Table(table) if !table.is_empty() => table,
            DeValue::Table(_) => {
                let message = "`for` has no parameter";
                return Err(vec![problem(message, value.span()).help(EXAMPLE)]);
            }
            other => {
                let message = format!("`for` is a table of lists, not {}", sort_of(other));
                return Err(vec![problem(message, value.span()).help(EXAMPLE)]);
            }
        };
        let mut problems = Vec::new();
        let mut parameters = Vec::new();
        for (name, list) in table {
            match Parameter::read(name.get_ref(), name.span(), list) {
                Ok(parameter) => parameters.push(parameter),
                Err(found) => problems.push(found),
            }
        }
        parameters.sort_by_key(|parameter| parameter.span.start);
        let parameters = Parameters(parameters);
        if problems.is_empty() && parameters.total().is_none() {
            let counts: Vec<String> =
                parameters.0.iter().map(|it| it.entries.len().to_string()).collect();
            let message =
                format!("`for` makes more than 1,000 elements: {}", counts.join(" times "));
            let help = "shorten the lists, or write several elements with a `for` each";
            problems.push(problem(message, value.span()).help(help));
        }
        if problems.is_empty() { Ok(parameters) } else { Err(problems) }
    }

    /// Returns the number of combinations; `None` if there are more than [`COMBINATIONS_MAX`].
    pub(super) fn total(&self) -> Option<usize> {
        let total = self.0.iter().try_fold(1_usize, |all, it| all.checked_mul(it.entries.len()));
        total.filter(|total| *total <= COMBINATIONS_MAX)
    }

    /// Returns the index of the entry of each parameter in a combination. The first parameter
    /// varies slowest.
    pub(super) fn choice(&self, mut number: usize) -> Vec<usize> {
        let mut chosen = vec![0; self.0.len()];
        for (at, parameter) in self.0.iter().enumerate().rev() {
            chosen[at] = number % parameter.entries.len();
            number /= parameter.entries.len();
        }
        chosen
    }

    /// Describes a combination for people: `element = cold, level = 2`.
    pub(super) fn label(&self, chosen: &[usize]) -> String {
        let one = |(parameter, at): (&Parameter, &usize)| {
            let value = match &parameter.entries[*at] {
                Entry::One(value) => value.text(),
                Entry::Fields(fields) => {
                    let all = parameter.fields.iter();
                    let said = all.map(|(name, _)| format!("{name} = {}", fields[name].text()));
                    format!("{{ {} }}", said.collect::<Vec<_>>().join(", "))
                }
            };
            format!("{} = {}", parameter.name, shortened(&value))
        };
        self.0.iter().zip(chosen).map(one).collect::<Vec<_>>().join(", ")
    }
}

impl Parameter {
    fn read(
        name: &str,
        span: Range<usize>,
        list: &Spanned<DeValue<'_>>,
    ) -> Result<Parameter, Problem> {
        if !is_word(name) {
            let help = "begin with a letter; letters, digits, `-` and `_` may follow";
            return Err(problem(format!("`{name}` is no name of a parameter"), span).help(help));
        }
        if TAKEN.contains(&name) || is_register(name) {
            let message = format!("no parameter can be called `{name}`");
            let help = format!("`{{{name}}}` means something else in texts; choose another name");
            return Err(problem(message, span).help(help));
        }
        let DeValue::Array(values) = list.get_ref() else {
            let message = format!("`{name}` has {}, not a list", sort_of(list.get_ref()));
            let help = format!("write {name} = [...], with all its values");
            return Err(problem(message, list.span()).help(help));
        };
        let Some(first) = values.first() else {
            let message = format!("`{name}` has no values, so nothing would be made");
            return Err(problem(message, list.span()).help("list at least one value"));
        };
        let mut fields: Vec<(String, Range<usize>)> = match first.get_ref() {
            DeValue::Table(table) => {
                table.keys().map(|key| (key.get_ref().to_string(), key.span())).collect()
            }
            _ => Vec::new(),
        };
        fields.sort_by_key(|(_, span)| span.start);
        if let Some((field, span)) = fields.iter().find(|(field, _)| !is_word(field)) {
            let help = "begin with a letter; letters, digits, `-` and `_` may follow";
            return Err(
                problem(format!("`{field}` is no name of a field"), span.clone()).help(help)
            );
        }
        let mut entries = Vec::new();
        for value in values.iter() {
            entries.push(entry(name, &fields, value)?);
        }
        Ok(Parameter { name: name.to_owned(), span, entries, fields })
    }
}

fn entry(
    name: &str,
    fields: &[(String, Range<usize>)],
    value: &Spanned<DeValue<'_>>,
) -> Result<Entry, Problem> {
    let names = || fields.iter().map(|(field, _)| field.as_str());
    match value.get_ref() {
        DeValue::Table(table) if !fields.is_empty() => {
            if let Some(other) = table.keys().find(|key| !names().any(|it| it == key.get_ref())) {
                let message = format!("the first entry of `{name}` has no `{}`", other.get_ref());
                let meant = names().map(str::to_owned).collect();
                let help = "give every entry the same fields";
                return Err(problem(message, other.span())
                    .help(help)
                    .meant(other.get_ref(), meant));
            }
            if let Some(missing) = names().find(|field| !table.contains_key(*field)) {
                let message = format!("this entry of `{name}` has no `{missing}`");
                return Err(problem(message, value.span()).help("give every entry the same fields"));
            }
            let read = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
                let key: &std::borrow::Cow<'_, str> = key.get_ref();
                Ok((key.to_string(), scalar(name, value)?))
            };
            Ok(Entry::Fields(DeTable::iter(table).map(read).collect::<Result<_, _>>()?))
        }
        DeValue::Table(_) if fields.is_empty() => {
            let message = format!("`{name}` lists tables and plain values, or an empty table");
            Err(problem(message, value.span()).help("list values of one form"))
        }
        _ if !fields.is_empty() => {
            let message = format!("`{name}` lists tables and plain values");
            Err(problem(message, value.span()).help("list values of one form"))
        }
        _ => Ok(Entry::One(scalar(name, value)?)),
    }
}

fn scalar(name: &str, value: &Spanned<DeValue<'_>>) -> Result<Value, Problem> {
    match value.get_ref() {
        DeValue::String(text) => Ok(Value::Text(text.to_string())),
        DeValue::Boolean(truth) => Ok(Value::Truth(*truth)),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map(Value::Number)
            .map_err(|_| problem("this number is too large", value.span())),
        other => {
            let message = format!("`{name}` lists {}", sort_of(other));
            let help = "list texts, whole numbers, `true` or `false`";
            Err(problem(message, value.span()).help(help))
        }
    }
}

const EXAMPLE: &str = "write for = { level = [1, 2, 3] }";

/// Returns whether a text can be the name of a parameter.
fn is_word(name: &str) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    name.starts_with(char::is_alphabetic) && name.chars().all(fits)
}

fn is_register(name: &str) -> bool {
    let last = b'a' + kernel::REGISTERS_MAX as u8;
    matches!(name.as_bytes(), [letter] if (b'a'..last).contains(letter))
}

fn sort_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Returns a value short enough for a message.
fn shortened(value: &str) -> String {
    const SHOWN_MAX: usize = 60;
    match value.char_indices().nth(SHOWN_MAX) {
        Some((end, _)) => format!("{}...", &value[..end]),
        None => value.to_owned(),
    }
}
