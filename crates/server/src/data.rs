//! Care of data files without a server. A log counts as sound as far as an encounter can play it.

use std::path::Path;
use std::sync::Arc;

use crate::begun::Stored;
use crate::encounter::{Games, playable};
use crate::signals::told_to_stop;
pub use crate::store::repair::Repaired;
pub use crate::store::tools::Checked;
use crate::store::{Copies, StoreError, repair as repairs, tools};

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
    repairs::repair(path, &player())
}

/// Copies a whole data file and returns the size of the copy in bytes. A server may be running on
/// the file. If the program is told to stop meanwhile, nothing is left of the copy.
///
/// # Errors
///
/// The file cannot be read, the copy exists already or cannot be written, or the program was told
/// to stop.
pub fn back_up(path: &Path, to: &Path) -> Result<u64, StoreError> {
    // The caller may be in a runtime, which must not be blocked; signals need one.
    let copied = std::thread::scope(|scope| scope.spawn(|| back_up_until_told(path, to)).join());
    copied.unwrap_or_else(|_| Err(StoreError::Database("the copy failed".to_owned())))
}

fn back_up_until_told(path: &Path, to: &Path) -> Result<u64, StoreError> {
    let failed = |error: String| StoreError::Database(error);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| failed(error.to_string()))?.block_on(async {
        let stop = told_to_stop();
        let copies = Arc::new(Copies::default());
        let (from, to, watched) = (path.to_owned(), to.to_owned(), copies.clone());
        let mut copying = tokio::task::spawn_blocking(move || tools::back_up(&from, &to, &watched));
        let copied = tokio::select! {
            copied = &mut copying => copied,
            () = stop => {
                copies.stop();
                copying.await
            }
        };
        copied.map_err(|error| failed(error.to_string()))?
    })
}

/// Returns a function that plays logs. It compiles each game once.
fn player() -> impl Fn(&Stored) -> (usize, Option<String>) {
    let games = Games::default();
    move |stored| {
        let (good, failure) = playable(&games, stored);
        (good, failure.map(|failure| failure.problem().message.clone()))
    }
}
