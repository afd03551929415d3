//! Execution of single effects, sorted by the data they change.

mod board;
mod cards;
mod lasting;
mod numbers;
mod tokens;
mod turns;

use crate::event::{Event, EventSink};
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, ExprId, NOBODY, RulesId, SideId, TurnId, bit};
use crate::model::board::Square;
use crate::model::clock::{ClockStep, Edge, TurnSlot};
use crate::model::effect::{Op, Step};
use crate::model::expr::Role;
use crate::purse::AMOUNT_MAX;
use crate::state::change_journal::SLOT_USES;
use crate::state::{Frame, Phase, ResponseWindow, State, TimedKind, clamp_i16};

pub(crate) use cards::draw;
pub use cards::{Drawing, drawing};
pub(crate) use lasting::{expire, make_permanent, schedule_expiry};
pub(crate) use numbers::store;
use tokens::cap;
pub(crate) use tokens::{drop_expiries, gain, lose, refill_changed, refresh};
pub(crate) use turns::move_behind;

/// Returns the combatant that a role stands for, if the frame alone says so.
pub(crate) fn role_in_frame(frame: &Frame, role: Role) -> CombatantId {
    match role {
        Role::Actor => frame.actor,
        Role::Target => frame.target,
        Role::By => frame.cause,
        Role::Answered | Role::Acting => NOBODY,
    }
}

/// Returns the combatant that a role stands for, by the frame and the state.
pub(crate) fn resolve_role(state: &State, frame: &Frame, role: Role) -> CombatantId {
    match role {
        Role::Answered => {
            state.stack.get(frame.answers as usize).map_or(NOBODY, |answered| answered.actor)
        }
        Role::Acting => match state.clock.current {
            TurnSlot::Combatant(who) => who,
            _ => NOBODY,
        },
        _ => role_in_frame(frame, role),
    }
}

/// An effect being executed.
struct EffectRunner<'a, R> {
    game: &'a Game,
    state: &'a mut State,
    /// Index of its frame on the stack.
    top: usize,
    rules: RulesId,
    record: &'a mut R,
}

/// Moves the actor of a frame one square straight away from its target. Returns the square it left,
/// if it could move.
pub(crate) fn back_off<R: EventSink>(
    game: &Game,
    state: &mut State,
    top: usize,
    rules: RulesId,
    record: &mut R,
) -> Option<Square> {
    let Frame { actor, target, .. } = state.stack[top];
    EffectRunner { game, state, top, rules, record }.back_off(actor, target)
}

/// Puts a combatant on a square.
pub(crate) fn put<R: EventSink>(
    game: &Game,
    state: &mut State,
    who: CombatantId,
    to: Square,
    rules: RulesId,
    record: &mut R,
) {
    EffectRunner { game, state, top: 0, rules, record }.arrive(who, to, 0);
}

/// Executes one step of the frame at `top` of the stack. The caller has noted whether it [writes
/// global state](Op::writes_globals). Steps about absent combatants do nothing.
#[inline(always)]
pub(crate) fn step<R: EventSink>(
    game: &Game,
    state: &mut State,
    top: usize,
    step: &Step,
    record: &mut R,
) {
    let mut run = EffectRunner { game, state, top, rules: step.rules, record };
    match step.op {
        Op::SetRegister { into, value } => {
            let value = run.value(value);
            run.state.stack[top].registers[into as usize] = value;
            run.record.cite(step.rules);
        }
        Op::Set { who: role, attribute, value } => run.set(role, attribute, value),
        Op::AddUntil { who: role, attribute, by, until } => run.lend(role, attribute, by, until),
        Op::Commit { amount, needed, loose } => run.commit(top, amount, needed, loose),
        Op::Abandon { who: role, idle, of } => run.abandon(role, idle, of),
        Op::Push { squares, .. } => run.push(squares),
        Op::Pull { squares, .. } => run.pull(squares),
        Op::EndProgram => {
            let len = game.programs[run.frame().program.index()].len();
            run.state.stack[top].at = len as u16;
            run.record.cite(step.rules);
        }
        Op::SetVariable { variable, value } => {
            let now = run.kept(run.value(value));
            run.state.variables[variable.index()] = now;
            run.record.event(Event::Variable { variable, now }, step.rules);
        }
        Op::SetSideVariable { variable, value } => {
            let side = run.scope().side();
            let now = run.kept(run.value(value));
            run.state.sides[side.index()].variables[variable.index()] = now;
            run.record.event(Event::SideVariable { side, variable, now }, step.rules);
        }
        Op::AddCondition { who: role, condition, until } => {
            if let Some(who) = run.someone(role) {
                run.state.combatants.add_conditions(who, 1 << condition.0);
                run.last(who, TimedKind::Condition(condition), until);
                run.record.event(Event::ConditionAdded { who, condition }, step.rules);
            }
        }
        Op::RemoveCondition { who: role, condition } => {
            let there = |who: &CombatantId| run.state.combatant(*who).has(condition);
            match run.someone(role).filter(there) {
                Some(who) => {
                    run.state.combatants.remove_conditions(who, 1 << condition.0);
                    let what = TimedKind::Condition(condition);
                    run.state.timed_effects.retain(|one| one.who != who || one.kind != what);
                    run.record.event(Event::ConditionRemoved { who, condition }, step.rules);
                }
                None => run.record.cite(step.rules),
            }
        }
        Op::Gain { who: role, kind, amount, until, back } => {
            run.gain(role, kind, amount, until, back);
        }
        Op::Lose { who: role, kind, amount, until } => run.lose(role, kind, amount, until),
        Op::LoseAll { who: role, until } => {
            for lane in 0..run.someone(role).map_or(0, |who| game.sheets[who.index()].lanes.len()) {
                run.lose_lane(role, lane, AMOUNT_MAX, until);
            }
        }
        Op::SetSlotCap { who: role, slot, cap, until } => run.allow(role, slot, cap, until),
        Op::Join { who: role, side } => {
            let side = SideId(run.value(side) as u8);
            if let Some(who) = run.someone(role)
                && side.index() < game.side_count()
            {
                run.state.keep_edge_order(game.ordered);
                run.state.combatants.set_side(who, side);
                run.reopen_window();
                run.record.event(Event::Joined { who, side }, step.rules);
            }
        }
        Op::SetPeace { peace } => run.truce(peace),
        Op::Place { side, turn } => {
            let (side, turn) = (SideId(run.value(side) as u8), TurnId(run.value(turn) as u8));
            if side.index() < game.side_count() && turn.0 < game.turns {
                run.state.keep_edge_order(game.ordered);
                run.state.sides[side.index()].turn = turn;
                run.record.event(Event::TurnGroupChanged { side, turn }, step.rules);
            }
        }
        Op::Interpose { who: role, resume } => run.interpose(role, resume),
        Op::GrantEarlyTurn { turn } => {
            let turn = TurnId(run.value(turn) as u8);
            if turn.0 < game.turns {
                run.state.clock.early |= 1 << turn.0;
                run.record.event(Event::EarlyTurnGranted { turn }, step.rules);
            }
        }
        Op::RefillSlots { who: role, span } => {
            if let Some(who) = run.someone(role) {
                for slot in &game.sheets[who.index()].slots {
                    if slot.per == span {
                        let cap = cap(run.state, who, slot);
                        run.state.combatants.modify(who, SLOT_USES).refill(slot.index, cap);
                    }
                }
                let full = game.full & game.clears.get(span.index()).copied().unwrap_or(0);
                run.state.combatants.remove_conditions(who, full);
                run.record.event(Event::SlotsRefilled { who, span }, step.rules);
            }
        }
        Op::Refresh { who: role } => run.refresh(role),
        Op::Counter => {
            let waiting = |frame: &Frame| matches!(frame.phase, Phase::Waiting | Phase::Exposed);
            let answers = usize::from(run.frame().answers);
            let below = &mut run.state.stack[..top];
            // The answered declaration need not be the one directly below.
            let answered = below.get(answers).is_some_and(waiting);
            let at = match answered {
                true => Some(answers),
                false => below.iter().rposition(waiting),
            };
            if let Some(at) = at {
                below[at].countered_by = Some(step.rules);
                run.record.cite(step.rules);
            }
        }
        Op::StopSpan { span } => {
            run.state.clock.stopped_spans |= 1 << span.0;
            run.record.event(Event::Stopped { span }, step.rules);
        }
        Op::Say { text } if R::RECORDS => {
            let said = game.said(run.state, run.frame(), text, NOBODY);
            run.record.event(Event::TextLogged(said), step.rules);
        }
        Op::Say { .. } => {}
        Op::Sort { by } => run.sort(by),
        Op::MoveBehind { who, whom } => run.follow(who, whom),
        Op::Skip { who: role } => {
            let comes = |who: &CombatantId| run.state.clock.has_turn_left(*who);
            match run.someone(role).filter(comes) {
                Some(who) => {
                    run.state.clock.turns_left &= !bit(who);
                    run.record.event(Event::Skipped { who }, step.rules);
                }
                None => run.record.cite(step.rules),
            }
        }
        Op::RestoreTurn { who: role } => {
            let gone = |who: &CombatantId| game.ordered && !run.state.clock.has_turn_left(*who);
            match run.someone(role).filter(gone) {
                Some(who) => {
                    run.state.clock.turns_left |= bit(who);
                    run.record.event(Event::TurnRestored { who }, step.rules);
                }
                None => run.record.cite(step.rules),
            }
        }
        Op::EndTurn => match run.state.clock.step {
            ClockStep::AwaitTurnEnd => run.state.end_turn(game),
            // A turn has just been interposed. The current turn is over all the same.
            ClockStep::NextInstance(_) => {
                run.state.clock.skip_front();
                run.state.end_turn(game);
            }
            ClockStep::RunEdge(Edge::Begin, span, ..) if span.index() == game.turn_span() => {
                run.state.clock.cut_short = true;
            }
            ClockStep::RunEdge(..) | ClockStep::Enter(..) => {}
        },
        Op::Release { who: role, fallback } => run.release(role, fallback),
        Op::Forget { who: role } => {
            if let Some(who) = run.someone(role) {
                run.state.prepared.retain(|frame| frame.actor != who);
                run.record.event(Event::Forgotten { who }, step.rules);
            }
        }
        Op::Step => run.take_step(),
        Op::Bring { to, named } => run.bring(to, named),
        Op::Put { who: role } => {
            let to = run.frame().square;
            if let (Some(who), true) = (run.someone(role), game.board.holds(to)) {
                run.arrive(who, to, 0);
            }
        }
        Op::Terrain { sort, on } => {
            let (on, square) = (run.value(on) != 0, run.frame().square);
            if game.board.holds(square) {
                let there = &mut run.state.terrain[game.board.index(square)];
                *there = *there & !(1 << sort) | u8::from(on) << sort;
                run.record.event(Event::Terrain { square, sort, on }, step.rules);
            }
        }
        Op::MoveCard { card, to, under } => run.move_card(card, to, under),
        Op::MovePile { from, to } => run.move_pile(from, to),
        Op::Shuffle { pile } => run.shuffle(pile),
        Op::SkipUnless { .. }
        | Op::Draw(_)
        | Op::RepeatIf { .. }
        | Op::Roll { .. }
        | Op::Ask { .. }
        | Op::Offer { .. }
        | Op::Approach { .. }
        | Op::Declare { .. }
        | Op::BreakTies { .. }
        | Op::OpenToResponses
        | Op::Finish => {}
    }
}

impl<R: EventSink> EffectRunner<'_, R> {
    fn frame(&self) -> &Frame {
        &self.state.stack[self.top]
    }

    fn scope(&self) -> EvalContext<'_> {
        EvalContext { game: self.game, state: self.state, frame: self.frame() }
    }

    #[inline(always)]
    fn value(&self, expr: ExprId) -> i32 {
        self.scope().eval(expr)
    }

    /// Returns a number clamped to the range that a state stores. Records an event if it does not
    /// fit.
    fn kept(&mut self, wanted: i32) -> i16 {
        let kept = clamp_i16(wanted);
        self.note_overflow(wanted, kept.into());
        kept
    }

    /// Records that a number did not fit, and the number stored instead.
    fn note_overflow(&mut self, wanted: i32, kept: i32) {
        if R::RECORDS && wanted != kept {
            self.record.event(Event::Overflowed { wanted, kept }, self.rules);
        }
    }

    /// Resets an open response window, so that all combatants are considered again. A change of
    /// sides or peace may change who can respond.
    fn reopen_window(&mut self) {
        if self.state.window.for_answers() {
            self.state.window = ResponseWindow::default();
        }
    }

    fn someone(&self, role: Role) -> Option<CombatantId> {
        let who = resolve_role(self.state, self.frame(), role);
        (self.state.combatants.has(who)).then_some(who)
    }
}
