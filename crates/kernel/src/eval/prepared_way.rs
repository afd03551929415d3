//! Paths prepared step by step, judged as a whole when the first step is due.
//!
//! `flow::resolve` calls this before it starts a prepared step. Steps prepared right after each
//! other form one path. If any of them is impossible by then, none is made. If one of them fails,
//! so do the later ones.

use crate::board_view::BoardView;
use crate::decision::Enforcement;
use crate::game::Game;
use crate::ids::RulesId;
use crate::model::activity::Target;
use crate::state::{Frame, Phase, State};

/// Returns true if a declaration is a step across the board.
pub(crate) fn is_step(game: &Game, frame: &Frame) -> bool {
    let activity = game.activities.get(frame.activity.index());
    activity.is_some_and(|activity| activity.target == Target::Step)
}

/// Returns true if a declaration prepared now continues the step that its actor prepared last.
pub(crate) fn continues(game: &Game, state: &State, frame: &Frame) -> bool {
    let before = state.prepared.iter().rfind(|before| before.actor == frame.actor);
    is_step(game, frame) && before.is_some_and(|before| is_step(game, before))
}

/// Returns true if the newest declaration is the first step of a prepared path that cannot be
/// finished. The step itself is judged like any other declaration.
pub(crate) fn is_blocked(game: &Game, state: &State) -> bool {
    let Some((first, below)) = state.stack.split_last() else { return false };
    if !first.prepared || first.continues || !is_step(game, first) {
        return false;
    }
    let rest = below.iter().rev().take_while(|frame| follows(frame, first));
    let way = [first].into_iter().chain(rest);
    let goes_on = below.last().is_some_and(|next| follows(next, first));
    goes_on && !is_passable_to_the_end(BoardView { game, state }, way)
}

/// Returns true if the steps prepared right after the running one can all be made, or there are
/// none.
pub(crate) fn is_open(game: &Game, state: &State, running: &Frame) -> bool {
    let waiting = state.stack.iter().rev().skip_while(|frame| frame.phase == Phase::Running);
    let way = waiting
        .take_while(|frame| frame.prepared && frame.actor == running.actor && is_step(game, frame));
    is_passable_to_the_end(BoardView { game, state }, way)
}

/// Returns true if several steps can be made one after another, with a stop after the last.
fn is_passable_to_the_end<'a>(space: BoardView<'_>, way: impl Iterator<Item = &'a Frame>) -> bool {
    let (mut at, mut left, mut passing) = (None, 0, false);
    for frame in way {
        let one = space.state.combatant(frame.actor);
        let (from, odd) = *at.get_or_insert_with(|| {
            left = space.left(frame.actor);
            (one.square, one.odd)
        });
        let step = space.step_frame(frame.actor, from, frame.square, odd);
        left -= space.price(&step);
        if !is_near(space.game, &step) || !is_passable(space, &step) || left < 0 {
            return false;
        }
        passing = forbids(space, &step, &space.game.steps.pass_through_only);
        at = Some((frame.square, odd ^ from.is_diagonal(frame.square)));
    }
    !passing
}

/// Returns true if a declaration is a later step of the same path.
pub(crate) fn follows(frame: &Frame, first: &Frame) -> bool {
    frame.continues && frame.actor == first.actor && frame.phase == Phase::Waiting
}

/// Returns true if a step leads to a neighboring square.
fn is_near(game: &Game, step: &Frame) -> bool {
    let diagonal = game.board.diagonals != crate::model::board::Diagonals::Forbidden;
    game.board.holds(step.square)
        && step.from.is_somewhere()
        && step.from.steps(step.square) == 1
        && (diagonal || !step.from.is_diagonal(step.square))
}

/// Returns true if a square can be entered from the one before it.
fn is_passable(space: BoardView<'_>, step: &Frame) -> bool {
    let obstructed = |one: &Frame| {
        !space.game.board.holds(one.square)
            || space.terrain(one.square) & space.game.board.solid != 0
            || space.cuts_corner(one.from, one.square)
    };
    !space.any_square(step, obstructed) && !forbids(space, step, &space.game.steps.blocked)
}

/// Returns true if an enforced rule among `rules` forbids a step.
fn forbids(space: BoardView<'_>, step: &Frame, rules: &[(crate::ids::ExprId, RulesId)]) -> bool {
    let BoardView { game, state } = space;
    let in_force = |rules| state.enforcement_of(game, rules) == Enforcement::Enforced;
    space.any_square(step, |one| {
        let scope = crate::game::EvalContext { game, state, frame: one };
        rules.iter().any(|(test, rules)| in_force(*rules) && scope.eval_bool(*test))
    })
}
