//! Values inside a JSON document, with their paths.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::Value;

/// Paths that were read, so that the others can be listed.
pub(super) type Seen = RefCell<BTreeSet<String>>;

/// A value and its JSON pointer; a missing one is null.
#[derive(Clone, Debug)]
pub(super) struct At<'v> {
    pub(super) value: &'v Value,
    pub(super) path: String,
    seen: &'v Seen,
}

static NULL: Value = Value::Null;

impl<'v> At<'v> {
    pub(super) fn root(value: &'v Value, seen: &'v Seen) -> At<'v> {
        At { value, path: String::new(), seen }
    }

    /// Checks whether an object has a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.value.get(key).is_some()
    }

    /// Returns the value under a key of an object; null if it is missing.
    pub(super) fn get(&self, key: &str) -> At<'v> {
        let value = self.value.get(key).unwrap_or(&NULL);
        self.step(value, &escaped(key))
    }

    fn step(&self, value: &'v Value, step: &str) -> At<'v> {
        At { value, path: format!("{}/{step}", self.path), seen: self.seen }
    }

    /// Marks this path as read.
    pub(super) fn see(&self) {
        self.seen.borrow_mut().insert(self.path.clone());
    }

    /// Collects the paths of the largest non-empty parts that were not read.
    pub(super) fn unseen(&self, found: &mut Vec<String>) {
        let empty = match self.value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.is_empty(),
            Value::Object(object) => object.is_empty(),
            Value::Bool(_) | Value::Number(_) => false,
        };
        if empty || self.seen.borrow().contains(&self.path) {
            return;
        }
        let inside = format!("{}/", self.path);
        let next = self.seen.borrow().range(inside.clone()..).next().cloned();
        if next.is_some_and(|path| path.starts_with(&inside)) {
            self.elements().iter().for_each(|one| one.unseen(found));
        } else {
            found.push(self.path.clone());
        }
    }

    /// Returns the value at a path of keys separated by dots; null if it is missing.
    pub(super) fn down(&self, keys: &str) -> At<'v> {
        keys.split('.').fold(self.clone(), |at, key| at.get(key))
    }

    /// Returns the elements of an array, or the values of an object; older exports have either.
    pub(super) fn elements(&self) -> Vec<At<'v>> {
        match self.value {
            Value::Array(list) => {
                let all = list.iter().enumerate();
                all.map(|(at, value)| self.step(value, &at.to_string())).collect()
            }
            Value::Object(object) => object.keys().map(|key| self.get(key)).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the text, if the value is one.
    pub(super) fn text(&self) -> Option<&'v str> {
        self.see();
        self.value.as_str()
    }

    /// Returns a whole number from a number or text; `None` if there is none. Returns the problem
    /// as error if it is not whole or too large for an attribute.
    pub(super) fn number(&self) -> Result<Option<i16>, &'static str> {
        if !self.value.is_object() {
            self.see();
        }
        let number = match self.value {
            Value::Null => return Ok(None),
            Value::Number(number) => number.as_f64(),
            Value::String(text) if text.trim().is_empty() => return Ok(None),
            Value::String(text) => text.trim().parse::<f64>().ok(),
            _ => None,
        };
        match number {
            None => Err("this is no number"),
            Some(number) if number.fract() != 0.0 || !number.is_finite() => {
                Err("this is no whole number")
            }
            Some(number) if number.abs() > f64::from(LARGEST) => Err("this number is too large"),
            // The value is within the bounds checked above.
            Some(number) => Ok(Some(number as i16)),
        }
    }
}

/// Largest absolute value of an attribute.
const LARGEST: i16 = 9999;

/// Returns a key as a step of a JSON pointer.
pub(super) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
