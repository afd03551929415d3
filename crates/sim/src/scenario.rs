//! Scenarios: Markdown that a rules person reads and writes, and the engine runs.
//!
//! A `##` heading names a scenario. A line `covers: rule.id, rule.id` lists the rules that it
//! exercises. Prose is free. A fenced block `setup` holds an encounter file; a block `play` holds
//! commands and assertions:
//!
//! ```text
//! dice: 4 12              fixes the dice rolled from here on
//! > Ana: strike Orc       a command (see the language module)
//!   Ana spends 1P …       lines that must be among what is printed, in this order
//! = Ana has 1P+1M         something that must hold
//! # a remark
//! ```
//!
//! A denied command fails the scenario unless an assertion about the denial follows, such as
//! `= denied by …`. Dice left over fail it, too. Questions for the game master that a scenario does
//! not answer get their default answer.

mod assertion;
mod board;
mod parse;
mod run;

pub use parse::{Document, Item, Play, Scenario, parse};
pub use run::{Failure, Outcome, Trace, played_with, refused, run, run_with};
