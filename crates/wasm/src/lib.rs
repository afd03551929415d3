//! The engine for browsers and Node: a ruleset as files, its fights and its scenarios.
//!
//! Arguments and results are mostly texts: JSON of the server's wire types. The package
//! `npm/engine` gives them types. The engine reads no clock and no files: the caller sets the time,
//! passes in files, and chooses the seed of each fight. Only the tracker takes random bytes, from
//! the browser.

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

/// Returns the fingerprints of a recorded game, one per line: of its beginning and of each point
/// after it. A game without a ruleset of its own is played under the given files (`TextFile[]`).
#[wasm_bindgen(js_name = marks)]
pub fn marks_of(game: &str, ruleset: &str) -> Result<String, String> {
    let rulebook = Rulebook::new(ruleset)?;
    Ok(marks::marks(game, &rulebook.source())?.join("\n"))
}

/// Sets the present time, in milliseconds since 1970.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen(js_name = setNow)]
pub fn set_now(milliseconds: f64) {
    server::local::set_now(milliseconds as u64);
}
