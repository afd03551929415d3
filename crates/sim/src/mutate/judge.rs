//! Judging mutants: running scenarios against them until one fails, those first that know the rule.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rules::{Compiled, Setup};

use super::{Allowed, Mutant};
use crate::corpus::{self, Corpus, Played, Problem};

/// Mutants judged at the same time.
const WORKERS: usize = 2;
/// A mutant that takes longer than this does not come to an end; the slowest takes a few seconds,
/// and many times that on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(240);

/// What becomes of a mutant.
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
    /// For each rule, every case in the order of trying, and how many of them know the rule.
    order: Vec<(Vec<usize>, usize)>,
    /// For each case, the first one with the same setup.
    setups: Vec<usize>,
    /// For each rule, cases that have killed mutants of it, the latest last: what notices one
    /// change of a rule often notices the next.
    killers: Vec<Mutex<Vec<usize>>>,
}

/// Killers kept for each rule.
const KILLERS: usize = 6;

impl Bench {
    /// Plays every scenario once; a mutant can only be judged if all of them pass without it.
    pub fn new(corpus: Corpus) -> Result<Bench, Vec<Problem>> {
        let (played, problems) = corpus.play_all();
        if !problems.is_empty() {
            return Err(problems);
        }
        let order = corpus.parsed.rules.iter().map(|one| order(&corpus, &played, &one.rule.id));
        let order = order.collect();
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        let cases = corpus.cases.iter().enumerate();
        let setups =
            cases.map(|(at, case)| *first.entry(&case.scenario.setup).or_insert(at)).collect();
        let killers = corpus.parsed.rules.iter().map(|_| Mutex::default()).collect();
        Ok(Bench { order, setups, killers, corpus })
    }

    /// The ruleset and its scenarios.
    pub fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    /// Judges mutants, in the order given; `progress` is told after each. Those excused are tried
    /// with the cases that know their rule only: to play every case in vain for each of them would
    /// take most of the time.
    pub fn judge(
        self: &Arc<Bench>,
        mutants: Vec<Mutant>,
        allowed: &Allowed,
        mut progress: impl FnMut(),
    ) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::Broken; mutants.len()];
        let jobs = mutants.into_iter().enumerate().map(|(at, mutant)| {
            let (order, knowing) = &self.order[mutant.rule];
            let tried = if allowed.reason(&mutant).is_some() { *knowing } else { order.len() };
            (at, mutant, tried)
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
            while let Some((at, mutant, tried)) = next() {
                // A receiver that is gone has given this worker up.
                let begun = sender.send((number, News::Begun(at)));
                let verdict = catch_unwind(AssertUnwindSafe(|| bench.verdict(&mutant, tried)));
                let verdict = verdict.unwrap_or(Verdict::Broken);
                if begun.and(sender.send((number, News::Done(at, verdict)))).is_err() {
                    return;
                }
            }
            drop(sender.send((number, News::Idle)));
        });
    }

    /// Puts a case last among the killers of a rule's mutants.
    fn remember(&self, rule: usize, case: usize) {
        if let Ok(mut killers) = self.killers[rule].lock() {
            killers.retain(|at| *at != case);
            killers.push(case);
            let surplus = killers.len().saturating_sub(KILLERS);
            killers.drain(..surplus);
        }
    }

    /// Judges one mutant by the first so many cases of its rule.
    fn verdict(&self, mutant: &Mutant, tried: usize) -> Verdict {
        let mut rules = self.corpus.parsed.clone();
        rules.rules[mutant.rule].rule = Arc::clone(&mutant.changed);
        let mut compiled: BTreeMap<usize, Arc<Compiled>> = BTreeMap::new();
        let killers =
            self.killers[mutant.rule].lock().map_or_else(|_| Vec::new(), |all| all.clone());
        let (order, _) = &self.order[mutant.rule];
        let others = order[..tried].iter().filter(|at| !killers.contains(at));
        for &at in killers.iter().rev().chain(others) {
            let case = &self.corpus.cases[at];
            let known = compiled.get(&self.setups[at]).cloned();
            let game = known.map_or_else(
                || {
                    let setup = self.corpus.setup(case, &rules);
                    setup.and_then(|setup| rules::compile(&setup)).map(|(one, _)| Arc::new(one))
                },
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
                self.remember(mutant.rule, at);
                return Verdict::Killed(at);
            }
        }
        match rules::compile(&Setup::of(rules)) {
            Ok(_) => Verdict::Survived,
            Err(_) => Verdict::Unloadable,
        }
    }
}

/// Mutants with their places and the number of cases to try.
type Queue = Arc<Mutex<VecDeque<(usize, Mutant, usize)>>>;

enum News {
    Begun(usize),
    Done(usize, Verdict),
    Idle,
}

/// Every case: those that claim a rule, those that met it, the rest; and how many come before the
/// rest.
fn order(corpus: &Corpus, played: &[Played], rule: &str) -> (Vec<usize>, usize) {
    let claims = |at: usize| corpus.cases[at].scenario.covers.iter().any(|id| id == rule);
    let meets = |at: usize| {
        let trace = &played[at].outcome.trace;
        trace.allowed.contains(rule) || trace.denied.contains(rule)
    };
    let mut order: Vec<usize> = (0..corpus.cases.len()).collect();
    order.sort_by_key(|&at| (!claims(at), !meets(at)));
    let knowing = order.iter().filter(|&&at| claims(at) || meets(at)).count();
    (order, knowing)
}
