//! Killing the server at random moments of play: nothing acknowledged may be lost.

use std::io;
use std::time::{Duration, Instant};

use super::child::Process;
use super::player::{Player, Seen};
use super::{Scratch, block_on};
use crate::wire::Log;

/// Results of a kill test.
#[derive(Clone, Debug, Default)]
pub struct Killed {
    /// How often it was killed.
    pub times: u32,
    /// Commands acknowledged in all.
    pub acknowledged: u64,
    /// Commands that were on disk although nobody had been told yet.
    pub unheard: u64,
    /// The longest it took until every encounter was back, in milliseconds.
    pub slowest_ms: u64,
    /// Everything that was not as it should be.
    pub problems: Vec<String>,
}

/// Tables played at while the server is killed.
const TABLES: u64 = 4;

/// Kills a server so many times. The moments are drawn from the seed.
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

/// Everybody plays until the server is gone.
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
                // The server is gone, sooner or later.
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

/// Compares what a player was told last with what there is now.
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
    // Without gaps, and without a change that could not be played again.
    let after = told.sequence.saturating_sub(50);
    let log: Log = player.get(&format!("log?after={after}&limit=1000")).await?.json()?;
    let numbers = log.updates.iter().map(|update| update.sequence);
    if !numbers.eq(after + 1..=player.seen.sequence) {
        killed.problems.push(format!("kill {nth}: the log of {} has gaps", player.encounter));
    }
    Ok(())
}
