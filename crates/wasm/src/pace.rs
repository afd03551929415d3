//! Random fights, to measure how many decisions a build makes per second.

use rules::Setup;
use serde::Serialize;
use server::local::{invalid_json, unloadable_json};
use sim::policy::{Playout, Rulings};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Rulebook;

/// Largest number of decisions in one fight.
const BOUND: u64 = 5_000;

/// Results of the fights played.
#[derive(Debug, Serialize)]
struct Pace {
    fights: u64,
    decisions: u64,
    /// Hash of every choice and of the number of possibilities, in 16 hex digits. Two builds that
    /// play the same fights return the same hash.
    hash: String,
}

/// Plays random fights of an encounter file until `decisions` decisions are made, and returns their
/// figures as JSON. The caller measures the time.
#[wasm_bindgen]
pub fn pace(rulebook: &Rulebook, path: &str, decisions: u32) -> Result<String, String> {
    let found = rulebook.files().find(|(known, _)| *known == path);
    let (_, text) = found.ok_or_else(|| invalid_json(&format!("there is no file {path}")))?;
    let parsed = rulebook.source().parse().map_err(unloadable_json)?;
    let setup = Setup::read(path, text, &rulebook.place(), Some(&parsed));
    let compiled = setup.and_then(|setup| rules::compile(&setup));
    let (compiled, _) = compiled.map_err(unloadable_json)?;
    let mut playout = Playout::new(&compiled.game, 1, Rulings::Default);
    let tally = playout.play(u64::from(decisions), BOUND);
    let hash = format!("{:016x}", tally.hash.value());
    let pace = Pace { fights: tally.fights, decisions: tally.decisions, hash };
    Ok(serde_json::to_string(&pace).unwrap_or_default())
}
