//! Turns: sorting the turn order, moving within it, interposing, releasing prepared declarations,
//! peace.

use crate::check::View;
use crate::event::{Event, EventSink};
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, ExprId, NOBODY, SpanId, iter_bits};
use crate::limits::{COMBATANTS_MAX, STACK_MAX};
use crate::model::clock::{ClockStep, TurnSlot};
use crate::model::expr::Role;
use crate::state::change_journal::UNTRACKED;
use crate::state::{Frame, State};

use super::EffectRunner;

/// Moves a combatant in the turn order right behind another; `NOBODY` = to the front.
pub(crate) fn move_behind(state: &mut State, who: CombatantId, whom: CombatantId) {
    let line = &mut state.turn_order;
    line.retain(|one| *one != who);
    let behind = line.iter().position(|one| *one == whom).map(|at| at + 1);
    line.insert(behind.unwrap_or(if whom == NOBODY { 0 } else { line.len() }), who);
}

impl<R: EventSink> EffectRunner<'_, R> {
    /// Sorts the turn order by a number, highest first. Equal ones keep their order.
    pub(super) fn sort(&mut self, by: ExprId) {
        self.state.turn_order_key = Some(by);
        self.state.keep_edge_order(self.game.ordered);
        let mut keys = [0i32; COMBATANTS_MAX];
        for who in iter_bits(self.state.everybody()) {
            let frame = Frame { actor: who, cause: who, ..Frame::default() };
            let scope = EvalContext { game: self.game, state: self.state, frame: &frame };
            keys[who.index()] = scope.eval(by);
        }
        // The old place as second key keeps the sort stable without a buffer.
        let mut places = [0u8; COMBATANTS_MAX];
        for (place, who) in self.state.turn_order.iter().enumerate() {
            places[who.index()] = place as u8;
        }
        let order = |who: &CombatantId| (-i64::from(keys[who.index()]), places[who.index()]);
        self.state.turn_order.sort_unstable_by_key(order);
        let (mut rank, mut last) = (0, None);
        for (place, who) in self.state.turn_order.iter().enumerate() {
            let key = keys[who.index()];
            if last != Some(key) {
                (rank, last) = (place as u8, Some(key));
            }
            let one = self.state.combatants.modify(*who, UNTRACKED);
            (one.rank, one.thrown) = (rank, None);
        }
        self.record.event(Event::TurnOrderSet, self.rules);
    }

    pub(super) fn follow(&mut self, who: Role, whom: Role) {
        let (Some(who), Some(whom)) = (self.someone(who), self.someone(whom)) else { return };
        if who == whom {
            return;
        }
        self.state.keep_edge_order(self.game.ordered);
        move_behind(self.state, who, whom);
        self.record.event(Event::MovedBehind { who, whom }, self.rules);
    }

    /// Puts a combatant's prepared declarations on the stack below the running frame, the first on
    /// top. A target that has become impossible is replaced by `fallback` if that one is possible.
    pub(super) fn release(&mut self, role: Role, fallback: Option<Role>) {
        let Some(who) = self.someone(role) else { return };
        let fallback = fallback.and_then(|role| self.someone(role));
        let answers = self.frame().answers;
        let state = &mut *self.state;
        let below = state.stack.len() - 1;
        let mut at = 0;
        while at < state.prepared.len() {
            if state.prepared[at].actor != who || state.stack.len() >= STACK_MAX {
                at += 1;
                continue;
            }
            let frame = Frame { answers, ..state.prepared.remove(at) };
            let frame = aimed_anew(self.game, state, frame, fallback);
            state.stack.insert(below, frame);
            self.top += 1;
        }
        self.record.event(Event::Released { who }, self.rules);
    }

    pub(super) fn truce(&mut self, peace: ExprId) {
        let (Some(a), Some(b)) = (self.someone(Role::Actor), self.someone(Role::Target)) else {
            return;
        };
        let peace = self.value(peace) != 0;
        let (a, b) = (self.state.combatant(a).side(), self.state.combatant(b).side());
        for (one, other) in [(a, b), (b, a)] {
            let set = &mut self.state.sides[one.index()].peace;
            *set = *set & !(1 << other.0) | u8::from(peace) << other.0;
        }
        self.reopen_window();
        self.record.event(Event::Truce { a, b, peace }, self.rules);
    }

    pub(super) fn interpose(&mut self, role: Role, resume: bool) {
        let Some(who) = self.someone(role) else { return };
        let clock = &mut self.state.clock;
        let resting = clock.step == ClockStep::AwaitTurnEnd;
        if let (true, TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn)) =
            (resting, clock.current)
        {
            clock.push_front(if resume {
                TurnSlot::ResumedGroup(turn)
            } else {
                TurnSlot::Group(turn)
            });
        } else if let (true, TurnSlot::Combatant(one)) = (resting, clock.current) {
            clock.push_front(if resume {
                TurnSlot::ResumedCombatant(one)
            } else {
                TurnSlot::Combatant(one)
            });
        }
        if clock.push_front(TurnSlot::Combatant(who)) {
            if resting {
                clock.step = ClockStep::NextInstance(SpanId(self.game.turn_span() as u8));
            }
            self.record.event(Event::Interposed { who }, self.rules);
        }
    }
}

/// Returns a released declaration, aimed at `fallback` if that is possible and its own target is
/// not.
fn aimed_anew(game: &Game, state: &State, frame: Frame, fallback: Option<CombatantId>) -> Frame {
    let Some(fallback) = fallback.filter(|_| frame.target != NOBODY) else { return frame };
    let view = View { game, state };
    let anew = Frame { target: fallback, ..frame };
    if !view.is_still_legal(&frame) && view.is_still_legal(&anew) { anew } else { frame }
}
