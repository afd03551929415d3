//! Events: changes of an encounter, each with the rules that caused it.

use crate::ids::{
    ActivityId, AttributeId, CardId, CombatantId, ConditionId, DiceId, KindId, PileId, RuleId,
    RulesId, RulingId, SideId, SlotId, SpanId, TurnId, VariableId, WindowId,
};
use crate::model::board::Square;
use crate::model::clock::{Edge, TurnSlot};
use crate::model::expr::ROLES;
use crate::pay::Payment;

/// Something that happened in an encounter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "fields are named by their types")]
pub enum Event {
    /// A span began or ended; the number is that of its instance.
    Span { span: SpanId, edge: Edge, number: u16 },
    /// A turn began.
    Turn { whose: TurnSlot },
    /// An activity was declared.
    Declared {
        actor: CombatantId,
        activity: ActivityId,
        target: CombatantId,
        square: Square,
        argument: i32,
    },
    /// A declaration was prepared for later.
    Prepared { actor: CombatantId, activity: ActivityId },
    /// The prepared declarations of a combatant are carried out now.
    Released { who: CombatantId },
    /// The prepared declarations of a combatant were given up.
    Forgotten { who: CombatantId },
    /// A long activity progressed: `paid` is the amount so far, of `needed` in all.
    Committed { actor: CombatantId, activity: ActivityId, paid: i16, needed: i16 },
    /// A long activity was given up.
    Abandoned { actor: CombatantId, activity: ActivityId },
    /// The turn order was sorted.
    TurnOrderSet,
    /// A combatant moved in the turn order right behind another; [`NOBODY`](crate::NOBODY) = to the
    /// front.
    MovedBehind { who: CombatantId, whom: CombatantId },
    /// The coming turn of a combatant is skipped.
    Skipped { who: CombatantId },
    /// The turn of a combatant is to come after all, or once more.
    TurnRestored { who: CombatantId },
    /// A combatant entered the fight.
    Entered { who: CombatantId },
    /// A combatant left the fight.
    Left { who: CombatantId },
    /// A combatant moved.
    Moved { who: CombatantId, from: Square, to: Square, price: i32 },
    /// The terrain of a square changed.
    Terrain { square: Square, sort: u8, on: bool },
    /// A declaration was paid for.
    Paid { actor: CombatantId, payment: Payment },
    /// The game master forced a declaration.
    Forced { actor: CombatantId, activity: ActivityId },
    /// A rule that only warns would have forbidden a declaration.
    Warned { actor: CombatantId },
    /// A declaration resolves.
    Resolved { actor: CombatantId, activity: ActivityId },
    /// A declaration had no effect.
    Fizzled { actor: CombatantId, activity: ActivityId },
    /// A declaration was countered.
    Countered { actor: CombatantId, activity: ActivityId },
    /// A combatant passed.
    Passed { who: CombatantId },
    /// A named window opened for a combatant.
    Offered { window: WindowId, who: CombatantId },
    /// Dice were rolled.
    Rolled { dice: DiceId, who: CombatantId, total: i32 },
    /// A ruling was made by the game master or by the setup.
    Ruled { ruling: RulingId, about: CombatantId, answer: u8 },
    /// An attribute changed.
    Attribute { who: CombatantId, attribute: AttributeId, before: i16, now: i16 },
    /// A variable of the encounter changed.
    Variable { variable: VariableId, now: i16 },
    /// A variable of a side changed.
    SideVariable { side: SideId, variable: VariableId, now: i16 },
    /// A number did not fit into 16 bits, so the nearest one that fits is stored.
    Overflowed { wanted: i32, kept: i32 },
    /// A condition was added.
    ConditionAdded { who: CombatantId, condition: ConditionId },
    /// A condition was removed.
    ConditionRemoved { who: CombatantId, condition: ConditionId },
    /// Tokens were gained.
    Gained { who: CombatantId, kind: KindId, amount: u8 },
    /// Tokens were lost without being spent.
    Lost { who: CombatantId, kind: KindId, amount: u8 },
    /// A purse was refilled.
    Refreshed { who: CombatantId },
    /// The cap of a slot changed.
    SlotCapSet { who: CombatantId, slot: SlotId, cap: u8 },
    /// The slots of a combatant that belong to a span were refilled.
    SlotsRefilled { who: CombatantId, span: SpanId },
    /// A combatant changed sides.
    Joined { who: CombatantId, side: SideId },
    /// Two sides made peace, or ended it.
    Truce { a: SideId, b: SideId, peace: bool },
    /// A side moved to a turn group.
    TurnGroupChanged { side: SideId, turn: TurnId },
    /// A combatant gets a turn alone.
    Interposed { who: CombatantId },
    /// A turn group gets an early turn.
    EarlyTurnGranted { turn: TurnId },
    /// No further instances of a span follow within the span above.
    Stopped { span: SpanId },
    /// A card came from one pile, with its owner, to another one.
    CardMoved { card: CardId, from: (PileId, CombatantId), to: (PileId, CombatantId) },
    /// All cards of one pile, with its owner, came on top of another one.
    PileMoved { from: (PileId, CombatantId), to: (PileId, CombatantId) },
    /// A pile was shuffled.
    Shuffled { pile: PileId, owner: CombatantId },
    /// A text of the ruleset was logged, with the numbers in it.
    TextLogged(Said),
    /// Secret declarations are revealed.
    Revealed { count: u8 },
    /// The strictness of a rule changed.
    EnforcementChanged { rule: RuleId },
    /// The fight is over.
    Finished,
}

/// Text of the ruleset, with all values that its gaps may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// Index into the texts of the ruleset.
    pub text: u16,
    /// The activity that runs or is asked about, or [`crate::NO_ACTIVITY`].
    pub activity: ActivityId,
    /// The activity that it answers, or [`crate::NO_ACTIVITY`].
    pub answered: ActivityId,
    /// The combatant of each [`crate::Role`], in the order of roles; [`crate::NOBODY`] = none.
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

/// Most expressions in one text.
pub const SAID_VALUES_MAX: usize = 6;

/// Receiver of events while commands are applied.
pub trait EventSink {
    /// Whether events are kept. Otherwise the kernel does not gather data for them.
    const RECORDS: bool;
    /// Records an event with the rules that caused it.
    fn event(&mut self, event: Event, because: RulesId);
    /// Records that consulted rules allowed something.
    fn cite(&mut self, because: RulesId);
}

/// Sink that records nothing: the fast path.
pub struct NullSink;

impl EventSink for NullSink {
    const RECORDS: bool = false;
    #[inline(always)]
    fn event(&mut self, _: Event, _: RulesId) {}
    #[inline(always)]
    fn cite(&mut self, _: RulesId) {}
}

/// Sink that keeps all events in order.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    /// The events, each with the rules that caused it.
    pub events: Vec<(Event, RulesId)>,
    /// Consulted rules that allowed something.
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
