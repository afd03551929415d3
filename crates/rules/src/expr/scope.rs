//! Names that an expression may use, supplied by the code that loads it.

use std::fmt;
use std::sync::Arc;

use kernel::TableId;

use super::Word;

/// The inputs available to an expression.
///
/// The checker asks for one name after another. The answer carries the caller's own id, which ends
/// up in the [`Typed`](super::Typed) tree.
pub trait Scope {
    /// The caller's id of an input.
    type Input: Clone;

    /// Returns the input of this name, such as `actor.hp`.
    fn name(&self, name: &str) -> Option<Input<Self::Input>>;

    /// Returns the input of a call such as `actor.has(prone)`.
    fn call(&self, callee: &str, args: &[Word]) -> Result<Input<Self::Input>, CallError>;

    /// Returns the words for which one word of a call stands: the call holds if it holds for any of
    /// them. Returns `None` for a word that stands for itself.
    fn any_of(&self, _callee: &str, _word: &str) -> Option<Vec<String>> {
        None
    }

    /// Returns the table of this name, and the words for "did you mean" if there is none.
    fn table(&self, _name: &str) -> Result<TableId, Vec<String>> {
        Err(Vec::new())
    }

    /// Returns every name and callee, for "did you mean".
    fn suggestions(&self) -> Vec<String>;

    /// Returns advice for a name or callee that has no value here; `None` if there is none.
    fn remedy(&self, _name: &str) -> Option<String> {
        None
    }
}

/// A value that is known only when the expression is evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input<I> {
    /// Its type.
    pub ty: Type,
    /// The caller's id.
    pub id: I,
}

/// Reason why a call has no meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallError {
    /// There is no such callee.
    Unknown,
    /// The call takes another number of words.
    Count {
        /// The number of words it takes.
        expected: usize,
    },
    /// The call does not take this word.
    Word {
        /// Index of the word.
        arg: usize,
        /// The sort of word expected: `condition`.
        what: &'static str,
        /// All words that it takes here, for "did you mean"; may be empty.
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
    /// Returns the set of these words, in this order; of equal words the first one counts.
    pub fn new<S: Into<String>>(words: impl IntoIterator<Item = S>) -> TagSet {
        TagSet(words.into_iter().map(Into::into).collect())
    }

    /// Returns the words.
    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// Returns the index of a word, which stands for it in typed trees.
    pub fn index(&self, word: &str) -> Option<i32> {
        let index = self.0.iter().position(|known| known == word)?;
        i32::try_from(index).ok()
    }
}

/// Displays the type in words: `an integer`, `a boolean`, `a tag`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Int => "an integer",
            Type::Bool => "a boolean",
            Type::Tag(_) => "a tag",
        })
    }
}
