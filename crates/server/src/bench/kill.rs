//! A test that kills the server at random moments of play and checks that no acknowledged command
//! is lost.

use std::io;
use std::time::{Duration, Instant};

use super::child::Process;
use super::player::{Player, Seen};
use super::{Scratch, block_on};
use crate::wire::Log;

/// Results of a kill test.
#[derive(Clone, Debug, Default)]
pub struct Killed {
    /// Number of kills.
    pub times: u32,
    /// Number of acknowledged commands.
    pub acknowledged: u64,
    /// Number of commands that were on disk although the server had not acknowledged them yet.
    pub unheard: u64,
    /// Longest time from a restart until every encounter was checked, in milliseconds.
    pub slowest_ms: u64,
    /// Descriptions of every deviation found.
    pub problems: Vec<String>,
}

/// Number of encounters played while the server is killed.
const TABLES: u64 = 4;

/// Kills a server `times` times during play. The seed decides the moments, each up to 120 ms after
/// play begins.
pub fn kill(times: u32, seed: u64) -> io::Result<Killed> {
    block_on(async {
        let scratch = Scratch::new("kill")?;
        let mut killed = Killed { times, ..Killed::default() };
        let mut server = Process::start(&scratch.0)?;
        let mut players = Vec::new();
        for table in 0..TABLES {
            players.push(Player::sit(server.addr, &server.key, table).await?);
        }
        for nth in 0..times {
            let moment = Duration::from_micros(sim::session::mix(seed, u64::from(nth)) % 120_000);
            players = play_until_killed(server, players, moment, &mut killed).await?;
            let start = Instant::now();
            server = Process::start(&scratch.0)?;
            for player in &mut players {
                player.come_back(server.addr).await?;
                look_after(player, nth, &mut killed).await?;
            }
            killed.slowest_ms = killed.slowest_ms.max(start.elapsed().as_millis() as u64);
        }
        server.kill()?;
        Ok(killed)
    })
}

/// Lets all players play until the server is killed after `moment`. Returns the players.
async fn play_until_killed(
    server: Process,
    players: Vec<Player>,
    moment: Duration,
    killed: &mut Killed,
) -> io::Result<Vec<Player>> {
    let mut playing = Vec::new();
    for mut player in players {
        playing.push(tokio::spawn(async move {
            let before = player.seen.sequence;
            loop {
                let request = player.next();
                // The server is killed sooner or later.
                if player.give(&request).await.is_err() {
                    return (player, before);
                }
            }
        }));
    }
    tokio::time::sleep(moment).await;
    server.kill()?;
    let mut back = Vec::new();
    for playing in playing {
        let (player, before) = playing.await.map_err(io::Error::other)?;
        killed.acknowledged += player.seen.sequence - before;
        back.push(player);
    }
    Ok(back)
}

/// Compares the state that a player received last with the state after the restart. Adds every
/// deviation to `killed`.
async fn look_after(player: &mut Player, nth: u32, killed: &mut Killed) -> io::Result<()> {
    let told: Seen = player.seen.clone();
    player.look().await?;
    let mut problem = |what: String| {
        killed.problems.push(format!("kill {nth}, encounter {}: {what}", player.encounter));
    };
    if player.seen.sequence < told.sequence {
        problem(format!("{} acknowledged, {} there", told.sequence, player.seen.sequence));
    } else if player.seen.sequence == told.sequence && player.seen != told {
        problem(format!("told {:?}, found {:?}", told.decision, player.seen.decision));
    }
    killed.unheard += player.seen.sequence.saturating_sub(told.sequence);
    // The log must have no gaps, and every change must be playable again.
    let after = told.sequence.saturating_sub(50);
    let log: Log = player.get(&format!("log?after={after}&limit=1000")).await?.json()?;
    let numbers = log.updates.iter().map(|update| update.sequence);
    if !numbers.eq(after + 1..=player.seen.sequence) {
        killed.problems.push(format!("kill {nth}: the log of {} has gaps", player.encounter));
    }
    Ok(())
}
