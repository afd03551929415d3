//! Queries about squares in a state: occupants, threats, the cost of a step, clear lines.

mod approach;
mod lines;
mod occupants;
pub(crate) mod path;
mod steps;

use crate::game::Game;
use crate::model::board::Square;
use crate::model::expr::{Input, Instr, Role, SquareRef};
use crate::state::State;

/// A game with a state, for queries about squares.
#[derive(Clone, Copy)]
pub struct BoardView<'a> {
    /// The game, which never changes.
    pub game: &'a Game,
    /// The current state.
    pub state: &'a State,
}

impl BoardView<'_> {
    /// Returns the terrain of a square, one bit per sort; 0 off the board.
    #[inline]
    pub fn terrain(self, square: Square) -> u8 {
        if !self.game.board.holds(square) {
            return 0;
        }
        self.state.terrain.get(self.game.board.index(square)).copied().unwrap_or(0)
    }
}

/// Returns true if an expression reads the number of threats to a square.
pub(crate) fn reads_threats(code: &[Instr]) -> bool {
    code.iter().any(|one| matches!(one, Instr::Load(Input::Threats(_))))
}

/// Returns true if an expression reads only the actor and the square that a step leads to. Its
/// value is then the same for all empty squares of one class.
pub(crate) fn reads_only_there(code: &[Instr]) -> bool {
    code.iter().all(|instruction| match instruction {
        Instr::Load(input) => matches!(
            input,
            Input::Attribute(Role::Actor, _)
                | Input::Stat(Role::Actor, _)
                | Input::Has(Role::Actor, _)
                | Input::Terrain(SquareRef::There, _)
                | Input::Threats(SquareRef::There)
                | Input::Foes(SquareRef::There)
                | Input::Allies(SquareRef::There)
                | Input::Variable(_)
        ),
        _ => true,
    })
}

/// Returns true if an expression reads only the actor and the squares of a step. Squares of equal
/// classes then have the same price.
pub(crate) fn reads_only_squares(code: &[Instr]) -> bool {
    code.iter().all(|instruction| match instruction {
        Instr::Load(input) => matches!(
            input,
            Input::Attribute(Role::Actor, _)
                | Input::Stat(Role::Actor, _)
                | Input::Has(Role::Actor, _)
                | Input::Terrain(..)
                | Input::Threats(_)
                | Input::Variable(_)
        ),
        _ => true,
    })
}
