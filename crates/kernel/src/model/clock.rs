//! The clock: nested spans, whose innermost one is a turn of a group of sides or of one combatant.
//!
//! It moves in small steps, so that what happens at an edge may wait for dice or a ruling.

use crate::ids::{CombatantId, CombatantSet, ExprId, ProgramId, RulesId, SpanId, TurnId, bit};
use crate::limits::{QUEUED_TURNS_MAX, SPANS_MAX};

/// A kind of span.
#[derive(Clone, Copy, Debug)]
pub struct SpanSpec {
    /// Instances within one instance of the span above; 0 = until the fight ends. Not used for
    /// turns, whose number follows from who takes part.
    pub repeat: u16,
    /// Time units that pass in each instance; 0 = nothing said.
    pub lasts: u16,
    /// The rules that define it.
    pub rules: RulesId,
}

/// The beginning or the end of a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    /// Where it begins.
    #[default]
    Begin,
    /// Where it ends.
    End,
}

/// Effects that happen by themselves at an edge.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// Which span.
    pub span: SpanId,
    /// Which edge.
    pub edge: Edge,
    /// For whom it runs.
    pub scope: HandlerScope,
    /// How many handlers, this one first, are traits of creatures that take effect in the order of
    /// their owners as it is then; 0 within such a group and where it stands alone.
    pub group_len: u16,
    /// When; read for each subject.
    pub when: Option<ExprId>,
    /// The program of its effects.
    pub program: ProgramId,
    /// Because of what.
    pub rules: RulesId,
}

/// The subjects a handler runs for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandlerScope {
    /// Once.
    Encounter,
    /// Each side in order.
    Side,
    /// Each combatant, by turn group or along the line.
    Combatant,
    /// The one combatant whose turn it is.
    Acting,
    /// One combatant only: a trait of that creature.
    Only(CombatantId),
}

/// The next step of the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockStep {
    /// Waits for the turn to be ended.
    #[default]
    AwaitTurnEnd,
    /// Runs what happens at an edge, from one of its handlers and its subject on.
    RunEdge(Edge, SpanId, u16, u16),
    /// Goes on behind the end of an instance of a span.
    NextInstance(SpanId),
    /// Runs what happens to a combatant that enters, from one span and one of the handlers on.
    Enter(CombatantId, SpanId, u16),
}

/// Someone's place in the agenda.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnSlot {
    /// Nobody's turn.
    #[default]
    Nobody,
    /// A group of sides.
    Group(TurnId),
    /// A group whose turn was interrupted and goes on.
    ResumedGroup(TurnId),
    /// One combatant alone.
    Combatant(CombatantId),
    /// One combatant whose turn was interrupted and goes on; on the agenda only.
    ResumedCombatant(CombatantId),
}

/// Where the encounter stands in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Number of the running instance of each span, from 1; 0 = an early one, interposed.
    pub numbers: [u16; SPANS_MAX],
    /// The current turn.
    pub current: TurnSlot,
    /// The turn group acting, kept while one of its members acts alone.
    pub turn: TurnId,
    /// Turns still to come within the span above turns.
    pub queued_turns: [TurnSlot; QUEUED_TURNS_MAX],
    /// How many of them.
    pub queued_len: u8,
    /// Combatants whose turn along the line is still to come, after the queued turns.
    pub turns_left: CombatantSet,
    /// Whether the running turn along the line is an interposed one, not somebody's place in it.
    pub interposed: bool,
    /// Spans, one bit each, of which no further instance follows within the one above.
    pub stopped_spans: u8,
    /// Turn groups, one bit each, that get an early instance of the span above turns.
    pub early: u8,
    /// Whether the turn ends as soon as all that happens at its beginning has been done.
    pub cut_short: bool,
    /// The next step of the clock.
    pub step: ClockStep,
}

impl Clock {
    /// Whether the turn of a group has begun or is over within the running span above turns.
    pub fn turn_begun(&self, turn: TurnId) -> bool {
        let to_come = &self.queued_turns[..self.queued_len as usize];
        !to_come.contains(&TurnSlot::Group(turn))
    }

    /// Whether all that expressions can read of it is as it was.
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

    /// Puts a turn at the front of the agenda; false when the agenda is full.
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

    /// Takes the next turn off the agenda.
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

    /// Gives up the rest of the turn that has just been interrupted.
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

    /// Whether the turn of one combatant along the line is still to come.
    pub fn has_turn_left(&self, who: CombatantId) -> bool {
        self.turns_left & bit(who) != 0
    }

    /// Removes the first turn of this sort that is still to come, if there is any.
    pub fn remove(&mut self, slot: TurnSlot) {
        let len = self.queued_len as usize;
        if let Some(at) = self.queued_turns[..len].iter().position(|&one| one == slot) {
            self.queued_turns.copy_within(at + 1..len, at);
            self.queued_len -= 1;
            self.queued_turns[len - 1] = TurnSlot::Nobody;
        }
    }
}
