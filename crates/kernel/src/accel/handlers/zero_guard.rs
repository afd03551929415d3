//! Accelerator: inputs whose zero value makes a handler's condition false. Where one is zero,
//! `DueHandler::is_due` in `flow::edge` must be false for all. Many handlers read rare inputs:
//! something prepared, leftover tokens, a number that names a combatant.

use crate::accel::analysis::Assumptions;
use crate::game::Game;
use crate::ids::{AttributeId, CombatantId, KindId, SpanId};
use crate::model::clock::{Handler, HandlerScope};
use crate::model::expr::{Binary, Input, Instr, Role};
use crate::state::State;

use super::any_other;
use super::handler_plan::HandlerPlan;

/// Input whose zero value makes a condition false, while one combatant has the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ZeroGuard {
    /// Attribute of the combatant with the turn, and of any combatant.
    OfActing(AttributeId),
    OfAnybody(AttributeId),
    /// Tokens of the combatant with the turn.
    Tokens(KindId),
    /// Declarations prepared by any combatant.
    Prepared,
    /// Whether a span is at the instance with this number.
    Span(SpanId, i32),
}

impl ZeroGuard {
    /// Returns all zero guards of a handler.
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

    /// Returns true if the input is zero, given the combatant with the turn.
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

    /// Returns true if a handler that runs without a program may make the input nonzero.
    pub(crate) fn ends_by(self, handler: &Handler, plan: &HandlerPlan) -> bool {
        if handler.group_len > 1 {
            return true;
        }
        let numbers = plan.resets.iter().flat_map(|resets| &resets.numbers);
        match self {
            ZeroGuard::OfActing(id) | ZeroGuard::OfAnybody(id) => {
                numbers.map(|(one, _)| one).any(|one| *one == id)
            }
            ZeroGuard::Tokens(kind) => {
                plan.tokens.as_ref().is_some_and(|tokens| tokens.gives(kind))
            }
            ZeroGuard::Prepared | ZeroGuard::Span(..) => false,
        }
    }
}

#[cfg(test)]
mod tests;
