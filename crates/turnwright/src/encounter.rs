//! Encounters: a fight with its whole history, driven by lines of text.

use std::fmt;
use std::sync::Arc;

use kernel::{Command, DiceFaces, State};
use rules::diagnostic::{Diagnostic, Files, Report};
use rules::{Compiled, Place, Setup};
use sim::origin::Problems;
use sim::session::{Remarks, Session};
use sim::{examples, judge, language, render, show, walk};

use crate::{Denied, Error, LegalActions, Reason, Ruleset};

/// A fight at one point of its history. Every command can be undone.
#[derive(Clone, Debug)]
pub struct Encounter {
    session: Session,
}

/// Sentence that says whom or what an encounter waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaiting(String);

impl fmt::Display for Awaiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Encounter {
    /// Begins the fight of an encounter file (TOML) under a ruleset, whichever the file names.
    ///
    /// # Errors
    ///
    /// [`Error::Files`] with every mistake in the text.
    pub fn new(rules: &Ruleset, text: &str) -> Result<Encounter, Error> {
        let setup = Setup::read("encounter.toml", text, &Place::Nowhere, Some(&rules.parsed))?;
        let (compiled, _) = rules::compile(&setup)?;
        Ok(Encounter::of(Arc::new(compiled)))
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
        Ok(Encounter::of(example.origin()?.compile()?))
    }

    fn of(compiled: Arc<Compiled>) -> Encounter {
        Encounter { session: Session::new(compiled, 0) }
    }

    /// Begins the same fight again with a seed for [`Encounter::roll_seeded`]; the default is 0.
    pub fn with_seed(self, seed: u64) -> Encounter {
        Encounter { session: Session::new(self.session.compiled().clone(), seed) }
    }

    /// Returns what the fight waits for: a turn, a response, dice, a ruling.
    pub fn awaiting(&self) -> Awaiting {
        Awaiting(show::decision(self.session.compiled(), self.session.state()))
    }

    /// Lists every legal action with its payments.
    pub fn legal_actions(&self) -> LegalActions {
        LegalActions::at(&self.session)
    }

    /// Applies a line of the command language, such as `Ana: longsword Orc, pay P`, `pass`, `end`
    /// or `roll 15`. Returns what happened, one sentence a line.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] if the line cannot be read, [`Error::Denied`] with all reasons if the rules
    /// forbid it. Nothing has changed then.
    pub fn apply(&mut self, line: &str) -> Result<Vec<String>, Error> {
        let read = |error: language::LanguageError| Error::Line(error.text());
        let mut remarks = language::remarks(line).map_err(read)?;
        let commands = walk::commands(&self.session, line).map_err(read)?;
        let mut told = Vec::new();
        for (nth, command) in commands.into_iter().enumerate() {
            // An interrupted walk ends where it was interrupted.
            if nth > 0 && !walk::goes_on(&self.session, &command) {
                break;
            }
            match self.give(command, std::mem::take(&mut remarks)) {
                Ok(lines) => told.extend(lines),
                Err(error) if nth == 0 => return Err(error),
                Err(_) => break,
            }
        }
        Ok(told)
    }

    /// Gives the faces of the dice the fight waits for.
    ///
    /// # Errors
    ///
    /// [`Error::Denied`] if no dice are awaited, or not so many, or not with such faces.
    pub fn roll(&mut self, faces: &[u32]) -> Result<Vec<String>, Error> {
        let Some(faces) = DiceFaces::new(faces) else {
            return Err(Error::Line(format!("at most {} dice at once", kernel::FACES_MAX)));
        };
        self.give(Command::Roll(faces), Remarks::default())
    }

    /// Rolls the dice the fight waits for from the encounter's seed. Returns what happened, or
    /// `None` if no dice are awaited.
    pub fn roll_seeded(&mut self) -> Option<Vec<String>> {
        self.session.roll()?.ok()?;
        Some(self.lines())
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

    /// Takes back commands. Returns how many were taken back.
    pub fn undo(&mut self, count: usize) -> usize {
        self.session.undo(count)
    }

    /// Does undone commands again. Returns how many.
    pub fn redo(&mut self, count: usize) -> usize {
        self.session.redo(count)
    }

    /// Returns the whole log up to now, one sentence a line.
    pub fn log(&self) -> Vec<String> {
        let points = self.session.path().into_iter().map(|point| &self.session.points()[point]);
        points.flat_map(|point| render::point(self.session.compiled(), point)).map(text).collect()
    }

    /// Returns the state of the engine, for [`crate::core`].
    pub fn state(&self) -> &State {
        self.session.state()
    }

    /// Returns the compiled game, for [`crate::core`].
    pub fn game(&self) -> &kernel::Game {
        &self.session.compiled().game
    }

    fn give(&mut self, command: Command, remarks: Remarks) -> Result<Vec<String>, Error> {
        if let Err(denial) = self.session.give_with(command, remarks) {
            let said = render::denial(self.session.compiled(), self.session.state(), &denial);
            let reasons = said.into_iter().map(Reason::from).collect();
            return Err(Error::Denied(Denied { reasons }));
        }
        Ok(self.lines())
    }

    fn lines(&self) -> Vec<String> {
        render::point(self.session.compiled(), self.session.point()).into_iter().map(text).collect()
    }
}

fn text(line: render::Line) -> String {
    line.text
}

/// A single diagnostic as problems without texts.
pub(crate) fn alone(problem: Diagnostic) -> Problems {
    let mut report = Report::default();
    report.push(problem);
    (report, Files::default())
}
