//! An encounter as text: its setup, an export, a recorded game.

use rules::source::SourceFile;
use sim::record::{Carry, Record};

use super::live::Live;
use super::quick;
use crate::entry::{Export, FORMAT};
use crate::wire::{Setup, TextFile};

/// Returns the files that would begin the encounter with its present setup.
pub(super) fn setup(live: &Live) -> Setup {
    let text = quick::present_text(live);
    let read = sim::examples::encounter_in(&text);
    let notes = read.and_then(|it| it.notes).map(|notes| notes.trim().to_owned());
    Setup {
        sequence: live.sequence(),
        encounter: TextFile { path: live.origin.encounter.path.clone(), text },
        files: live.origin.beside.iter().map(text_file).collect(),
        version: live.origin.version.clone(),
        notes,
    }
}

fn text_file(file: &SourceFile) -> TextFile {
    TextFile { path: file.path.clone(), text: file.text.to_string() }
}

/// Returns everything about the encounter, so that another server can import it.
pub(super) fn export(live: &Live) -> Export {
    Export {
        format: FORMAT.to_owned(),
        title: live.title().to_owned(),
        ruleset: live.origin.id.clone(),
        version: live.origin.version.clone(),
        rules: live.origin.ruleset.files.iter().map(text_file).collect(),
        encounter: text_file(&live.origin.encounter),
        beside: live.origin.beside.iter().map(text_file).collect(),
        seed: live.session.seed(),
        entries: live.log.iter().map(|one| one.entry.clone()).collect(),
    }
}

/// Returns the game in the format that `turnwright play` saves, with the present setup and the
/// names of the setup.
pub(super) fn record(live: &Live) -> String {
    let mut origin = live.origin.clone();
    origin.encounter.text = quick::present_text(live).into();
    let session = live.session.in_words_of(live.original.clone());
    Record::of(&session, &origin, Carry::Ruleset).to_string()
}
