//! Limits on the amount that one seat may write, so that no seat fills the log or makes every
//! update large. Logs written before these limits may hold more; only new entries are refused.

use super::live::{LOG_MAX, Live};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::wire::{NoteRequest, ProblemCode};

/// Largest number of entries of one seat in a log.
const SEAT_ENTRIES_MAX: usize = LOG_MAX / 10;
/// Largest size of the texts of one seat in a log, in bytes.
const SEAT_BYTES_MAX: usize = 4 << 20;
/// Largest size of the present notes of one seat, in bytes.
const SEAT_NOTES_BYTES_MAX: usize = 16 << 10;
/// Largest size of all present notes, in bytes. Every update carries all of them.
const NOTES_BYTES_MAX: usize = 256 << 10;

/// Fails if a seat has reached its limit of entries or bytes. Game masters have no limit.
pub(super) fn may_write(live: &Live, eyes: &Eyes) -> Result<(), Failure> {
    let written = live.written.get(&eyes.name).copied().unwrap_or_default();
    if eyes.master || written.entries < SEAT_ENTRIES_MAX && written.bytes < SEAT_BYTES_MAX {
        return Ok(());
    }
    Err(limit(format!("{} has made as many changes here as one seat may", eyes.name)))
}

/// Fails if a note would exceed the limit of its seat's notes or of all notes. Only the second
/// limit holds for game masters.
pub(super) fn has_room_for(
    live: &Live,
    eyes: &Eyes,
    id: Option<u32>,
    note: &NoteRequest,
) -> Result<(), Failure> {
    let others = live.tabled.notes.values().filter(|known| Some(known.id) != id);
    let (mut own, mut all) = (note.text.len(), note.text.len());
    for known in others {
        all += known.text.len();
        own += if known.by == eyes.name { known.text.len() } else { 0 };
    }
    if !eyes.master && own > SEAT_NOTES_BYTES_MAX {
        let kilobytes = SEAT_NOTES_BYTES_MAX >> 10;
        return Err(limit(format!("the notes of a seat have at most {kilobytes} KiB together")));
    }
    if all > NOTES_BYTES_MAX {
        let kilobytes = NOTES_BYTES_MAX >> 10;
        return Err(limit(format!("the notes of a fight have at most {kilobytes} KiB together")));
    }
    Ok(())
}

fn limit(message: String) -> Failure {
    Failure::new(ProblemCode::Limit, message).help("remove notes you no longer need")
}
