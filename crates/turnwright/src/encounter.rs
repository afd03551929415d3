//! Encounters: a fight with its whole history, driven by lines of text.

use std::fmt;
use std::sync::Arc;

use kernel::{Command, Denial, DiceFaces, State};
use rules::{Compiled, Place, Setup};
use sim::session::Session;
use sim::submit::{Refused, submit};
use sim::{examples, judge, render, show};

use crate::{ActionList, Denied, Error, Reason, Ruleset};

/// A fight at one point of its history. Every command can be undone.
#[derive(Clone, Debug)]
pub struct Encounter {
    session: Session,
}

/// Sentence about the decision that an encounter waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaiting(String);

impl fmt::Display for Awaiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Encounter {
    /// Begins the fight of an encounter file (TOML) under a ruleset, regardless of the ruleset that
    /// the file names.
    ///
    /// # Errors
    ///
    /// [`Error::Files`] with every mistake in the text.
    pub fn new(rules: &Ruleset, text: &str) -> Result<Encounter, Error> {
        let setup = Setup::read("encounter.toml", text, &Place::Nowhere, Some(&rules.parsed))?;
        let (compiled, _) = rules::compile(&setup)?;
        Ok(Encounter::of(Arc::new(compiled), text))
    }

    /// Begins an example fight that comes with the library: `collective/skirmish`.
    ///
    /// # Errors
    ///
    /// [`Error::Files`] if there is no such example; the message lists them.
    pub fn example(name: &str) -> Result<Encounter, Error> {
        let Some(example) = examples::find(name) else {
            let all = examples::examples().into_iter();
            let names: Vec<String> =
                all.map(|example| format!("{}/{}", example.ruleset, example.name)).collect();
            let text = format!("no example is called \"{name}\"; there are: {}", names.join(", "));
            return Err(Error::Files(text));
        };
        Ok(Encounter::of(example.origin()?.compile()?, example.text()))
    }

    fn of(compiled: Arc<Compiled>, text: &str) -> Encounter {
        let own = examples::encounter_in(text).and_then(|file| file.seed.map(|seed| *seed));
        Encounter { session: Session::new(compiled, own.unwrap_or(0)) }
    }

    /// Begins the same fight again with a seed for [`Encounter::roll_seeded`]. The default is the
    /// `seed` of the encounter file, or else 0.
    pub fn with_seed(self, seed: u64) -> Encounter {
        Encounter { session: Session::new(self.session.compiled().clone(), seed) }
    }

    /// Returns what the fight waits for: a turn, a response, dice, a ruling.
    pub fn awaiting(&self) -> Awaiting {
        Awaiting(show::decision(self.session.compiled(), self.session.state()))
    }

    /// Lists every legal action with its payments.
    pub fn legal_actions(&self) -> ActionList {
        ActionList::at(&self.session)
    }

    /// Applies a line of the command language, such as `Ana: longsword Orc, pay P`, `pass`, `end`
    /// or `roll 15`. Returns what happened, one sentence a line.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] if the line cannot be read, [`Error::Denied`] with all reasons if the rules
    /// forbid it. Nothing has changed then.
    pub fn apply(&mut self, line: &str) -> Result<Vec<String>, Error> {
        let from = submit(&mut self.session, line).map_err(|refused| match refused {
            Refused::Line(error) => Error::Line(error.text()),
            Refused::Denied(denial) => self.denied(&denial),
        })?;
        let path = self.session.path().into_iter();
        Ok(path.skip_while(|point| *point != from).skip(1).flat_map(|at| self.told(at)).collect())
    }

    /// Gives the faces of the dice the fight waits for. Returns what happened, one sentence a line.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] for more than 120 faces, or a face above 65,535. [`Error::Denied`] if no
    /// dice are awaited, or if the dice have another number or other faces.
    pub fn roll(&mut self, faces: &[u32]) -> Result<Vec<String>, Error> {
        let Some(faces) = DiceFaces::new(faces) else {
            let message = format!(
                "give at most {} dice at once, each with a face up to {}",
                kernel::FACES_MAX,
                u16::MAX
            );
            return Err(Error::Line(message));
        };
        match self.session.give(Command::Roll(faces), None) {
            Ok(_) => Ok(self.told(self.session.position())),
            Err(denial) => Err(self.denied(&denial)),
        }
    }

    /// Rolls the dice the fight waits for from the encounter's seed. Returns what happened, or
    /// `None` if no dice are awaited.
    pub fn roll_seeded(&mut self) -> Option<Vec<String>> {
        self.session.roll()?.ok()?;
        Some(self.told(self.session.position()))
    }

    /// Returns the reasons why a line is denied; empty if it is legal. Nothing changes.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] if the line cannot be read.
    pub fn why_not(&self, line: &str) -> Result<Vec<Reason>, Error> {
        let verdict = judge::judge_line(&self.session, line);
        let verdict = verdict.map_err(|error| Error::Line(error.text()))?;
        Ok(verdict.reasons.into_iter().map(Reason::from).collect())
    }

    /// Undoes up to `count` commands. Returns how many were undone.
    pub fn undo(&mut self, count: usize) -> usize {
        self.session.undo(count)
    }

    /// Redoes up to `count` undone commands. Returns how many were redone.
    pub fn redo(&mut self, count: usize) -> usize {
        self.session.redo(count)
    }

    /// Returns the whole log up to now, one sentence a line.
    pub fn log(&self) -> Vec<String> {
        self.session.path().into_iter().flat_map(|point| self.told(point)).collect()
    }

    /// Returns the state of the engine, for [`crate::core`].
    pub fn state(&self) -> &State {
        self.session.state()
    }

    /// Returns the compiled game, for [`crate::core`].
    pub fn game(&self) -> &kernel::Game {
        &self.session.compiled().game
    }

    /// Returns the log of one point of the history.
    fn told(&self, point: usize) -> Vec<String> {
        let lines = render::point(self.session.compiled(), &self.session.points()[point]);
        lines.into_iter().map(|line| line.text).collect()
    }

    fn denied(&self, denial: &Denial) -> Error {
        let said = render::denial(self.session.compiled(), self.session.state(), denial);
        Error::Denied(Denied { reasons: said.into_iter().map(Reason::from).collect() })
    }
}
