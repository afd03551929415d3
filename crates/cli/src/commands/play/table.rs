//! The table: a session that is driven line by line.

mod ask;
mod tell;

use std::path::{Path, PathBuf};

use kernel::{Command, Decision};
use rules::Compiled;
use serde_json::json;
use sim::language::{self, LanguageError};
use sim::origin::Origin;
use sim::record::{Carry, Record};
use sim::render;
use sim::session::{Remarks, Session};
use sim::walk;

use super::list;
use super::reply::Reply;
use super::words::{self, HELP, Word};
use crate::judge::judge;
use crate::menu::{self, Choice};
use crate::open::Opened;
use crate::out;
use crate::paint::Paint;
use ask::Open;

/// Settings of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether it asks when a command leaves the target, the number or the payment open.
    pub(super) asks: bool,
    /// Whether it rolls all dice itself.
    pub(super) rolls: bool,
}

/// A session with the state of the table.
pub(super) struct Table {
    session: Session,
    origin: Origin,
    manner: Manner,
    paint: Paint,
    /// The choices that typed numbers stand for.
    listed: Vec<Choice>,
    /// A declaration with an open question.
    open: Option<Open>,
    /// The file that the game was saved to last, or read from.
    file: Option<PathBuf>,
    /// Whether the file is written after every command.
    keeps: bool,
    /// Whether details are shown along with the story.
    details: bool,
    /// The number of points and the current point at the last save.
    saved: (usize, usize),
}

/// Maximum length of a line, in bytes.
const LINE_MAX: usize = 1000;

impl Table {
    pub(super) fn new(opened: Opened, manner: Manner, paint: Paint) -> Table {
        let Opened { session, origin, game: file } = opened;
        let saved = (session.points().len(), session.position());
        let (listed, open) = (Vec::new(), None);
        Table {
            session,
            origin,
            manner,
            paint,
            listed,
            open,
            file,
            keeps: false,
            details: true,
            saved,
        }
    }

    /// Writes the game to this file now and after every command.
    pub(super) fn keep_in(&mut self, path: &Path) -> anyhow::Result<()> {
        self.file = Some(path.to_path_buf());
        self.keeps = true;
        self.save_to(path)
    }

    /// Returns the session, and the texts it began with.
    pub(super) fn into_parts(self) -> (Session, Origin) {
        (self.session, self.origin)
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn paint(&self) -> Paint {
        self.paint
    }

    /// Whether the game has changed since it was saved.
    pub(super) fn is_unsaved(&self) -> bool {
        self.saved != (self.session.points().len(), self.session.position())
    }

    /// Returns the file that the game was saved to last, or read from.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Handles a line and returns the reply.
    pub(super) fn line(&mut self, line: &str) -> Reply {
        if line.len() > LINE_MAX {
            return Reply::wrong("This line is too long.", self.paint);
        }
        let before = self.session.position();
        let reply = self.take(line);
        self.kept(before, reply)
    }

    /// Rolls the first dice of a fight, if the table rolls dice. Also reports the end of a fight in
    /// which no combatant ever gets a turn.
    pub(super) fn begin(&mut self) -> Reply {
        let before = self.session.position();
        let rolled = self.manner.rolls && self.roll();
        if !rolled && (before != 0 || self.session.state().decision != Decision::Finished) {
            return Reply::default();
        }
        let reply = self.told_last();
        self.kept(before, reply)
    }

    /// Saves a game that is kept in a file, if it has moved on from point `before`. Returns the
    /// reply, with the error if saving fails.
    fn kept(&mut self, before: usize, reply: Reply) -> Reply {
        if self.keeps && self.session.position() != before {
            let file = self.file.clone().unwrap_or_default();
            if let Err(error) = self.save_to(&file) {
                return reply.then(Reply::wrong(format!("Not saved: {error:#}"), self.paint));
            }
        }
        reply
    }

    fn take(&mut self, line: &str) -> Reply {
        let word = words::read(line);
        let open = if word == Word::Remark { None } else { self.open.take() };
        if let Some(open) = open
            && let Some(reply) = self.settle(&open, line.trim())
        {
            return reply;
        }
        match word {
            Word::Remark => Reply::default(),
            Word::Nothing => self.nothing(),
            Word::Help => Reply::told("help", HELP.to_owned(), json!(HELP)),
            Word::Options(name) => self.options(name),
            Word::Why(command) => match judge(&self.session, command) {
                Err(error) => Reply::problem(&error, self.paint),
                Ok(verdict) => {
                    let text = verdict.text(self.compiled(), self.paint);
                    Reply::told("why", text, verdict.json())
                }
            },
            Word::Undo(count) => self.moved(|session| session.undo(count), "undone"),
            Word::Redo(count) => self.moved(|session| session.redo(count), "redone"),
            Word::Log(count) => self.log(count),
            Word::Story(file) => self.story(file),
            Word::Details => {
                self.details = !self.details;
                let now = if self.details { "shown" } else { "folded away" };
                Reply::note(format!("details are {now}"))
            }
            Word::Branches => self.branches(),
            Word::Go(point) => match self.session.go(point) {
                true => Reply::note(format!("at point {point}")),
                false => Reply::wrong(format!("There's no point {point}."), self.paint),
            },
            Word::Save(file) => self.save(file),
            Word::Who(name) => self.who(name),
            Word::Board(name) => self.board(name),
            Word::Way(line) => self.way(line),
            Word::Rule(topic) => self.rule(topic),
            Word::Dials => self.dials(),
            Word::Roll if self.roll() => self.told_last(),
            Word::Roll => Reply::wrong("There are no dice to roll now.", self.paint),
            Word::Number(number) => self.number(number),
            Word::Quit => Reply::quit(),
            Word::Command(line) => self.command(line),
        }
    }

    fn compiled(&self) -> &Compiled {
        self.session.compiled()
    }

    /// Handles an empty line: it takes the default answer to a question.
    fn nothing(&mut self) -> Reply {
        match self.session.state().decision {
            Decision::Rule(..) => self.command("rule default"),
            _ => Reply::default(),
        }
    }

    fn command(&mut self, line: &str) -> Reply {
        let state = self.session.state();
        if matches!(state.decision, Decision::Roll(..)) && words::are_faces(line) {
            return self.command(&format!("roll {line}"));
        }
        if let Decision::Rule(ruling, _) = state.decision
            && self.compiled().names.rulings[ruling.index()].answers.iter().any(|one| one == line)
        {
            return self.command(&format!("rule {line}"));
        }
        let said = language::remarks(line);
        let read = said.and_then(|said| Ok((walk::commands(&self.session, line)?, said)));
        let (mut commands, said) = match read {
            Ok(read) => read,
            Err(error) => return Reply::problem(&error, self.paint),
        };
        if commands.len() > 1 {
            return self.walk(commands, said);
        }
        match commands.pop() {
            None => Reply::problem(&LanguageError::nothing(), self.paint),
            Some(Command::Declare(declare)) if self.manner.asks => {
                self.declare(declare, said.words)
            }
            Some(Command::Force(_)) if said.note.is_none() => {
                Reply::problem(&LanguageError::no_reason(line), self.paint)
            }
            Some(command) => self.give(command, said),
        }
    }

    /// Gives a command, and rolls the dice it asks for if the table rolls dice.
    fn give(&mut self, command: Command, said: Remarks) -> Reply {
        match self.session.give_with(command, said) {
            Err(denial) => Reply::denied(&self.session, &denial, self.paint),
            Ok(_) => {
                self.listed.clear();
                self.told_last()
            }
        }
    }

    /// Takes the steps of a path until something interrupts it.
    fn walk(&mut self, way: Vec<Command>, said: Remarks) -> Reply {
        let mut lines = Vec::new();
        // Quoted words and notes go with the first step only.
        let mut said = Some(said);
        for (nth, command) in way.into_iter().enumerate() {
            if nth > 0 && !walk::goes_on(&self.session, &command) {
                break;
            }
            let said = said.take().unwrap_or_default();
            if let Err(denial) = self.session.give_with(command, said) {
                let denied = Reply::denied(&self.session, &denial, self.paint);
                let told = || Reply::happened(&lines, self.paint, self.details);
                return if nth == 0 { denied } else { told() };
            }
            lines.extend(self.lines_of_last());
        }
        self.listed.clear();
        Reply::happened(&lines, self.paint, self.details)
    }

    /// Reports the results of the last command, and of the dice rolled after it.
    fn told_last(&mut self) -> Reply {
        let lines = self.lines_of_last();
        Reply::happened(&lines, self.paint, self.details)
    }

    fn lines_of_last(&mut self) -> Vec<render::Line> {
        let mut lines = Vec::new();
        loop {
            lines.extend(render::point(self.compiled(), self.session.point()));
            if !self.manner.rolls || !self.roll() {
                return lines;
            }
        }
    }

    /// Rolls the awaited dice. Returns false if there are none.
    fn roll(&mut self) -> bool {
        self.session.roll().is_some_and(|rolled| rolled.is_ok())
    }

    /// Rolls until no dice are awaited.
    pub(super) fn roll_all(&mut self) {
        while self.roll() {}
    }

    fn options(&mut self, name: &str) -> Reply {
        let compiled = self.session.compiled().clone();
        let state = self.session.state();
        let mut listed = menu::legal(&compiled, state);
        if !name.is_empty() {
            match language::combatant(&compiled, name) {
                Ok(who) => listed.retain(|choice| choice.who == who),
                Err(error) => return Reply::problem(&error, self.paint),
            }
        }
        let text = list::list(&self.session, &listed, self.paint);
        let value = listed.iter().map(|one| menu::choice_json(&compiled, one)).collect();
        self.listed = listed;
        Reply::told("options", text, value)
    }

    fn moved(&mut self, by: impl FnOnce(&mut Session) -> usize, word: &str) -> Reply {
        self.listed.clear();
        match by(&mut self.session) {
            0 => Reply::wrong(format!("Nothing can be {word}."), self.paint),
            1 => Reply::note(format!("{word}: 1 command")),
            count => Reply::note(format!("{word}: {count} commands")),
        }
    }

    fn save(&mut self, file: &str) -> Reply {
        let path = match (file, &self.file) {
            ("", None) => return Reply::wrong("Which file? Write `save FILE`.", self.paint),
            ("", Some(path)) => path.clone(),
            (file, _) if file.ends_with(".game") => PathBuf::from(file),
            (file, _) => PathBuf::from(format!("{file}.game")),
        };
        match self.save_to(&path) {
            Ok(()) => Reply::note(format!("saved to {}", path.display())),
            Err(error) => Reply::wrong(format!("Not saved: {error:#}"), self.paint),
        }
    }

    fn save_to(&mut self, path: &Path) -> anyhow::Result<()> {
        let record = Record::of(&self.session, &self.origin, Carry::Ruleset);
        out::file(path, &record.to_string())?;
        self.file = Some(path.to_path_buf());
        self.saved = (self.session.points().len(), self.session.position());
        Ok(())
    }

    /// Answers the pending question if `topic` is one of its answers; explains a rule otherwise.
    fn rule(&mut self, topic: &str) -> Reply {
        if let Decision::Rule(ruling, _) = self.session.state().decision {
            let answers = &self.compiled().names.rulings[ruling.index()].answers;
            if topic == "default" || answers.iter().any(|answer| answer == topic) {
                return match language::parse(&self.session, &format!("rule {topic}")) {
                    Ok(command) => self.give(command, Remarks::default()),
                    Err(error) => Reply::problem(&error, self.paint),
                };
            }
        }
        self.explain(topic)
    }
}
