//! Steps that need no more than the numbers at hand: tests, registers, and numbers that nobody
//! watches. Programs consist of them for the most part; where nobody takes notes, they are done one
//! after the other without asking each time what else there might be.

use super::Number;
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
    Let(u8, Number),
    /// It sets a number of the actor, or of the encounter.
    Set(AttributeId, Number),
    SetVariable(VariableId, Number),
}

impl Plain {
    /// What a step does.
    pub(super) fn of(game: &Game, op: &Op) -> Plain {
        match *op {
            Op::Unless { test, .. } => Plain::Test(test),
            Op::Let { into, value } => Plain::Let(into, Number::of(game, value)),
            // Whoever watches a number is told even of what does not change it.
            Op::Set { who: Role::Actor, attribute, value }
                if game.watched >> attribute.0 & 1 == 0 =>
            {
                Plain::Set(attribute, Number::of(game, value))
            }
            Op::SetVariable { variable, value } => {
                Plain::SetVariable(variable, Number::of(game, value))
            }
            _ => Plain::No,
        }
    }

    /// Does it in the frame at `top` of the stack; whether the program goes on with the next step
    /// or passes over others. `None` if that takes more.
    #[inline(always)]
    pub(super) fn run(self, game: &Game, state: &mut State, top: usize) -> Option<bool> {
        let frame = &state.stack[top];
        let scope = Scope { game, state, frame };
        match self {
            Plain::No => return None,
            Plain::Test(test) => return Some(scope.test(test)),
            Plain::Let(into, number) => {
                let value = number.value(&scope);
                state.stack[top].registers[usize::from(into)] = value;
            }
            Plain::Set(attribute, number) => {
                let (who, value) = (frame.actor, short(number.value(&scope)));
                if state.combatants.has(who) {
                    if game.steps.from == Some(attribute) {
                        state.combatants.count_anew(who);
                    }
                    state.combatants.set_number(who, attribute, value);
                }
            }
            Plain::SetVariable(variable, number) => {
                let value = short(number.value(&scope));
                state.combatants.note_besides();
                state.variables[variable.index()] = value;
            }
        }
        Some(true)
    }
}
