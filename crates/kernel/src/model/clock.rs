//! The clock: nested spans. The innermost span is a turn of a group of sides or of one combatant.
//!
//! The clock moves in small steps, so that effects at an edge may wait for dice or a ruling.

use crate::ids::{CombatantId, CombatantSet, ExprId, ProgramId, RulesId, SpanId, TurnId, bit};
use crate::limits::{QUEUED_TURNS_MAX, SPANS_MAX};

/// A kind of span.
#[derive(Clone, Copy, Debug)]
pub struct SpanSpec {
    /// Number of instances within one instance of the span above; 0 = until the fight ends. Not
    /// used for turns, whose number follows from the combatants who take part.
    pub repeat: u16,
    /// Time units that pass in each instance; 0 = not specified.
    pub lasts: u16,
    /// The rules that define it.
    pub rules: RulesId,
}

/// The beginning or the end of a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    /// The beginning.
    #[default]
    Begin,
    /// The end.
    End,
}

/// Time at which something ends: some coming edge of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// The span.
    pub span: SpanId,
    /// The edge: beginning or end.
    pub edge: Edge,
    /// The combatant in whose turns edges count; [`NOBODY`](crate::NOBODY) = in all turns.
    pub whose: CombatantId,
    /// Number of edges to go, at least 1.
    pub left: u16,
}

/// A handler: effects that run at an edge of a span without a declaration.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// The span.
    pub span: SpanId,
    /// The edge.
    pub edge: Edge,
    /// The subjects it runs for.
    pub scope: HandlerScope,
    /// Number of handlers in the group that this one begins: traits of creatures, which take effect
    /// in the order of their owners at that time. 0 = a later member of a group, or not in a group.
    pub group_len: u16,
    /// The test for running, evaluated for each subject; `None` = it always runs.
    pub when: Option<ExprId>,
    /// The program of its effects.
    pub program: ProgramId,
    /// The rules behind it.
    pub rules: RulesId,
}

/// The subjects a handler runs for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandlerScope {
    /// The encounter: it runs once.
    Encounter,
    /// Each side in order.
    Side,
    /// Each combatant, by turn group or in turn order.
    Combatant,
    /// The combatant whose turn it is, if a single combatant has it.
    Acting,
    /// This combatant only: the handler is a trait of the creature.
    Only(CombatantId),
}

/// The next step of the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockStep {
    /// Waits until the turn is ended.
    #[default]
    AwaitTurnEnd,
    /// Runs an edge, from one of its handlers and a subject of that handler on.
    RunEdge(Edge, SpanId, u16, u16),
    /// Moves on after the end of an instance of a span.
    NextInstance(SpanId),
    /// Runs the begin handlers for a combatant that enters, from a span and one of its handlers on.
    Enter(CombatantId, SpanId, u16),
}

/// An entry of the turn queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnSlot {
    /// No turn.
    #[default]
    Nobody,
    /// The turn of a group of sides.
    Group(TurnId),
    /// The rest of an interrupted turn of a group.
    ResumedGroup(TurnId),
    /// The turn of one combatant alone.
    Combatant(CombatantId),
    /// The rest of an interrupted turn of one combatant; in the queue only.
    ResumedCombatant(CombatantId),
}

/// Clock: the position of the encounter in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Number of the running instance of each span, from 1; 0 = an interposed early instance.
    pub numbers: [u16; SPANS_MAX],
    /// The current turn.
    pub current: TurnSlot,
    /// The turn group acting, kept while one of its members acts alone.
    pub turn: TurnId,
    /// Turn queue: turns still to come within the span above turns.
    pub queued_turns: [TurnSlot; QUEUED_TURNS_MAX],
    /// Number of queued turns.
    pub queued_len: u8,
    /// Combatants whose turn in the turn order is still to come, after the queued turns.
    pub turns_left: CombatantSet,
    /// Whether the running turn of a combatant is interposed, not its place in the turn order.
    pub interposed: bool,
    /// Spans, one bit each, without further instances within the span above.
    pub stopped_spans: u8,
    /// Turn groups, one bit each, that get an early instance of the span above turns.
    pub early: u8,
    /// Whether the turn ends as soon as its begin handlers have run.
    pub cut_short: bool,
    /// The next step of the clock.
    pub step: ClockStep,
}

impl Clock {
    /// Returns true if the turn of a group has begun or is over within the running span above
    /// turns.
    pub fn turn_begun(&self, turn: TurnId) -> bool {
        let to_come = &self.queued_turns[..self.queued_len as usize];
        !to_come.contains(&TurnSlot::Group(turn))
    }

    /// Returns true if expressions read the same from both clocks.
    #[inline]
    pub(crate) fn reads_like(&self, other: &Clock) -> bool {
        let len = usize::from(self.queued_len);
        let numbers = self.numbers.iter().zip(other.numbers);
        let differ = numbers.fold(0, |all, (one, other)| all | one ^ other);
        differ == 0
            && (self.current, self.turn) == (other.current, other.turn)
            && (self.turns_left, self.queued_len) == (other.turns_left, other.queued_len)
            && self.queued_turns[..len]
                .iter()
                .zip(&other.queued_turns[..len])
                .all(|(one, other)| one == other)
    }

    /// Puts a turn at the front of the turn queue. Returns false if the queue is full.
    pub fn push_front(&mut self, slot: TurnSlot) -> bool {
        let len = self.queued_len as usize;
        if len == QUEUED_TURNS_MAX {
            return false;
        }
        self.queued_turns.copy_within(0..len, 1);
        self.queued_turns[0] = slot;
        self.queued_len += 1;
        true
    }

    /// Takes the next turn off the turn queue.
    pub fn pop_front(&mut self) -> Option<TurnSlot> {
        if self.queued_len == 0 {
            return None;
        }
        let first = self.queued_turns[0];
        self.queued_turns.copy_within(1..self.queued_len as usize, 0);
        self.queued_len -= 1;
        self.queued_turns[self.queued_len as usize] = TurnSlot::Nobody;
        Some(first)
    }

    /// Removes the rest of the turn that has just been interrupted from the turn queue.
    pub(crate) fn skip_front(&mut self) {
        match self.current {
            TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn) => {
                self.remove(TurnSlot::ResumedGroup(turn))
            }
            TurnSlot::Combatant(who) | TurnSlot::ResumedCombatant(who) => {
                self.remove(TurnSlot::ResumedCombatant(who))
            }
            TurnSlot::Nobody => {}
        }
    }

    /// Returns true if a combatant's turn in the turn order is still to come.
    pub fn has_turn_left(&self, who: CombatantId) -> bool {
        self.turns_left & bit(who) != 0
    }

    /// Removes the first queued turn equal to this one, if there is any.
    pub fn remove(&mut self, slot: TurnSlot) {
        let len = self.queued_len as usize;
        if let Some(at) = self.queued_turns[..len].iter().position(|&one| one == slot) {
            self.queued_turns.copy_within(at + 1..len, at);
            self.queued_len -= 1;
            self.queued_turns[len - 1] = TurnSlot::Nobody;
        }
    }
}
