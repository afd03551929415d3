//! The wire format: every type that goes over HTTP, as the OpenAPI document describes it.
//!
//! Combatants, activities, rules and conditions go by their names. Numbers that people write with
//! fractions are text. The comment of a field tells why the field may be missing. A field that a
//! role may not see is `null`.

mod action;
mod board;
mod combatant;
mod difficulty;
mod encounter;
mod key;
mod network;
mod options;
mod plan;
mod problem;
mod reading;
mod ruleset;
mod setup;
mod sheet;
mod shelf;
mod state;
mod table;
mod update;
mod workshop;

pub use action::*;
pub use board::*;
pub use combatant::*;
pub use difficulty::*;
pub use encounter::*;
pub use key::*;
pub use network::*;
pub use options::*;
pub use plan::*;
pub use problem::*;
pub use reading::*;
pub use ruleset::*;
pub use setup::*;
pub use sheet::*;
pub use shelf::*;
pub use state::*;
pub use table::*;
pub use update::*;
pub use workshop::*;
