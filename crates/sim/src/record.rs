//! Recorded games: a fight as text, from which every state it has been in is played again.
//!
//! ```text
//! turnwright record 1
//! ruleset collective 1 8f3a2b1c9d0e4f56          id, version, fingerprint of its text
//! seed 42
//! file encounter skirmish.toml                   the texts it began with, each line after a `|`
//! | ruleset = "collective"
//! log 9f3c01aa
//! 1 12ab34cd 5f2e Ana: strike Orc 2, pay #2      a command in the command language, words included
//! 2 77ab33cd 01c8 rolled 4 12                    dice of the program; by hand it is `roll`
//! 3 0e9d7a12 e0b4 force Ana: strike Orc 2
//! note the rope had been cut                     who forced it and why
//! branch 1                                       play went on differently behind command 1, too
//! 4 5c41f00a 5f2e end
//! end 4 8f3a2b1c9d0e4f56
//! ```
//!
//! Saved games also contain the ruleset's text (`file ruleset`) and the files that the encounter
//! names (`file beside`). The first mark of a command is a hash of everything above and of its own
//! line, so that reading finds the first changed or missing line. The second mark is the
//! [`outlook`] after the command, which replaying compares.

mod outlook;
mod print;
mod read;
mod replay;

use std::ops::Range;

use rules::diagnostic::Files;
use rules::source::SourceFile;
use rules::{Source, diagnostic::FileId};

use crate::language;
use crate::origin::{self, Origin};
use crate::session::Session;

pub use outlook::outlook;
pub use replay::Stopped;

/// Version of the format that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Record {
    /// Id of the ruleset.
    pub id: String,
    /// Version of the ruleset.
    pub version: String,
    /// Hash of the ruleset's text.
    pub fingerprint: u64,
    /// Seed of the program's dice.
    pub seed: u64,
    /// The encounter file.
    pub encounter: SourceFile,
    /// Campaign and creature files it names.
    pub beside: Vec<SourceFile>,
    /// The ruleset itself, if the record contains it.
    pub ruleset: Option<Source>,
    /// Commands, numbered from 1: first those that lead to the current point, then those of other
    /// branches.
    pub steps: Vec<Step>,
    /// Number of commands that lead to the current point.
    pub main: usize,
    /// The text that was read, for diagnostics; empty for a record made from a session.
    files: Files,
    file: FileId,
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Number of the command before it; 0 for the beginning.
    pub after: usize,
    /// The command, in the command language.
    pub command: String,
    /// Whether the dice are the program's own.
    pub rolled: bool,
    /// Any note, such as why it was forced.
    pub note: Option<String>,
    /// The outlook after it.
    pub outlook: u16,
    /// Position in the text.
    span: Range<usize>,
}

/// Whether a record contains the text of its ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carry {
    /// It contains the text, as a saved game does.
    Ruleset,
    /// It does not, as for a recorded example, and is refused once the ruleset changes.
    Nothing,
}

impl Record {
    /// Returns the record of a session, with all its branches.
    pub fn of(session: &Session, origin: &Origin, carry: Carry) -> Record {
        let (order, main) = order(session);
        let mut numbers = vec![0; session.points().len()];
        for (at, &point) in order.iter().enumerate() {
            numbers[point] = at + 1;
        }
        let files = Files::default();
        Record {
            id: origin.id.clone(),
            version: origin.version.clone(),
            fingerprint: origin::fingerprint(&origin.ruleset),
            seed: session.seed(),
            encounter: origin.encounter.clone(),
            beside: origin.beside.clone(),
            ruleset: (carry == Carry::Ruleset).then(|| origin.ruleset.clone()),
            steps: order.iter().map(|&point| step(session, point, &numbers)).collect(),
            main,
            file: files.last(),
            files,
        }
    }
}

fn step(session: &Session, at: usize, numbers: &[usize]) -> Step {
    let compiled = session.compiled();
    let point = &session.points()[at];
    let parent = point.parent.unwrap_or(0);
    let before = &session.points()[parent];
    let command = point.command.as_ref();
    let rolled = point.rolled > before.rolled;
    let words = point.remarks.words.as_deref();
    let text = command.map(|command| language::print_with(compiled, &before.state, command, words));
    Step {
        after: numbers[parent],
        command: text.unwrap_or_default(),
        rolled,
        note: point.remarks.note.clone(),
        outlook: outlook(compiled, &point.state),
        span: 0..0,
    }
}

/// Returns the points of a session in the order of writing, without the first one, and how many of
/// them lead to the current point.
///
/// The branch that redo takes comes last of those at a point. Reading the commands in this
/// order then restores redo.
fn order(session: &Session) -> (Vec<usize>, usize) {
    let mut children = vec![Vec::new(); session.points().len()];
    for (at, point) in session.points().iter().enumerate() {
        if let Some(parent) = point.parent {
            children[parent].push(at);
        }
    }
    for (at, ways) in children.iter_mut().enumerate() {
        ways.sort_by_key(|&way| (Some(way) == session.ahead(at), way));
    }
    let path = session.path();
    let mut order: Vec<usize> = path[1..].to_vec();
    let main = order.len();
    // Each branch is written whole before the next one, since going to a point makes redo lead
    // there.
    let others = |&at: &usize| children[at].iter().copied().filter(|way| !path.contains(way));
    let mut waiting: Vec<usize> = path.iter().flat_map(others).collect();
    waiting.reverse();
    while let Some(at) = waiting.pop() {
        order.push(at);
        waiting.extend(children[at].iter().rev());
    }
    (order, main)
}
