//! The `rules` crate.
