//! Texts with parameters: `{name}` and `{name.field}` stand for values.

use std::ops::Range;

use super::values::{Entry, Parameters, Value};

/// A part of a text with parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// Text that stays.
    Around(Range<usize>),
    /// A parameter in braces, with its value.
    Filled(Range<usize>, &'a Value),
}

/// The values of one combination, and which of them some text has used.
#[derive(Debug)]
pub(super) struct Chosen<'a> {
    parameters: &'a Parameters,
    /// The index of the entry of each parameter.
    chosen: Vec<usize>,
    /// For each parameter, whether it is used: by its field, the empty text if it has none.
    used: Vec<(usize, &'a str)>,
    /// Braces that name a parameter in a wrong way, with a message.
    wrong: Vec<(Range<usize>, String)>,
}

impl<'a> Chosen<'a> {
    /// Returns the values of a combination by its number.
    pub(super) fn of(parameters: &'a Parameters, number: usize) -> Chosen<'a> {
        let chosen = parameters.choice(number);
        Chosen { parameters, chosen, used: Vec::new(), wrong: Vec::new() }
    }

    /// Splits a text into its parts; `None` if it has no parameter. Braces that are not a parameter
    /// stay. So do doubled braces, which mean braces in texts.
    pub(super) fn parts(&mut self, text: &str) -> Option<Vec<Part<'a>>> {
        let mut parts = Vec::new();
        let mut kept = 0;
        let mut from = 0;
        while let Some(open) = text[from..].find('{').map(|at| from + at) {
            let run = text[open..].len() - text[open..].trim_start_matches('{').len();
            from = open + run;
            if run.is_multiple_of(2) {
                continue;
            }
            let Some(close) = text[from..].find(['{', '}']).map(|at| from + at) else { break };
            if !text[close..].starts_with('}') {
                from = close;
                continue;
            }
            let braces = from - 1..close + 1;
            if let Some(value) = self.value(&text[from..close], &braces) {
                if kept < braces.start {
                    parts.push(Part::Around(kept..braces.start));
                }
                kept = braces.end;
                from = braces.end;
                parts.push(Part::Filled(braces, value));
            }
        }
        if parts.is_empty() {
            return None;
        }
        if kept < text.len() {
            parts.push(Part::Around(kept..text.len()));
        }
        Some(parts)
    }

    fn value(&mut self, inside: &str, braces: &Range<usize>) -> Option<&'a Value> {
        let (name, field) = match inside.split_once('.') {
            Some((name, field)) => (name, Some(field)),
            None => (inside, None),
        };
        let parameters = self.parameters;
        let at = parameters.0.iter().position(|parameter| parameter.name == name)?;
        let parameter = &parameters.0[at];
        match (&parameter.entries[self.chosen[at]], field) {
            (Entry::One(value), None) => {
                self.note_use((at, ""));
                Some(value)
            }
            (Entry::One(_), Some(_)) => None,
            (Entry::Fields(fields), Some(field)) if fields.contains_key(field) => {
                let (known, _) = parameter.fields.iter().find(|(known, _)| known == field)?;
                self.note_use((at, known));
                fields.get(field)
            }
            (Entry::Fields(_), _) => {
                let known: Vec<String> = parameter
                    .fields
                    .iter()
                    .map(|(field, _)| format!("{{{name}.{field}}}"))
                    .collect();
                let message = format!("`{{{inside}}}` has no value: write {}", known.join(" or "));
                self.wrong.push((braces.clone(), message));
                None
            }
        }
    }

    fn note_use(&mut self, used: (usize, &'a str)) {
        if !self.used.contains(&used) {
            self.used.push(used);
        }
    }

    /// Takes the wrong uses since the last call: the braces and a message.
    pub(super) fn take_wrong(&mut self) -> Vec<(Range<usize>, String)> {
        std::mem::take(&mut self.wrong)
    }

    /// Returns the parameters and fields that no text has used, with their places.
    pub(super) fn unused(&self) -> Vec<(String, Range<usize>)> {
        let mut unused = Vec::new();
        for (at, parameter) in self.parameters.0.iter().enumerate() {
            let is_used = |field: &str| self.used.contains(&(at, field));
            if parameter.fields.is_empty() && !is_used("") {
                unused.push((parameter.name.clone(), parameter.span.clone()));
            }
            for (field, span) in parameter.fields.iter().filter(|(field, _)| !is_used(field)) {
                unused.push((format!("{}.{field}", parameter.name), span.clone()));
            }
        }
        unused
    }
}
