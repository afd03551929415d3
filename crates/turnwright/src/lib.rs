//! Turnwright: the action economy of tabletop games as a library.
//!
//! Load a rulebook, begin an encounter, list what is legal with every price, apply commands as
//! text, and read why a command is denied.
//!
//! ```
//! use turnwright::{Encounter, Ruleset};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = Ruleset::builtin("collective")?;
//! let mut fight = Encounter::new(&rules, include_str!("../examples/duel.toml"))?;
//! fight.apply("rule pcs")?;
//! assert!(fight.awaiting().to_string().contains("Ana"));
//!
//! for action in fight.legal_actions().of("Ana") {
//!     println!("{action}"); // Ana: longsword Orc, pay 1P
//! }
//! fight.apply("Ana: longsword Orc, pay P")?;
//! fight.roll(&[15])?; // hits
//! fight.roll(&[4])?; // damage
//! let denied = fight.why_not("Ana: longsword Orc, pay P")?;
//! assert!(!denied.is_empty(), "one P a segment");
//! fight.undo(1);
//! # Ok(())
//! # }
//! ```
//!
//! Names are those of the encounter file. Commands are the lines of the command language, the same
//! as in the terminal, in scenarios and in saved games. An encounter has no clock and no
//! randomness of its own: dice are given, or rolled from a seed.
//!
//! Engines and simulators that need ids instead of names use [`core`], the state machine itself.

mod action;
mod encounter;
mod error;
mod ruleset;

/// The engine: ids instead of names, no text, no input or output.
pub use kernel as core;

pub use action::{ActionList, LegalAction};
pub use encounter::{Awaiting, Encounter};
pub use error::{Denied, Error, Reason};
pub use ruleset::Ruleset;
