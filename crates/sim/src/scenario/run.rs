//! Runs scenarios.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Command, Decision, Denial, DiceFaces, EventLog, State, apply, start};
use rules::diagnostic::{Colors, Files, Report};
use rules::{Compiled, Parsed, Place, Setup};

use super::assertion::{self, Last};
use super::parse::{Item, Play, Scenario};
use crate::readers::ReadLine;
use crate::session::{Remarks, Session};
use crate::{language, render, show, walk};

/// Rules met while a scenario ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Rules that allowed or did something.
    pub allowed: BTreeSet<String>,
    /// Rules that denied something.
    pub denied: BTreeSet<String>,
}

/// Outcome of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Reasons for the failure; empty if the scenario passed.
    pub failures: Vec<Failure>,
    /// Rules met.
    pub trace: Trace,
    /// Each line of play that made something happen, with everything that its command had printed
    /// by then.
    pub printed: Vec<(usize, Vec<render::Line>)>,
    /// Line of the first command that failed. The rest was played without it.
    pub stopped: Option<usize>,
}

/// A line at which a scenario failed, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the file, from 1.
    pub line: usize,
    /// Description of what was expected and what was found.
    pub message: String,
}

/// Runs a scenario; the ruleset is the one given, or else the one its setup names.
pub fn run(scenario: &Scenario, ruleset: Option<&Parsed>, place: &Place) -> Outcome {
    let setup = Setup::read("setup", &scenario.setup, place, ruleset);
    let compiled = setup.and_then(|setup| rules::compile(&setup));
    match compiled {
        Ok((compiled, _)) => {
            let mut failures = unknown_rules(scenario, &compiled);
            let mut outcome = run_with(scenario, Arc::new(compiled));
            failures.append(&mut outcome.failures);
            Outcome { failures, ..outcome }
        }
        Err((report, files)) => refused(scenario, &report, &files),
    }
}

/// Returns a failure for each claim to cover something that is not a rule. Trials that remove
/// rules skip this check.
fn unknown_rules(scenario: &Scenario, compiled: &Compiled) -> Vec<Failure> {
    let known = || compiled.names.rules.iter().map(|rule| rule.id.as_str());
    let unknown = scenario.covers.iter().filter(|rule| known().all(|id| id != rule.as_str()));
    let failure = |rule: &String| Failure {
        line: scenario.covers_line,
        message: assertion::unknown("rule", rule, known()),
    };
    unknown.map(failure).collect()
}

/// Returns the outcome of a scenario whose setup does not load. It passes if it asserts all the
/// right `setup is refused: …`.
pub fn refused(scenario: &Scenario, report: &Report, files: &Files) -> Outcome {
    let mut outcome = Outcome::default();
    let text = report.render(files, Colors::Off);
    let wanted: Vec<&str> = scenario
        .play
        .iter()
        .filter_map(|play| match &play.item {
            Item::Assertion(text) => text.strip_prefix("setup is refused: "),
            _ => None,
        })
        .collect();
    if wanted.is_empty() || !wanted.iter().all(|wanted| text.contains(wanted)) {
        outcome.fail(scenario.setup_line, format!("the setup does not load:\n{text}"));
    }
    outcome
}

/// Runs a scenario in a game compiled already.
pub fn run_with(scenario: &Scenario, compiled: Arc<Compiled>) -> Outcome {
    played_with(scenario, compiled).0
}

/// Runs a scenario in a game compiled already, and returns the session with every point it was at.
pub fn played_with(scenario: &Scenario, compiled: Arc<Compiled>) -> (Outcome, Session) {
    let seed = 0;
    let session = Session::new(compiled, seed);
    let mut run = Run {
        outcome: Outcome::default(),
        dice: Vec::new(),
        last: Last::default(),
        pending_denial: None,
        expected_at: 0,
        lines: Vec::new(),
        by_default: None,
        adrift: false,
        session,
    };
    let journal = run.session.point().journal.clone();
    run.take_in(&journal, 0);
    let forbidden = scenario.play.iter().find(
        |play| matches!(&play.item, Item::Assertion(text) if text.starts_with("setup is refused")),
    );
    if let Some(play) = forbidden {
        run.outcome.fail(play.line, "the setup loads");
    }
    for (at, play) in scenario.play.iter().enumerate() {
        run.line(play.line, &play.item);
        run.expect_no_denial(&scenario.play[at + 1..]);
    }
    run.finish(scenario);
    (run.outcome, run.session)
}

impl Outcome {
    fn fail(&mut self, line: usize, message: impl Into<String>) {
        self.failures.push(Failure { line, message: message.into() });
    }

    /// Returns true if nothing failed.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

struct Run {
    session: Session,
    outcome: Outcome,
    dice: Vec<u32>,
    last: Last,
    /// A denial that no assertion has spoken of yet, and its line.
    pending_denial: Option<usize>,
    /// Number of printed lines of the last command that assertions have matched.
    expected_at: usize,
    /// Lines printed by the last command.
    lines: Vec<render::Line>,
    /// Line before which a question was answered by default since the last command.
    by_default: Option<usize>,
    /// Whether the last command failed.
    adrift: bool,
}

impl Run {
    fn line(&mut self, line: usize, item: &Item) {
        match item {
            // The dice were for a command that has failed.
            Item::Dice(_) if self.adrift => {}
            Item::Dice(faces) => {
                self.dice.extend(faces);
                self.roll(line);
            }
            Item::Command(text) => {
                self.adrift = false;
                self.default_rulings(line, text);
                self.command(line, text);
            }
            Item::Printed(text) => self.printed(line, text),
            Item::Assertion(text) => {
                if speaks_of_denial(text) {
                    self.pending_denial = None;
                }
                if !text.starts_with("waits for") {
                    self.default_rulings(line, "");
                }
                if let Err(message) = assertion::check(&self.session, &self.last, text) {
                    self.outcome.fail(line, message);
                }
                for fact in assertion::each_fact(text) {
                    if let Some(denial) = assertion::denied_rules(&self.session, fact) {
                        self.outcome.trace.denied.extend(denial);
                    }
                }
            }
        }
    }

    fn command(&mut self, line: usize, text: &str) {
        self.last = Last { command: text.to_owned(), ..Last::default() };
        self.lines.clear();
        self.expected_at = 0;
        if let Some(count) = text.strip_prefix("undo") {
            let count = count.trim().parse().unwrap_or(1);
            self.session.undo(count);
            return;
        }
        if let Some(count) = text.strip_prefix("redo") {
            let count = count.trim().parse().unwrap_or(1);
            self.session.redo(count);
            return;
        }
        let said = language::remarks(text);
        let read = said.and_then(|said| Ok((walk::commands(&self.session, text)?, said)));
        match read {
            Err(error) => {
                let late = self.by_default.filter(|_| text.starts_with("rule "));
                let late = late
                    .map(|at| format!("\n(the question was answered by default before line {at})"));
                self.fail_command(line, error.text() + &late.unwrap_or_default());
            }
            Ok((commands, said)) => {
                let mut said = said;
                self.by_default = None;
                for (nth, command) in commands.into_iter().enumerate() {
                    // An interruption of a step interrupts the path.
                    let denied = self.pending_denial.is_some();
                    if nth > 0 && (denied || !walk::goes_on(&self.session, &command)) {
                        break;
                    }
                    // Words belong to the first step of a path only.
                    self.give(line, command, std::mem::take(&mut said));
                    self.roll(line);
                }
            }
        }
        self.roll(line);
    }

    fn give(&mut self, line: usize, command: Command, said: Remarks) {
        let before = self.session.state().clone();
        match self.session.give_with(command, said) {
            Ok(journal) => {
                let journal = journal.clone();
                self.take_in(&journal, line);
            }
            Err(denial) => {
                if *self.session.state() != before {
                    self.outcome.fail(line, "a denied command changed the encounter");
                }
                self.deny(line, denial);
            }
        }
    }

    fn deny(&mut self, line: usize, denial: Denial) {
        let compiled = self.session.compiled();
        let cited = render::cited(compiled, &denial);
        self.outcome.trace.denied.extend(cited.iter().cloned());
        self.last.denied = Some(cited);
        self.last.denial_text = render::denial_text(compiled, self.session.state(), &denial);
        self.pending_denial = Some(line);
    }

    /// Records the printed lines and the rules of a log.
    fn take_in(&mut self, journal: &EventLog, line: usize) {
        let compiled = self.session.compiled().clone();
        let lines = render::point(&compiled, self.session.point());
        self.last.printed.extend(lines.iter().map(|line| line.text.clone()));
        let state = self.session.state();
        let read = lines.iter().map(|line| ReadLine::of(&compiled, state, line));
        self.last.read.extend(read);
        self.lines.extend(lines);
        let mut met = BTreeSet::new();
        for (_, because) in &journal.events {
            met.extend(show::rule_ids(&compiled, *because).into_iter().map(str::to_owned));
        }
        for because in &journal.allowed {
            met.extend(show::rule_ids(&compiled, *because).into_iter().map(str::to_owned));
        }
        self.last.because.extend(met.iter().cloned());
        self.outcome.trace.allowed.extend(met);
        let printed = self.lines.clone();
        match self.outcome.printed.last_mut() {
            Some((at, lines)) if *at == line => *lines = printed,
            _ => self.outcome.printed.push((line, printed)),
        }
    }

    /// Rolls the awaited dice while the scenario has faces for them.
    fn roll(&mut self, line: usize) {
        while let Decision::Roll(dice, _) = self.session.state().decision {
            let dice = &self.session.compiled().game.dice[dice.index()];
            let mut used = 0;
            let faces = self.dice.clone();
            let outcome = dice.total_from(&mut |_: u32| {
                used += 1;
                faces.get(used - 1).copied()
            });
            if self.dice.is_empty() || used > self.dice.len() {
                return;
            }
            let taken: Vec<u32> = self.dice.drain(..used).collect();
            if let Err(error) = &outcome {
                self.outcome.fail(line, error.to_string());
                return;
            }
            match DiceFaces::new(&taken) {
                Some(faces) => self.give(line, Command::Roll(faces), Remarks::default()),
                None => return,
            }
        }
    }

    /// Gives default answers to questions that the scenario does not answer itself.
    fn default_rulings(&mut self, line: usize, next: &str) {
        if next.starts_with("rule ") {
            return;
        }
        while let Decision::Rule(ruling, _) = self.session.state().decision {
            let default = self.session.compiled().game.rulings[ruling.index()].default;
            self.by_default = Some(line);
            self.give(0, Command::Rule(default), Remarks::default());
            self.roll(0);
        }
    }

    fn printed(&mut self, line: usize, text: &str) {
        let wanted = text.split_once("  [").map_or(text, |(words, _)| words).trim_end();
        let rest = &self.last.printed[self.expected_at.min(self.last.printed.len())..];
        match rest.iter().position(|printed| printed == wanted) {
            Some(at) => self.expected_at += at + 1,
            None => {
                let found = rest.join("\n    ");
                self.outcome
                    .fail(line, format!("not printed: {wanted}\n  printed was:\n    {found}"));
            }
        }
    }

    /// Fails the scenario if the last command was denied and no assertion before the next command
    /// is about that.
    fn expect_no_denial(&mut self, rest: &[Play]) {
        let mut about_it = rest.iter().take_while(|play| !matches!(play.item, Item::Command(_)));
        let spoken_of = about_it
            .any(|play| matches!(&play.item, Item::Assertion(text) if speaks_of_denial(text)));
        if let Some(line) = self.pending_denial.filter(|_| !spoken_of) {
            let text = self.last.denial_text.clone();
            self.fail_command(line, format!("`{}` is denied:\n{text}", self.last.command));
        }
    }

    /// Records that a command failed. The rest is played without it and its dice.
    fn fail_command(&mut self, line: usize, message: String) {
        self.outcome.fail(line, message);
        self.outcome.stopped.get_or_insert(line);
        self.pending_denial = None;
        self.dice.clear();
        self.adrift = true;
    }

    fn finish(&mut self, scenario: &Scenario) {
        let last = scenario.play.last().map_or(scenario.line, |play| play.line);
        if !self.dice.is_empty() && self.outcome.stopped.is_none() {
            let waits = show::decision(self.session.compiled(), self.session.state());
            let dice = &self.dice;
            self.outcome.fail(last, format!("dice left over: {dice:?}; it waits for: {waits}"));
        }
        if let Some(difference) = replay_differs(&self.session) {
            self.outcome.fail(last, format!("replaying the log gives another state: {difference}"));
        }
    }
}

/// Checks whether any fact of an assertion is about the denial of the last command.
fn speaks_of_denial(assertion: &str) -> bool {
    assertion::each_fact(assertion).iter().any(|fact| fact.starts_with("denied"))
}

/// Replays the log from the beginning; returns where the states differ.
fn replay_differs(session: &Session) -> Option<String> {
    let game = &session.compiled().game;
    let mut state = State::new(game);
    start(game, &mut state, &mut EventLog::default());
    for &point in &session.path()[1..] {
        let point = &session.points()[point];
        let command = point.command.as_ref()?;
        if let Err(denial) = apply(game, &mut state, command, &mut kernel::NullSink) {
            return Some(format!("{command:?} is denied: {:?}", denial.reasons));
        }
        if state != point.state {
            return Some(format!("after {command:?}"));
        }
    }
    None
}
