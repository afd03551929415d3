//! One element for many: an element of a list with the key `for` stands for one element for each
//! combination of values. Everything behind the reading of files sees ordinary elements.

mod origins;
mod problem;
mod reader;
mod template;
mod values;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

pub use origins::{Combination, Origin, Origins};
pub use problem::Problem;
pub use reader::{ReadError, from_table};
pub use values::{COMBINATIONS_MAX, Value};

use problem::problem;
use template::{Chosen, Part};
use values::Parameters;

/// Most text that the elements of one file may grow to, in bytes. Each value and each key counts as
/// 16 bytes more.
pub const EXPANDED_MAX: usize = 16 << 20;

/// A file with all its elements.
#[derive(Debug)]
pub struct Expanded<'i> {
    /// The file. Elements that `for` makes have places behind its text.
    pub table: Spanned<DeTable<'i>>,
    /// Where those places come from.
    pub origins: Origins,
    /// Texts that are one parameter alone, by their places: they may be read as its value.
    pub alone: HashMap<usize, Value>,
    /// Mistakes, each with a place in the text.
    pub problems: Vec<Problem>,
}

/// Reads TOML and makes all elements that its `for` stand for.
pub fn expand(text: &str) -> Result<Expanded<'_>, toml::de::Error> {
    let mut expanded = Expanded {
        table: DeTable::parse(text)?,
        origins: Origins::behind(text.len()),
        alone: HashMap::new(),
        problems: Vec::new(),
    };
    let mut table = std::mem::take(expanded.table.get_mut());
    let mut room = EXPANDED_MAX;
    for (_, value) in &mut table {
        Expansion { expanded: &mut expanded, room: &mut room }.expand(value);
    }
    *expanded.table.get_mut() = table;
    Ok(expanded)
}

/// Reads a type from a text; returns the message alone if it can't.
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let Expanded { table, alone, problems, .. } =
        expand(text).map_err(|error| error.message().to_owned())?;
    match problems.into_iter().next() {
        Some(problem) => Err(problem.message),
        None => from_table(table, &alone).map_err(|error| error.message),
    }
}

/// Returns the texts that values and keys with parameters become, with their places in the file.
/// Nothing if the text isn't TOML.
pub fn filled_texts(text: &str) -> Vec<(Range<usize>, String)> {
    fn walk(
        value: &Spanned<DeValue<'_>>,
        origins: &Origins,
        all: &mut Vec<(Range<usize>, String)>,
    ) {
        let mut add = |span: Range<usize>, text: &str| {
            let origin = origins.find(&span).filter(|origin| origin.varies);
            all.extend(origin.map(|origin| (origin.span, text.to_owned())));
        };
        match value.get_ref() {
            DeValue::String(text) => add(value.span(), text),
            DeValue::Array(list) => list.iter().for_each(|it| walk(it, origins, all)),
            DeValue::Table(table) => {
                table.keys().for_each(|key| add(key.span(), key.get_ref()));
                table.values().for_each(|it| walk(it, origins, all));
            }
            _ => {}
        }
    }
    let Ok(Expanded { table, origins, .. }) = expand(text) else { return Vec::new() };
    let mut all = Vec::new();
    if !origins.is_empty() {
        table.get_ref().values().for_each(|it| walk(it, &origins, &mut all));
    }
    all
}

/// The work on one file.
struct Expansion<'e, 'i> {
    expanded: &'e mut Expanded<'i>,
    /// Bytes that elements may still grow by.
    room: &'e mut usize,
}

impl<'i> Expansion<'_, 'i> {
    /// Replaces all elements with a `for` in a value, at any depth.
    fn expand(&mut self, value: &mut Spanned<DeValue<'i>>) {
        match value.get_mut() {
            DeValue::Table(table) => {
                for (_, value) in table {
                    self.expand(value);
                }
            }
            DeValue::Array(list) => {
                if !list.iter().any(|element| for_of(element).is_some()) {
                    list.iter_mut().for_each(|element| self.expand(element));
                    return;
                }
                let mut all = DeArray::new();
                for mut element in std::mem::replace(list, DeArray::new()) {
                    if for_of(&element).is_some() {
                        self.elements(element, &mut all);
                    } else {
                        self.expand(&mut element);
                        all.push(element);
                    }
                }
                *list = all;
            }
            _ => {}
        }
    }

    /// Adds the elements that an element with a `for` stands for.
    fn elements(&mut self, mut element: Spanned<DeValue<'i>>, all: &mut DeArray<'i>) {
        let Some((key, value)) = take_for(&mut element) else { return };
        let parameters = match Parameters::read(&value) {
            Ok(parameters) => parameters,
            Err(problems) => return self.expanded.problems.extend(problems),
        };
        if let Some(inner) = inner_for(&element) {
            let message = "this element is part of one that has a `for` already";
            let help = "give the outer `for` all parameters";
            return self.expanded.problems.push(problem(message, inner).help(help));
        }
        let total = parameters.total().unwrap_or_default();
        let extent = extent(&element);
        for number in 0..total {
            let label = parameters.label(&parameters.choice(number));
            let combination = Arc::new(Combination { label, total, of: key.start });
            let Some(start) = self.expanded.origins.copy(extent.clone(), &combination) else {
                return self.too_much(&key);
            };
            let chosen = Chosen::of(&parameters, number);
            let from = extent.start;
            let mut copy = Copying { to: self, chosen, combination, start, from };
            let made = copy.value(&element);
            let unused = copy.chosen.unused();
            let Some(made) = made else { return self.too_much(&key) };
            all.push(made);
            if number == 0 {
                for (name, span) in unused {
                    let message = format!("`{{{name}}}` is nowhere in this element");
                    let help = "use it, or take it out of `for`: all elements would be the same";
                    self.expanded.problems.push(problem(message, span).help(help));
                }
            }
            if !self.expanded.problems.is_empty() {
                return;
            }
        }
    }

    fn too_much(&mut self, key: &Range<usize>) {
        let message = "the elements that `for` makes of this file are too much text";
        let help = "together they may have 16 MB; shorten the lists or the texts";
        self.expanded.problems.push(problem(message, key.clone()).help(help));
    }
}

/// The making of one element.
struct Copying<'c, 'e, 'i> {
    to: &'c mut Expansion<'e, 'i>,
    chosen: Chosen<'c>,
    combination: Arc<Combination>,
    /// The made place of the element, and its place in the text.
    start: usize,
    from: usize,
}

impl<'i> Copying<'_, '_, 'i> {
    /// Copies a value; `None` if there is no room left.
    fn value(&mut self, value: &Spanned<DeValue<'i>>) -> Option<Spanned<DeValue<'i>>> {
        self.take_room(0)?;
        let span = value.span();
        let made = match value.get_ref() {
            DeValue::String(text) => {
                let (span, text) = self.text(text, &span, true)?;
                return Some(Spanned::new(span, DeValue::String(text)));
            }
            DeValue::Array(list) => {
                let mut copies = DeArray::new();
                for value in list.iter() {
                    copies.push(self.value(value)?);
                }
                DeValue::Array(copies)
            }
            DeValue::Table(table) => {
                let mut copies = DeTable::new();
                for (key, value) in table {
                    let (span, name) = self.text(key.get_ref(), &key.span(), false)?;
                    if copies.contains_key(&*name) {
                        let of = &self.combination.label;
                        let message = format!("the key `{name}` is here twice (for {of})");
                        let help = "give each key a parameter that makes it different";
                        self.to.expanded.problems.push(problem(message, key.span()).help(help));
                    }
                    let value = self.value(value)?;
                    copies.insert(Spanned::new(span, name), value);
                }
                DeValue::Table(copies)
            }
            other => other.clone(),
        };
        Some(Spanned::new(self.moved(&span), made))
    }

    /// Fills in the parameters of a text and returns it with its place.
    fn text(
        &mut self,
        text: &DeString<'i>,
        span: &Range<usize>,
        may_be_number: bool,
    ) -> Option<(Range<usize>, DeString<'i>)> {
        self.take_room(text.len())?;
        // Offsets in a text count from behind its quotation mark, here as everywhere.
        let last = span.end.saturating_sub(1).max(span.start);
        let place = |inside: Range<usize>| {
            let at = |offset: usize| (span.start + 1 + offset).min(last);
            at(inside.start)..at(inside.end)
        };
        let parts = self.chosen.parts(text);
        for (braces, message) in self.chosen.take_wrong() {
            self.to.expanded.problems.push(problem(message, place(braces)));
        }
        let Some(parts) = parts else { return Some((self.moved(span), text.clone())) };
        let mut filled = String::new();
        let mut pieces = vec![(span.start..span.start + 1, 1, false)];
        for part in &parts {
            match part {
                Part::Around(range) => {
                    filled.push_str(&text[range.clone()]);
                    pieces.push((place(range.clone()), range.len(), false));
                }
                Part::Filled(braces, value) => {
                    let value = value.text();
                    self.take_room(value.len())?;
                    filled.push_str(&value);
                    pieces.push((place(braces.clone()), value.len(), true));
                }
            }
        }
        pieces.push((last..span.end, 1, false));
        let made = self.to.expanded.origins.fill(pieces, &self.combination)?;
        if let ([Part::Filled(_, value)], true) = (parts.as_slice(), may_be_number)
            && !matches!(value, Value::Text(_))
        {
            self.to.expanded.alone.insert(made.start, (*value).clone());
        }
        Some((made, filled.into()))
    }

    /// Returns the made place of something that is copied.
    fn moved(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.start + (span.start - self.from);
        start..start + span.len()
    }

    fn take_room(&mut self, bytes: usize) -> Option<()> {
        *self.to.room = self.to.room.checked_sub(bytes + 16)?;
        Some(())
    }
}

/// Returns the `for` of an element.
fn for_of<'v, 'i>(element: &'v Spanned<DeValue<'i>>) -> Option<&'v Spanned<DeValue<'i>>> {
    match element.get_ref() {
        DeValue::Table(table) => table.get("for"),
        _ => None,
    }
}

/// Takes the `for` out of an element and returns the place of its key, and its value.
fn take_for<'i>(
    element: &mut Spanned<DeValue<'i>>,
) -> Option<(Range<usize>, Spanned<DeValue<'i>>)> {
    match element.get_mut() {
        DeValue::Table(table) => {
            let (key, value) = table.remove_entry("for")?;
            Some((key.span(), value))
        }
        _ => None,
    }
}

/// Returns the place of a `for` of some element inside a value.
fn inner_for(value: &Spanned<DeValue<'_>>) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().find_map(|element| {
            let own = match element.get_ref() {
                DeValue::Table(table) => table.get_key_value("for").map(|(key, _)| key.span()),
                _ => None,
            };
            own.or_else(|| inner_for(element))
        }),
        DeValue::Table(table) => table.values().find_map(inner_for),
        _ => None,
    }
}

/// Returns the part of the text in which a value and everything in it stand.
fn extent(value: &Spanned<DeValue<'_>>) -> Range<usize> {
    let mut all = value.span();
    let mut add = |span: Range<usize>| all = all.start.min(span.start)..all.end.max(span.end);
    match value.get_ref() {
        DeValue::Array(list) => list.iter().for_each(|it| add(extent(it))),
        DeValue::Table(table) => {
            for (key, value) in table {
                add(key.span());
                add(extent(value));
            }
        }
        _ => {}
    }
    all
}

#[cfg(test)]
mod tests;
