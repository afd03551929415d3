//! The converter: what an action of another economy costs in this one.
//!
//! A ruleset may have a folder `convert`. Its files say which *facts* an ability can have
//! (`swift`, `supernatural`, …), which entries its source *lists* by name or by facts, and which
//! *guidelines* hold for everything else. Nothing here knows a game: an ability is a set of facts,
//! and whatever matches speaks for one or more fields of the result. Listed entries outrank
//! guidelines; where two of one rank disagree, that is a collision, and it is named.

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
