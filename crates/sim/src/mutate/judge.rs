//! Judging mutants: running scenarios against them until one fails, the likeliest first.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rules::{Compiled, Foundation, Setup};

use super::relevance::Relevance;
use super::{Allowed, Mutant};
use crate::corpus::{self, Corpus, Problem};

/// Mutants judged at the same time.
const WORKERS: usize = 2;
/// A mutant that takes longer than this does not come to an end; the slowest takes a few seconds,
/// and many times that on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(240);

/// Result of judging a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does not load.
    Unloadable,
    /// This case fails.
    Killed(usize),
    /// Nothing notices it.
    Survived,
    /// The engine panicked or did not come to an end: a fault of the engine, whatever the rules.
    Broken,
}

impl Verdict {
    /// Whether the change was noticed.
    pub fn is_killed(self) -> bool {
        matches!(self, Verdict::Unloadable | Verdict::Killed(_))
    }
}

/// A ruleset whose scenarios have been played once, ready to judge mutants.
pub struct Bench {
    corpus: Corpus,
    relevance: Relevance,
    /// For each case, the first one with the same setup.
    setups: Vec<usize>,
    /// For each case, the first one with the same settings.
    settings: Vec<usize>,
    /// Cases that have killed mutants of each rule, and by each change whatever the rule, the
    /// latest last: what notices one often notices the next.
    killers: Mutex<HashMap<String, Vec<usize>>>,
}

/// Killers kept of each sort.
const KILLERS: usize = 6;
/// Cases that an excused mutant is tried with, the likeliest to notice: to play every case in vain
/// for each of them would take most of the time.
const EXCUSED: usize = 64;

impl Bench {
    /// Plays every scenario once; a mutant can only be judged if all of them pass without it.
    pub fn new(corpus: Corpus) -> Result<Bench, Vec<Problem>> {
        let (played, problems) = corpus.play_all();
        if !problems.is_empty() {
            return Err(problems);
        }
        let relevance = Relevance::of(&corpus, &played);
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        let cases = corpus.cases.iter().enumerate();
        let setups =
            cases.map(|(at, case)| *first.entry(&case.scenario.setup).or_insert(at)).collect();
        let settings = first_of_settings(&corpus);
        Ok(Bench { relevance, setups, settings, killers: Mutex::default(), corpus })
    }

    /// The ruleset and its scenarios.
    pub fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    /// Judges mutants, in the order given; `progress` is told after each. Those excused are tried
    /// with some of the cases only.
    pub fn judge(
        self: &Arc<Bench>,
        mutants: Vec<Mutant>,
        allowed: &Allowed,
        mut progress: impl FnMut(),
    ) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::Broken; mutants.len()];
        let jobs = mutants.into_iter().enumerate().map(|(at, mutant)| {
            let excused = allowed.reason(&mutant).is_some();
            (at, mutant, excused)
        });
        let queue: Queue = Arc::new(Mutex::new(jobs.collect()));
        let (sender, receiver) = channel();
        let mut workers: BTreeMap<usize, Option<(usize, Instant)>> = BTreeMap::new();
        for number in 0..WORKERS {
            workers.insert(number, None);
            self.worker(number, &queue, sender.clone());
        }
        while !workers.is_empty() {
            match receiver.recv_timeout(Duration::from_secs(1)) {
                Ok((worker, News::Begun(at))) => {
                    workers.insert(worker, Some((at, Instant::now())));
                }
                // Whoever was given up on has no say any more.
                Ok((worker, News::Done(at, verdict))) if workers.contains_key(&worker) => {
                    verdicts[at] = verdict;
                    progress();
                }
                Ok((worker, News::Idle)) => drop(workers.remove(&worker)),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let late = workers.iter().find(|(_, job)| {
                job.is_some_and(|(_, since): (usize, Instant)| since.elapsed() > PATIENCE)
            });
            if let Some(worker) = late.map(|(worker, _)| *worker) {
                workers.remove(&worker);
                progress();
                let next = worker + WORKERS;
                workers.insert(next, None);
                self.worker(next, &queue, sender.clone());
            }
        }
        verdicts
    }

    fn worker(self: &Arc<Bench>, number: usize, queue: &Queue, sender: Sender<(usize, News)>) {
        let (bench, queue) = (Arc::clone(self), Arc::clone(queue));
        std::thread::spawn(move || {
            let next = || queue.lock().ok().and_then(|mut queue| queue.pop_front());
            while let Some((at, mutant, excused)) = next() {
                // A receiver that is gone has given this worker up.
                let begun = sender.send((number, News::Begun(at)));
                let verdict = catch_unwind(AssertUnwindSafe(|| bench.verdict(&mutant, excused)));
                let verdict = verdict.unwrap_or(Verdict::Broken);
                if begun.and(sender.send((number, News::Done(at, verdict)))).is_err() {
                    return;
                }
            }
            drop(sender.send((number, News::Idle)));
        });
    }

    /// The rule that a mutant changes.
    fn rule(&self, mutant: &Mutant) -> &str {
        &self.corpus.parsed.rules[mutant.rule].rule.id
    }

    /// Puts a case last among the killers of a sort.
    fn remember(&self, sort: &str, case: usize) {
        if let Ok(mut killers) = self.killers.lock() {
            let killers = killers.entry(sort.to_owned()).or_default();
            killers.retain(|at| *at != case);
            killers.push(case);
            let surplus = killers.len().saturating_sub(KILLERS);
            killers.drain(..surplus);
        }
    }

    /// The cases to try a mutant with: what killed others like it, then the likeliest. For one that
    /// is excused the likeliest alone, so that what becomes of it does not depend on the others.
    fn cases(&self, mutant: &Mutant, excused: bool) -> Vec<usize> {
        let rule = self.rule(mutant);
        let about = format!("{} {}", mutant.name, mutant.line(&self.corpus.parsed));
        let mut order = self.relevance.order(rule, &about);
        if excused {
            order.truncate(EXCUSED);
            return order;
        }
        let killers = |sort: &str| -> Vec<usize> {
            let killers = self.killers.lock().ok();
            killers.and_then(|all| all.get(sort).cloned()).unwrap_or_default()
        };
        let known =
            killers(rule).into_iter().rev().chain(killers(mutant.change()).into_iter().rev());
        let mut tried = BTreeSet::new();
        known.chain(order).filter(|at| tried.insert(*at)).collect()
    }

    /// Judges one mutant.
    fn verdict(&self, mutant: &Mutant, excused: bool) -> Verdict {
        let mut rules = self.corpus.parsed.clone();
        rules.rules[mutant.rule].rule = Arc::clone(&mutant.changed);
        let mut compiled: BTreeMap<usize, Arc<Compiled>> = BTreeMap::new();
        // By the first case of the same settings.
        let setups: Vec<OnceCell<Setup>> = vec![OnceCell::new(); self.settings.len()];
        let foundations: Vec<OnceCell<Foundation<'_>>> =
            setups.iter().map(|_| OnceCell::new()).collect();
        let compile = |at: usize, setup: Setup| {
            let settings = self.settings[at];
            let foundation = foundations[settings]
                .get_or_init(|| Foundation::of(setups[settings].get_or_init(|| setup.clone())));
            foundation.compile(&setup).map(|(compiled, _)| Arc::new(compiled))
        };
        for at in self.cases(mutant, excused) {
            let case = &self.corpus.cases[at];
            let known = compiled.get(&self.setups[at]).cloned();
            let game = known.map_or_else(
                || self.corpus.setup(case, &rules).and_then(|setup| compile(at, setup)),
                Ok,
            );
            if let Ok(game) = &game {
                compiled.insert(self.setups[at], Arc::clone(game));
            }
            let loads = game.is_ok();
            if !corpus::outcome(case, game).passed() {
                if !loads && rules::compile(&Setup::of(rules)).is_err() {
                    return Verdict::Unloadable;
                }
                self.remember(self.rule(mutant), at);
                self.remember(mutant.change(), at);
                return Verdict::Killed(at);
            }
        }
        match rules::compile(&Setup::of(rules)) {
            Ok(_) => Verdict::Survived,
            Err(_) => Verdict::Unloadable,
        }
    }
}

/// For each case, the first one whose setup is laid on the same rules and settings.
fn first_of_settings(corpus: &Corpus) -> Vec<usize> {
    let setups = corpus.cases.iter().map(|case| corpus.setup(case, &corpus.parsed));
    let setups: Vec<_> = setups.collect();
    let mut firsts: Vec<(usize, &Setup)> = Vec::new();
    let mut settings = Vec::new();
    for (at, setup) in setups.iter().enumerate() {
        let Ok(setup) = setup else {
            settings.push(at);
            continue;
        };
        let known = firsts.iter().find(|(_, first)| setup.has_settings_of(first));
        let first = known.map_or(at, |(first, _)| *first);
        if first == at {
            firsts.push((at, setup));
        }
        settings.push(first);
    }
    settings
}

/// Mutants with their places, and whether they are excused.
type Queue = Arc<Mutex<VecDeque<(usize, Mutant, bool)>>>;

enum News {
    Begun(usize),
    Done(usize, Verdict),
    Idle,
}
