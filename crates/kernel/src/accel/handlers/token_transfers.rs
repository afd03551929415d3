//! Accelerator: handlers that only transfer tokens, run without a program. They must leave the
//! state that `flow::resolve::run_program` leaves without an event sink. At the edges of turns,
//! tokens are refreshed and leftovers are lost.

use crate::accel::analysis::Operand;
use crate::flow::execute;
use crate::game::{EvalContext, Game};
use crate::ids::{KindId, RulesId};
use crate::model::clock::Handler;
use crate::model::effect::{Op, Step, Until};
use crate::model::expr::Role;
use crate::state::{Frame, State, TimedKind};

/// Tokens that a handler gives and takes, in order.
#[derive(Clone, Debug)]
pub(crate) struct TokenTransfers(Vec<TransferOp>);

/// Transfer of tokens to or from the subject.
#[derive(Clone, Copy, Debug)]
enum TransferOp {
    /// Kind and amount of tokens, the duration, and the kind they turn back into.
    Gain(KindId, Operand, For, Option<KindId>),
    Lose(KindId, Operand, For),
    Refresh,
}

/// Duration, `None` = permanent; and the rules that cause the transfer.
type For = (Option<Until>, RulesId);

impl TokenTransfers {
    /// Returns the transfers of a handler to its subject; `None` if it does anything else.
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

    /// Returns true if the transfers may add tokens of a kind.
    pub(crate) fn gives(&self, kind: KindId) -> bool {
        self.0.iter().any(|hand| match *hand {
            TransferOp::Gain(one, .., back) => one == kind || back == Some(kind),
            TransferOp::Refresh => true,
            TransferOp::Lose(..) => false,
        })
    }

    /// Applies the transfers to the actor of a frame.
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

/// Returns the lane of a kind for the actor of a frame, and the amount if above 0.
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
