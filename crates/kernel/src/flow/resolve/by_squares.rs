//! Moves square by square: straight approaches, pushes and pulls. Each square can be answered.

use crate::board_view::BoardView;
use crate::check::View;
use crate::decision::Declaration;
use crate::denial::FirstReasonOnly;
use crate::event::EventSink;
use crate::flow::execute;
use crate::game::{EvalContext, Game};
use crate::ids::{ActivityId, CombatantId, ExprId};
use crate::limits::STACK_MAX;
use crate::model::board::{Metric, Square};
use crate::model::effect::{Op, Step};
use crate::model::expr::StatRef;
use crate::state::{Frame, NO_ANSWER, Phase, State};

/// Declares the next square of a move that a program makes. Returns false when the move is over.
#[inline(never)]
pub(super) fn next<R: EventSink>(
    game: &Game,
    state: &mut State,
    top: usize,
    step: &Step,
    record: &mut R,
) -> bool {
    match step.op {
        Op::Approach { step, within } => approach(game, state, top, step, within),
        Op::Push { squares, step: Some(activity) } => {
            let target = state.stack[top].target;
            if !goes_on(game, state, top, (target, squares)) {
                return false;
            }
            let space = BoardView { game, state };
            let to = space.footprint(target).away_from(space.footprint(state.stack[top].actor));
            space.has_room(target, to) && take(game, state, top, activity, to)
        }
        Op::Pull { squares, step: Some(activity) } => {
            let actor = state.stack[top].actor;
            goes_on(game, state, top, (actor, squares))
                && execute::back_off(game, state, top, step.rules, record)
                    .is_some_and(|to| take(game, state, top, activity, to))
        }
        _ => false,
    }
}

/// Returns true if a push or a pull goes on: both combatants are on the board, the last square was
/// reached, and the leader has not gone far enough.
fn goes_on(
    game: &Game,
    state: &mut State,
    top: usize,
    (leader, squares): (CombatantId, ExprId),
) -> bool {
    let Frame { actor, target, step_goal: made_for, line_start: set_out, .. } = state.stack[top];
    let placed =
        |who: CombatantId| state.combatants.has(who) && state.combatant(who).square.is_somewhere();
    if !placed(actor) || !placed(target) || state.stack.len() >= STACK_MAX {
        return false;
    }
    if made_for.is_somewhere() && state.combatant(target).square != made_for {
        return false;
    }
    let at = state.combatant(leader).square;
    let set_out = if set_out.is_somewhere() { set_out } else { at };
    let frame = &state.stack[top];
    let squares = EvalContext { game, state, frame }.eval(squares);
    state.stack[top].line_start = set_out;
    Metric::Squares.between(set_out, at) < squares
}

/// Puts the move of a target by one square on the stack.
fn take(game: &Game, state: &mut State, top: usize, activity: ActivityId, square: Square) -> bool {
    let Frame { actor, target, .. } = state.stack[top];
    let declare = Declaration { target, square, ..Declaration::new(actor, activity) };
    let step = Frame { phase: Phase::Running, ..(View { game, state }).frame(&declare) };
    state.stack[top].step_goal = square;
    // The step is part of the running program and answers nothing.
    state.stack.push(Frame { answers: NO_ANSWER, ..step });
    true
}

/// Declares the next step of a straight approach. Returns false when the approach is over: near
/// enough, no path, no movement left, or the last step failed.
fn approach(
    game: &Game,
    state: &mut State,
    top: usize,
    activity: ActivityId,
    within: StatRef,
) -> bool {
    let Frame {
        actor, target, step_goal: made_for, line_start: set_out, line_end: bound_for, ..
    } = state.stack[top];
    let here = |who: CombatantId| state.combatants.has(who);
    if !here(actor) || !here(target) || state.stack.len() >= STACK_MAX {
        return false;
    }
    if made_for.is_somewhere() && state.combatant(actor).square != made_for {
        // The last step failed, and so would the next one.
        return false;
    }
    let space = BoardView { game, state };
    let near = within.of(game, state, actor);
    let next = space.next_of_approach((set_out, bound_for), actor, target, near);
    let out = state.combatant(actor).conditions & game.out != 0;
    let Some((square, line)) =
        next.filter(|&(to, _)| !out && space.may_step(actor, to, &mut FirstReasonOnly))
    else {
        return false;
    };
    let view = View { game, state };
    let declare = Declaration { square, ..Declaration::new(actor, activity) };
    // The step is part of the running program and answers nothing.
    let step = Frame { phase: Phase::Waiting, answers: NO_ANSWER, ..view.frame(&declare) };
    state.stack[top].step_goal = square;
    (state.stack[top].line_start, state.stack[top].line_end) = line;
    state.stack.push(step);
    true
}
