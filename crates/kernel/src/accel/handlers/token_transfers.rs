//! Handlers that only hand tokens over.
//!
//! At the edges of turns, what one has to pay with comes anew and what is left of it goes. Where
//! nobody takes notes, such a handler is done at once, without a program.

use crate::accel::analysis::Operand;
use crate::clock::Handler;
use crate::effect::{Op, Step, Until};
use crate::execute;
use crate::expr::{EvalContext, Role};
use crate::game::Game;
use crate::ids::{KindId, RulesId};
use crate::state::{Frame, State, TimedKind};

/// What a handler hands over, or takes away.
#[derive(Clone, Debug)]
pub(crate) struct TokenTransfers(Vec<TransferOp>);

/// One step of that.
#[derive(Clone, Copy, Debug)]
enum TransferOp {
    /// So many tokens of a kind, for how long, and what they turn back into then.
    Gain(KindId, Operand, For, Option<KindId>),
    Lose(KindId, Operand, For),
    Refresh,
}

/// For how long; `None` = for good. And because of what rules.
type For = (Option<Until>, RulesId);

impl TokenTransfers {
    /// What a handler hands over to whoever it runs for; `None` if it does anything else.
    pub(crate) fn of(game: &Game, handler: &Handler) -> Option<TokenTransfers> {
        let hand = |step: &Step| match step.op {
            Op::Gain { who: Role::Actor, kind, amount, until, back } => {
                Some(TransferOp::Gain(kind, Operand::of(game, amount), (until, step.rules), back))
            }
            Op::Lose { who: Role::Actor, kind, amount, until } => {
                Some(TransferOp::Lose(kind, Operand::of(game, amount), (until, step.rules)))
            }
            Op::Refresh { who: Role::Actor } => Some(TransferOp::Refresh),
            _ => None,
        };
        let steps = game.programs[handler.program.index()].iter();
        steps.map(hand).collect::<Option<_>>().map(TokenTransfers)
    }

    /// Whether anything of a kind comes of it.
    pub(crate) fn gives(&self, kind: KindId) -> bool {
        self.0.iter().any(|hand| match *hand {
            TransferOp::Gain(one, .., back) => one == kind || back == Some(kind),
            TransferOp::Refresh => true,
            TransferOp::Lose(..) => false,
        })
    }

    /// Hands everything over to the actor of a frame.
    pub(crate) fn apply(&self, game: &Game, state: &mut State, frame: &Frame) {
        let who = frame.actor;
        if !state.combatants.has(who) {
            return;
        }
        for hand in &self.0 {
            let (TransferOp::Gain(kind, amount, how_long, _)
            | TransferOp::Lose(kind, amount, how_long)) = *hand
            else {
                execute::refresh(game, state, who);
                continue;
            };
            let Some((lane, wanted)) = asked(game, state, frame, kind, amount) else { continue };
            let what = match *hand {
                TransferOp::Gain(.., back) => {
                    TimedKind::Tokens(kind, execute::gain(state, (who, lane), wanted) as u8, back)
                }
                _ => match execute::lose(game, state, (who, lane), wanted) {
                    0 => continue,
                    amount => TimedKind::Locked(kind, amount as u8),
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
    amount: Operand,
) -> Option<(usize, u32)> {
    let lane = game.sheets[frame.actor.index()].lane(kind)?;
    let wanted = amount.value(&EvalContext { game, state, frame }).max(0) as u32;
    (wanted > 0).then_some((lane, wanted))
}

#[inline(always)]
fn last(game: &Game, state: &mut State, frame: &Frame, what: TimedKind, (until, rules): For) {
    match until {
        Some(until) => {
            execute::schedule_expiry(game, state, (frame, rules), (frame.actor, what), until);
        }
        None => execute::make_permanent(state, frame.actor, what),
    }
}
