//! The time until a long encounter is ready again after a restart.

use std::io;
use std::time::Instant;

use super::child::Process;
use super::player::Player;
use super::{Scratch, block_on};

/// Results of a restart test.
#[derive(Clone, Debug)]
pub struct Restarted {
    /// Number of changes of the encounter.
    pub commands: u64,
    /// Time until the server listened, in milliseconds.
    pub listening_ms: f64,
    /// Time until the encounter answered its first request, in milliseconds.
    pub ready_ms: f64,
    /// Whether the encounter had the same state as before the restart.
    pub same: bool,
}

/// Plays `commands` commands, kills the server and measures the time until the encounter is back.
pub fn restart(commands: u64) -> io::Result<Restarted> {
    block_on(async move {
        let scratch = Scratch::new("restart")?;
        let server = Process::start(&scratch.0)?;
        let mut player = Player::sit(server.addr, &server.key, 1).await?;
        while player.seen.sequence < commands {
            let request = player.next();
            player.give(&request).await?;
        }
        let before = player.seen.clone();
        server.kill()?;
        let start = Instant::now();
        let server = Process::start(&scratch.0)?;
        let listening = start.elapsed();
        player.come_back(server.addr).await?;
        let asked = Instant::now();
        player.look().await?;
        let ready = asked.elapsed();
        let same = player.seen == before;
        server.kill()?;
        Ok(Restarted {
            commands: before.sequence,
            listening_ms: listening.as_secs_f64() * 1e3,
            ready_ms: ready.as_secs_f64() * 1e3,
            same,
        })
    })
}
