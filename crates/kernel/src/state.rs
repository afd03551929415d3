//! The state of an encounter: plain numbers, copied flat.

use crate::board::Square;
use crate::clock::{Clock, SPANS_MAX, Slot};
use crate::decision::Decision;
use crate::effect::Until;
use crate::game::Game;
use crate::ids::{
    ActivityId, AttributeId, CombatantId, ConditionId, KindId, Mask, ProgramId, RulesId, SideId,
    SlotId, SpanId, TurnId, bit,
};
use crate::moment::Moments;
use crate::people::{Combatant, People};

/// Combatants at most: a set of them is one machine word.
pub const COMBATANTS_MAX: usize = 64;
/// Sides at most.
pub const SIDES_MAX: usize = 8;
/// Attributes a combatant can carry.
pub const ATTRIBUTES_MAX: usize = 16;
/// Numbers an encounter can carry.
pub const VARIABLES_MAX: usize = 16;
/// Numbers a side can carry.
pub const SIDE_VARIABLES_MAX: usize = 2;
/// Scratch registers of a running program.
pub const REGISTERS_MAX: usize = 8;
/// Declarations and running effects on the stack at most.
pub const STACK_MAX: usize = 64;
/// Lasting effects at most.
pub const LASTING_MAX: usize = 512;
/// Activities one combatant can have at most.
pub const OPTIONS_MAX: usize = 128;

/// Nobody.
pub const NOBODY: CombatantId = CombatantId(u8::MAX);
/// Answers nothing.
pub const NO_ANSWER: u8 = u8::MAX;
/// No activity: a handler or watch is running.
pub const NO_ACTIVITY: ActivityId = ActivityId(u16::MAX);

/// An encounter in progress.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Where it stands in time.
    pub clock: Clock,
    /// What it waits for.
    pub decision: Decision,
    /// Number of commands applied: the id of the decision.
    pub number: u32,
    /// Who is asked to answer now, and who later.
    pub window: Window,
    /// Those who declare in secret once the acting side's own secret declarations are done.
    pub sealed_later: Mask,
    /// The sides.
    pub sides: [Side; SIDES_MAX],
    /// Numbers of the encounter.
    pub variables: [i16; VARIABLES_MAX],
    /// The combatants.
    pub combatants: People,
    /// What is declared and what runs, newest last.
    pub stack: Vec<Frame>,
    /// Declarations prepared for later, in the order they were made.
    pub prepared: Vec<Frame>,
    /// Long activities that are paid for bit by bit and not yet complete.
    pub projects: Vec<Project>,
    /// The order of turns, where they are those of single combatants; first come first.
    pub line: Vec<CombatantId>,
    /// Terrain of each square, one bit per sort; empty without a board.
    pub terrain: Vec<u8>,
    /// Watches that fired and wait for the running effects to end.
    pub fired: Vec<Fired>,
    /// What ends by itself.
    pub lasting: Vec<Lasting>,
    /// Rules the game master has relaxed.
    pub dial: Vec<(crate::ids::RuleId, Dial)>,
}

impl Clone for State {
    fn clone(&self) -> State {
        let mut copy = State::default();
        copy.clone_from(self);
        copy
    }

    /// Copies into the room that is there already: no allocation once a state has been as large.
    fn clone_from(&mut self, source: &State) {
        let State {
            clock,
            decision,
            number,
            window,
            sealed_later,
            sides,
            variables,
            combatants,
            stack,
            prepared,
            projects,
            line,
            terrain,
            fired,
            lasting,
            dial,
        } = self;
        clock.clone_from(&source.clock);
        *decision = source.decision;
        *number = source.number;
        *window = source.window;
        *sealed_later = source.sealed_later;
        *sides = source.sides;
        *variables = source.variables;
        combatants.copy_from(&source.combatants);
        stack.clone_from(&source.stack);
        prepared.clone_from(&source.prepared);
        projects.clone_from(&source.projects);
        line.clone_from(&source.line);
        terrain.clone_from(&source.terrain);
        fired.clone_from(&source.fired);
        lasting.clone_from(&source.lasting);
        dial.clone_from(&source.dial);
    }
}

/// What changes about a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The turn group it acts with.
    pub turn: TurnId,
    /// Sides, one bit each, that it is at peace with.
    pub peace: u8,
    /// Its numbers.
    pub variables: [i16; SIDE_VARIABLES_MAX],
}

/// Where a declared or running program stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Declared, may be answered.
    #[default]
    Waiting,
    /// Declared in secret, revealed with the others.
    Sealed,
    /// Its effects are running.
    Running,
    /// It has opened a window for someone and goes on when that is closed.
    Paused,
    /// In the middle of its effects it lies open to answers, and goes on when nobody has any more.
    Exposed,
}

/// Something declared or running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The program.
    pub program: ProgramId,
    /// Its next step.
    pub at: u16,
    /// What was declared, or [`NO_ACTIVITY`].
    pub activity: ActivityId,
    /// Who acts, or whom it is run for.
    pub actor: CombatantId,
    /// Whom it is aimed at.
    pub target: CombatantId,
    /// Who is to be held responsible for what it does.
    pub by: CombatantId,
    /// The side a handler is run for.
    pub side: SideId,
    /// Where it stands.
    pub phase: Phase,
    /// It cannot be answered.
    pub instant: bool,
    /// It will come to nothing.
    pub countered: bool,
    /// Its answer window has been opened.
    pub asked: bool,
    /// It takes effect even if its actor is out of the fight by then.
    pub sure: bool,
    /// It was prepared: whether it is still possible is looked at when it resolves.
    pub prepared: bool,
    /// The place on the stack of the declaration it answers; [`NO_ANSWER`] = none.
    pub answers: u8,
    /// The square it leads from; nowhere = where the actor stands.
    pub from: Square,
    /// The square it is aimed at.
    pub square: Square,
    /// The square that the last step of its approach made for.
    pub made_for: Square,
    /// An odd number of diagonal steps was made before.
    pub odd: bool,
    /// The number given with the command.
    pub argument: i32,
    /// A watched value before the change.
    pub before: i32,
    /// A watched value after the change.
    pub now: i32,
    /// Scratch.
    pub registers: [i32; REGISTERS_MAX],
    /// The rules it runs by.
    pub rules: RulesId,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            program: ProgramId(0),
            at: 0,
            activity: NO_ACTIVITY,
            actor: NOBODY,
            target: NOBODY,
            by: NOBODY,
            side: SideId(0),
            phase: Phase::Running,
            instant: false,
            countered: false,
            asked: false,
            sure: false,
            prepared: false,
            answers: NO_ANSWER,
            from: Square::NOWHERE,
            square: Square::NOWHERE,
            made_for: Square::NOWHERE,
            odd: false,
            argument: 0,
            before: 0,
            now: 0,
            registers: [0; REGISTERS_MAX],
            rules: RulesId(0),
        }
    }
}

/// Who may answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// Those who can answer and have not passed.
    pub pending: Mask,
    /// Those asked at this moment.
    pub asked: Mask,
    /// The named window, if it is one.
    pub named: Option<crate::ids::WindowId>,
    /// Declarations are sealed.
    pub sealed: bool,
    /// Whether a window is open at all.
    pub open: bool,
}

/// A watch that fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    /// Which watch.
    pub watch: u16,
    /// Whose attribute.
    pub who: CombatantId,
    /// Who caused it.
    pub by: CombatantId,
    /// The value before.
    pub before: i32,
    /// The value after.
    pub now: i32,
}

/// A long activity under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Project {
    /// Whose it is.
    pub actor: CombatantId,
    /// What is being done.
    pub activity: ActivityId,
    /// To whom.
    pub target: CombatantId,
    /// What has gone into it.
    pub paid: i16,
    /// It may be interrupted and gone on with later.
    pub loose: bool,
    /// Something went into it since idle ones were last given up.
    pub fresh: bool,
}

impl Project {
    /// Whether a frame goes on with it.
    pub(crate) fn is_of(&self, frame: &Frame) -> bool {
        (self.actor, self.activity, self.target) == (frame.actor, frame.activity, frame.target)
    }
}

/// Projects under way at most.
pub const PROJECTS_MAX: usize = 128;

/// Something that ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lasting {
    /// On whom.
    pub who: CombatantId,
    /// What ends.
    pub what: What,
    /// The edge at which it ends.
    pub span: SpanId,
    /// Beginning or end.
    pub edge: crate::clock::Edge,
    /// Whose turn's edges count; [`NOBODY`] = anyone's.
    pub whose: CombatantId,
    /// Edges to go.
    pub left: u16,
    /// Because of what.
    pub rules: RulesId,
}

/// What can end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A condition goes away.
    Condition(ConditionId),
    /// A slot gets its own cap back.
    Cap(SlotId, u8),
    /// Unused tokens of a kind go, as many as were given, and may turn back into another kind.
    Tokens(KindId, u8, Option<KindId>),
    /// Locked tokens come back.
    Locked(KindId, u8),
    /// What was added to an attribute is taken off again.
    Number(AttributeId, i16),
}

/// How strictly a rule is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dial {
    /// It forbids.
    Forbid,
    /// It only warns.
    Warn,
    /// It is not applied.
    Off,
}

impl State {
    /// The state before anything has happened: call [`crate::begin`] to run up to the first
    /// decision.
    pub fn new(game: &Game) -> State {
        let mut state = State::default();
        for (side, turn) in game.sides.iter().enumerate() {
            state.sides[side].turn = *turn;
            state.sides[side].peace = game.peace.get(side).copied().unwrap_or(0);
        }
        for (index, value) in game.variables.iter().enumerate() {
            state.variables[index] = *value;
        }
        state.combatants = People::of(&game.sheets);
        if game.ordered {
            state.line = (0..game.sheets.len() as u8).map(CombatantId).collect();
        }
        state.terrain.clone_from(&game.board.terrain);
        state
    }

    /// The turn group someone acts with.
    #[inline(always)]
    pub fn turn_of(&self, who: CombatantId) -> TurnId {
        self.sides[self.combatants[who.index()].side().index()].turn
    }

    /// One combatant.
    #[inline(always)]
    pub fn combatant(&self, who: CombatantId) -> &Combatant {
        &self.combatants[who.index()]
    }

    /// Everybody.
    #[inline(always)]
    pub fn everybody(&self) -> Mask {
        self.combatants.everybody()
    }

    /// Everybody on the given side.
    #[inline(always)]
    pub fn on_side(&self, side: SideId) -> Mask {
        self.combatants.on_side(side)
    }

    /// Everybody on a side hostile to the given one.
    #[inline(always)]
    pub fn hostile_to(&self, side: SideId) -> Mask {
        self.combatants.on_sides(!(self.sides[side.index()].peace | 1 << side.0))
    }

    /// Everybody whose turn it is.
    pub fn acting(&self) -> Mask {
        match self.clock.current {
            Slot::Alone(who) => bit(who),
            Slot::Group(turn) | Slot::Resumed(turn) => self.acting_with(turn),
            Slot::Nobody => 0,
        }
    }

    /// Everybody without any of some conditions.
    pub fn free_of(&self, conditions: u64) -> Mask {
        let mut mask = 0;
        for (at, one) in self.combatants.iter().enumerate() {
            mask |= u64::from(one.conditions & conditions == 0) << at;
        }
        mask
    }

    /// Tokens someone has left that keep them from being out of actions.
    pub fn remaining(&self, game: &Game, who: CombatantId) -> u32 {
        self.combatant(who).purse.only(&game.sheets[who.index()].remaining).total()
    }

    /// The moment it is for someone.
    #[inline]
    pub fn moment(&self, who: CombatantId) -> Moments {
        self.moment_among(who, self.acting_sides())
    }

    /// The moment it is for someone, given the sides whose turn it is.
    #[inline]
    pub(crate) fn moment_among(&self, who: CombatantId, acting_sides: u8) -> Moments {
        if let Some(window) = self.window.named {
            return if self.window.asked & bit(who) != 0 {
                Moments::window(window.0)
            } else {
                Moments::default()
            };
        }
        self.moment_of_side(who, acting_sides)
    }

    /// The moment it is for someone outside named windows.
    #[inline]
    pub(crate) fn moment_of_side(&self, who: CombatantId, acting_sides: u8) -> Moments {
        let side = self.combatant(who).side();
        let peace = self.sides[side.index()].peace | 1 << side.0;
        let base = if self.clock.acting(self, who) {
            Moments::OWN_OPEN.0
        } else if acting_sides & !peace != 0 {
            Moments::FOE_OPEN.0
        } else {
            Moments::ALLY_OPEN.0
        };
        Moments(base << u16::from(self.answering()))
    }

    /// Everybody of a turn group.
    #[inline]
    pub(crate) fn acting_with(&self, turn: TurnId) -> Mask {
        self.combatants.on_sides(self.sides_of(turn))
    }

    /// The sides of a turn group, one bit each.
    #[inline(always)]
    fn sides_of(&self, turn: TurnId) -> u8 {
        let sides = self.sides.iter().enumerate();
        sides.fold(0, |all, (at, side)| all | u8::from(side.turn == turn) << at)
    }

    /// The sides, one bit each, that someone stands on whose turn it is.
    pub(crate) fn acting_sides(&self) -> u8 {
        match self.clock.current {
            Slot::Nobody => 0,
            Slot::Alone(one) => 1 << self.combatant(one).side().0,
            Slot::Group(turn) | Slot::Resumed(turn) => {
                self.sides_of(turn) & self.combatants.sides_among(Mask::MAX)
            }
        }
    }

    /// Whether declarations are waited for, of whatever kind.
    pub fn awaits_people(&self) -> bool {
        use Decision as D;
        matches!(self.decision, D::Act(_) | D::Answer(_) | D::Offer(..) | D::Seal(_))
    }

    /// Whether something declared waits for answers.
    #[inline(always)]
    pub fn answering(&self) -> bool {
        match self.window.sealed {
            true => self.stack.iter().any(|frame| frame.phase == Phase::Waiting),
            false => !self.stack.is_empty(),
        }
    }

    /// Time units gone by since the fight began, by the numbers of the timed spans.
    pub fn elapsed(&self, game: &Game) -> i32 {
        let spans = game.spans.iter().zip(self.clock.numbers);
        spans.map(|(span, number)| i32::from(span.lasts) * (i32::from(number) - 1).max(0)).sum()
    }

    /// Whether any rule of a list is relaxed, and how far.
    pub fn dialled(&self, game: &Game, rules: RulesId) -> Dial {
        let set = |rule| self.dial.iter().find(|(one, _)| *one == rule).map(|(_, dial)| *dial);
        let mut dials = game.rules(rules).iter().filter_map(|&rule| set(rule));
        let first = dials.next();
        dials.fold(first.unwrap_or(Dial::Forbid), |_, next| next)
    }
}

/// Spans fit into the bit set of stopped ones.
const _: () = assert!(SPANS_MAX <= 8);

/// Turns an expiry into the number of edges to go.
pub(crate) fn edges(until: Until, count: i32) -> Lasting {
    Lasting {
        who: NOBODY,
        what: What::Condition(ConditionId(0)),
        span: until.span,
        edge: until.edge,
        whose: NOBODY,
        left: count.clamp(1, i32::from(u16::MAX)) as u16,
        rules: RulesId(0),
    }
}
