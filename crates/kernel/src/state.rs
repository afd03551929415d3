//! The state of an encounter: plain numbers, copied flat.

mod cards;
pub(crate) mod change_journal;
pub(crate) mod combatants;
mod edge_order;
mod frame;
mod lasting;
mod project;

use crate::decision::{Decision, Enforcement};
use crate::ids::{CombatantId, CombatantSet, ExprId, RuleId, SideId, TurnId, WindowId, bit};
use crate::limits::{SIDE_VARIABLES_MAX, SIDES_MAX, VARIABLES_MAX};
use crate::model::card::PlacedCard;
use crate::model::clock::{Clock, ClockStep, TurnSlot};

pub use combatants::{Combatant, Combatants};
pub use frame::{Frame, NO_ACTIVITY, NO_ANSWER, Phase};
pub use lasting::{TimedEffect, TimedKind};
pub use project::OngoingActivity;

/// An encounter in progress.
///
/// Commands change it. After any other change, except through [`Combatants::get_mut`], create a new
/// [`crate::LegalActions`] before listing again.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The clock.
    pub clock: Clock,
    /// The decision it waits for.
    pub decision: Decision,
    /// Number of commands applied: the id of the decision.
    pub command_count: u32,
    /// The response window: the combatants asked to answer now and later.
    pub window: ResponseWindow,
    /// Combatants who declare in secret once the acting side's own secret declarations are done.
    pub secret_declarers_next: CombatantSet,
    /// The sides.
    pub sides: [Side; SIDES_MAX],
    /// Variables of the encounter.
    pub variables: [i16; VARIABLES_MAX],
    /// The combatants.
    pub combatants: Combatants,
    /// The stack: declarations and running programs, newest last.
    pub stack: Vec<Frame>,
    /// Declarations prepared for later, in the order they were made.
    pub prepared: Vec<Frame>,
    /// Long activities that are paid for bit by bit and not yet complete.
    pub ongoing: Vec<OngoingActivity>,
    /// The turn order, if turns belong to single combatants; the first one acts first.
    pub turn_order: Vec<CombatantId>,
    /// The number that the turn order was last sorted by, evaluated for each combatant.
    pub turn_order_key: Option<ExprId>,
    /// Combatants about to enter or leave.
    pub arrivals: Arrivals,
    /// The order of subjects when the running edge began: the turn order, or the turn group of each
    /// combatant. Empty if nothing has changed since.
    pub edge_order: Vec<u8>,
    /// Terrain of each square, one bit per sort; empty without a board.
    pub terrain: Vec<u8>,
    /// All cards, sorted by owner and pile, the top card of each pile first.
    pub cards: Vec<PlacedCard>,
    /// Watches that fired and wait for the running effects to end.
    pub pending_triggers: Vec<TriggeredWatch>,
    /// Effects that end by themselves.
    pub timed_effects: Vec<TimedEffect>,
    /// Rules the game master has relaxed.
    pub relaxed_rules: Vec<(RuleId, Enforcement)>,
}

impl Clone for State {
    fn clone(&self) -> State {
        let mut copy = State::default();
        copy.clone_from(self);
        copy
    }

    /// Copies into existing buffers, without allocation once they are large enough.
    fn clone_from(&mut self, source: &State) {
        let State {
            clock,
            decision,
            command_count: number,
            window,
            secret_declarers_next: sealed_later,
            sides,
            variables,
            combatants,
            stack,
            prepared,
            ongoing: projects,
            turn_order: line,
            turn_order_key: line_key,
            arrivals,
            edge_order,
            terrain,
            cards,
            pending_triggers: fired,
            timed_effects: lasting,
            relaxed_rules: dial,
        } = self;
        clock.clone_from(&source.clock);
        *decision = source.decision;
        *number = source.command_count;
        *window = source.window;
        *sealed_later = source.secret_declarers_next;
        *sides = source.sides;
        *variables = source.variables;
        combatants.copy_from(&source.combatants);
        stack.clone_from(&source.stack);
        prepared.clone_from(&source.prepared);
        projects.clone_from(&source.ongoing);
        line.clone_from(&source.turn_order);
        *line_key = source.turn_order_key;
        *arrivals = source.arrivals;
        edge_order.clone_from(&source.edge_order);
        terrain.clone_from(&source.terrain);
        cards.clone_from(&source.cards);
        fired.clone_from(&source.pending_triggers);
        lasting.clone_from(&source.timed_effects);
        dial.clone_from(&source.relaxed_rules);
    }
}

/// Combatants who enter or leave as soon as nothing is being resolved, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrivals {
    /// Combatants who enter.
    pub entering: CombatantSet,
    /// Newcomers who act right after the acting combatant.
    pub next: CombatantSet,
    /// Combatants who leave.
    pub leaving: CombatantSet,
}

/// Mutable state of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The turn group it acts with.
    pub turn: TurnId,
    /// Sides, one bit each, that it is at peace with.
    pub peace: u8,
    /// Its variables.
    pub variables: [i16; SIDE_VARIABLES_MAX],
}

/// Response window: the combatants who may still respond, and the ones being asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResponseWindow {
    /// Combatants who can answer and have not passed.
    pub pending: CombatantSet,
    /// Combatants asked at this moment.
    pub prompted: CombatantSet,
    /// The named window, if the open window is one.
    pub named: Option<WindowId>,
    /// Whether each of those asked may use the named window once. Otherwise whoever uses it closes
    /// it.
    pub once_each: bool,
    /// Whether the open window is for secret declarations.
    pub sealed: bool,
    /// Whether any window is open.
    pub open: bool,
    /// Whether a change by the game master may keep some combatants who are asked from answering.
    pub needs_recheck: bool,
}

impl ResponseWindow {
    /// Returns true if an answer window is open, neither named nor secret.
    #[inline(always)]
    pub(crate) fn for_answers(&self) -> bool {
        self.open && self.named.is_none() && !self.sealed
    }
}

/// A watch that fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriggeredWatch {
    /// Index of the watch.
    pub watch: u16,
    /// The combatant whose attribute changed.
    pub who: CombatantId,
    /// The combatant who caused it.
    pub by: CombatantId,
    /// The value before.
    pub before: i32,
    /// The value after.
    pub now: i32,
}

impl State {
    /// Returns the turn group that a combatant acts with.
    #[inline(always)]
    pub fn turn_of(&self, who: CombatantId) -> TurnId {
        self.sides[self.combatants[who.index()].side().index()].turn
    }

    /// Returns a combatant.
    #[inline(always)]
    pub fn combatant(&self, who: CombatantId) -> &Combatant {
        &self.combatants[who.index()]
    }

    /// Returns all combatants who take part.
    #[inline(always)]
    pub fn everybody(&self) -> CombatantSet {
        self.combatants.everybody()
    }

    /// Returns the combatants on a side.
    #[inline(always)]
    pub fn on_side(&self, side: SideId) -> CombatantSet {
        self.combatants.on_side(side)
    }

    /// Returns the combatants on sides hostile to a side.
    #[inline(always)]
    pub fn hostile_to(&self, side: SideId) -> CombatantSet {
        self.combatants.on_sides(!(self.sides[side.index()].peace | 1 << side.0))
    }

    /// Returns the combatants whose turn it is.
    pub fn acting(&self) -> CombatantSet {
        match self.clock.current {
            TurnSlot::Combatant(who) => bit(who),
            TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn) => self.acting_with(turn),
            TurnSlot::ResumedCombatant(_) | TurnSlot::Nobody => 0,
        }
    }

    /// Returns true if it is this combatant's turn.
    #[inline(always)]
    pub fn is_acting(&self, who: CombatantId) -> bool {
        match self.clock.current {
            TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn) => self.turn_of(who) == turn,
            TurnSlot::Combatant(one) => one == who,
            TurnSlot::ResumedCombatant(_) | TurnSlot::Nobody => false,
        }
    }

    /// Returns the combatants without any of some conditions.
    pub fn without_conditions(&self, conditions: u64) -> CombatantSet {
        let mut mask = 0;
        for (at, one) in self.combatants.iter().enumerate() {
            mask |= u64::from(one.conditions & conditions == 0) << at;
        }
        mask & self.everybody()
    }

    /// Returns the combatants of a turn group.
    #[inline]
    pub(crate) fn acting_with(&self, turn: TurnId) -> CombatantSet {
        self.combatants.on_sides(self.sides_of(turn))
    }

    /// Returns the sides of a turn group, one bit each.
    #[inline(always)]
    fn sides_of(&self, turn: TurnId) -> u8 {
        let sides = self.sides.iter().enumerate();
        sides.fold(0, |all, (at, side)| all | u8::from(side.turn == turn) << at)
    }

    /// Pops the newest frame. The declaration below may be answered again.
    pub(crate) fn pop_frame(&mut self) {
        self.stack.pop();
        let open = self.window.open;
        if let Some(below) = self.stack.last_mut() {
            let answerable = matches!(below.phase, Phase::Waiting | Phase::Exposed);
            below.window_opened &= open || !answerable;
        }
    }

    /// Ends the fight.
    pub(crate) fn finish(&mut self) {
        self.combatants.record_global_change();
        self.decision = Decision::Finished;
        self.stack.clear();
        self.pending_triggers.clear();
        self.prepared.clear();
        self.ongoing.clear();
        self.window = ResponseWindow::default();
        self.secret_declarers_next = 0;
        self.clock.step = ClockStep::AwaitTurnEnd;
    }

    /// Returns true if the encounter waits for declarations of any kind.
    pub fn awaits_people(&self) -> bool {
        use Decision as D;
        matches!(self.decision, D::Act(_) | D::Answer(_) | D::Offer(..) | D::DeclareSecretly(_))
    }

    /// Returns true if a declaration made now would be an answer.
    #[inline(always)]
    pub fn answering(&self) -> bool {
        match self.window.sealed {
            true => self.stack.iter().any(|frame| frame.phase == Phase::Waiting),
            false => !self.stack.is_empty(),
        }
    }

    /// Returns the number of declarations on the stack, without running handlers and watches.
    pub fn depth(&self) -> usize {
        self.stack.iter().filter(|frame| frame.activity != NO_ACTIVITY).count()
    }
}

/// Clamps a number to the range that a state stores.
#[inline(always)]
pub(crate) fn clamp_i16(value: i32) -> i16 {
    value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
