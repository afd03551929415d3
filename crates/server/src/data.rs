//! Care of data files without a server. A log counts as sound as far as an encounter can play it.

use std::path::Path;

use crate::begun::Stored;
use crate::encounter::{Games, playable};
pub use crate::store::tools::{Checked, Repaired, back_up};
use crate::store::{StoreError, tools};

/// Verifies a data file, down to whether every log can be played. Changes nothing; a server may be
/// running on the file.
///
/// # Errors
///
/// The file cannot be read, or it is not a data file.
pub fn check(path: &Path) -> Result<Checked, StoreError> {
    tools::check(path, &player())
}

/// Replaces a damaged data file with one that holds everything that can be saved: of each log, the
/// entries that match their checksums and can be played. The damaged file stays beside it.
///
/// # Errors
///
/// The file cannot be read or replaced, or a server is running on it.
pub fn repair(path: &Path) -> Result<Repaired, StoreError> {
    tools::repair(path, &player())
}

/// Returns a function that plays logs. It compiles each game once.
fn player() -> impl Fn(&Stored) -> (usize, Option<String>) {
    let games = Games::default();
    move |stored| {
        let (good, failure) = playable(&games, stored);
        (good, failure.map(|failure| failure.problem().message.clone()))
    }
}
