//! Effects: programs that activities, handlers and watches run, each a flat list of steps.
//!
//! There are no calls between programs. The only backward jump repeats a roll, so it waits for new
//! dice each time and cannot spin.

use crate::ids::{
    ActivityId, AttributeId, ConditionId, DiceId, ExprId, KindId, RulesId, RulingId, SlotId,
    SpanId, VariableId, WindowId,
};
use crate::model::card::PileRef;
use crate::model::clock::Edge;
use crate::model::expr::{Role, StatRef};

/// A list of effects. It runs step by step and can be interrupted between any two steps.
pub type Program = Vec<Step>;

/// One effect, with the rules behind it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The effect.
    pub op: Op,
    /// The rules behind it.
    pub rules: RulesId,
}

/// Duration of an effect: until the `count`-th coming edge of a span.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// The span.
    pub span: SpanId,
    /// Its beginning or its end.
    pub edge: Edge,
    /// Edges to go, at least 1.
    pub count: ExprId,
    /// Whether only edges of the affected combatant's own turn count.
    pub own: bool,
    /// Whether only edges in the turn of the combatant that caused it count.
    pub causer: bool,
}

/// Dice to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceRef {
    /// These dice.
    Fixed(DiceId),
    /// Dice of the combatant they are rolled for, by their index on the sheet.
    Own(u8),
    /// Dice whose number an expression gives. The dice expressions for 0, 1, 2 … follow one
    /// another.
    Counted {
        /// The dice expression for 0.
        first: DiceId,
        /// Greatest number with a dice expression.
        most: u8,
        /// The number of dice.
        count: ExprId,
    },
}

/// Cards to be drawn from the top of a pile, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The pile drawn from.
    pub from: PileRef,
    /// The pile they come to.
    pub to: PileRef,
    /// The pile that is shuffled into `from` whenever that is empty; `None` = drawing ends then.
    pub refill: Option<PileRef>,
    /// The number of cards.
    pub count: ExprId,
    /// The dice for no card. The dice for 1, 2 … shuffled cards follow one another.
    pub dice: DiceId,
}

/// Combatants for whom a named window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// A single combatant.
    One(Role),
    /// All combatants of the actor's side, or of the side that a handler runs for.
    Side,
    /// All combatants.
    Everyone,
}

/// Way to break ties in the turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreaker {
    /// Each tied combatant throws dice. The higher throw comes first, and equal throws are thrown
    /// again.
    Dice(DiceRef),
    /// The game master answers for each tied combatant. An earlier answer is an earlier place, and
    /// equal answers keep their order.
    Ruling(RulingId),
}

/// Operation of one step. The discriminant has a byte of its own. Packed into gaps between fields,
/// it would have to be computed at each step.
#[derive(Clone, Debug)]
#[repr(u8)]
pub enum Op {
    /// Skips the next `skip` steps unless the test holds.
    SkipUnless {
        /// The test that must hold.
        test: ExprId,
        /// Number of steps skipped if it fails.
        skip: u16,
    },
    /// Goes back `back` steps if the test holds. The loader ensures that a roll is among them.
    RepeatIf {
        /// The test for repeating.
        test: ExprId,
        /// Number of steps to go back.
        back: u16,
    },
    /// Waits for dice and stores their total.
    Roll {
        /// The dice.
        dice: DiceRef,
        /// The combatant they are rolled for.
        who: Role,
        /// The register for the total.
        into: u8,
    },
    /// Asks the game master and stores the number of the answer.
    Ask {
        /// The question.
        ruling: RulingId,
        /// The register for the answer.
        into: u8,
    },
    /// Stores a value in a register.
    SetRegister {
        /// The register.
        into: u8,
        /// Its new value.
        value: ExprId,
    },
    /// Sets an attribute.
    Set {
        /// The combatant whose attribute it is.
        who: Role,
        /// The attribute.
        attribute: AttributeId,
        /// The new value, clamped to 16 bits.
        value: ExprId,
    },
    /// Adds to an attribute for a time.
    AddUntil {
        /// The combatant whose attribute it is.
        who: Role,
        /// The attribute.
        attribute: AttributeId,
        /// The amount; may be negative.
        by: ExprId,
        /// The duration.
        until: Until,
    },
    /// Adds progress to the running activity, a long one. Unless that completes it, the program
    /// ends here.
    Commit {
        /// The progress added.
        amount: ExprId,
        /// The total progress needed.
        needed: ExprId,
        /// Whether the activity may be interrupted.
        loose: ExprId,
    },
    /// Gives up long activities that must not be interrupted.
    Abandon {
        /// The combatant who gives them up.
        who: Role,
        /// Whether only idle ones are given up: those without progress since this effect last ran.
        idle: bool,
        /// Gives up only this activity, even if it may be interrupted; `None` = all that must not
        /// be interrupted.
        of: Option<ActivityId>,
    },
    /// Sets a variable of the encounter.
    SetVariable {
        /// The variable.
        variable: VariableId,
        /// The new value, clamped to 16 bits.
        value: ExprId,
    },
    /// Sets a variable of the handler's side.
    SetSideVariable {
        /// The variable.
        variable: VariableId,
        /// The new value, clamped to 16 bits.
        value: ExprId,
    },
    /// Adds a condition to a combatant.
    AddCondition {
        /// The combatant who gets it.
        who: Role,
        /// The condition.
        condition: ConditionId,
        /// The duration; `None` = until removed, or cleared with the condition's own span.
        until: Option<Until>,
    },
    /// Removes a condition from a combatant.
    RemoveCondition {
        /// The combatant who loses it.
        who: Role,
        /// The condition.
        condition: ConditionId,
    },
    /// Gives tokens to a combatant.
    Gain {
        /// The combatant who gets them.
        who: Role,
        /// The kind.
        kind: KindId,
        /// The number of tokens.
        amount: ExprId,
        /// The duration; `None` = until spent, or lapsed with a refresh.
        until: Option<Until>,
        /// The kind that unused tokens turn into when the duration is over; `None` = they are lost.
        back: Option<KindId>,
    },
    /// Takes tokens from a combatant: the amount, or as many as it has.
    Lose {
        /// The combatant who loses them.
        who: Role,
        /// The kind.
        kind: KindId,
        /// The number of tokens.
        amount: ExprId,
        /// The duration, after which the tokens come back; `None` = permanent.
        until: Option<Until>,
    },
    /// Takes all tokens of every kind from a combatant.
    LoseAll {
        /// The combatant who loses them.
        who: Role,
        /// The duration, after which the tokens come back; `None` = permanent.
        until: Option<Until>,
    },
    /// Sets the cap of a slot: the number of uses per span.
    SetSlotCap {
        /// The combatant whose slot it is.
        who: Role,
        /// The slot.
        slot: SlotId,
        /// The new cap; [`crate::purse::AMOUNT_MAX`] or more = unlimited.
        cap: ExprId,
        /// The duration; `None` = for the rest of the fight.
        until: Option<Until>,
    },
    /// Moves a combatant to another side.
    Join {
        /// The combatant who changes sides.
        who: Role,
        /// The number of the new side.
        side: ExprId,
    },
    /// Makes or ends peace between the sides of actor and target.
    SetPeace {
        /// Whether they are at peace afterwards.
        peace: ExprId,
    },
    /// Moves a side to another turn group.
    Place {
        /// The number of the side.
        side: ExprId,
        /// The number of the turn group.
        turn: ExprId,
    },
    /// Gives a combatant a turn alone, now or as soon as the running declarations are resolved.
    Interpose {
        /// The combatant who gets the turn.
        who: Role,
        /// Whether the interrupted turn goes on afterwards. Otherwise it begins afterwards.
        resume: bool,
    },
    /// Gives a turn group an early instance of the span above turns.
    GrantEarlyTurn {
        /// The number of the turn group.
        turn: ExprId,
    },
    /// Refills a combatant's slots of a span.
    RefillSlots {
        /// The combatant whose slots they are.
        who: Role,
        /// The span.
        span: SpanId,
    },
    /// Refills a combatant's purse to its grant. Tokens left over lapse.
    Refresh {
        /// The combatant whose purse it is.
        who: Role,
    },
    /// Counters the declaration being answered, so that it has no effect.
    Counter,
    /// Opens a named window for one or several combatants.
    Offer {
        /// The window.
        window: WindowId,
        /// The combatants who may use it.
        whom: Offered,
        /// Whether each of several may use it once. Otherwise whoever uses it first closes it.
        once_each: bool,
    },
    /// Prevents further instances of a span within the span above.
    StopSpan {
        /// The span.
        span: SpanId,
    },
    /// Sorts the turn order by a number, highest first. Tied combatants keep their order.
    Sort {
        /// The number, evaluated for each combatant.
        by: ExprId,
    },
    /// Breaks the ties that the last sorting left.
    BreakTies {
        /// The way to break them.
        how: TieBreaker,
        /// The register that counts the throws.
        count: u8,
    },
    /// Moves a combatant in the turn order right behind another one.
    MoveBehind {
        /// The combatant who moves.
        who: Role,
        /// The combatant it comes behind.
        whom: Role,
    },
    /// Skips the coming turn of a combatant in the turn order.
    Skip {
        /// The combatant whose turn is skipped.
        who: Role,
    },
    /// Restores a combatant's turn in the turn order, if it is no longer to come.
    RestoreTurn {
        /// The combatant whose turn is restored.
        who: Role,
    },
    /// Ends the current turn.
    EndTurn,
    /// Opens an answer window before the program goes on.
    OpenToResponses,
    /// Ends the program, skipping all later steps.
    EndProgram,
    /// Moves the actor straight away from the target, which follows square by square.
    Pull {
        /// The number of squares.
        squares: ExprId,
        /// The activity of the actor, aimed at the target, that each square counts as; `None` = the
        /// move cannot be answered.
        step: Option<ActivityId>,
    },
    /// Declares everything that a combatant has prepared; it resolves in the order it was prepared.
    Release {
        /// The combatant who prepared it.
        who: Role,
        /// The target that replaces one that has become impossible, if any.
        fallback: Option<Role>,
    },
    /// Drops everything that a combatant has prepared.
    Forget {
        /// The combatant who prepared it.
        who: Role,
    },
    /// Moves the actor onto the square aimed at, and pays for the step.
    Step,
    /// Pushes the target straight away from the actor, until something is in the way.
    Push {
        /// The number of squares.
        squares: ExprId,
        /// The activity of the actor, aimed at the target, that each square counts as; `None` = the
        /// move cannot be answered.
        step: Option<ActivityId>,
    },
    /// Puts a combatant on the square aimed at.
    Put {
        /// The combatant who is placed.
        who: Role,
    },
    /// Brings a combatant to the nearest free square beside another one. Nothing happens if it
    /// already stands beside that one, or if no square is free.
    Bring {
        /// The combatant it is brought to.
        to: Role,
        /// The attribute of `to` that holds the number of the combatant that is brought.
        named: AttributeId,
    },
    /// Moves the actor straight towards the target, step by step, until it is near enough. Each
    /// step may be answered.
    Approach {
        /// The activity that each step counts as.
        step: ActivityId,
        /// The distance at which it stops.
        within: StatRef,
    },
    /// Declares another activity of the actor as part of this one, without payment. It may be
    /// answered. This program goes on when it is done.
    Declare {
        /// The activity to declare.
        activity: ActivityId,
        /// Its target.
        target: Role,
    },
    /// Changes the terrain of the square aimed at.
    Terrain {
        /// The sort of terrain, by its bit.
        sort: u8,
        /// Whether the square has the sort afterwards.
        on: ExprId,
    },
    /// Draws cards.
    Draw(Draw),
    /// Puts a card on another pile, wherever it lies.
    MoveCard {
        /// The number of the card.
        card: ExprId,
        /// The pile it comes to.
        to: PileRef,
        /// Whether it comes under the pile, not on top of it.
        under: bool,
    },
    /// Puts all cards of a pile on top of another one.
    MovePile {
        /// The pile that is emptied.
        from: PileRef,
        /// The pile they come to.
        to: PileRef,
    },
    /// Shuffles a pile.
    Shuffle {
        /// The pile.
        pile: PileRef,
    },
    /// Ends the fight.
    Finish,
    /// Writes a text to the log.
    Say {
        /// Index into the texts of the ruleset.
        text: u16,
    },
}

impl Op {
    /// Returns true if it may change anything besides combatants and the stack: the clock and the
    /// turn order, variables of sides and of the encounter, terrain, ongoing and prepared
    /// activities.
    #[inline(always)]
    pub(crate) fn writes_globals(&self) -> bool {
        match self {
            Op::SetVariable { .. }
            | Op::SetSideVariable { .. }
            | Op::Commit { .. }
            | Op::Abandon { .. }
            | Op::SetPeace { .. }
            | Op::Place { .. }
            | Op::Interpose { .. }
            | Op::GrantEarlyTurn { .. }
            | Op::StopSpan { .. }
            | Op::Sort { .. }
            | Op::MoveBehind { .. }
            | Op::Skip { .. }
            | Op::RestoreTurn { .. }
            | Op::EndTurn
            | Op::Release { .. }
            | Op::Forget { .. }
            | Op::Terrain { .. }
            | Op::Draw(_)
            | Op::MoveCard { .. }
            | Op::MovePile { .. }
            | Op::Shuffle { .. } => true,
            Op::SkipUnless { .. }
            | Op::RepeatIf { .. }
            | Op::Roll { .. }
            | Op::Ask { .. }
            | Op::SetRegister { .. }
            | Op::Set { .. }
            | Op::AddUntil { .. }
            | Op::AddCondition { .. }
            | Op::RemoveCondition { .. }
            | Op::Gain { .. }
            | Op::Lose { .. }
            | Op::LoseAll { .. }
            | Op::SetSlotCap { .. }
            | Op::Join { .. }
            | Op::RefillSlots { .. }
            | Op::Refresh { .. }
            | Op::Counter
            | Op::Offer { .. }
            | Op::OpenToResponses
            | Op::Declare { .. }
            | Op::BreakTies { .. }
            | Op::Approach { .. }
            | Op::Step
            | Op::Put { .. }
            | Op::Bring { .. }
            | Op::Push { .. }
            | Op::Pull { .. }
            | Op::Say { .. }
            | Op::EndProgram
            | Op::Finish => false,
        }
    }
}
