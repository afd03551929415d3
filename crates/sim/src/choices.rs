//! Choices that drivers can make: every legal declaration, and one command that declares nothing.
//!
//! Dice and questions for the game master are not choices; [`settle`] answers them.

use kernel::{
    Command, Decision, Game, LegalActions, NullSink, State, View, apply, apply_unchecked,
    supply_roll_unchecked,
};

/// Most commands in a row without a choice; beyond that a fight counts as stuck.
const SETTLED_MAX: u32 = 10_000;

/// Checks whether the encounter waits for a choice of a player.
#[inline]
pub fn is_choice(decision: Decision) -> bool {
    use Decision::{Act, Answer, DeclareSecretly, Offer};
    matches!(decision, Act(_) | Answer(_) | Offer(..) | DeclareSecretly(_))
}

/// Returns the command that declares nothing: it ends the turn, or leaves something unanswered.
/// `None` if the turn cannot end; then something can be declared.
#[inline]
pub fn closing(game: &Game, state: &State) -> Option<Command> {
    match state.decision {
        Decision::Act(_) => {
            (View { game, state }).why_not_end().is_none().then_some(Command::EndTurn)
        }
        Decision::Answer(_) | Decision::Offer(..) | Decision::DeclareSecretly(_) => {
            Some(Command::PassAll)
        }
        Decision::NotStarted | Decision::Roll(..) | Decision::Rule(..) | Decision::Finished => None,
    }
}

/// Source of dice faces and of answers to questions for the game master.
pub trait Chance {
    /// Returns a face of a die with this many sides. `number` is that of the decision; `nth` counts
    /// the dice of one roll from 0.
    fn face(&mut self, sides: u32, number: u32, nth: u32) -> u32;
    /// Returns the answer to a question with this many possible answers.
    fn answer(&mut self, answers: u8, default: u8) -> u8;
}

/// Answers dice and questions until there is a choice or the fight is over. Returns false if that
/// takes more than 10,000 commands, or if dice or answers are denied.
pub fn settle(game: &Game, state: &mut State, chance: &mut impl Chance) -> bool {
    for _ in 0..SETTLED_MAX {
        match state.decision {
            Decision::Roll(dice, _) => {
                let (mut nth, number) = (0, state.command_count);
                let total = game.dice[dice.index()].total_from(&mut |sides: u32| {
                    nth += 1;
                    Some(chance.face(sides, number, nth - 1))
                });
                let Ok(total) = total else { return false };
                supply_roll_unchecked(game, state, total, &mut NullSink);
            }
            Decision::Rule(ruling, _) => {
                let spec = &game.rulings[ruling.index()];
                let command = Command::Rule(chance.answer(spec.answers, spec.default));
                if apply(game, state, &command, &mut NullSink).is_err() {
                    return false;
                }
            }
            _ => return true,
        }
    }
    false
}

/// Makes choice number `nth` of the list; a number behind the list stands for `close`, as
/// [`closing`] gives it. Returns false if there is no such choice.
#[inline]
pub fn choose(
    game: &Game,
    state: &mut State,
    (lister, nth): (&LegalActions, usize),
    close: Option<Command>,
) -> bool {
    match lister.nth(game, nth) {
        Some((declare, payment)) => {
            apply_unchecked(game, state, &declare, &payment, &mut NullSink);
            true
        }
        None => close.is_some_and(|command| apply(game, state, &command, &mut NullSink).is_ok()),
    }
}

/// Makes the closing choice. Returns false if there is none.
#[inline]
pub fn close(game: &Game, state: &mut State) -> bool {
    closing(game, state).is_some_and(|command| apply(game, state, &command, &mut NullSink).is_ok())
}
