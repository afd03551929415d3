//! Results of tools: small records with a schema, and the same in words.
//!
//! The tracker's wire types hold everything a page shows. A language model pays for each word, so
//! these keep what a decision needs.

pub(crate) mod actions;
pub(crate) mod books;
pub(crate) mod fight;
pub(crate) mod history;
pub(crate) mod judgment;
pub(crate) mod plan;

/// A result that can be given in words.
pub(crate) trait Readable {
    /// Returns the text, without a line break at the end.
    fn text(&self) -> String;
}

/// Returns true if a flag is not set; results omit such flags.
pub(crate) fn is_no(flag: &bool) -> bool {
    !flag
}
