//! What a handler's condition fails for the lack of.
//!
//! Many handlers are about what is rarely there: something prepared, tokens left over, a number
//! that names somebody. Where that is missing, nobody's condition need be judged.

use crate::ahead::Known;
use crate::clock::{Each, Handler};
use crate::expr::{Binary, Code, Input, Role};
use crate::game::Game;
use crate::ids::{AttributeId, CombatantId, KindId, SpanId};
use crate::state::State;

use super::stir::any_other;

/// Something for the lack of which a condition fails, where somebody has the turn alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// A number of whoever has the turn, and of anybody.
    OfActing(AttributeId),
    OfAnybody(AttributeId),
    /// Tokens of whoever has the turn.
    Tokens(KindId),
    /// Something prepared by anybody.
    Prepared,
    /// That it is just this instance of a span.
    Span(SpanId, i32),
}

impl Lack {
    /// Everything of the kind that a handler has.
    pub(super) fn of(game: &Game, handler: &Handler) -> Vec<Lack> {
        let mut lacks = Vec::new();
        let acting = handler.each == Each::Acting;
        if !acting && (handler.each != Each::Combatant || handler.together > 1) {
            return lacks;
        }
        let known = Known::of(&game.sheets);
        for part in handler.when.map_or(&[][..], |when| game.parts(when)) {
            let code = game.expr(*part);
            let instance = [Code::Binary(Binary::Eq)];
            if let [Code::Load(Input::Span(span)), Code::Const(number), rest @ ..] = code
                && *rest == instance
            {
                lacks.push(Lack::Span(*span, *number));
                continue;
            }
            for one in code {
                let Code::Load(input) = *one else { continue };
                let lack = match input {
                    Input::Attribute(Role::Actor, id) if !acting => Lack::OfAnybody(id),
                    Input::Attribute(Role::Actor | Role::Acting, id) => Lack::OfActing(id),
                    Input::Holds(Role::Actor, kind) if acting => Lack::Tokens(kind),
                    Input::Prepared(Role::Actor) => Lack::Prepared,
                    _ => continue,
                };
                if known.fails_without(code, input) {
                    lacks.push(lack);
                }
            }
        }
        lacks
    }

    /// Whether it is missing, given who has the turn.
    #[inline(always)]
    pub(super) fn is_so(self, game: &Game, state: &State, acting: CombatantId) -> bool {
        match self {
            Lack::OfActing(id) => state.combatant(acting).attributes[id.index()] == 0,
            Lack::OfAnybody(id) => !any_other(&state.combatants, id, 0),
            Lack::Tokens(kind) => {
                let lane = game.sheets[acting.index()].lane(kind);
                lane.is_none_or(|lane| state.combatant(acting).purse.get(lane) == 0)
            }
            Lack::Prepared => state.prepared.is_empty(),
            Lack::Span(span, number) => i32::from(state.clock.numbers[span.index()]) != number,
        }
    }

    /// Whether what a handler does may put an end to it, if that is done without a program.
    pub(super) fn ends_by(self, game: &Game, lead: usize) -> bool {
        let (handler, sieve) = (&game.handlers[lead], &game.sieves[lead]);
        if handler.together > 1 {
            return true;
        }
        let numbers = sieve.resets.iter().flat_map(|resets| &resets.numbers);
        match self {
            Lack::OfActing(id) | Lack::OfAnybody(id) => {
                numbers.map(|(one, _)| one).any(|one| *one == id)
            }
            Lack::Tokens(kind) => sieve.tokens.as_ref().is_some_and(|tokens| tokens.gives(kind)),
            Lack::Prepared | Lack::Span(..) => false,
        }
    }
}

#[cfg(test)]
mod tests;
