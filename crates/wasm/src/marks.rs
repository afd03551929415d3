//! Fingerprints of a recorded game: the whole state after each command, so that two builds of the
//! engine can be compared.

use rules::Source;
use server::local::unloadable_json;
use sim::record::Record;
use sim::session::Point;

/// Plays a recorded game and returns a fingerprint of its beginning and of each point after it.
///
/// Everything counts that a state and the events before it consist of, not only what is shown.
///
/// # Errors
///
/// A problem as JSON if the text is no recorded game, or does not play.
pub fn marks(game: &str, ruleset: &Source) -> Result<Vec<String>, String> {
    let record = Record::parse("game", game).map_err(unloadable_json)?;
    let played = record.replay(Some(ruleset));
    let session = played.map_err(|stopped| unloadable_json((stopped.report, stopped.files)))?;
    Ok(session.points().iter().map(Point::fingerprint).collect())
}
