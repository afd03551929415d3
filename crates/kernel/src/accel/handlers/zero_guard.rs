//! What a handler's condition fails for the lack of.
//!
//! Many handlers are about what is rarely there: something prepared, tokens left over, a number
//! that names somebody. Where that is missing, nobody's condition need be judged.

use crate::accel::analysis::Assumptions;
use crate::clock::{Handler, HandlerScope};
use crate::expr::{Binary, Input, Instr, Role};
use crate::game::Game;
use crate::ids::{AttributeId, CombatantId, KindId, SpanId};
use crate::state::State;

use super::trigger_index::any_other;

/// Something for the lack of which a condition fails, where somebody has the turn alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ZeroGuard {
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

impl ZeroGuard {
    /// Everything of the kind that a handler has.
    pub(crate) fn of(game: &Game, handler: &Handler) -> Vec<ZeroGuard> {
        let mut lacks = Vec::new();
        let acting = handler.scope == HandlerScope::Acting;
        if !acting && (handler.scope != HandlerScope::Combatant || handler.group_len > 1) {
            return lacks;
        }
        let known = Assumptions::of(&game.sheets);
        for part in handler.when.map_or(&[][..], |when| game.conjuncts_of(when)) {
            let code = game.expr(*part);
            let instance = [Instr::Binary(Binary::Eq)];
            if let [Instr::Load(Input::Span(span)), Instr::Const(number), rest @ ..] = code
                && *rest == instance
            {
                lacks.push(ZeroGuard::Span(*span, *number));
                continue;
            }
            for one in code {
                let Instr::Load(input) = *one else { continue };
                let lack = match input {
                    Input::Attribute(Role::Actor, id) if !acting => ZeroGuard::OfAnybody(id),
                    Input::Attribute(Role::Actor | Role::Acting, id) => ZeroGuard::OfActing(id),
                    Input::Holds(Role::Actor, kind) if acting => ZeroGuard::Tokens(kind),
                    Input::Prepared(Role::Actor) => ZeroGuard::Prepared,
                    _ => continue,
                };
                if known.is_false_if_zero(code, input) {
                    lacks.push(lack);
                }
            }
        }
        lacks
    }

    /// Whether it is missing, given who has the turn.
    #[inline(always)]
    pub(crate) fn is_so(self, game: &Game, state: &State, acting: CombatantId) -> bool {
        match self {
            ZeroGuard::OfActing(id) => state.combatant(acting).attributes[id.index()] == 0,
            ZeroGuard::OfAnybody(id) => !any_other(&state.combatants, id, 0),
            ZeroGuard::Tokens(kind) => {
                let lane = game.sheets[acting.index()].lane(kind);
                lane.is_none_or(|lane| state.combatant(acting).purse.get(lane) == 0)
            }
            ZeroGuard::Prepared => state.prepared.is_empty(),
            ZeroGuard::Span(span, number) => i32::from(state.clock.numbers[span.index()]) != number,
        }
    }

    /// Whether what a handler does may put an end to it, if that is done without a program.
    pub(crate) fn ends_by(self, game: &Game, lead: usize) -> bool {
        let (handler, sieve) = (&game.handlers[lead], &game.handler_plans[lead]);
        if handler.group_len > 1 {
            return true;
        }
        let numbers = sieve.resets.iter().flat_map(|resets| &resets.numbers);
        match self {
            ZeroGuard::OfActing(id) | ZeroGuard::OfAnybody(id) => {
                numbers.map(|(one, _)| one).any(|one| *one == id)
            }
            ZeroGuard::Tokens(kind) => {
                sieve.tokens.as_ref().is_some_and(|tokens| tokens.gives(kind))
            }
            ZeroGuard::Prepared | ZeroGuard::Span(..) => false,
        }
    }
}

#[cfg(test)]
mod tests;
