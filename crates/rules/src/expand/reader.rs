//! Reads values of any type from an expanded file, as `toml` does from a text. A text that is one
//! parameter alone can be read as a number or a truth value, too.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::de::value::{SeqDeserializer, StringDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor,
};
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::Value;

/// A value that doesn't have the form that its place asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The reason, in the words of `serde`.
    pub message: String,
    /// The place; a made one in elements that `for` makes.
    pub span: Option<Range<usize>>,
}

impl ReadError {
    fn or_at(mut self, span: &Range<usize>) -> ReadError {
        self.span.get_or_insert_with(|| span.clone());
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> ReadError {
        ReadError { message: message.to_string(), span: None }
    }
}

/// Reads a type from an expanded file. `alone` are the values of texts that are one parameter, by
/// their places.
pub fn from_table<T: DeserializeOwned>(
    table: Spanned<DeTable<'_>>,
    alone: &HashMap<usize, Value>,
) -> Result<T, ReadError> {
    let span = table.span();
    let value = Spanned::new(span, DeValue::Table(table.into_inner()));
    T::deserialize(Reader { value, alone })
}

/// A value, as serde reads it.
struct Reader<'a, 'i> {
    value: Spanned<DeValue<'i>>,
    alone: &'a HashMap<usize, Value>,
}

impl Reader<'_, '_> {
    /// Returns the value of the parameter that the text alone is.
    fn parameter(&self) -> Option<&Value> {
        match self.value.get_ref() {
            DeValue::String(_) => self.alone.get(&self.value.span().start),
            _ => None,
        }
    }
}

/// Reads whole numbers from numbers, and from texts that are such a parameter alone.
macro_rules! numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            match self.parameter() {
                Some(Value::Number(number)) => visitor
                    .visit_i64(*number)
                    .map_err(|error: ReadError| error.or_at(&self.value.span())),
                _ => self.deserialize_any(visitor),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Reader<'_, '_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let (span, alone) = (self.value.span(), self.alone);
        let read = match self.value.into_inner() {
            DeValue::String(text) => visitor.visit_string(text.into_owned()),
            DeValue::Integer(number) => {
                let (digits, radix) = (number.as_str(), number.radix());
                if let Ok(number) = i64::from_str_radix(digits, radix) {
                    visitor.visit_i64(number)
                } else if let Ok(number) = u64::from_str_radix(digits, radix) {
                    visitor.visit_u64(number)
                } else {
                    Err(ReadError::custom("integer number overflowed"))
                }
            }
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(_) => Err(ReadError::custom("floating-point number overflowed")),
            },
            DeValue::Boolean(truth) => visitor.visit_bool(truth),
            // Nothing that is read holds dates; as a text, they are refused like other texts.
            DeValue::Datetime(date) => visitor.visit_string(date.to_string()),
            DeValue::Array(list) => {
                let values = list.into_iter().map(|value| Reader { value, alone });
                visitor.visit_seq(SeqDeserializer::new(values))
            }
            DeValue::Table(table) => {
                visitor.visit_map(Entries { entries: table.into_iter(), value: None, alone })
            }
        };
        read.map_err(|error| error.or_at(&span))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.parameter() {
            Some(Value::Truth(truth)) => visitor.visit_bool(*truth),
            _ => self.deserialize_any(visitor),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let span = self.value.span();
        visitor.visit_some(self).map_err(|error: ReadError| error.or_at(&span))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let span = self.value.span();
        visitor.visit_newtype_struct(self).map_err(|error: ReadError| error.or_at(&span))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if is_spanned(name) {
            let span = self.value.span();
            return visitor.visit_map(SpannedDeserializer::new(self, span));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let span = self.value.span();
        let read = match self.value.into_inner() {
            DeValue::String(text) => {
                let text: StringDeserializer<ReadError> = text.into_owned().into_deserializer();
                visitor.visit_enum(text)
            }
            _ => Err(ReadError::custom("wanted string or table")),
        };
        read.map_err(|error| error.or_at(&span))
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct
        map identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, ReadError> for Reader<'_, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The entries of a table.
struct Entries<'a, 'i> {
    entries: <DeTable<'i> as IntoIterator>::IntoIter,
    /// The value of the key that was read last.
    value: Option<Spanned<DeValue<'i>>>,
    alone: &'a HashMap<usize, Value>,
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        let span = key.span();
        seed.deserialize(Key(key)).map(Some).map_err(|error| error.or_at(&span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let value = self.value.take().ok_or_else(|| ReadError::custom("a value before its key"))?;
        let span = value.span();
        let read = seed.deserialize(Reader { value, alone: self.alone });
        read.map_err(|error| error.or_at(&span))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A key, as serde reads it.
struct Key<'i>(Spanned<DeString<'i>>);

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        // Keys of most tables are only compared.
        visitor.visit_str(self.0.get_ref())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if is_spanned(name) {
            let span = self.0.span();
            let text: StringDeserializer<ReadError> =
                self.0.into_inner().into_owned().into_deserializer();
            return visitor.visit_map(SpannedDeserializer::new(text, span));
        }
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
