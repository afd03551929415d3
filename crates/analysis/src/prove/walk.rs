//! Dice and answers as commands, so that a fight can be recorded and replayed.

use kernel::dice::Dice;
use kernel::{Command, Decision, DiceFaces, EventSink, FACES_MAX, Game, State, apply};

/// Maximum number of rolls and rulings in a row. Then a fight counts as stuck.
pub(super) const SETTLED_MAX: usize = 2_000;

/// Source of faces and answers.
pub(super) trait Fate {
    /// Returns a face, from 1 to `sides`.
    fn face(&mut self, sides: u32) -> u32;
    /// Returns the index of an answer, below `answers`.
    fn answer(&mut self, answers: u8, default: u8) -> u8;
}

/// Average dice, which alternate between upper and lower middle, and default answers.
pub(super) struct Middle(pub(super) bool);

impl Fate for Middle {
    fn face(&mut self, sides: u32) -> u32 {
        self.0 = !self.0;
        if self.0 { sides / 2 + 1 } else { sides.div_ceil(2) }
    }

    fn answer(&mut self, _: u8, default: u8) -> u8 {
        default
    }
}

/// Rolls dice. Returns `None` if they need more faces than one command can hold.
pub(super) fn throw(dice: &Dice, fate: &mut impl Fate) -> Option<DiceFaces> {
    let mut faces = Vec::new();
    let total = dice.total_from(&mut |sides: u32| {
        if faces.len() == FACES_MAX {
            return None;
        }
        let face = fate.face(sides);
        faces.push(face);
        Some(face)
    });
    total.ok()?;
    DiceFaces::new(&faces)
}

/// Returns the command with the dice or answer that the encounter waits for, if it does.
pub(super) fn given(game: &Game, decision: Decision, fate: &mut impl Fate) -> Option<Command> {
    match decision {
        Decision::Roll(dice, _) => throw(&game.dice[dice.index()], fate).map(Command::Roll),
        Decision::Rule(ruling, _) => {
            let spec = &game.rulings[ruling.index()];
            Some(Command::Rule(fate.answer(spec.answers, spec.default)))
        }
        _ => None,
    }
}

/// Gives dice and answers until the next choice, and logs each command. Returns false if none
/// comes.
pub(super) fn settle<R: EventSink>(
    game: &Game,
    state: &mut State,
    fate: &mut impl Fate,
    record: &mut R,
    log: &mut Vec<Command>,
) -> bool {
    for _ in 0..SETTLED_MAX {
        if !matches!(state.decision, Decision::Roll(..) | Decision::Rule(..)) {
            return true;
        }
        let Some(command) = given(game, state.decision, fate) else { return false };
        if apply(game, state, &command, record).is_err() {
            return false;
        }
        log.push(command);
    }
    false
}
