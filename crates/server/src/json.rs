//! Strict JSON: no object names a field twice, at any depth.
//!
//! Readers differ in which of two values they take, so a request that has both is refused.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;

use crate::failure::Failure;

/// Largest body of a request.
pub(crate) const BODY_MAX: usize = 8 << 20;

/// Fails if some object names a field twice. Other mistakes are left to the typed reader.
pub(crate) fn no_field_twice(bytes: &[u8]) -> Result<(), Failure> {
    match serde_json::from_slice::<Unique>(bytes) {
        Err(error) if error.classify() == Category::Data => {
            Err(Failure::invalid(error.to_string()))
        }
        _ => Ok(()),
    }
}

/// Any value in which no object names a field twice.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(UniqueVisitor)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Unique;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_str<E>(self, _: &str) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_unit<E>(self) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Unique, A::Error> {
        while items.next_element::<Unique>()?.is_some() {}
        Ok(Unique)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Unique, A::Error> {
        let mut names: HashSet<String> = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            if names.contains(&name) {
                return Err(A::Error::custom(format_args!("the field `{name}` is there twice")));
            }
            names.insert(name);
            fields.next_value::<Unique>()?;
        }
        Ok(Unique)
    }
}

#[cfg(test)]
mod tests {
    use super::no_field_twice;

    #[test]
    fn a_field_named_twice_is_found_at_any_depth() {
        for twice in
            [r#"{"a":1,"a":1}"#, r#"{"b":[{"a":null,"c":2.5,"a":"x"}]}"#, r#"{"a":1,"\u0061":2}"#]
        {
            let refused = no_field_twice(twice.as_bytes()).expect_err(twice);
            assert!(refused.problem().message.contains("`a` is there twice"), "{twice}");
        }
        for once in [r#"{"a":{"a":{"a":true}},"b":[{"a":1},{"a":1}]}"#, "[]", "{", "", "7"] {
            assert!(no_field_twice(once.as_bytes()).is_ok(), "{once}");
        }
    }
}
