//! Plays a fight many times.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use sim::session::mix;

use crate::arena::Arena;
use crate::fight::Fight;
use crate::played::Played;
use crate::policy::Policies;
use crate::summary::{Summary, Totals};

/// Number of fights between two checks of the precision.
const BATCH: u64 = 64;

/// The conditions for stopping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Maximum number of fights.
    pub fights: u64,
    /// Stops earlier once the margin of every share of wins is at most this; 0.01 is one percentage
    /// point.
    pub margin: Option<f64>,
}

/// Settings of a simulation.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The policy of each side.
    pub policies: Policies,
    /// The seed of all dice and choices.
    pub seed: u64,
    /// Maximum number of rounds. A longer fight is undecided.
    pub rounds: u32,
    /// The conditions for stopping.
    pub stop: Stop,
    /// Number of threads. The figures do not depend on it.
    pub threads: usize,
}

/// Plays a fight many times and returns the figures. `progress` is called with 1 after each fight.
pub fn simulate(fight: &Fight, settings: &Settings, progress: impl Fn(u64) + Sync) -> Summary {
    let mut totals = Totals::new(fight);
    batches(settings, &[fight], &progress, |batch| {
        batch.iter().for_each(|played| totals.add(&played[0]));
        let margin = (0..totals.sides()).map(|side| totals.share_of(side).margin());
        let margin = margin.fold(0.0, f64::max);
        settings.stop.margin.is_some_and(|enough| margin <= enough)
    });
    totals.summary()
}

/// Plays batches of fights until `is_enough` returns true or the maximum is reached. Each entry of
/// a batch has one fight of every version, all with the same seed, in the order of their numbers.
pub(crate) fn batches(
    settings: &Settings,
    versions: &[&Fight],
    progress: &(impl Fn(u64) + Sync),
    mut is_enough: impl FnMut(&[Vec<Played>]) -> bool,
) {
    // Each thread keeps its set from batch to batch, so that its caches stay warm.
    let set = |_| -> Vec<Arena<'_>> {
        let all = versions.iter();
        all.map(|fight| Arena::new(fight, &settings.policies, settings.rounds)).collect()
    };
    let mut sets: Vec<Vec<Arena<'_>>> = (0..settings.threads.max(1)).map(set).collect();
    let mut done = 0;
    while done < settings.stop.fights {
        let count = BATCH.min(settings.stop.fights - done);
        let batch = play_batch(settings.seed, &mut sets, done..done + count, progress);
        done += count;
        if is_enough(&batch) {
            return;
        }
    }
}

fn play_batch(
    seed: u64,
    sets: &mut [Vec<Arena<'_>>],
    numbers: std::ops::Range<u64>,
    progress: &(impl Fn(u64) + Sync),
) -> Vec<Vec<Played>> {
    let next = AtomicU64::new(numbers.start);
    let results: Mutex<Vec<(u64, Vec<Played>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for arenas in sets {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    let seed = mix(seed, number);
                    let played = arenas.iter_mut().map(|arena| arena.play(seed)).collect();
                    if let Ok(mut results) = results.lock() {
                        results.push((number, played));
                    }
                    progress(1);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, played)| played).collect()
}
