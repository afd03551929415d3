//! The `sim` crate.
