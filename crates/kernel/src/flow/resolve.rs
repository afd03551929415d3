//! Resolution: runs the stack and moves the clock until a decision is needed.

mod by_squares;

use crate::check::View;
use crate::decision::{Decision, Declaration};
use crate::eval::prepared_way;
use crate::event::{Event, EventSink};
use crate::flow::execute::Drawing;
use crate::flow::response_window::{
    can_declare_secretly, offer, open_secret_window, open_window, recheck,
};
use crate::flow::{edge, execute, ties};
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, CombatantSet, DiceId, RulesId, bit, iter_bits};
use crate::limits::STACK_MAX;
use crate::model::board::Square;
use crate::model::clock::ClockStep;
use crate::model::effect::{DiceRef, Offered, Op, Step, TieBreaker};
use crate::state::{Frame, NO_ACTIVITY, NO_ANSWER, Phase, ResponseWindow, State};

/// Greatest number of span instances between two decisions. If there are more, no combatant is left
/// to decide anything.
const INSTANCES_MAX: u32 = 20_000;
/// Greatest number of steps within one instance.
const STEPS_MAX: u32 = 100_000;
/// Greatest number of times that a list is repeated without waiting for dice.
const REPEATS_MAX: u32 = 1_000;

/// Runs until the encounter waits for something.
pub(crate) fn run_until_decision<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    let (mut steps, mut instances) = (0, 0);
    // `matches!` looks at the variant only, which is cheaper than `==`.
    while !matches!(state.decision, Decision::Finished) {
        steps += 1;
        let next = matches!(state.clock.step, ClockStep::NextInstance(_));
        if next || steps > STEPS_MAX {
            instances += 1;
            if steps > STEPS_MAX || instances > INSTANCES_MAX {
                // All combatants are out or never get a turn, so the clock would run forever.
                state.finish();
                record.event(Event::Finished, RulesId(0));
                return;
            }
            // The count starts again, because shortcuts take fewer steps than a recorded run.
            steps = 0;
        }
        // This keeps the compiler from loading fields of the game before the loop. Most runs are
        // short and would not need them.
        let game = std::hint::black_box(game);
        if let Some(decision) = step(game, state, record) {
            state.decision = decision;
            return;
        }
    }
}

/// Runs one step. Returns the decision that is needed, if any.
#[inline(always)]
fn step<R: EventSink>(game: &Game, state: &mut State, record: &mut R) -> Option<Decision> {
    if !is_running(state) {
        let waits = next_decision(game, state, record);
        if waits.is_some() || !is_running(state) {
            return waits;
        }
    }
    run_program(game, state, record)
}

/// Returns true if a program is running.
#[inline(always)]
fn is_running(state: &State) -> bool {
    state.stack.last().is_some_and(|top| top.phase == Phase::Running)
}

/// Handles what precedes the next program step: fired watches, answers and, with an empty stack,
/// the clock. Returns the decision that is needed, if any.
#[inline(always)]
fn next_decision<R: EventSink>(game: &Game, state: &mut State, record: &mut R) -> Option<Decision> {
    if !state.pending_triggers.is_empty() && !state.window.sealed {
        // A fired watch runs at once. It closes an answer window, which opens again afterwards, but
        // not a named window.
        if state.window.named.is_none() {
            state.window = ResponseWindow::default();
        }
        start_trigger(game, state, record);
        return None;
    }
    if state.window.needs_recheck {
        recheck(game, state, record);
        return None;
    }
    if state.window.open {
        return Some(match (state.window.named, state.window.sealed) {
            (Some(window), _) => Decision::Offer(window, state.window.prompted),
            (None, true) => Decision::DeclareSecretly(state.window.prompted),
            (None, false) => Decision::Answer(state.window.prompted),
        });
    }
    if state.secret_declarers_next != 0 {
        let later = std::mem::take(&mut state.secret_declarers_next);
        let able =
            iter_bits(later).filter(|&who| can_declare_secretly(game, state, who)).map(bit).sum();
        if able != 0 {
            open_secret_window(state, able);
        }
        return None;
    }
    let Some(top) = state.stack.last_mut() else { return edge::tick(game, state, record) };
    if matches!(top.phase, Phase::Paused | Phase::Deferred) {
        top.phase = Phase::Running;
        return None;
    }
    if !top.window_opened && top.countered_by.is_none() {
        top.window_opened = true;
        // A prepared declaration that has become impossible needs no answers. An exposed one is
        // already running and is not judged again.
        let doubtful = top.prepared && top.phase != Phase::Exposed;
        if !doubtful || holds_still(game, state) {
            open_window(game, state, record);
            if state.window.open {
                return None;
            }
        }
    }
    let exposed = |top: &Frame| top.phase == Phase::Exposed && top.countered_by.is_none();
    if state.stack.last().is_some_and(exposed) && !is_out(game, state) {
        resume(state);
    } else {
        resolve_top(game, state, record);
    }
    None
}

/// Returns true if the newest declaration fails because its actor is out of the fight.
fn is_out(game: &Game, state: &State) -> bool {
    let out = |frame: &Frame| state.combatant(frame.actor).conditions & game.out != 0;
    state.stack.last().is_some_and(|top| !top.resolves_anyway && out(top))
}

/// Returns true if the newest declaration is still possible.
fn holds_still(game: &Game, state: &State) -> bool {
    state.stack.last().is_some_and(|top| View { game, state }.is_still_legal(top))
        && !prepared_way::is_blocked(game, state)
}

/// Resumes the newest program after its answers.
fn resume(state: &mut State) {
    if let Some(top) = state.stack.last_mut() {
        top.phase = Phase::Running;
    }
}

/// Runs the next step of the newest program.
#[inline(always)]
fn run_program<R: EventSink>(game: &Game, state: &mut State, record: &mut R) -> Option<Decision> {
    let program = state.stack.last()?.program.index();
    let program = game.programs[program].as_slice();
    let mut ran = None;
    // Repetitions of a list, and whether nothing has been rolled since the last one.
    let (mut repeats, mut idle) = (0, false);
    loop {
        if let (false, Some(fast)) = (R::RECORDS, &game.shortcuts) {
            fast.advance(game, state, ran.take());
        }
        // Steps may put frames below the running one.
        let top = state.stack.len() - 1;
        let frame = &state.stack[top];
        let Some(step) = program.get(frame.at as usize) else {
            state.pop_frame();
            return None;
        };
        match step.op {
            Op::Roll { dice, who, .. } => {
                let who = execute::resolve_role(state, frame, who);
                let scope = EvalContext { game, state, frame };
                let Some(dice) = thrown(&scope, dice, who, record, step.rules) else {
                    state.stack[top].at += 1;
                    continue;
                };
                // A fixed total needs no decision.
                let Some(total) = game.dice[dice.index()].fixed() else {
                    return Some(Decision::Roll(dice, who));
                };
                idle = false;
                record.event(Event::Rolled { dice, who, total }, step.rules);
                supply_result(state, total, game);
            }
            Op::Ask { ruling, .. } => match game.rulings[ruling.index()].preset {
                None => return Some(Decision::Rule(ruling, frame.actor)),
                Some(answer) => {
                    let about = frame.actor;
                    record.event(Event::Ruled { ruling, about, answer }, step.rules);
                    supply_result(state, i32::from(answer), game);
                }
            },
            Op::SkipUnless { test, skip } => {
                let holds = EvalContext { game, state, frame }.eval_bool(test);
                state.stack[top].at += if holds { 1 } else { 1 + skip };
            }
            Op::RepeatIf { test, back } => {
                let scope = EvalContext { game, state, frame };
                // Without dice, a list could be repeated forever.
                let again = !idle && repeats < REPEATS_MAX && scope.eval_bool(test);
                (repeats, idle) = (repeats + u32::from(again), again);
                record.cite(step.rules);
                let at = &mut state.stack[top].at;
                *at = if again { *at - back } else { *at + 1 };
            }
            Op::Approach { .. }
            | Op::Push { step: Some(_), .. }
            | Op::Pull { step: Some(_), .. } => {
                record.cite(step.rules);
                if by_squares::next(game, state, top, step, record) {
                    return None;
                }
                let top = &mut state.stack[top];
                top.at += 1;
                top.step_goal = Square::NOWHERE;
                (top.line_start, top.line_end) = (Square::NOWHERE, Square::NOWHERE);
            }
            Op::BreakTies { how, count } => {
                let mut thrown = frame.registers[count as usize];
                let Some(who) = ties::next(game, state, how, &mut thrown) else {
                    state.stack[top].at += 1;
                    if thrown > 0 {
                        record.event(Event::TurnOrderSet, step.rules);
                    }
                    continue;
                };
                state.stack[top].registers[count as usize] = thrown;
                match how {
                    TieBreaker::Dice(dice) => {
                        let frame = &state.stack[top];
                        let scope = EvalContext { game, state, frame };
                        let dice = self::thrown(&scope, dice, who, record, step.rules);
                        match dice.map_or(Some(0), |dice| game.dice[dice.index()].fixed()) {
                            Some(total) => ties::keep(game, state, who, total),
                            None => return dice.map(|dice| Decision::Roll(dice, who)),
                        }
                    }
                    TieBreaker::Ruling(ruling) => match game.rulings[ruling.index()].preset {
                        Some(answer) => ties::keep(game, state, who, -i32::from(answer)),
                        None => return Some(Decision::Rule(ruling, who)),
                    },
                }
            }
            Op::Draw(draw) => match execute::draw(game, state, top, draw, step.rules, record) {
                Some((dice, who)) => return Some(Decision::Roll(dice, who)),
                None => state.stack[top].at += 1,
            },
            Op::Declare { activity, target } => {
                let target = execute::resolve_role(state, frame, target);
                let (actor, rules) = (frame.actor, step.rules);
                state.stack[top].at += 1;
                if declare_within(game, state, actor, activity, target) {
                    let (square, argument) = (Square::NOWHERE, 0);
                    let event = Event::Declared { actor, activity, target, square, argument };
                    record.event(event, rules);
                    return None;
                }
            }
            Op::Offer { window, whom, once_each } => {
                if state.window.open && state.window.named.is_some() {
                    // The game master has declared this while another named window was open.
                    state.stack[top].phase = Phase::Paused;
                    return None;
                }
                if state.stack[top].is_watch() && defer(state, top) {
                    return None;
                }
                state.stack[top].at += 1;
                let whom = offered(game, state, &state.stack[top], whom);
                let able = offer(game, state, window, whom, once_each);
                if able != 0 {
                    state.stack[top].phase = Phase::Paused;
                    for who in iter_bits(able) {
                        record.event(Event::Offered { window, who }, step.rules);
                    }
                    return None;
                }
            }
            Op::OpenToResponses => {
                let top = &mut state.stack[top];
                (top.at, top.phase, top.window_opened) = (top.at + 1, Phase::Exposed, false);
                record.cite(step.rules);
                return None;
            }
            Op::Finish => {
                state.finish();
                record.event(Event::Finished, step.rules);
                return None;
            }
            _ => {
                let at = &mut state.stack[top].at;
                ran = Some(*at);
                *at += 1;
                if step.op.writes_globals() {
                    state.combatants.record_global_change();
                }
                execute::step(game, state, top, step, record);
                // A step may have interposed a turn or changed sides; the frame goes on.
            }
        }
    }
}

/// Returns the combatants that a window is offered to.
fn offered(game: &Game, state: &State, frame: &Frame, whom: Offered) -> CombatantSet {
    match whom {
        Offered::One(role) => match execute::resolve_role(state, frame, role) {
            who if state.combatants.has(who) => bit(who),
            _ => 0,
        },
        Offered::Side => state.on_side(EvalContext { game, state, frame }.side()),
        Offered::Everyone => state.everybody(),
    }
}

/// Defers the window of a watch until the other fired watches have run. Then all deferred windows
/// open, oldest first. Returns true if the window does not open now.
fn defer(state: &mut State, top: usize) -> bool {
    if !state.pending_triggers.is_empty() && top + 1 < STACK_MAX {
        state.stack[top].phase = Phase::Deferred;
        return true;
    }
    let deferred = |frame: &&Frame| frame.phase == Phase::Deferred;
    let before = state.stack[..top].iter().rev().take_while(deferred).count();
    let all = &mut state.stack[top - before..];
    if before > 0 {
        all.iter_mut().for_each(|frame| frame.phase = Phase::Paused);
        all.reverse();
    }
    before > 0
}

/// Returns the dice to throw; `None` if the combatant's sheet has none of that sort.
fn thrown<R: EventSink>(
    scope: &EvalContext<'_>,
    dice: DiceRef,
    who: CombatantId,
    record: &mut R,
    rules: RulesId,
) -> Option<DiceId> {
    match dice {
        DiceRef::Fixed(dice) => Some(dice),
        DiceRef::Own(at) => scope.game.sheets.get(who.index())?.dice.get(at as usize).copied(),
        DiceRef::Counted { first, most, count } => {
            let wanted = scope.eval(count).max(0);
            let kept = wanted.min(most.into());
            if R::RECORDS && kept != wanted {
                record.event(Event::Overflowed { wanted, kept }, rules);
            }
            Some(DiceId(first.0 + kept as u16))
        }
    }
}

/// Puts an activity on the stack as part of the running one. Returns false if its actor or target
/// is absent or the stack is full.
fn declare_within(
    game: &Game,
    state: &mut State,
    actor: CombatantId,
    activity: crate::ids::ActivityId,
    target: CombatantId,
) -> bool {
    let here = |who: CombatantId| state.combatants.has(who);
    if !here(actor) || !here(target) || state.stack.len() >= STACK_MAX {
        return false;
    }
    let declare = Declaration { target, ..Declaration::new(actor, activity) };
    let frame = (View { game, state }).frame(&declare);
    let phase =
        if game.activities[activity.index()].immediate { Phase::Running } else { Phase::Waiting };
    state.stack.push(Frame { phase, answers: NO_ANSWER, ..frame });
    true
}

/// Hands a total or an answer to the step that waits for it.
pub(crate) fn supply_result(state: &mut State, value: i32, game: &Game) {
    let Some(frame) = state.stack.last_mut() else { return };
    let step = &game.programs[frame.program.index()][frame.at as usize];
    match step.op {
        Op::Roll { into, .. } | Op::Ask { into, .. } => {
            frame.registers[into as usize] = value;
            frame.at += 1;
        }
        Op::Draw(_) => {
            if let Some(Drawing { from: (pile, owner), .. }) = execute::drawing(game, state) {
                state.settle_top_card(pile, owner, value);
            }
        }
        Op::BreakTies { .. } => match state.decision {
            Decision::Roll(_, who) => ties::keep(game, state, who, value),
            // The earlier answer comes first.
            Decision::Rule(_, who) => ties::keep(game, state, who, -value),
            _ => {}
        },
        _ => {}
    }
}

/// Supplies the total of the dice that the encounter waits for. Dice that decide which card is
/// drawn are not recorded, because the card is.
pub(crate) fn supply_roll<R: EventSink>(
    game: &Game,
    state: &mut State,
    (dice, who): (DiceId, CombatantId),
    total: i32,
    record: &mut R,
) {
    if execute::drawing(game, state).is_none() {
        record.event(Event::Rolled { dice, who, total }, awaiting_rules(game, state));
    }
    supply_result(state, total, game);
}

/// Returns the rules of the step that the encounter waits for.
fn awaiting_rules(game: &Game, state: &State) -> RulesId {
    let step = |frame: &Frame| -> Option<&Step> {
        game.programs[frame.program.index()].get(frame.at as usize)
    };
    state.stack.last().and_then(step).map_or(RulesId(0), |step| step.rules)
}

/// Starts the watch that fired first, those of the acting side before others.
fn start_trigger<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    let acting = state.pending_triggers.iter().position(|fired| state.is_acting(fired.who));
    let fired = state.pending_triggers.remove(acting.unwrap_or(0));
    let watch = &game.watches[fired.watch as usize];
    record.cite(watch.rules);
    state.stack.push(Frame {
        program: watch.program,
        activity: NO_ACTIVITY,
        actor: fired.who,
        cause: fired.by,
        before: fired.before,
        now: fired.now,
        rules: watch.rules,
        ..Frame::default()
    });
}

/// Resolves the newest declaration, because all combatants have passed.
fn resolve_top<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    let [below @ .., top] = state.stack.as_slice() else { return };
    // The declaration resolves before an older one that still waits.
    let waits = |frame: &Frame| matches!(frame.phase, Phase::Waiting | Phase::Exposed);
    let first = below.last().is_some_and(waits);
    let (actor, activity, prepared) = (top.actor, top.activity, top.prepared);
    let failed = *top;
    let out = state.combatants[actor.index()].conditions & game.out != 0 && !top.resolves_anyway;
    if let Some(because) = top.countered_by {
        record.event(Event::Countered { actor, activity }, because);
        state.pop_frame();
        drop_rest_of_way(game, state, (&failed, because), record);
    } else if out {
        record.event(Event::Fizzled { actor, activity }, game.grounds.declare);
        state.pop_frame();
    } else if prepared && !holds_still(game, state) {
        record.event(Event::Fizzled { actor, activity }, game.grounds.recheck);
        state.pop_frame();
        drop_rest_of_way(game, state, (&failed, game.grounds.recheck), record);
    } else if let Some(because) = (View { game, state }).bars_step(&failed) {
        record.event(Event::Fizzled { actor, activity }, because);
        state.pop_frame();
    } else if let Some(top) = state.stack.last_mut() {
        top.phase = Phase::Running;
        let rules = if first { game.grounds.newest_first } else { top.rules };
        record.event(Event::Resolved { actor, activity }, rules);
    }
}

/// Drops the later steps of a prepared path whose step failed.
fn drop_rest_of_way<R: EventSink>(
    game: &Game,
    state: &mut State,
    (failed, rules): (&Frame, RulesId),
    record: &mut R,
) {
    if !failed.prepared || !prepared_way::is_step(game, failed) {
        return;
    }
    while let Some(top) = state.stack.last().filter(|top| prepared_way::follows(top, failed)) {
        record.event(Event::Fizzled { actor: top.actor, activity: top.activity }, rules);
        state.pop_frame();
    }
}

#[cfg(test)]
mod tests;
