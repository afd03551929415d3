//! Handlers that only hand tokens over.
//!
//! At the edges of turns, what one has to pay with comes anew and what is left of it goes. Where
//! nobody takes notes, such a handler is done at once, without a program.

use crate::ahead::Number;
use crate::clock::Handler;
use crate::effect::{Op, Step, Until};
use crate::execute;
use crate::expr::{Role, Scope};
use crate::game::Game;
use crate::ids::{KindId, RulesId};
use crate::state::{Frame, State, What};

/// What a handler hands over, or takes away.
#[derive(Clone, Debug)]
pub(crate) struct Tokens(Vec<Hand>);

/// One step of that.
#[derive(Clone, Copy, Debug)]
enum Hand {
    /// So many tokens of a kind, for how long, and what they turn back into then.
    Gain(KindId, Number, For, Option<KindId>),
    Lose(KindId, Number, For),
    Refresh,
}

/// For how long; `None` = for good. And because of what rules.
type For = (Option<Until>, RulesId);

impl Tokens {
    /// What a handler hands over to whoever it runs for; `None` if it does anything else.
    pub(crate) fn of(game: &Game, handler: &Handler) -> Option<Tokens> {
        let hand = |step: &Step| match step.op {
            Op::Gain { who: Role::Actor, kind, amount, until, back } => {
                Some(Hand::Gain(kind, Number::of(game, amount), (until, step.rules), back))
            }
            Op::Lose { who: Role::Actor, kind, amount, until } => {
                Some(Hand::Lose(kind, Number::of(game, amount), (until, step.rules)))
            }
            Op::Refresh { who: Role::Actor } => Some(Hand::Refresh),
            _ => None,
        };
        let steps = game.programs[handler.program.index()].iter();
        steps.map(hand).collect::<Option<_>>().map(Tokens)
    }

    /// Whether anything of a kind comes of it.
    pub(super) fn gives(&self, kind: KindId) -> bool {
        self.0.iter().any(|hand| match *hand {
            Hand::Gain(one, .., back) => one == kind || back == Some(kind),
            Hand::Refresh => true,
            Hand::Lose(..) => false,
        })
    }

    /// Hands everything over to the actor of a frame.
    pub(super) fn hand_over(&self, game: &Game, state: &mut State, frame: &Frame) {
        let who = frame.actor;
        if !state.combatants.has(who) {
            return;
        }
        for hand in &self.0 {
            let (Hand::Gain(kind, amount, how_long, _) | Hand::Lose(kind, amount, how_long)) =
                *hand
            else {
                execute::refresh(game, state, who);
                continue;
            };
            let Some((lane, wanted)) = asked(game, state, frame, kind, amount) else { continue };
            let what = match *hand {
                Hand::Gain(.., back) => {
                    What::Tokens(kind, execute::gain(state, (who, lane), wanted) as u8, back)
                }
                _ => match execute::lose(game, state, (who, lane), wanted) {
                    0 => continue,
                    amount => What::Locked(kind, amount as u8),
                },
            };
            last(game, state, frame, what, how_long);
        }
    }
}

/// The lane that a kind stands in for the actor of a frame, and how many are asked for, if any.
#[inline(always)]
fn asked(
    game: &Game,
    state: &State,
    frame: &Frame,
    kind: KindId,
    amount: Number,
) -> Option<(usize, u32)> {
    let lane = game.sheets[frame.actor.index()].lane(kind)?;
    let wanted = amount.value(&Scope { game, state, frame }).max(0) as u32;
    (wanted > 0).then_some((lane, wanted))
}

#[inline(always)]
fn last(game: &Game, state: &mut State, frame: &Frame, what: What, (until, rules): For) {
    match until {
        Some(until) => {
            execute::last_until(game, state, (frame, rules), (frame.actor, what), until);
        }
        None => execute::for_good(state, frame.actor, what),
    }
}
