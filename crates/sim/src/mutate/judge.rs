//! Judges mutants: runs scenarios against each until one fails, the likeliest first.

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

/// Number of mutants judged at the same time.
const WORKERS: usize = 2;
/// Longest time for one mutant; beyond it, the mutant counts as endless. The slowest takes a few
/// seconds, and many times that on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// Result of judging a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The mutant does not load.
    Unloadable,
    /// The case with this index fails.
    Killed(usize),
    /// No case fails.
    Survived,
    /// The engine panicked or did not finish. That is a fault of the engine, whatever the rules.
    Broken,
}

impl Verdict {
    /// Checks whether a scenario or the loader noticed the change.
    pub fn is_killed(self) -> bool {
        matches!(self, Verdict::Unloadable | Verdict::Killed(_))
    }
}

/// A ruleset whose scenarios have been played once, ready to judge mutants.
pub struct Bench {
    corpus: Corpus,
    relevance: Relevance,
    /// For each case, the first case with the same setup.
    setups: Vec<usize>,
    /// For each case, the number of its settings.
    settings: Vec<usize>,
    /// Cases that have killed mutants, by the rule and by the kind of change, the latest last. A
    /// case that notices one mutant often notices the next.
    killers: Mutex<HashMap<String, Vec<usize>>>,
}

/// Most killers kept per rule or kind of change.
const KILLERS: usize = 6;
/// Number of cases that an excused mutant is tried with, the likeliest first. Playing all cases in
/// vain would take most of the time.
const EXCUSED: usize = 64;

impl Bench {
    /// Plays every scenario once. Returns the problems if any fails, since mutants could not be
    /// judged then.
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
        let settings = numbers_of_settings(&corpus);
        Ok(Bench { relevance, setups, settings, killers: Mutex::default(), corpus })
    }

    /// Returns the ruleset and its scenarios.
    pub fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    /// Judges mutants in the given order; calls `progress` after each. Excused mutants are tried
    /// with only some of the cases.
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
                // Results of abandoned workers are ignored.
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
                // A closed channel means that this worker was abandoned.
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

    /// Returns the id of the rule that a mutant changes.
    fn rule(&self, mutant: &Mutant) -> &str {
        &self.corpus.parsed.rules[mutant.rule].rule.id
    }

    /// Moves a case to the end of the killers of a rule or kind of change.
    fn remember(&self, sort: &str, case: usize) {
        if let Ok(mut killers) = self.killers.lock() {
            let killers = killers.entry(sort.to_owned()).or_default();
            killers.retain(|at| *at != case);
            killers.push(case);
            let surplus = killers.len().saturating_sub(KILLERS);
            killers.drain(..surplus);
        }
    }

    /// Returns the cases to try a mutant with: killers of similar mutants, then the likeliest.
    /// Excused mutants get only the likeliest, so that their verdict does not depend on other
    /// mutants.
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
        // By the number of their settings.
        let count = self.settings.iter().max().map_or(0, |last| last + 1);
        let setups: Vec<OnceCell<Setup>> = vec![OnceCell::new(); count];
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

/// Numbers the settings of the cases from 0, in the order of the cases. Cases whose setups have the
/// same rules and settings get the same number.
fn numbers_of_settings(corpus: &Corpus) -> Vec<usize> {
    let setups = corpus.cases.iter().map(|case| corpus.setup(case, &corpus.parsed));
    let setups: Vec<_> = setups.collect();
    let mut firsts: Vec<Option<&Setup>> = Vec::new();
    let mut numbers = Vec::new();
    for setup in &setups {
        let setup = setup.as_ref().ok();
        let same = |first: &Option<&Setup>| {
            setup.zip(*first).is_some_and(|(one, other)| one.has_settings_of(other))
        };
        let number = firsts.iter().position(same).unwrap_or(firsts.len());
        if number == firsts.len() {
            firsts.push(setup);
        }
        numbers.push(number);
    }
    numbers
}

/// Mutants with their indices, and whether they are excused.
type Queue = Arc<Mutex<VecDeque<(usize, Mutant, bool)>>>;

enum News {
    Begun(usize),
    Done(usize, Verdict),
    Idle,
}
