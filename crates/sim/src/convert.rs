//! The converter: the cost of an action of another economy in this one.
//!
//! A ruleset may have a folder `convert`. Its files declare the *facts* that an ability can have
//! (`swift`, `supernatural`, …), the entries that its source *lists* by name or by facts, and the
//! *guidelines* for everything else. The code knows no game: an ability is a set of facts, and each
//! matching entry sets one or more fields of the result. Listed entries outrank guidelines. Two
//! entries of equal rank that disagree are reported as a collision.

pub mod actor;
mod apply;
pub mod list;
mod model;
pub mod raw;
mod read;
pub mod report;
mod show;
mod words;

#[cfg(test)]
mod tests;

pub use apply::convert;
pub use model::{
    Ability, Collision, Conversion, Entry, Fact, Facts, Gives, Guidelines, Known, Rank, Remark,
    Resolved, Sort, Status,
};
pub use show::{line, to_json};
pub use words::{Misread, normal};
