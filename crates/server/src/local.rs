//! A fight without a server: the questions, changes and answers of the HTTP API as calls.
//!
//! The caller is the game master. Answers are wire types as JSON; errors are a
//! [`wire::Problem`](crate::wire::Problem) as JSON.

use rules::Source;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sim::origin::Origin;
use sim::session::Session;

use crate::begun::Begun;
use crate::encounter::{Alone, Change, Question};
use crate::entry::Entry;
use crate::eyes::{Eyes, MASTER};
use crate::failure::{Failure, unloadable};
use crate::importing::import;
use crate::random;
use crate::wire::{CommandRequest, MoveRequest, PreviewRequest, SetupRequest, TableRequest};

/// JSON of an answer, or of a problem.
pub type Answer = Result<String, String>;

/// A fight that one caller owns.
#[derive(Debug)]
pub struct Fight {
    alone: Alone,
    eyes: Eyes,
}

impl Fight {
    /// Begins a fight from its files. The seed decides all dice, including hidden ones.
    pub fn begin(origin: Origin, title: &str, seed: u64) -> Result<Fight, String> {
        Fight::played(origin, title, seed, Vec::new())
    }

    /// Continues an exported fight or a recorded game. A game without its ruleset uses `ruleset`,
    /// or else a built-in ruleset.
    pub fn resume(text: &str, ruleset: Option<&Source>) -> Result<Fight, String> {
        let (origin, entries, title, seed) = import(text, ruleset).map_err(problem)?;
        Fight::played(origin, title.as_deref().unwrap_or("A fight"), seed, entries)
    }

    fn played(
        origin: Origin,
        title: &str,
        seed: u64,
        entries: Vec<Entry>,
    ) -> Result<Fight, String> {
        let begun = Begun {
            id: "local".to_owned(),
            title: title.to_owned(),
            origin,
            seed,
            created: random::now(),
            secret: Some(random::secret_of(seed)),
        };
        let alone = Alone::begin(&begun, entries).map_err(problem)?;
        let eyes = Eyes { master: true, name: MASTER.to_owned(), combatants: Vec::new() };
        Ok(Fight { alone, eyes })
    }

    /// Returns the session of the fight.
    pub fn session(&self) -> &Session {
        self.alone.session()
    }

    /// Returns the state as a game master sees it (`State`).
    pub fn state(&mut self) -> Answer {
        self.ask(Question::State)
    }

    /// Returns the legal options with their payments, and the refused ones with reasons
    /// (`Options`).
    pub fn options(&mut self, who: Option<String>) -> Answer {
        self.ask(Question::Options(who))
    }

    /// Returns the squares that a combatant can reach on the board (`Reach`).
    pub fn reach(&mut self, who: String) -> Answer {
        self.ask(Question::Reach(who))
    }

    /// Returns the ways in which a combatant can end its turn (`Plan`).
    pub fn plan(&mut self, who: String) -> Answer {
        self.ask(Question::Plan(who))
    }

    /// Returns at most `limit` log entries after a number (`Log`).
    pub fn log(&mut self, after: u64, limit: u64) -> Answer {
        self.ask(Question::Log { after, limit })
    }

    /// Returns the history with all branches (`History`).
    pub fn history(&mut self) -> Answer {
        self.ask(Question::History)
    }

    /// Returns a rule by id (`Rule`).
    pub fn rule(&mut self, id: String) -> Answer {
        self.ask(Question::Rule(id))
    }

    /// Returns the encounter file and the files that it names (`Setup`).
    pub fn setup(&mut self) -> Answer {
        self.ask(Question::Setup)
    }

    /// Returns everything about the fight, to continue it later (`Export`).
    pub fn export(&mut self) -> Answer {
        self.ask(Question::Export)
    }

    /// Returns the fight as a recorded game.
    pub fn record(&mut self) -> Answer {
        let told = self.alone.ask(&self.eyes, Question::Record).map_err(problem)?;
        told.into_text().ok_or_else(|| problem(Failure::unavailable("there is no record")))
    }

    /// Returns the predicted result of a command (`PreviewRequest` to `Preview`).
    pub fn preview(&mut self, request: &str) -> Answer {
        let PreviewRequest { command } = read(request)?;
        self.ask(Question::Preview(command))
    }

    /// Gives a command (`CommandRequest` to `News`).
    pub fn command(&mut self, request: &str) -> Answer {
        let CommandRequest { expected, command } = read(request)?;
        self.change(Some(expected), Change::Command(command))
    }

    /// Moves through the history (`MoveRequest` to `News`).
    pub fn go(&mut self, request: &str) -> Answer {
        let MoveRequest { expected, to } = read(request)?;
        self.change(Some(expected), Change::Move(to))
    }

    /// Changes the table's settings (`TableRequest` to `News`).
    pub fn table(&mut self, request: &str) -> Answer {
        let request: TableRequest = read(request)?;
        self.change(None, Change::Table(request))
    }

    /// Replaces the encounter file and plays the log again (`SetupRequest` to `News`).
    pub fn change_setup(&mut self, request: &str) -> Answer {
        let SetupRequest { expected, text } = read(request)?;
        self.change(Some(expected), Change::Setup(text))
    }

    fn ask(&mut self, question: Question) -> Answer {
        answer(self.alone.ask(&self.eyes, question))
    }

    fn change(&mut self, expected: Option<u64>, change: Change) -> Answer {
        answer(self.alone.change(&self.eyes, expected, change))
    }
}

/// Sets the present time, in milliseconds since 1970. A browser has no clock that the engine could
/// read.
#[cfg(target_arch = "wasm32")]
pub fn set_now(milliseconds: u64) {
    random::set_now(milliseconds);
}

/// Returns the problem of files that do not load, as JSON.
pub fn unloadable_json(problems: sim::origin::Problems) -> String {
    problem(unloadable(problems))
}

/// Returns all problems of files (`Report`), as JSON.
pub fn report_json(problems: &sim::origin::Problems) -> String {
    json(&crate::failure::report(&problems.0, &problems.1))
}

/// Returns the problem of a request that cannot be understood, as JSON.
pub fn invalid_json(message: &str) -> String {
    problem(Failure::invalid(message))
}

fn read<T: DeserializeOwned>(request: &str) -> Result<T, String> {
    let bad = |error: serde_json::Error| format!("the request cannot be read: {error}");
    serde_json::from_str(request).map_err(|error| invalid_json(&bad(error)))
}

fn answer<T: Serialize>(answer: Result<T, Failure>) -> Answer {
    answer.map(|it| json(&it)).map_err(problem)
}

/// A problem as JSON.
pub(crate) fn problem(failure: Failure) -> String {
    json(failure.problem())
}

/// Writes a wire type as JSON; this does not fail.
fn json<T: Serialize>(it: &T) -> String {
    serde_json::to_string(it).unwrap_or_default()
}
