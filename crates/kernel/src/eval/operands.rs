//! Values of a combatant's numbers, and squares that a name stands for.

use crate::game::Game;
use crate::ids::{CombatantId, NOBODY};
use crate::model::board::Square;
use crate::model::expr::{SquareRef, StatRef};
use crate::state::{Frame, State};

impl StatRef {
    /// Returns its value for a combatant.
    #[inline(always)]
    pub fn of(self, game: &Game, state: &State, who: CombatantId) -> i32 {
        match self {
            StatRef::State(attribute) => {
                i32::from(state.combatants[who.index()].attributes[attribute.index()])
            }
            StatRef::Const(number) => number.into(),
            StatRef::Fixed(at) => {
                i32::from(game.sheets[who.index()].fixed.get(at as usize).copied().unwrap_or(0))
            }
        }
    }
}

impl SquareRef {
    /// Returns the square in a frame.
    #[inline]
    pub fn square(self, state: &State, frame: &Frame) -> Square {
        match self {
            SquareRef::There if frame.square.is_somewhere() => frame.square,
            SquareRef::There => {
                let answered = state.stack.get(usize::from(frame.answers));
                answered.map_or(Square::NOWHERE, |answered| answered.square)
            }
            SquareRef::Here if frame.from.is_somewhere() => frame.from,
            SquareRef::Here => match frame.actor {
                NOBODY => Square::NOWHERE,
                actor => {
                    state.combatants.get(actor.index()).map_or(Square::NOWHERE, |one| one.square)
                }
            },
        }
    }
}
