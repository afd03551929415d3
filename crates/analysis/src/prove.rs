//! Proofs about a ruleset: whether anything in it is dead, stuck or without a price.
//!
//! Three sources are used, the surest first. Static arguments read the compiled tables. A search
//! visits every state of an encounter that is small enough. Scenarios and sampled fights show that
//! something happens, but can never show that nothing does. Each verdict says which source it has.
//!
//! Liveness is asked of all parts of the rulebook together: an activity is live if it is legal in
//! any scenario, encounter or sampled fight. Dead ends and loops are asked of each state met.

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
    /// Sampled fights of each encounter.
    pub fights: u32,
    /// Choices of one sampled fight at most.
    pub choices: u32,
    /// States searched of each encounter at most.
    pub states: usize,
    /// Seed of the dice and choices.
    pub seed: u64,
}

/// Outcome of one claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// It holds or is ruled out for certain; the text says by which argument.
    Proved {
        /// The argument.
        by: String,
    },
    /// A fight that can be played shows it.
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
    /// Whether something is wrong if nobody accepts it.
    pub bad: bool,
    /// Its outcome.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The recorded game of a counterexample.
    #[serde(skip)]
    pub log: Option<String>,
}

/// How many things of one sort are live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The sort.
    pub sort: Sort,
    /// All things of the sort.
    pub all: usize,
    /// Things seen alive.
    pub live: usize,
}

/// Everything found about a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The ruleset's id.
    pub ruleset: String,
    /// Scenarios played.
    pub scenarios: usize,
    /// Names of the encounters.
    pub encounters: Vec<String>,
    /// Encounters of which every state was searched.
    pub searched: usize,
    /// States searched in all.
    pub states: usize,
    /// Sampled fights in all.
    pub fights: u64,
    /// Choices in the sampled fights.
    pub choices: u64,
    /// Seed of the sampled fights.
    pub seed: u64,
    /// Live things by sort.
    pub counts: Vec<Count>,
    /// Claims about the whole, then dead things, then flaws.
    pub findings: Vec<Finding>,
}

/// Input of a proof: ruleset, options and encounters.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The ruleset with its scenarios.
    pub corpus: &'a Corpus,
    /// Options that hold throughout, by name.
    pub options: &'a [(String, String)],
    /// Encounters that are searched and sampled.
    pub stages: &'a [Stage],
    /// Whether the scenarios count; otherwise only things of the encounters do.
    pub with_scenarios: bool,
}

/// Proves what can be proved; `progress` is called with each finished part of the work.
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

/// Searches and samples all encounters on several threads; results come in their order.
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
