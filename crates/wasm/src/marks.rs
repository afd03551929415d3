//! Fingerprints of a recorded game: hashes of the whole state after each command, to compare two
//! builds of the engine.

use rules::Source;
use server::local::unloadable_json;
use sim::record::Record;
use sim::session::Point;

/// Plays a recorded game and returns a fingerprint of its beginning and of each point after it.
///
/// A fingerprint covers the whole state and the events before it, also parts that are never shown.
///
/// # Errors
///
/// Returns a problem as JSON if the text is not a recorded game, or if its commands do not fit.
pub fn marks(game: &str, ruleset: &Source) -> Result<Vec<String>, String> {
    let record = Record::parse("game", game).map_err(unloadable_json)?;
    let played = record.replay(Some(ruleset));
    let session = played.map_err(|stopped| unloadable_json((stopped.report, stopped.files)))?;
    Ok(session.points().iter().map(Point::fingerprint).collect())
}
