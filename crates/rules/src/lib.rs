//! The `rules` crate.

pub mod diagnostic;
pub mod dice;
