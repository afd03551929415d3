//! Proofs about a ruleset: whether anything in it is dead, stuck or without a price.
//!
//! There are three sources, the surest first. Static arguments read the compiled tables. A search
//! visits every state of an encounter that is small enough. Scenarios and sampled fights show that
//! something happens, but can never show that nothing does. Each verdict names its source.
//!
//! Liveness is a property of the whole rulebook: an activity is live if it is legal in any
//! scenario, encounter or sampled fight. Dead ends and loops are properties of single states.

mod accepted;
mod explore;
mod flaw;
mod free;
mod report;
mod sample;
mod scenarios;
mod seen;
mod stage;
mod statics;
mod thing;
mod walk;

use serde::Serialize;
use sim::corpus::Corpus;

pub use accepted::{Accepted, AcceptedError};
pub use flaw::{Flaw, FlawKind};
pub use report::text;
pub use stage::Stage;
pub use thing::{Sort, Thing};

use explore::Explored;
use seen::Seen;

/// Bounds of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of sampled fights per encounter.
    pub fights: u32,
    /// Maximum number of choices in one sampled fight.
    pub choices: u32,
    /// Maximum number of states searched per encounter.
    pub states: usize,
    /// Seed of the dice and choices.
    pub seed: u64,
}

/// Outcome of one claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// The claim is proved.
    Proved {
        /// The argument.
        by: String,
    },
    /// A recorded fight shows it.
    Counterexample {
        /// Description of what happens in the fight.
        what: String,
        /// The file name of the recorded game.
        log: String,
    },
    /// Nothing was found within the bounds.
    NotFound {
        /// The bounds.
        within: String,
    },
}

/// One claim about the ruleset that needs attention, or one that holds in general.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The name under which it may be accepted: `activity rest`.
    pub name: String,
    /// The claim in a few words.
    pub claim: String,
    /// Whether it is a problem unless it is accepted.
    pub bad: bool,
    /// Its outcome.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The recorded game of a counterexample.
    #[serde(skip)]
    pub log: Option<String>,
}

/// The number of live things of one sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The sort.
    pub sort: Sort,
    /// Number of all things of the sort.
    pub all: usize,
    /// Number of live things.
    pub live: usize,
}

/// Everything found about a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The ruleset's id.
    pub ruleset: String,
    /// Number of scenarios played.
    pub scenarios: usize,
    /// Names of the encounters.
    pub encounters: Vec<String>,
    /// Number of encounters whose every state was searched.
    pub searched: usize,
    /// Total number of states searched.
    pub states: usize,
    /// Total number of sampled fights.
    pub fights: u64,
    /// Total number of choices in sampled fights.
    pub choices: u64,
    /// Seed of the sampled fights.
    pub seed: u64,
    /// Numbers of live things by sort.
    pub counts: Vec<Count>,
    /// Claims about the whole, then dead things, then flaws.
    pub findings: Vec<Finding>,
}

/// Input of a proof: ruleset, options and encounters.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The ruleset with its scenarios.
    pub corpus: &'a Corpus,
    /// Options that all scenarios are played with, as name and value.
    pub options: &'a [(String, String)],
    /// Encounters that are searched and sampled.
    pub stages: &'a [Stage],
    /// Whether the scenarios are played. Otherwise only the encounters count.
    pub with_scenarios: bool,
}

/// Checks the claims about a ruleset. `progress` is called after each finished part of the work.
pub fn prove(subject: &Subject<'_>, effort: &Effort, progress: &(dyn Fn() + Sync)) -> Report {
    let mut seen = Seen::default();
    if subject.with_scenarios {
        scenarios::play(subject, &mut seen, progress);
    }
    let mut explored = Vec::new();
    let mut sampled = sample::Sampled::default();
    for result in stages(subject.stages, effort, progress) {
        seen.merge(result.seen);
        explored.push(result.explored);
        sampled.add(result.sampled);
    }
    if subject.with_scenarios {
        statics::only_own(&subject.corpus.parsed, &mut seen);
    }
    report::assemble(subject, effort, &seen, &explored, sampled)
}

/// Everything found about one encounter.
struct Shown {
    seen: Seen,
    explored: Explored,
    sampled: sample::Sampled,
}

/// Searches and samples all encounters on several threads. Results are in the order of the
/// encounters.
fn stages(stages: &[Stage], effort: &Effort, progress: &(dyn Fn() + Sync)) -> Vec<Shown> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut shown: Vec<(usize, Shown)> = std::thread::scope(|scope| {
        let work = || {
            let mut mine = Vec::new();
            loop {
                let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(stage) = stages.get(at) else { return mine };
                let mut seen = Seen::default();
                let explored = explore::explore(stage, effort, &mut seen);
                let sampled = sample::sample(stage, effort, &mut seen);
                statics::read(stage, &mut seen);
                mine.push((at, Shown { seen, explored, sampled }));
                progress();
            }
        };
        let workers: Vec<_> =
            (0..cores.min(stages.len().max(1))).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
        joined.flatten().collect()
    });
    shown.sort_by_key(|(at, _)| *at);
    shown.into_iter().map(|(_, shown)| shown).collect()
}
