//! A load test: the time until a command is acknowledged and until every listener has heard of it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use super::child::Process;
use super::player::Player;
use super::{Scratch, block_on};
use crate::client::Client;

/// Amount of load.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Number of encounters played at once.
    pub tables: u32,
    /// Number of listeners of each encounter.
    pub listeners: u32,
    /// Commands a second, over all tables.
    pub rate: u32,
    /// Length of the measurement, in seconds.
    pub seconds: u32,
}

/// Results of a load test. Times are in microseconds.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Number of acknowledged commands.
    pub commands: u64,
    /// Number of commands denied by the rules. Listeners do not hear of them.
    pub denied: u64,
    /// Number of news that arrived at listeners.
    pub arrived: u64,
    /// Number of news that should have arrived.
    pub expected: u64,
    /// Times until the acknowledgement: median, 99th percentile, maximum.
    pub acknowledged: [u64; 3],
    /// Times until the arrival at a listener: median, 99th percentile, maximum.
    pub heard: [u64; 3],
    /// Largest memory use of the server, in bytes; `None` if the system does not tell.
    pub memory: Option<u64>,
}

/// Number of recent changes of each table whose times are remembered.
const MOMENTS: usize = 64;

/// Times at which the last changes of a table were requested, in microseconds since the start.
#[derive(Debug)]
struct Moments {
    start: Instant,
    asked: [AtomicU64; MOMENTS],
}

impl Moments {
    fn now(&self) -> u64 {
        self.start.elapsed().as_micros() as u64
    }
}

/// Puts a server under load and returns the measured times.
pub fn load(load: Load) -> io::Result<Loaded> {
    block_on(async move {
        let scratch = Scratch::new("load")?;
        let server = Process::start(&scratch.0)?;
        let start = Instant::now();
        let mut tables = Vec::new();
        let mut hearing: Vec<JoinHandle<Vec<u64>>> = Vec::new();
        for table in 0..load.tables {
            let player = Player::sit(server.addr, &server.key, u64::from(table)).await?;
            let moments = Moments { start, asked: [const { AtomicU64::new(0) }; MOMENTS] };
            let moments = Arc::new(moments);
            for nth in 0..load.listeners {
                let key = if nth == 0 { &player.key } else { &player.screen };
                let client = Client::connect(server.addr).await?;
                let events = client.listen(&player.path("events"), key, &[]).await?;
                hearing.push(tokio::spawn(hear(events, moments.clone())));
            }
            tables.push((player, moments));
        }
        let every = Duration::from_secs_f64(f64::from(load.tables) / f64::from(load.rate));
        let begin = tokio::time::Instant::now() + Duration::from_millis(500);
        let until = begin + Duration::from_secs(u64::from(load.seconds));
        let mut playing = Vec::new();
        for (nth, (player, moments)) in tables.into_iter().enumerate() {
            let first = begin + every.mul_f64(nth as f64 / f64::from(load.tables));
            playing.push(tokio::spawn(play(player, moments, first, every, until)));
        }
        let (mut loaded, mut acknowledged) = (Loaded::default(), Vec::new());
        for playing in playing {
            let (times, denied) = playing.await.map_err(io::Error::other)??;
            loaded.denied += denied;
            acknowledged.extend(times);
        }
        // Waits for news that is still under way.
        tokio::time::sleep(Duration::from_secs(1)).await;
        loaded.memory = server.memory();
        server.kill()?;
        let mut heard = Vec::new();
        for hearing in hearing {
            heard.extend(hearing.await.map_err(io::Error::other)?);
        }
        loaded.commands = acknowledged.len() as u64;
        loaded.arrived = heard.len() as u64;
        loaded.expected = loaded.commands * u64::from(load.listeners);
        loaded.acknowledged = marks(acknowledged);
        loaded.heard = marks(heard);
        Ok(loaded)
    })
}

/// Plays one table at a fixed pace until `until`. A late answer does not slow the pace: missed
/// ticks are caught up in a burst. Returns the times until each acknowledgement and the number of
/// denied commands.
async fn play(
    mut player: Player,
    moments: Arc<Moments>,
    first: tokio::time::Instant,
    every: Duration,
    until: tokio::time::Instant,
) -> io::Result<(Vec<u64>, u64)> {
    sleep_until(first).await;
    let mut pace = interval(every);
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let (mut times, mut denied) = (Vec::new(), 0);
    loop {
        let due = pace.tick().await;
        if due >= until {
            return Ok((times, denied));
        }
        let request = player.next();
        let asked = moments.now();
        let slot = (player.seen.sequence + 1) as usize % MOMENTS;
        moments.asked[slot].store(asked, Ordering::Relaxed);
        match player.give(&request).await? {
            true => times.push(moments.now() - asked),
            false => denied += 1,
        }
    }
}

/// Returns the time that each news took to arrive, until the stream ends.
async fn hear(mut events: crate::client::Events, moments: Arc<Moments>) -> Vec<u64> {
    let mut times = Vec::new();
    let mut first = true;
    while let Ok(Some(event)) = events.next().await {
        let now = moments.now();
        let sequence = event.id.parse::<usize>().ok();
        // The first event is the state at the beginning of the stream, not news.
        if let Some(sequence) = sequence.filter(|_| !std::mem::take(&mut first)) {
            let asked = moments.asked[sequence % MOMENTS].load(Ordering::Relaxed);
            times.push(now.saturating_sub(asked));
        }
    }
    times
}

/// Returns the median, the 99th percentile and the maximum; zeros if there are no times.
fn marks(mut times: Vec<u64>) -> [u64; 3] {
    times.sort_unstable();
    let at = |share: f64| {
        let nth = (times.len() as f64 * share).ceil() as usize;
        times.get(nth.saturating_sub(1)).copied().unwrap_or(0)
    };
    [at(0.5), at(0.99), at(1.0)]
}

#[cfg(test)]
mod tests {
    use super::marks;

    #[test]
    fn marks_are_of_the_sorted_times() {
        assert_eq!(marks((1..=200).rev().collect()), [100, 198, 200]);
        assert_eq!(marks(vec![7]), [7, 7, 7]);
        assert_eq!(marks(Vec::new()), [0, 0, 0]);
    }
}
