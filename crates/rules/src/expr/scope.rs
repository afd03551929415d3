//! Names that an expression may use at its place, supplied by its loader.

use std::fmt;
use std::sync::Arc;

use super::Word;

/// The inputs a place declares.
///
/// The checker asks for one name after another; the answer carries the caller's own id, which ends
/// up in the [`Typed`](super::Typed) tree.
pub trait Scope {
    /// How the caller identifies an input.
    type Input: Clone;

    /// The input of this name, such as `actor.hp`.
    fn name(&self, name: &str) -> Option<Input<Self::Input>>;

    /// The input that a call such as `actor.has(prone)` stands for.
    fn call(&self, callee: &str, args: &[Word]) -> Result<Input<Self::Input>, CallError>;

    /// Every name and callee, for "did you mean".
    fn suggestions(&self) -> Vec<String>;

    /// Returns advice for a name or callee that has no value here; `None` if there is none.
    fn remedy(&self, _name: &str) -> Option<String> {
        None
    }
}

/// A value that becomes known when the expression is evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input<I> {
    /// Its type.
    pub ty: Type,
    /// The caller's id.
    pub id: I,
}

/// Why a call stands for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallError {
    /// There is no such callee.
    Unknown,
    /// It takes another number of words.
    Count {
        /// How many.
        expected: usize,
    },
    /// It does not take this word.
    Word {
        /// Index of the word.
        arg: usize,
        /// The sort of word expected: `condition`.
        what: &'static str,
        /// Every word it takes here, for "did you mean"; may be empty.
        known: Vec<String>,
    },
}

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// A number within i32.
    Int,
    /// True or false.
    Bool,
    /// One of a set of words.
    Tag(TagSet),
}

/// The words a tag can be, in the order of their indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagSet(Arc<[String]>);

impl TagSet {
    /// The words in this order; of equal words the first one counts.
    pub fn new<S: Into<String>>(words: impl IntoIterator<Item = S>) -> TagSet {
        TagSet(words.into_iter().map(Into::into).collect())
    }

    /// The words.
    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// The index of a word, by which the tag is known from here on.
    pub fn index(&self, word: &str) -> Option<i32> {
        let index = self.0.iter().position(|known| known == word)?;
        i32::try_from(index).ok()
    }
}

/// The type in words: `an integer`, `a boolean`, `a tag`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Int => "an integer",
            Type::Bool => "a boolean",
            Type::Tag(_) => "a tag",
        })
    }
}
