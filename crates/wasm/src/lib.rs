//! The engine for browsers and Node: a ruleset as files, fights under it, its scenarios.
//!
//! Everything that goes in and out is text, JSON as the server's wire types have it; the package
//! `npm/engine` gives it types. There is no clock, no file and no randomness in here: the caller
//! says when it is, hands in files, and chooses the seed of each fight.

mod check;
mod fight;
pub mod marks;
mod pace;
mod rulebook;
mod scenarios;
#[cfg(all(target_arch = "wasm32", feature = "tracker"))]
mod tracker;

pub use fight::Fight;
pub use pace::pace;
pub use rulebook::Rulebook;
#[cfg(all(target_arch = "wasm32", feature = "tracker"))]
pub use tracker::{
    Tracker, TrackerAnswer, announce_rulesets, missing_problem, provide_ruleset, unkept_problem,
};

use wasm_bindgen::prelude::wasm_bindgen;

/// The fingerprints of a recorded game, one for its beginning and one for each command, as lines.
/// A game that carries no ruleset along is for the files given (`TextFile[]`).
#[wasm_bindgen(js_name = marks)]
pub fn marks_of(game: &str, ruleset: &str) -> Result<String, String> {
    let rulebook = Rulebook::new(ruleset)?;
    Ok(marks::marks(game, &rulebook.source())?.join("\n"))
}

/// Sets the moment it is, in milliseconds since 1970.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen(js_name = setNow)]
pub fn set_now(milliseconds: f64) {
    server::local::set_now(milliseconds as u64);
}
