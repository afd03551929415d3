//! Replays records.

use std::sync::Arc;

use kernel::Command;
use rules::diagnostic::{Code, Colors, Diagnostic, Files, Report};
use rules::{Compiled, Source};

use super::{Record, Step, outlook};
use crate::language;
use crate::origin::{self, Origin};
use crate::render;
use crate::session::{Remarks, Session};

/// Reason why a record cannot be replayed to its end.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// Report of the problem.
    pub report: Report,
    /// The texts that the report points into.
    pub files: Files,
    /// The session up to the problem, if it had begun.
    pub session: Option<Session>,
}

impl Record {
    /// Replays the record to the current point, comparing each outlook.
    ///
    /// The ruleset is the one in the record. Otherwise it is the given one, or a built-in one of
    /// that name, and its text must be unchanged.
    pub fn replay(&self, ruleset: Option<&Source>) -> Result<Session, Box<Stopped>> {
        let carried = self.ruleset.clone();
        let found = carried.or_else(|| ruleset.cloned()).or_else(|| Source::embedded(&self.id));
        let Some(source) = found else {
            let message = format!("there is no ruleset called `{}`", self.id);
            return Err(self.stopped(Diagnostic::error(Code::UnknownRuleset, message), None));
        };
        if origin::fingerprint(&source) != self.fingerprint {
            let message = format!(
                "the ruleset `{}` is not the one this was played with (version {})",
                self.id, self.version
            );
            return Err(self.stopped(Diagnostic::error(Code::RulesetChanged, message), None));
        }
        let origin = self.origin(source);
        let compiled = origin
            .compile()
            .map_err(|(report, files)| Box::new(Stopped { report, files, session: None }))?;
        self.follow(compiled)
    }

    /// Replays the record in a compiled game, whatever its ruleset was.
    pub fn follow(&self, compiled: Arc<Compiled>) -> Result<Session, Box<Stopped>> {
        self.play(compiled, true)
    }

    /// Replays the commands under a ruleset that may have changed. The results may differ, as long
    /// as each command is possible.
    pub fn again(&self, ruleset: Source) -> Result<(Session, Origin), Box<Stopped>> {
        let mut origin = self.origin(ruleset);
        let parsed = origin
            .ruleset
            .parse()
            .map_err(|(report, files)| Box::new(Stopped { report, files, session: None }))?;
        (origin.id, origin.version) =
            (parsed.manifest.id.to_string(), parsed.manifest.version.to_string());
        let compiled = origin
            .compile()
            .map_err(|(report, files)| Box::new(Stopped { report, files, session: None }))?;
        Ok((self.play(compiled, false)?, origin))
    }

    /// Gives all commands; compares the results if they must be the same.
    fn play(&self, compiled: Arc<Compiled>, same: bool) -> Result<Session, Box<Stopped>> {
        let mut session = Session::new(compiled, self.seed);
        let mut points = vec![session.position()];
        for (at, step) in self.steps.iter().enumerate() {
            session.go(points[step.after]);
            if let Err(problem) = self.give(&mut session, step, at + 1, same) {
                return Err(self.stopped(*problem, Some(session)));
            }
            points.push(session.position());
        }
        session.go(points[self.main]);
        Ok(session)
    }

    /// Returns the texts of this record with a ruleset.
    pub fn origin(&self, ruleset: Source) -> Origin {
        Origin {
            id: self.id.clone(),
            version: self.version.clone(),
            ruleset,
            encounter: self.encounter.clone(),
            beside: self.beside.clone(),
        }
    }

    fn give(
        &self,
        session: &mut Session,
        step: &Step,
        number: usize,
        same: bool,
    ) -> Result<(), Box<Diagnostic>> {
        let illegal = |why: String| {
            let message = format!("command {number}, `{}`, is not possible", step.command);
            let label = why.lines().next().unwrap_or_default().to_owned();
            let problem = Diagnostic::error(Code::LogIllegal, message);
            Box::new(problem.at(self.file, step.span.clone(), label).help(why))
        };
        let command = language::parse(session, &step.command);
        let command = command.map_err(|error| illegal(error.message))?;
        let said = language::remarks(&step.command).map_err(|error| illegal(error.message))?;
        let remarks = Remarks { words: said.words, note: step.note.clone() };
        let mut rolled = session.point().rolled;
        if let (Command::Roll(faces), true) = (command, step.rolled) {
            rolled += u64::from(faces.len);
        }
        let compiled = session.compiled().clone();
        if let Err(denial) = session.give_rolled(command, remarks, rolled) {
            return Err(illegal(render::denial_text(&compiled, session.state(), &denial)));
        }
        if same && outlook(&compiled, session.state()) != step.outlook {
            session.undo(1);
            let message = format!("command {number}, `{}`, leads elsewhere now", step.command);
            let problem = Diagnostic::error(Code::ReplayDiffers, message);
            let label = "the encounter does not look as it did after this";
            return Err(Box::new(problem.at(self.file, step.span.clone(), label)));
        }
        Ok(())
    }

    fn stopped(&self, problem: Diagnostic, session: Option<Session>) -> Box<Stopped> {
        let mut report = Report::default();
        report.push(problem);
        Box::new(Stopped { report, files: self.files.clone(), session })
    }
}

impl Stopped {
    /// Returns the report as text for people.
    pub fn text(&self) -> String {
        self.report.render(&self.files, Colors::Off)
    }
}
