//! Paths across the board as commands. A distant square is reached step by step, so that an
//! interruption of a step interrupts the path.

use std::borrow::Cow;

use kernel::{
    BoardView, CombatantId, Command, Decision, Declaration, Frame, Reach, Square, Target, bit,
};
use rules::square;

use crate::language::{self, LanguageError, Scene};
use crate::render;
use crate::session::Session;

/// Returns the commands that a line stands for: one, or the steps of a path. A drawn path (`go c4
/// d5 e5`) is taken as drawn or not at all; otherwise the cheapest path is taken.
pub fn commands(session: &Session, line: &str) -> Result<Vec<Command>, LanguageError> {
    commands_in(session, Scene::of(session), line)
}

/// Returns the commands of a line that is read with other names than the session's own.
pub fn commands_in(
    session: &Session,
    scene: Scene<'_>,
    line: &str,
) -> Result<Vec<Command>, LanguageError> {
    let (command, squares) = language::parse_with_squares(scene, line)?;
    match command {
        Command::Declare(declare) => along(session, declare, &squares),
        other => Ok(vec![other]),
    }
}

/// Returns the commands of a declaration with these squares. Returns an error if a drawn path
/// cannot be walked.
pub fn along(
    session: &Session,
    declare: Declaration,
    squares: &[Square],
) -> Result<Vec<Command>, LanguageError> {
    let steps = steps(session, declare, squares);
    if steps.len() > 1 && squares.len() > 1 {
        drawn(session, &steps)?;
    }
    Ok(steps)
}

/// Returns the command that decides whether a line is legal, with the session at that point. For a
/// path, this is the step at which it cannot go on, or else the last one.
pub fn crux<'s>(
    session: &'s Session,
    line: &str,
) -> Result<(Cow<'s, Session>, Command), LanguageError> {
    let (command, squares) = language::parse_with_squares(Scene::of(session), line)?;
    let mut here = Cow::Borrowed(session);
    let Command::Declare(declare) = command else { return Ok((here, command)) };
    let steps = steps(session, declare, &squares);
    let Some((last, before)) = steps.split_last() else { return Ok((here, command)) };
    for step in before {
        let mut there = here.clone().into_owned();
        // A prompted combatant may change everything that follows.
        if there.give(*step, None).is_err() || !goes_on(&there, step) {
            return Ok((here, *step));
        }
        here = Cow::Owned(there);
    }
    Ok((here, *last))
}

/// Returns the commands of a declaration with these squares, whether or not they are legal.
fn steps(session: &Session, declare: Declaration, squares: &[Square]) -> Vec<Command> {
    let compiled = session.compiled();
    let step = compiled.game.activities[declare.activity.index()].target == Target::Step;
    if !step || squares.is_empty() {
        return vec![Command::Declare(declare)];
    }
    let mut state = Cow::Borrowed(session.state());
    let prepares = state.combatant(declare.actor).conditions & compiled.game.preparing != 0;
    if let Some(last) = last_prepared(session, declare.actor).filter(|_| prepares) {
        // Prepared steps go on from the square of the last prepared one.
        state.to_mut().combatants.get_mut(declare.actor).square = last;
    }
    let from = state.combatant(declare.actor).square;
    let to = |square| Command::Declare(Declaration { square, ..declare });
    if let [only] = *squares {
        let board = &compiled.game.board;
        let next = (0..8).any(|way| board.neighbour(from, way) == Some(only));
        if !from.is_somewhere() || only == from || next {
            return vec![to(only)];
        }
        let space = BoardView { game: &compiled.game, state: &state };
        // A prepared step is paid for when it is done.
        let left = if prepares { i32::from(i16::MAX) } else { space.left(declare.actor) };
        let way = Reach::default().way(space, declare.actor, only, left);
        return match way {
            Some((way, _)) => way.into_iter().map(to).collect(),
            // The check reports the distance.
            None => vec![to(only)],
        };
    }
    squares.iter().copied().map(to).collect()
}

/// Returns the square of the last step that a combatant has prepared.
fn last_prepared(session: &Session, who: CombatantId) -> Option<Square> {
    let game = &session.compiled().game;
    let step = |frame: &&Frame| {
        frame.actor == who && game.activities[frame.activity.index()].target == Target::Step
    };
    session.state().prepared.iter().rfind(step).map(|frame| frame.square)
}

/// Tries out a drawn path, so that a mistake leaves nobody halfway.
fn drawn(session: &Session, steps: &[Command]) -> Result<(), LanguageError> {
    let mut trial = session.clone();
    for step in steps {
        let Command::Declare(Declaration { actor, .. }) = *step else { continue };
        if let Err(denial) = trial.give(*step, None) {
            let message = format!(
                "You can't go on from {}: {}",
                square::print(trial.state().combatant(actor).square),
                // The player may not know every combatant that the encounter waits for.
                render::paragraph(&render::denial_unnamed(session.compiled(), &denial))
            );
            return Err(LanguageError { message, help: Some("Nobody has moved.".into()) });
        }
        if !goes_on(&trial, step) {
            break;
        }
    }
    Ok(())
}

/// Checks whether the next step of a path can follow now, so that no combatant is asked in between.
pub fn goes_on(session: &Session, step: &Command) -> bool {
    match (step, session.state().decision) {
        (Command::Declare(declare), Decision::Act(able)) => able & bit(declare.actor) != 0,
        _ => false,
    }
}

/// Returns the price of the cheapest path to a square, whatever movement is left; `None` if none.
pub fn price(session: &Session, who: kernel::CombatantId, to: Square) -> Option<i32> {
    let space = BoardView { game: &session.compiled().game, state: session.state() };
    let way = Reach::default().way(space, who, to, i32::from(i16::MAX));
    way.map(|(_, price)| price)
}

/// Preview of a path, step by step, before the combatant moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The steps.
    pub steps: Vec<Stride>,
    /// Total price of the steps.
    pub price: i32,
    /// Movement left before the first step.
    pub left: i32,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Square of the step.
    pub square: Square,
    /// Price of the step.
    pub price: i32,
    /// Number of foes that threaten the square.
    pub threats: i32,
    /// Combatants prompted to respond to the step.
    pub asked: Vec<kernel::CombatantId>,
}

/// Walks a path in a copy of the session; all other combatants pass.
pub fn preview(session: &Session, line: &str) -> Result<Preview, LanguageError> {
    let mut trial = session.clone();
    let mut preview = Preview::default();
    for command in commands(session, line)? {
        let Command::Declare(declare) = command else { continue };
        let left = |session: &Session| {
            BoardView { game: &session.compiled().game, state: session.state() }.left(declare.actor)
        };
        let before = left(&trial);
        if preview.steps.is_empty() {
            preview.left = before;
        }
        let space = BoardView { game: &session.compiled().game, state: trial.state() };
        let threats = space.threats(declare.square, declare.actor);
        if let Err(denial) = trial.give(command, None) {
            let message = render::denial_text(session.compiled(), trial.state(), &denial);
            return Err(LanguageError { message, help: None });
        }
        let mut asked = Vec::new();
        while let Decision::Answer(mask) = trial.state().decision {
            asked.extend(kernel::iter_bits(mask));
            if trial.give(Command::PassAll, None).is_err() {
                break;
            }
        }
        let price = before - left(&trial);
        preview.price += price;
        preview.steps.push(Stride { square: declare.square, price, threats, asked });
        if !goes_on(&trial, &command) {
            break;
        }
    }
    Ok(preview)
}
