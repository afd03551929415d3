//! Ways across the board as commands: a square further off is reached step by step, so that
//! whatever interrupts one of the steps interrupts the way.

use kernel::{Command, Decision, Declare, Diagonals, Reach, Space, Square, Target, bit};
use rules::square;

use crate::language::{self, LanguageError};
use crate::render;
use crate::session::Session;

/// The commands that a line stands for: one, or the steps of a way. A way that is drawn (`go c4 d5
/// e5`) is taken as drawn or not at all; otherwise it is the cheapest one.
pub fn commands(session: &Session, line: &str) -> Result<Vec<Command>, LanguageError> {
    let (command, squares) = language::parse_with_squares(session, line)?;
    let Command::Declare(declare) = command else { return Ok(vec![command]) };
    let compiled = session.compiled();
    let step = compiled.game.activities[declare.activity.index()].target == Target::Step;
    if !step || squares.is_empty() {
        return Ok(vec![command]);
    }
    let state = session.state();
    let from = state.combatant(declare.actor).square;
    let to = |square| Command::Declare(Declare { square, ..declare });
    if let [only] = squares[..] {
        let around = compiled.game.board.diagonals == Diagonals::Forbidden && from.is_diagonal(only);
        if !from.is_somewhere() || from.steps(only) <= 1 && !around {
            return Ok(vec![to(only)]);
        }
        let space = Space { game: &compiled.game, state };
        let way = Reach::default().way(space, declare.actor, only, space.left(declare.actor));
        return Ok(match way {
            Some((way, _)) => way.into_iter().map(to).collect(),
            // The check says how far it is.
            None => vec![to(only)],
        });
    }
    drawn(session, declare, &squares)?;
    Ok(squares.into_iter().map(to).collect())
}

/// Tries a drawn way out, so that nobody is left standing half-way by a mistake.
fn drawn(session: &Session, declare: Declare, squares: &[Square]) -> Result<(), LanguageError> {
    let mut trial = session.clone();
    for &square in squares {
        if let Err(denial) = trial.give(Command::Declare(Declare { square, ..declare }), None) {
            let message = format!(
                "this way leads nowhere from {}: {}",
                square::print(trial.state().combatant(declare.actor).square),
                render::denial_text(session.compiled(), &denial)
            );
            return Err(LanguageError { message, help: Some("nobody has moved".into()) });
        }
        if !goes_on(&trial, declare) {
            break;
        }
    }
    Ok(())
}

/// Whether the next step of a way can follow now: nobody is asked anything in between.
pub fn goes_on(session: &Session, declare: Declare) -> bool {
    matches!(session.state().decision, Decision::Act(able) if able & bit(declare.actor) != 0)
}

/// What the cheapest way to a square costs someone, whatever is left; `None` where there is none.
pub fn price(session: &Session, who: kernel::CombatantId, to: Square) -> Option<i32> {
    let space = Space { game: &session.compiled().game, state: session.state() };
    let way = Reach::default().way(space, who, to, i32::from(i16::MAX));
    way.map(|(_, price)| price)
}
