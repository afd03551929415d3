//! Measurements of a server from outside: durability under `kill -9`, load, and time to restart.
//!
//! The server runs as a process of its own, on a data file of its own in a scratch folder. The
//! figures are those that a client sees.

mod child;
mod kill;
mod load;
mod player;
mod restart;

use std::io;
use std::path::PathBuf;

pub use kill::{Killed, kill};
pub use load::{Load, Loaded, load};
pub use restart::{Restarted, restart};

/// Runs a future to its end on a runtime of its own.
fn block_on<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work)
}

/// Scratch folder of one measurement. Dropping it removes the folder.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Scratch {
    fn new(what: &str) -> io::Result<Scratch> {
        let name = format!("turnwright-bench-{what}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder)?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that cannot be removed does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
