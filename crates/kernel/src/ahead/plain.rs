//! Steps that need no more than the numbers at hand: tests, registers, and numbers that nobody
//! watches. Programs consist of them for the most part; where nobody takes notes, they are done one
//! after the other without asking each time what else there might be.

use crate::effect::Op;
use crate::expr::{Role, Scope};
use crate::game::Game;
use crate::ids::{AttributeId, ExprId, VariableId};
use crate::state::{State, short};

/// What such a step does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Plain {
    /// It is none of them.
    #[default]
    No,
    /// It asks whether to pass over others.
    Test(ExprId),
    /// It puts a number into a register.
    Let(u8, ExprId),
    /// It sets a number of the actor, or of the encounter.
    Set(AttributeId, ExprId),
    SetVariable(VariableId, ExprId),
}

impl Plain {
    /// What a step does.
    pub(super) fn of(game: &Game, op: &Op) -> Plain {
        match *op {
            Op::Unless { test, .. } => Plain::Test(test),
            Op::Let { into, value } => Plain::Let(into, value),
            // Whoever watches a number is told even of what does not change it.
            Op::Set { who: Role::Actor, attribute, value }
                if game.watched >> attribute.0 & 1 == 0 =>
            {
                Plain::Set(attribute, value)
            }
            Op::SetVariable { variable, value } => Plain::SetVariable(variable, value),
            _ => Plain::No,
        }
    }

    /// Does it in the frame at `top` of the stack; whether the program goes on with the next step
    /// or passes over others. `None` if that takes more.
    #[inline(always)]
    pub(super) fn run(self, game: &Game, state: &mut State, top: usize) -> Option<bool> {
        let frame = &state.stack[top];
        let value = |expr: ExprId| Scope { game, state, frame }.value(expr);
        match self {
            Plain::No => return None,
            Plain::Test(test) => return Some(value(test) != 0),
            Plain::Let(into, expr) => {
                let value = value(expr);
                state.stack[top].registers[usize::from(into)] = value;
            }
            Plain::Set(attribute, expr) => {
                let (who, value) = (frame.actor, short(value(expr)));
                if who.index() < state.combatants.len() {
                    if game.steps.from == Some(attribute) {
                        state.combatants.count_anew(who);
                    }
                    state.combatants.set_number(who, attribute, value);
                }
            }
            Plain::SetVariable(variable, expr) => {
                let value = short(value(expr));
                state.combatants.note_besides();
                state.variables[variable.index()] = value;
            }
        }
        Some(true)
    }
}
