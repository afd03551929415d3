//! Executing single effects.

use crate::board::{BOARD_MAX, Diagonals, Square};
use crate::clock::{Edge, Slot, Tick};
use crate::effect::{Op, Step, Until};
use crate::event::{Event, Record};
use crate::expr::{Role, Scope};
use crate::game::Game;
use crate::ids::{
    AttributeId, CombatantId, ExprId, KindId, RulesId, SideId, SlotId, SpanId, TurnId, bit, members,
};
use crate::purse::AMOUNT_MAX;
use crate::sheet;
use crate::space::Space;
use crate::state::{
    COMBATANTS_MAX, Fired, Frame, LASTING_MAX, Lasting, NOBODY, PROJECTS_MAX, Phase, Project,
    STACK_MAX, State, What, edges,
};

/// The combatant a role stands for in a frame.
pub(crate) fn who(frame: &Frame, role: Role) -> CombatantId {
    match role {
        Role::Actor => frame.actor,
        Role::Target => frame.target,
        Role::By => frame.by,
        Role::Answered | Role::Acting => NOBODY,
    }
}

/// The combatant a role stands for, those that only the state knows included.
pub(crate) fn who_in(state: &State, frame: &Frame, role: Role) -> CombatantId {
    match role {
        Role::Answered => {
            state.stack.get(frame.answers as usize).map_or(NOBODY, |answered| answered.actor)
        }
        Role::Acting => match state.clock.current {
            Slot::Alone(who) => who,
            _ => NOBODY,
        },
        _ => who(frame, role),
    }
}

struct Run<'a, R> {
    game: &'a Game,
    state: &'a mut State,
    frame: Frame,
    rules: RulesId,
    record: &'a mut R,
}

/// Executes one step of the frame at `top` of the stack. Steps about someone who is not there do
/// nothing.
pub(crate) fn step<R: Record>(
    game: &Game,
    state: &mut State,
    top: usize,
    step: &Step,
    record: &mut R,
) {
    let frame = state.stack[top];
    let mut run = Run { game, state, frame, rules: step.rules, record };
    match step.op {
        Op::Let { into, value } => {
            let value = run.value(value);
            run.state.stack[top].registers[into as usize] = value;
            run.record.allowed(step.rules);
        }
        Op::Set { who: role, attribute, value } => run.set(role, attribute, value),
        Op::Lend { who: role, attribute, by, until } => run.lend(role, attribute, by, until),
        Op::Commit { amount, needed, loose } => run.commit(top, amount, needed, loose),
        Op::Abandon { who: role, idle } => run.abandon(role, idle),
        Op::Push { squares } => run.push(squares),
        Op::Pull { squares } => run.pull(squares),
        Op::Leave => {
            run.state.stack[top].at = game.programs[frame.program.index()].len() as u16;
            run.record.allowed(step.rules);
        }
        Op::SetVariable { variable, value } => {
            let now = run.value(value).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            run.state.variables[variable.index()] = now;
            run.record.event(Event::Variable { variable, now }, step.rules);
        }
        Op::SetSideVariable { variable, value } => {
            let side = frame.side;
            let now = run.value(value).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            run.state.sides[side.index()].variables[variable.index()] = now;
            run.record.event(Event::SideVariable { side, variable, now }, step.rules);
        }
        Op::Mark { who: role, condition, until } => {
            if let Some(who) = run.someone(role) {
                run.state.combatants.edit(who).conditions |= 1 << condition.0;
                run.last(who, What::Condition(condition), until);
                run.record.event(Event::Marked { who, condition }, step.rules);
            }
        }
        Op::Unmark { who: role, condition } => {
            if let Some(who) = run.someone(role) {
                run.state.combatants.edit(who).conditions &= !(1 << condition.0);
                let what = What::Condition(condition);
                run.state.lasting.retain(|one| one.who != who || one.what != what);
                run.record.event(Event::Unmarked { who, condition }, step.rules);
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
        Op::Allow { who: role, slot, cap, until } => run.allow(role, slot, cap, until),
        Op::Join { who: role, side } => {
            let side = SideId(run.value(side) as u8);
            if let Some(who) = run.someone(role)
                && side.index() < game.side_count()
            {
                run.state.combatants.join(who, side);
                run.record.event(Event::Joined { who, side }, step.rules);
            }
        }
        Op::Truce { peace } => run.truce(peace),
        Op::Place { side, turn } => {
            let (side, turn) = (SideId(run.value(side) as u8), TurnId(run.value(turn) as u8));
            if side.index() < game.side_count() && turn.0 < game.turns {
                run.state.sides[side.index()].turn = turn;
                run.record.event(Event::Placed { side, turn }, step.rules);
            }
        }
        Op::Interpose { who: role, resume } => run.interpose(role, resume),
        Op::Early { turn } => {
            let turn = TurnId(run.value(turn) as u8);
            if turn.0 < game.turns {
                run.state.clock.early |= 1 << turn.0;
                run.record.event(Event::Early { turn }, step.rules);
            }
        }
        Op::Renew { who: role, span } => {
            if let Some(who) = run.someone(role) {
                for slot in &game.sheets[who.index()].slots {
                    if slot.per == span {
                        let cap = cap(run.state, who, slot);
                        run.state.combatants.edit(who).refill(slot.place, cap);
                    }
                }
                run.record.event(Event::Renewed { who, span }, step.rules);
            }
        }
        Op::Refresh { who: role } => {
            if let Some(who) = run.someone(role) {
                let sheet = &game.sheets[who.index()];
                let purse = &mut run.state.combatants.edit(who).purse;
                let kept = purse.minus(&purse.only(&sheet.refreshed));
                let granted = sheet.grant.only(&sheet.refreshed);
                *purse = kept.plus(&granted).unwrap_or(granted);
                run.record.event(Event::Refreshed { who }, step.rules);
            }
        }
        Op::Counter => {
            let waiting = |frame: &Frame| matches!(frame.phase, Phase::Waiting | Phase::Exposed);
            let below = &mut run.state.stack[..top];
            // Other declarations may lie in between what is answered and the answer.
            let answered = below.get(frame.answers as usize).is_some_and(waiting);
            let at = match answered {
                true => Some(frame.answers as usize),
                false => below.iter().rposition(waiting),
            };
            if let Some(at) = at {
                below[at].countered = true;
                run.record.allowed(step.rules);
            }
        }
        Op::Stop { span } => {
            run.state.clock.stopped |= 1 << span.0;
            run.record.event(Event::Stopped { span }, step.rules);
        }
        Op::Say { text } => run.record.event(Event::Said { text }, step.rules),
        Op::Sort { by } => run.sort(by),
        Op::Follow { who, whom } => run.follow(who, whom),
        Op::Skip { who: role } => {
            if let Some(who) = run.someone(role) {
                run.state.clock.to_come &= !bit(who);
                run.record.event(Event::Skipped { who }, step.rules);
            }
        }
        Op::EndTurn => {
            if run.state.clock.tick == Tick::Rest {
                crate::apply::end_turn(game, run.state);
            }
        }
        Op::Release { who: role } => run.release(role),
        Op::Forget { who: role } => {
            if let Some(who) = run.someone(role) {
                run.state.prepared.retain(|frame| frame.actor != who);
                run.record.event(Event::Forgotten { who }, step.rules);
            }
        }
        Op::Step => run.walk(),
        Op::Put { who: role } => {
            if let Some(who) = run.someone(role)
                && game.board.holds(frame.square)
            {
                run.arrive(who, frame.square, 0);
            }
        }
        Op::Terrain { sort, on } => {
            let on = run.value(on) != 0;
            if game.board.holds(frame.square) {
                let square = &mut run.state.terrain[game.board.index(frame.square)];
                *square = *square & !(1 << sort) | u8::from(on) << sort;
                run.record.event(Event::Terrain { square: frame.square, sort, on }, step.rules);
            }
        }
        Op::Unless { .. }
        | Op::Again { .. }
        | Op::Roll { .. }
        | Op::Ask { .. }
        | Op::Offer { .. }
        | Op::Approach { .. }
        | Op::Declare { .. }
        | Op::BreakTies { .. }
        | Op::Expose
        | Op::Finish => {}
    }
}

impl<R: Record> Run<'_, R> {
    fn value(&self, expr: ExprId) -> i32 {
        let scope = Scope { game: self.game, state: self.state, frame: &self.frame };
        scope.value(self.game.expr(expr))
    }

    fn someone(&self, role: Role) -> Option<CombatantId> {
        let who = who_in(self.state, &self.frame, role);
        (who.index() < self.state.combatants.len()).then_some(who)
    }

    fn set(&mut self, role: Role, attribute: AttributeId, value: ExprId) {
        let Some(who) = self.someone(role) else { return };
        let value = self.value(value).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        if self.game.steps.from == Some(attribute) {
            // A new movement counts its diagonal steps anew.
            self.state.combatants.edit(who).odd = false;
        }
        let slot = &mut self.state.combatants.edit(who).attributes[attribute.index()];
        let before = std::mem::replace(slot, value);
        let event = Event::Attribute { who, attribute, before, now: value };
        self.record.event(event, self.rules);
        for (index, watch) in self.game.watches.iter().enumerate() {
            if watch.attribute != attribute {
                continue;
            }
            let by = self.frame.by;
            let (before, now) = (i32::from(before), i32::from(value));
            let frame = Frame { actor: who, by, before, now, ..self.frame };
            let scope = Scope { game: self.game, state: self.state, frame: &frame };
            if scope.test(self.game.expr(watch.when)) {
                self.state.fired.push(Fired { watch: index as u16, who, by, before, now });
            }
        }
    }

    /// Adds to a number for a time; each such addition ends for itself.
    fn lend(&mut self, role: Role, attribute: AttributeId, by: ExprId, until: Until) {
        let Some(who) = self.someone(role) else { return };
        let by = self.value(by).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let slot = &mut self.state.combatants.edit(who).attributes[attribute.index()];
        let before = *slot;
        *slot = before.saturating_add(by);
        let (now, by) = (*slot, *slot - before);
        self.last(who, What::Number(attribute, by), Some(until));
        self.record.event(Event::Attribute { who, attribute, before, now }, self.rules);
    }

    fn commit(&mut self, top: usize, amount: ExprId, needed: ExprId, loose: ExprId) {
        let frame = self.frame;
        let limit = |value: i32| value.clamp(0, i32::from(i16::MAX)) as i16;
        let (amount, needed) = (limit(self.value(amount)), limit(self.value(needed)));
        let loose = self.value(loose) != 0;
        let projects = &mut self.state.projects;
        let at = match projects.iter().position(|one| one.is_of(&frame)) {
            Some(at) => at,
            None if projects.len() >= PROJECTS_MAX => return,
            None => {
                let Frame { actor, activity, target, .. } = frame;
                projects.push(Project { actor, activity, target, paid: 0, loose, fresh: true });
                projects.len() - 1
            }
        };
        let project = &mut projects[at];
        project.paid = project.paid.saturating_add(amount);
        project.fresh = true;
        let paid = project.paid;
        if paid >= needed {
            projects.remove(at);
        } else {
            let steps = self.game.programs[frame.program.index()].len();
            self.state.stack[top].at = steps as u16;
        }
        let Frame { actor, activity, .. } = frame;
        self.record.event(Event::Committed { actor, activity, paid, needed }, self.rules);
    }

    fn abandon(&mut self, role: Role, idle: bool) {
        let Some(who) = self.someone(role) else { return };
        let mut at = 0;
        while at < self.state.projects.len() {
            let project = &mut self.state.projects[at];
            let own = project.actor == who && !project.loose && !project.is_of(&self.frame);
            if own && !(idle && project.fresh) {
                let Project { actor, activity, .. } = self.state.projects.remove(at);
                self.record.event(Event::Abandoned { actor, activity }, self.rules);
            } else {
                project.fresh &= !(own && idle);
                at += 1;
            }
        }
    }

    /// Pushes the target along the line from the actor, square by square.
    fn push(&mut self, squares: ExprId) {
        let (Some(actor), Some(target)) = (self.someone(Role::Actor), self.someone(Role::Target))
        else {
            return;
        };
        let origin = self.state.combatant(actor).square;
        for _ in 0..self.value(squares).clamp(0, i32::from(BOARD_MAX)) {
            let at = self.state.combatant(target).square;
            if !origin.is_somewhere() || !at.is_somewhere() {
                return;
            }
            let to = at.away_from(origin);
            if !self.is_free(to) {
                return;
            }
            self.arrive(target, to, 0);
        }
    }

    /// Takes the actor straight away from the target, which follows square by square.
    fn pull(&mut self, squares: ExprId) {
        let (Some(actor), Some(target)) = (self.someone(Role::Actor), self.someone(Role::Target))
        else {
            return;
        };
        for _ in 0..self.value(squares).clamp(0, i32::from(BOARD_MAX)) {
            let at = self.state.combatant(actor).square;
            let behind = self.state.combatant(target).square;
            if !at.is_somewhere() || !behind.is_somewhere() {
                return;
            }
            let to = at.away_from(behind);
            if !self.is_free(to) {
                return;
            }
            self.arrive(actor, to, 0);
            self.arrive(target, at, 0);
        }
    }

    /// Whether someone can be brought onto a square.
    fn is_free(&self, to: Square) -> bool {
        let space = Space { game: self.game, state: self.state };
        self.game.board.holds(to)
            && space.terrain(to) & self.game.board.solid == 0
            && space.standing_on(to) == 0
    }

    fn last(&mut self, who: CombatantId, what: What, until: Option<Until>) {
        let Some(until) = until else { return };
        if let What::Condition(_) | What::Cap(..) = what {
            self.state.lasting.retain(|one| one.who != who || !one.what.same(&what));
        }
        let count = self.value(until.count);
        if self.state.lasting.len() < LASTING_MAX {
            let rules = self.rules;
            let whose = match (until.own, until.causer) {
                (true, _) => who,
                (false, true) => self.frame.actor,
                (false, false) => NOBODY,
            };
            self.state.lasting.push(Lasting { who, what, rules, whose, ..edges(until, count) });
        }
    }

    fn gain(
        &mut self,
        role: Role,
        kind: KindId,
        amount: ExprId,
        until: Option<Until>,
        back: Option<KindId>,
    ) {
        let Some(who) = self.someone(role) else { return };
        let Some(lane) = self.game.sheets[who.index()].lane(kind) else { return };
        let purse = &mut self.state.combatants.edit(who).purse;
        let held = purse.get(lane);
        let scope = Scope { game: self.game, state: self.state, frame: &self.frame };
        let wanted = scope.value(self.game.expr(amount)).max(0) as u32;
        let amount = wanted.min(AMOUNT_MAX - held);
        self.state.combatants.edit(who).purse.set(lane, held + amount);
        self.last(who, What::Tokens(kind, amount as u8, back), until);
        self.record.event(Event::Gained { who, kind, amount: amount as u8 }, self.rules);
    }

    fn lose(&mut self, role: Role, kind: KindId, amount: ExprId, until: Option<Until>) {
        let Some(who) = self.someone(role) else { return };
        let Some(lane) = self.game.sheets[who.index()].lane(kind) else { return };
        let amount = self.value(amount).max(0) as u32;
        self.lose_lane(role, lane, amount, until);
    }

    fn lose_lane(&mut self, role: Role, lane: usize, amount: u32, until: Option<Until>) {
        let Some(who) = self.someone(role) else { return };
        let kind = self.game.sheets[who.index()].lanes[lane].kind;
        let held = self.state.combatant(who).purse.get(lane);
        let amount = amount.min(held);
        if amount == 0 {
            self.record.allowed(self.rules);
            return;
        }
        self.state.combatants.edit(who).purse.set(lane, held - amount);
        self.last(who, What::Locked(kind, amount as u8), until);
        self.record.event(Event::Lost { who, kind, amount: amount as u8 }, self.rules);
    }

    fn allow(&mut self, role: Role, slot: SlotId, cap_to: ExprId, until: Option<Until>) {
        let Some(who) = self.someone(role) else { return };
        let Some(slot) = self.game.sheets[who.index()].slot(slot).copied() else { return };
        let new = self.value(cap_to).clamp(0, AMOUNT_MAX as i32) as u8;
        let old = cap(self.state, who, &slot);
        recap(self.state, who, &slot, old, new);
        let for_good =
            Until { span: SpanId(0), edge: Edge::End, count: cap_to, own: false, causer: false };
        self.last(who, What::Cap(slot.id, new), Some(until.unwrap_or(for_good)));
        self.record.event(Event::Allowed { who, slot: slot.id, cap: new }, self.rules);
    }

    /// Lines everybody up by a number, highest first; those alike keep their order.
    fn sort(&mut self, by: ExprId) {
        let mut keys = [0i32; COMBATANTS_MAX];
        for who in members(self.state.everybody()) {
            let frame = Frame { actor: who, by: who, ..Frame::default() };
            let scope = Scope { game: self.game, state: self.state, frame: &frame };
            keys[who.index()] = scope.value(self.game.expr(by));
        }
        // Sorting by the old place as well keeps it stable without a buffer.
        let mut places = [0u8; COMBATANTS_MAX];
        for (place, who) in self.state.line.iter().enumerate() {
            places[who.index()] = place as u8;
        }
        let order = |who: &CombatantId| (-i64::from(keys[who.index()]), places[who.index()]);
        self.state.line.sort_unstable_by_key(order);
        let (mut rank, mut last) = (0, None);
        for (place, who) in self.state.line.iter().enumerate() {
            let key = keys[who.index()];
            if last != Some(key) {
                (rank, last) = (place as u8, Some(key));
            }
            let one = self.state.combatants.edit(*who);
            (one.rank, one.thrown) = (rank, None);
        }
        self.record.event(Event::LinedUp, self.rules);
    }

    fn follow(&mut self, who: Role, whom: Role) {
        let (Some(who), Some(whom)) = (self.someone(who), self.someone(whom)) else { return };
        if who == whom {
            return;
        }
        let line = &mut self.state.line;
        line.retain(|one| *one != who);
        let behind = line.iter().position(|one| *one == whom).map_or(line.len(), |at| at + 1);
        line.insert(behind, who);
        self.record.event(Event::Followed { who, whom }, self.rules);
    }

    /// Puts what someone prepared on the stack, the first on top, as if declared just now; below
    /// what is running, which ends first.
    fn release(&mut self, role: Role) {
        let Some(who) = self.someone(role) else { return };
        let state = &mut *self.state;
        let below = state.stack.len() - 1;
        let mut at = 0;
        while at < state.prepared.len() {
            if state.prepared[at].actor != who || state.stack.len() >= STACK_MAX {
                at += 1;
                continue;
            }
            let frame = state.prepared.remove(at);
            state.stack.insert(below, Frame { answers: self.frame.answers, ..frame });
        }
        self.record.event(Event::Released { who }, self.rules);
    }

    /// One step of a movement, paid for from what is left of it.
    fn walk(&mut self) {
        let (who, to) = (self.frame.actor, self.frame.square);
        let (Some(from), true) = (self.game.steps.from, self.game.board.holds(to)) else { return };
        let space = Space { game: self.game, state: self.state };
        let one = self.state.combatant(who);
        let step = space.stepping(who, one.square, to, one.odd);
        let price = space.price(&step);
        if R::ON {
            self.record.allowed(self.game.steps.rules);
            space.surcharged(&step, |rules| self.record.allowed(rules));
        }
        let diagonal = one.square.is_diagonal(to);
        let counts = self.game.board.diagonals == Diagonals::Alternating;
        let one = self.state.combatants.edit(who);
        let left = &mut one.attributes[from.index()];
        *left = (i32::from(*left) - price).clamp(0, i32::from(i16::MAX)) as i16;
        one.odd ^= diagonal && counts;
        self.arrive(who, to, price);
    }

    fn arrive(&mut self, who: CombatantId, to: Square, price: i32) {
        let from = std::mem::replace(&mut self.state.combatants.edit(who).square, to);
        self.record.event(Event::Moved { who, from, to, price }, self.rules);
    }

    fn truce(&mut self, peace: ExprId) {
        let (Some(a), Some(b)) = (self.someone(Role::Actor), self.someone(Role::Target)) else {
            return;
        };
        let peace = self.value(peace) != 0;
        let (a, b) = (self.state.combatant(a).side(), self.state.combatant(b).side());
        for (one, other) in [(a, b), (b, a)] {
            let set = &mut self.state.sides[one.index()].peace;
            *set = *set & !(1 << other.0) | u8::from(peace) << other.0;
        }
        self.record.event(Event::Truce { a, b, peace }, self.rules);
    }

    fn interpose(&mut self, role: Role, resume: bool) {
        let Some(who) = self.someone(role) else { return };
        let clock = &mut self.state.clock;
        let resting = clock.tick == Tick::Rest;
        if let (true, Slot::Group(turn) | Slot::Resumed(turn)) = (resting, clock.current) {
            clock.push_front(if resume { Slot::Resumed(turn) } else { Slot::Group(turn) });
        } else if let (true, Slot::Alone(_)) = (resting, clock.current) {
            clock.push_front(clock.current);
        }
        if clock.push_front(Slot::Alone(who)) {
            if resting {
                clock.tick = Tick::Next(SpanId(self.game.turn_span() as u8));
            }
            self.record.event(Event::Interposed { who }, self.rules);
        }
    }
}

impl What {
    /// Whether a new effect replaces this one: the same condition, or a cap of the same slot.
    fn same(&self, other: &What) -> bool {
        match (self, other) {
            (What::Condition(a), What::Condition(b)) => a == b,
            (What::Cap(a, _), What::Cap(b, _)) => a == b,
            _ => false,
        }
    }
}

/// The cap of a slot as effects have it now.
pub(crate) fn cap(state: &State, who: CombatantId, slot: &sheet::Slot) -> u8 {
    let changed = state.lasting.iter().rev().find_map(|one| match one.what {
        What::Cap(id, cap) if one.who == who && id == slot.id => Some(cap),
        _ => None,
    });
    changed.unwrap_or(slot.cap)
}

/// Refills the slots of a span again whose caps effects have changed.
pub(crate) fn refill_changed(game: &Game, state: &mut State, span: SpanId) {
    for at in 0..state.lasting.len() {
        let Lasting { who, what: What::Cap(id, _), .. } = state.lasting[at] else { continue };
        let slot = game.sheets[who.index()].slot(id).filter(|slot| slot.per == span);
        if let Some(slot) = slot {
            let cap = cap(state, who, slot);
            state.combatants.edit(who).refill(slot.place, cap);
        }
    }
}

/// Changes a cap in the middle of a span: what was used stays used.
fn recap(state: &mut State, who: CombatantId, slot: &sheet::Slot, old: u8, new: u8) {
    let one = state.combatants.edit(who);
    let used = u32::from(old).saturating_sub(one.left(slot.place));
    let left = u32::from(new).saturating_sub(used);
    match slot.place {
        sheet::Place::Single(at) => {
            one.room.single = one.room.single & !(1 << at) | u64::from(left > 0) << at;
        }
        sheet::Place::Counted(at) => one.room.set_count(at as usize, left),
    }
}

/// Ends what ends at this edge.
pub(crate) fn expire<R: Record>(
    game: &Game,
    state: &mut State,
    edge: Edge,
    span: SpanId,
    record: &mut R,
) {
    let mut at = 0;
    while at < state.lasting.len() {
        let one = state.lasting[at];
        let due = one.span == span
            && one.edge == edge
            && (one.whose == NOBODY || state.clock.acting(state, one.whose));
        if !due {
            at += 1;
        } else if one.left > 1 {
            state.lasting[at].left -= 1;
            at += 1;
        } else {
            state.lasting.remove(at);
            end(game, state, &one, record);
        }
    }
}

fn end<R: Record>(game: &Game, state: &mut State, one: &Lasting, record: &mut R) {
    let who = one.who;
    let sheet = &game.sheets[who.index()];
    match one.what {
        What::Condition(condition) => {
            state.combatants.edit(who).conditions &= !(1 << condition.0);
            record.event(Event::Unmarked { who, condition }, one.rules);
        }
        What::Cap(id, cap) => {
            if let Some(slot) = sheet.slot(id) {
                recap(state, who, slot, cap, slot.cap);
                record.event(Event::Allowed { who, slot: id, cap: slot.cap }, one.rules);
            }
        }
        What::Tokens(kind, amount, back) => {
            let Some(lane) = sheet.lane(kind) else { return };
            let purse = &mut state.combatants.edit(who).purse;
            let unused = purse.get(lane).min(u32::from(amount));
            purse.set(lane, purse.get(lane) - unused);
            if unused > 0 {
                record.event(Event::Lost { who, kind, amount: unused as u8 }, one.rules);
            }
            if let Some((kind, lane)) = back.and_then(|kind| Some((kind, sheet.lane(kind)?)))
                && unused > 0
            {
                let purse = &mut state.combatants.edit(who).purse;
                purse.set(lane, purse.get(lane) + unused);
                record.event(Event::Gained { who, kind, amount: unused as u8 }, one.rules);
            }
        }
        What::Number(attribute, by) => {
            let slot = &mut state.combatants.edit(who).attributes[attribute.index()];
            let before = *slot;
            *slot = before.saturating_sub(by);
            let event = Event::Attribute { who, attribute, before, now: *slot };
            record.event(event, one.rules);
        }
        What::Locked(kind, amount) => {
            if let Some(lane) = sheet.lane(kind) {
                let purse = &mut state.combatants.edit(who).purse;
                purse.set(lane, purse.get(lane) + u32::from(amount));
                record.event(Event::Gained { who, kind, amount }, one.rules);
            }
        }
    }
}
