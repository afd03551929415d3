//! Lenient access to JSON of other programs, which records the values that were used.

use std::cell::RefCell;
use std::collections::HashSet;

use serde_json::Value;

use crate::number::{in_range, leading_int_at};

/// Addresses of the values of a document that have been used.
#[derive(Default)]
pub(crate) struct Used(RefCell<HashSet<usize>>);

/// A value in a document. Reading it marks it as used.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    value: &'a Value,
    used: &'a Used,
    /// The last two keys on the way to it.
    keys: [&'a str; 2],
}

static NULL: Value = Value::Null;

impl<'a> Node<'a> {
    /// Returns the root of a document.
    pub(crate) fn new(value: &'a Value, used: &'a Used) -> Node<'a> {
        Node { value, used, keys: [""; 2] }
    }

    /// Returns the value under a path such as `system.attributes.hp`; null if there is none.
    pub(crate) fn at(self, path: &str) -> Node<'a> {
        path.split('.').fold(self, |node, key| node.key(key))
    }

    /// Returns the value under a key, which may contain periods, or under an index of a list.
    pub(crate) fn key(self, key: &str) -> Node<'a> {
        if let Some((key, value)) = self.value.as_object().and_then(|it| it.get_key_value(key)) {
            return Node { value, keys: [self.keys[1], key], ..self };
        }
        let value = self.value.as_array().and_then(|it| it.get(key.parse::<usize>().ok()?));
        Node { value: value.unwrap_or(&NULL), ..self }
    }

    /// Returns the first value among several paths that is not null; null if there is none.
    pub(crate) fn first(self, paths: &[&str]) -> Node<'a> {
        let found = paths.iter().map(|path| self.at(path)).find(|node| node.is_some());
        found.unwrap_or(Node { value: &NULL, ..self })
    }

    /// Returns the value itself and marks all of it as used.
    pub(crate) fn value(self) -> &'a Value {
        self.mark(self.value);
        self.value
    }

    /// Whether there is a value that is not null.
    pub(crate) fn is_some(self) -> bool {
        !self.value.is_null()
    }

    /// Whether it is an object.
    pub(crate) fn is_object(self) -> bool {
        self.value.is_object()
    }

    /// Whether it is a list.
    pub(crate) fn is_array(self) -> bool {
        self.value.is_array()
    }

    /// Returns a number rounded down, or the whole number at the start of a text such as `+5` or
    /// `30 ft.` Returns `None` beyond ±[`NUMBER_MAX`](crate::number::NUMBER_MAX).
    pub(crate) fn int(self) -> Option<i32> {
        let found = match self.value {
            Value::Number(number) => {
                let found = in_range(number.as_f64()?, &|| number.to_string(), &|| self.place())?;
                Some(found.floor() as i32)
            }
            Value::String(text) => leading_int_at(text, &|| self.place()),
            _ => None,
        };
        found.inspect(|_| self.mark(self.value))
    }

    /// Returns the last keys on the way to it: `hp.max`.
    fn place(self) -> String {
        let keys = self.keys.into_iter().filter(|key| !key.is_empty());
        keys.collect::<Vec<_>>().join(".")
    }

    /// Returns a number that may have a fraction; also from a text such as `1/4`. Returns
    /// `None` beyond ±[`NUMBER_MAX`](crate::number::NUMBER_MAX).
    pub(crate) fn number(self) -> Option<f64> {
        let found = match self.value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => match text.split_once('/') {
                Some((above, below)) => {
                    let below = below.trim().parse::<f64>().ok().filter(|it| *it > 0.0)?;
                    above.trim().parse::<f64>().ok().map(|above| above / below)
                }
                None => text.trim().parse().ok(),
            },
            _ => None,
        };
        let written = || match self.value.as_str() {
            Some(text) => text.to_owned(),
            None => self.value.to_string(),
        };
        in_range(found?, &written, &|| self.place()).inspect(|_| self.mark(self.value))
    }

    /// Returns a text that is not empty.
    pub(crate) fn text(self) -> Option<&'a str> {
        let text = self.value.as_str().map(str::trim).filter(|text| !text.is_empty())?;
        self.mark(self.value);
        Some(text)
    }

    /// Returns a text, or an empty one.
    pub(crate) fn text_or_empty(self) -> &'a str {
        self.text().unwrap_or_default()
    }

    /// Returns a text or number as text.
    pub(crate) fn shown(self) -> Option<String> {
        match self.value {
            Value::Number(number) => {
                self.mark(self.value);
                Some(number.to_string())
            }
            _ => self.text().map(str::to_owned),
        }
    }

    /// Whether it is `true` or 1.
    pub(crate) fn is_true(self) -> bool {
        self.mark(self.value);
        matches!(self.value, Value::Bool(true)) || self.value.as_i64() == Some(1)
    }

    /// Returns the values of a list or an object; none for anything else.
    pub(crate) fn each(self) -> impl Iterator<Item = Node<'a>> {
        let list = self.value.as_array().into_iter().flatten();
        let map = self.value.as_object().into_iter().flat_map(|map| map.values());
        list.chain(map).map(move |value| Node { value, ..self })
    }

    /// Returns keys and values of an object.
    pub(crate) fn entries(self) -> impl Iterator<Item = (&'a str, Node<'a>)> {
        let map = self.value.as_object().into_iter().flatten();
        map.map(move |(key, value)| {
            (key.as_str(), Node { value, keys: [self.keys[1], key], ..self })
        })
    }

    /// Returns the texts of a list, the parts of a text between commas or semicolons, or the keys
    /// of an object whose values are true.
    pub(crate) fn texts(self) -> Vec<String> {
        match self.value {
            Value::String(text) => {
                self.mark(self.value);
                let parts = text.split([',', ';']).map(str::trim).filter(|it| !it.is_empty());
                parts.map(str::to_owned).collect()
            }
            Value::Object(_) => {
                let said = self.entries().filter(|(_, node)| node.is_true());
                said.map(|(key, _)| key.to_owned()).collect()
            }
            _ => self.each().filter_map(|node| node.text()).map(str::to_owned).collect(),
        }
    }

    /// Counts the values below it that were never used.
    pub(crate) fn unused(self) -> usize {
        fn count(value: &Value, used: &HashSet<usize>) -> usize {
            if used.contains(&address(value)) {
                return 0;
            }
            match value {
                Value::Array(list) => list.iter().map(|it| count(it, used)).sum(),
                Value::Object(map) => map.values().map(|it| count(it, used)).sum(),
                _ => 1,
            }
        }
        count(self.value, &self.used.0.borrow())
    }

    fn mark(self, value: &Value) {
        if !value.is_null() {
            self.used.0.borrow_mut().insert(address(value));
        }
    }
}

fn address(value: &Value) -> usize {
    std::ptr::from_ref(value) as usize
}
