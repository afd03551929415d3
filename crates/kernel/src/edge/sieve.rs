//! Whom a handler would do nothing for, as far as that is told of everybody at once.

use crate::ahead::{Known, last_operand, needed};
use crate::clock::{Each, Handler};
use crate::expr::{Code, Input, Laid, Role, Scope};
use crate::game::Game;
use crate::ids::{AttributeId, CombatantId, Mask, NOBODY, bit};
use crate::people::Combatant;
use crate::state::{Frame, State};

use super::{Resets, Still, Tokens};

/// What is known of a handler's subjects before its condition is judged for each.
#[derive(Clone, Debug, Default)]
pub struct Sieve {
    /// Conditions without all of which nothing happens.
    pub(super) needs: u64,
    /// What else anybody for whom something happens has in common.
    gates: Vec<Gate>,
    /// What has to be so for nothing to happen all the same, if that is easily told.
    pub(super) still: Option<Still>,
    /// What it puts back, if it does nothing else.
    pub(super) resets: Option<Resets>,
    /// What it hands over, if it does nothing else.
    pub(super) tokens: Option<Tokens>,
    /// Whether it runs for one at most, and what it does can be done without a program.
    pub(super) simple: bool,
    /// There is no condition, or one that holds in any case.
    pub(super) sure: bool,
}

/// Who a part of a handler's condition can hold for.
#[derive(Clone, Debug)]
enum Gate {
    /// Everybody or nobody.
    All(Laid),
    /// Whoever has this number.
    Number(Laid),
    /// All those of whom this is an attribute.
    Attribute(AttributeId, Laid),
}

impl Sieve {
    /// What is known of a handler.
    pub(crate) fn of(game: &Game, handler: &Handler) -> Sieve {
        let program = &game.programs[handler.program.index()];
        let (still, resets) = (Still::of(game, program), Resets::of(game, handler));
        let tokens = Tokens::of(game, handler);
        let once = matches!(handler.each, Each::Acting | Each::Encounter);
        let simple = once && (resets.is_some() || tokens.is_some());
        let sieve = Sieve { still, resets, tokens, simple, ..Sieve::default() };
        let Some(when) = handler.when else { return Sieve { sure: true, ..sieve } };
        let code = game.expr(when);
        let known = Known::of(&game.sheets);
        let gates = game.parts(when).iter().filter_map(|part| Gate::of(game, game.expr(*part)));
        let (needs, gates) = (needed(code), gates.collect());
        Sieve { needs, gates, sure: known.always(code), ..sieve }
    }

    /// Does what the handler does in a frame, if that can be done without a program; nobody is
    /// told.
    #[inline(always)]
    pub(super) fn do_at_once(&self, game: &Game, state: &mut State, frame: &Frame) -> bool {
        match (&self.resets, &self.tokens) {
            (Some(resets), _) => resets.put_back(state, frame.actor),
            (None, Some(tokens)) => tokens.hand_over(game, state, frame),
            (None, None) => return false,
        }
        true
    }

    /// Whether someone lacks a condition without which nothing happens.
    #[inline(always)]
    pub(super) fn bars(&self, one: &Combatant) -> bool {
        !one.conditions & self.needs != 0
    }

    /// Whether it may do anything for someone; `noted` if what changes nothing counts, too.
    #[inline(always)]
    pub(super) fn lets_pass(
        &self,
        game: &Game,
        state: &State,
        who: CombatantId,
        noted: bool,
    ) -> bool {
        let still = self.still.as_ref().filter(|_| !noted);
        if who == NOBODY {
            return !still.is_some_and(|still| still.for_nobody(state));
        }
        let one = state.combatant(who);
        !self.bars(one) && !still.is_some_and(|still| still.for_one(game, state, who))
    }

    /// Everybody for whom it may do anything.
    pub(super) fn all(&self, game: &Game, state: &State, noted: bool) -> Mask {
        let mut able = state.everybody();
        if self.needs != 0 {
            let all = state.combatants.iter().enumerate();
            able &= all.fold(0, |able, (at, one)| able | Mask::from(!self.bars(one)) << at);
        }
        for gate in &self.gates {
            if able == 0 {
                return 0;
            }
            able &= gate.all(game, state);
        }
        if let Some(still) = self.still.as_ref().filter(|_| !noted && able != 0) {
            able &= !still.for_all(game, state);
        }
        able
    }
}

impl Gate {
    /// The gate that a part of a condition is; `None` if it can only be judged for each.
    fn of(game: &Game, code: &[Code]) -> Option<Gate> {
        if code.iter().all(is_of_nobody) {
            return Some(Gate::All(Laid::of(code, game)));
        }
        let [operands @ .., Code::Binary(crate::expr::Binary::Eq)] = code else { return None };
        let (one, other) = operands.split_at(last_operand(operands));
        let (own, value) = if one.iter().all(is_of_nobody) { (other, one) } else { (one, other) };
        if !value.iter().all(is_of_nobody) {
            return None;
        }
        match *own {
            [Code::Load(Input::Number(Role::Actor))] => Some(Gate::Number(Laid::of(value, game))),
            [Code::Load(Input::Attribute(Role::Actor, attribute))] => {
                Some(Gate::Attribute(attribute, Laid::of(value, game)))
            }
            _ => None,
        }
    }

    /// Those it can hold for.
    fn all(&self, game: &Game, state: &State) -> Mask {
        let (Gate::All(laid) | Gate::Number(laid) | Gate::Attribute(_, laid)) = self;
        let value = Scope { game, state, frame: &Frame::default() }.laid(laid);
        match *self {
            Gate::All(_) if value == 0 => 0,
            Gate::All(_) => Mask::MAX,
            Gate::Number(_) => match usize::try_from(value.wrapping_sub(1)) {
                Ok(at) if at < state.combatants.len() => bit(CombatantId(at as u8)),
                _ => 0,
            },
            Gate::Attribute(attribute, _) => {
                let has = |one: &Combatant| i32::from(one.attributes[attribute.index()]) == value;
                let all = state.combatants.iter().enumerate();
                all.fold(0, |all, (at, one)| all | Mask::from(has(one)) << at)
            }
        }
    }
}

/// Whether code reads nothing of whoever a handler runs for, and nothing of what is declared.
fn is_of_nobody(code: &Code) -> bool {
    use Input as I;
    match code {
        Code::Load(input) => matches!(
            input,
            I::Attribute(Role::Acting, _)
                | I::Has(Role::Acting, _)
                | I::Number(Role::Acting)
                | I::Variable(_)
                | I::Span(_)
        ),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
