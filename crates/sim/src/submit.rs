//! Gives a line of the command language to a session.

use kernel::{Command, Denial};

use crate::language::{self, LanguageError};
use crate::session::Session;
use crate::walk;

/// Reason why a line changed nothing.
#[derive(Clone, Debug)]
pub enum Refused {
    /// The line is no command, or names an unknown combatant.
    Line(LanguageError),
    /// The rules forbid the command.
    Denied(Denial),
}

impl From<LanguageError> for Refused {
    fn from(error: LanguageError) -> Refused {
        Refused::Line(error)
    }
}

/// Gives the commands that a line stands for. A walk ends at the first interruption. Returns the
/// point before them.
///
/// # Errors
///
/// [`Refused`] if the line cannot be read or its first command is denied; then nothing has changed.
pub fn submit(session: &mut Session, line: &str) -> Result<usize, Refused> {
    let mut remarks = language::remarks(line)?;
    let commands = walk::commands(session, line)?;
    if matches!(commands[..], [Command::Force(_)]) && remarks.note.is_none() {
        return Err(LanguageError::no_reason(line).into());
    }
    let from = session.position();
    for (nth, command) in commands.into_iter().enumerate() {
        if nth > 0 && !walk::goes_on(session, &command) {
            break;
        }
        match session.give_with(command, std::mem::take(&mut remarks)) {
            Ok(_) => {}
            Err(denial) if nth == 0 => return Err(Refused::Denied(denial)),
            Err(_) => break,
        }
    }
    Ok(from)
}
