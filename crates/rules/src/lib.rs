//! Rules as data: reads TOML into kernel tables.
//!
//! ```text
//! raw        the file as written, every value with its place      [`raw`]
//! setup      a ruleset with campaign, creatures and encounter     [`setup`]
//! compiled   kernel tables, and the names of everything in them   [`compile()`]
//! ```
//!
//! All problems are reported at once, each with its place and what to do about it. What is
//! deliberately not here: playing (the kernel), driving (the `sim` crate), any wire format.

mod compile;
pub mod diagnostic;
pub mod dice;
pub mod dictionary;
pub mod expand;
pub mod expr;
pub mod kinds;
pub mod mint;
pub mod names;
pub mod number;
pub mod raw;
pub mod setup;
pub mod sheet;
pub mod source;
pub mod square;
pub mod text;

pub use compile::{Compiled, Foundation, compile};
pub use names::Names;
pub use setup::{Place, Setup};
pub use sheet::Sheet;
pub use source::{Parsed, Source};
