//! Events: what happened, each with the rules that made it so.

use crate::ids::{
    ActivityId, AttributeId, CombatantId, ConditionId, DiceId, KindId, RuleId, RulesId, RulingId,
    SideId, SlotId, SpanId, TurnId, VariableId, WindowId,
};
use crate::model::board::Square;
use crate::model::clock::{Edge, TurnSlot};
use crate::model::expr::ROLES;
use crate::pay::Payment;

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "fields are named by their types")]
pub enum Event {
    /// A span began or ended; the number is that of its instance.
    Span { span: SpanId, edge: Edge, number: u16 },
    /// A turn began.
    Turn { whose: TurnSlot },
    /// Something was declared.
    Declared {
        actor: CombatantId,
        activity: ActivityId,
        target: CombatantId,
        square: Square,
        argument: i32,
    },
    /// It was prepared for later.
    Prepared { actor: CombatantId, activity: ActivityId },
    /// Someone's prepared declarations are carried out now.
    Released { who: CombatantId },
    /// Someone's prepared declarations were given up.
    Forgotten { who: CombatantId },
    /// Something went into a long activity; what it takes in all, and whether that is now complete.
    Committed { actor: CombatantId, activity: ActivityId, paid: i16, needed: i16 },
    /// A long activity was given up.
    Abandoned { actor: CombatantId, activity: ActivityId },
    /// Everybody was lined up anew.
    TurnOrderSet,
    /// Someone got a place behind someone else; behind [`NOBODY`](crate::NOBODY) = at the front.
    MovedBehind { who: CombatantId, whom: CombatantId },
    /// Someone's turn does not come this time.
    Skipped { who: CombatantId },
    /// Someone's turn is to come after all, or once more.
    TurnRestored { who: CombatantId },
    /// A combatant entered the fight.
    Entered { who: CombatantId },
    /// A combatant left the fight.
    Left { who: CombatantId },
    /// Someone moved.
    Moved { who: CombatantId, from: Square, to: Square, price: i32 },
    /// The terrain of a square changed.
    Terrain { square: Square, sort: u8, on: bool },
    /// It was paid for.
    Paid { actor: CombatantId, payment: Payment },
    /// The game master forced it.
    Forced { actor: CombatantId, activity: ActivityId },
    /// A rule that is set to warn would have forbidden it.
    Warned { actor: CombatantId },
    /// A declaration resolves.
    Resolved { actor: CombatantId, activity: ActivityId },
    /// A declaration came to nothing.
    Fizzled { actor: CombatantId, activity: ActivityId },
    /// A declaration was countered.
    Countered { actor: CombatantId, activity: ActivityId },
    /// Someone passed.
    Passed { who: CombatantId },
    /// A named window opened for someone.
    Offered { window: WindowId, who: CombatantId },
    /// Dice were rolled.
    Rolled { dice: DiceId, who: CombatantId, total: i32 },
    /// The game master decided, or the setup had.
    Ruled { ruling: RulingId, about: CombatantId, answer: u8 },
    /// An attribute changed.
    Attribute { who: CombatantId, attribute: AttributeId, before: i16, now: i16 },
    /// A number of the encounter changed.
    Variable { variable: VariableId, now: i16 },
    /// A number of a side changed.
    SideVariable { side: SideId, variable: VariableId, now: i16 },
    /// A number was too great or too small to be kept; the nearest that fits is kept instead.
    Overflowed { wanted: i32, kept: i32 },
    /// A condition came.
    ConditionAdded { who: CombatantId, condition: ConditionId },
    /// A condition went.
    ConditionRemoved { who: CombatantId, condition: ConditionId },
    /// Tokens came.
    Gained { who: CombatantId, kind: KindId, amount: u8 },
    /// Tokens went, unspent.
    Lost { who: CombatantId, kind: KindId, amount: u8 },
    /// A purse was refilled.
    Refreshed { who: CombatantId },
    /// The cap of a slot changed.
    SlotCapSet { who: CombatantId, slot: SlotId, cap: u8 },
    /// Slots of a span were refilled for someone.
    SlotsRefilled { who: CombatantId, span: SpanId },
    /// Someone changed sides.
    Joined { who: CombatantId, side: SideId },
    /// Two sides are or are no longer at peace.
    Truce { a: SideId, b: SideId, peace: bool },
    /// A side moved to a turn group.
    TurnGroupChanged { side: SideId, turn: TurnId },
    /// Someone gets a turn alone.
    Interposed { who: CombatantId },
    /// A turn group gets an early turn.
    EarlyTurnGranted { turn: TurnId },
    /// No further instances of a span follow within the one above.
    Stopped { span: SpanId },
    /// A text of the ruleset, with the numbers that stand in it.
    TextLogged(Said),
    /// Declarations made in secret are revealed.
    Revealed { count: u8 },
    /// How strictly a rule is taken changed.
    EnforcementChanged { rule: RuleId },
    /// The fight is over.
    Finished,
}

/// A text of the ruleset with everything that may stand in its gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// Index into the texts of the ruleset.
    pub text: u16,
    /// The activity that runs or is asked about, or [`crate::NO_ACTIVITY`].
    pub activity: ActivityId,
    /// The activity that it answers, or [`crate::NO_ACTIVITY`].
    pub answered: ActivityId,
    /// The combatant of each [`crate::Role`], in their order; [`crate::NOBODY`] where none is.
    pub people: [CombatantId; ROLES],
    /// The combatant who is asked; [`crate::NOBODY`] unless it is a question.
    pub asked: CombatantId,
    /// The square aimed at.
    pub square: Square,
    /// The number given with the activity.
    pub argument: i32,
    /// The values of the text's expressions, in their order.
    pub values: [i32; SAID_VALUES_MAX],
}

/// Expressions in one text at most.
pub const SAID_VALUES_MAX: usize = 6;

/// Takes in what happens while commands are applied.
pub trait EventSink {
    /// Whether anything is kept; otherwise the kernel does not gather what would be recorded.
    const RECORDS: bool;
    /// Something happened, because of these rules.
    fn event(&mut self, event: Event, because: RulesId);
    /// A rule was consulted and allowed something.
    fn cite(&mut self, because: RulesId);
}

/// Nothing is recorded: the fast path.
pub struct NullSink;

impl EventSink for NullSink {
    const RECORDS: bool = false;
    #[inline(always)]
    fn event(&mut self, _: Event, _: RulesId) {}
    #[inline(always)]
    fn cite(&mut self, _: RulesId) {}
}

/// Everything is kept in order.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    /// The events, each with the rules that caused it.
    pub events: Vec<(Event, RulesId)>,
    /// Rules consulted that allowed something.
    pub allowed: Vec<RulesId>,
}

impl EventSink for EventLog {
    const RECORDS: bool = true;
    fn event(&mut self, event: Event, because: RulesId) {
        self.events.push((event, because));
    }

    fn cite(&mut self, because: RulesId) {
        self.allowed.push(because);
    }
}
