//! Effects: what resolving an activity, a handler or a watch does, as a flat list of steps.
//!
//! There are no calls between programs. The only backward jump repeats a roll, so it waits for new
//! dice each time and cannot spin.

use crate::ids::{
    ActivityId, AttributeId, ConditionId, DiceId, ExprId, KindId, RulesId, RulingId, SlotId,
    SpanId, VariableId, WindowId,
};
use crate::model::clock::Edge;
use crate::model::expr::{Role, StatRef};

/// A list of effects, run step by step and interruptible between any two.
pub type Program = Vec<Step>;

/// One effect and the rules that say so.
#[derive(Clone, Debug)]
pub struct Step {
    /// The effect.
    pub op: Op,
    /// Because of what.
    pub rules: RulesId,
}

/// How long something lasts: until the `count`-th coming edge of a span.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// Which span.
    pub span: SpanId,
    /// Its beginning or its end.
    pub edge: Edge,
    /// Edges to go, at least 1.
    pub count: ExprId,
    /// Only edges of the affected combatant's own turn count.
    pub own: bool,
    /// Only edges of the turn of whoever caused it count.
    pub causer: bool,
}

/// Dice to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceRef {
    /// These.
    Fixed(DiceId),
    /// Dice of the combatant they are rolled for, by their place on the sheet.
    Own(u8),
    /// As many as a number says: the dice of each number from 0 on follow one another.
    Counted {
        /// The dice for 0.
        first: DiceId,
        /// Greatest number there are dice for.
        most: u8,
        /// How many dice.
        count: ExprId,
    },
}

/// How those alike are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreaker {
    /// By a throw each, the higher first, and again while alike.
    Dice(DiceRef),
    /// By the game master, whose earlier answer is the earlier place; those alike stay as they are.
    Ruling(RulingId),
}

/// The primitives. Which it is stands in a byte of its own: put into gaps between other numbers, it
/// would have to be worked out at each step.
#[derive(Clone, Debug)]
#[repr(u8)]
pub enum Op {
    /// Skips the next `skip` steps unless the test holds.
    SkipUnless {
        /// The test that must hold.
        test: ExprId,
        /// Steps passed over otherwise.
        skip: u16,
    },
    /// Goes back `back` steps if the test holds; the loader sees to it that a roll is among them.
    RepeatIf {
        /// When to repeat.
        test: ExprId,
        /// Steps to go back.
        back: u16,
    },
    /// Waits for dice and keeps their total.
    Roll {
        /// Which dice.
        dice: DiceRef,
        /// For whom.
        who: Role,
        /// The register that keeps the total.
        into: u8,
    },
    /// Asks the game master and keeps the number of the answer.
    Ask {
        /// The question.
        ruling: RulingId,
        /// The register that keeps the answer.
        into: u8,
    },
    /// Computes a register.
    SetRegister {
        /// The register.
        into: u8,
        /// Its new value.
        value: ExprId,
    },
    /// Gives an attribute a new value.
    Set {
        /// The combatant whose attribute it is.
        who: Role,
        /// Which.
        attribute: AttributeId,
        /// The new value, clamped to 16 bits.
        value: ExprId,
    },
    /// Adds to an attribute for a time.
    AddUntil {
        /// The combatant whose attribute it is.
        who: Role,
        /// Which.
        attribute: AttributeId,
        /// How much; may be negative.
        by: ExprId,
        /// For how long.
        until: Until,
    },
    /// Puts something into a long activity: the one that is running. Unless that completes it, the
    /// program ends here.
    Commit {
        /// How much.
        amount: ExprId,
        /// The total amount it takes.
        needed: ExprId,
        /// Whether it may be interrupted.
        loose: ExprId,
    },
    /// Gives up long activities that must not be interrupted.
    Abandon {
        /// The combatant who gives them up.
        who: Role,
        /// Only those into which nothing went since this was last asked.
        idle: bool,
        /// Only this one, even if it may be interrupted.
        of: Option<ActivityId>,
    },
    /// Gives a number of the encounter a new value.
    SetVariable {
        /// Which.
        variable: VariableId,
        /// The new value, clamped to 16 bits.
        value: ExprId,
    },
    /// Gives a number of the handler's side a new value.
    SetSideVariable {
        /// Which.
        variable: VariableId,
        /// The new value, clamped to 16 bits.
        value: ExprId,
    },
    /// Puts a condition on someone.
    AddCondition {
        /// On whom.
        who: Role,
        /// Which.
        condition: ConditionId,
        /// For how long; `None` = until removed (or cleared with its own span).
        until: Option<Until>,
    },
    /// Takes a condition off someone.
    RemoveCondition {
        /// Off whom.
        who: Role,
        /// Which.
        condition: ConditionId,
    },
    /// Gives tokens.
    Gain {
        /// To whom.
        who: Role,
        /// Which kind.
        kind: KindId,
        /// How many.
        amount: ExprId,
        /// For how long; `None` = until spent or lapsed with a refresh.
        until: Option<Until>,
        /// The kind that unused tokens turn into when the time is over; `None` = they are lost.
        back: Option<KindId>,
    },
    /// Takes tokens away, as many as there are up to the amount.
    Lose {
        /// From whom.
        who: Role,
        /// Which kind.
        kind: KindId,
        /// How many.
        amount: ExprId,
        /// For how long; `None` = for good. Locked tokens come back afterwards.
        until: Option<Until>,
    },
    /// Takes all tokens of every kind away.
    LoseAll {
        /// From whom.
        who: Role,
        /// For how long; `None` = for good.
        until: Option<Until>,
    },
    /// Changes how often a slot may be used.
    SetSlotCap {
        /// The combatant whose slot it is.
        who: Role,
        /// Which.
        slot: SlotId,
        /// The new cap; [`crate::purse::AMOUNT_MAX`] or more = unlimited.
        cap: ExprId,
        /// For how long; `None` = for the rest of the fight.
        until: Option<Until>,
    },
    /// Someone changes sides.
    Join {
        /// The combatant who changes sides.
        who: Role,
        /// The number of the new side.
        side: ExprId,
    },
    /// The sides of actor and target stop or start being hostile to one another.
    SetPeace {
        /// Whether they are at peace afterwards.
        peace: ExprId,
    },
    /// A side moves to another turn group.
    Place {
        /// The number of the side.
        side: ExprId,
        /// The number of the turn group.
        turn: ExprId,
    },
    /// Someone alone gets a turn right now, or as soon as the running declarations are resolved.
    Interpose {
        /// The combatant who gets the turn.
        who: Role,
        /// Whether the interrupted turn goes on afterwards (otherwise it has not begun yet).
        resume: bool,
    },
    /// Takes someone out of the coming turn of their group within the running parent span.
    GrantEarlyTurn {
        /// The turn group that gets an early instance of the span above turns.
        turn: ExprId,
    },
    /// Refills someone's slots of a span.
    RefillSlots {
        /// The combatant whose slots they are.
        who: Role,
        /// Slots of this span.
        span: SpanId,
    },
    /// Refills someone's purse to its grant; what was left lapses.
    Refresh {
        /// The combatant whose purse it is.
        who: Role,
    },
    /// The declaration being answered comes to nothing.
    Counter,
    /// Offers someone a named window.
    Offer {
        /// Which window.
        window: WindowId,
        /// The combatant who may use it.
        who: Role,
    },
    /// No further instances of this span within the one above.
    StopSpan {
        /// Which span.
        span: SpanId,
    },
    /// Lines everybody up, highest first; those alike stay as they were.
    Sort {
        /// The number that decides, read for each.
        by: ExprId,
    },
    /// Tells those apart whom the last sorting found alike.
    BreakTies {
        /// How.
        how: TieBreaker,
        /// The register that counts the throws.
        count: u8,
    },
    /// Someone gets a place in the line right behind someone else.
    MoveBehind {
        /// The combatant who moves in the line.
        who: Role,
        /// Behind whom.
        whom: Role,
    },
    /// Someone's turn along the line does not come this time.
    Skip {
        /// The combatant whose turn is skipped.
        who: Role,
    },
    /// Someone's turn along the line is still to come, or comes once more.
    RestoreTurn {
        /// The combatant whose turn is restored.
        who: Role,
    },
    /// Ends the turn of whoever acts.
    EndTurn,
    /// Lies open to answers before it goes on.
    OpenToResponses,
    /// Does nothing of what would follow.
    EndProgram,
    /// Draws the target behind the actor, straight away from where it stands.
    Pull {
        /// How many squares.
        squares: ExprId,
        /// The activity, of the actor at the target, that each square is; `None` = nothing can
        /// answer it.
        step: Option<ActivityId>,
    },
    /// Declares everything that a combatant has prepared; it resolves in the order it was prepared.
    Release {
        /// The combatant who prepared it.
        who: Role,
        /// The target in place of one that has become impossible; `None` = there is none.
        fallback: Option<Role>,
    },
    /// Drops everything that a combatant has prepared.
    Forget {
        /// The combatant who prepared it.
        who: Role,
    },
    /// Steps onto the square aimed at, and pays for the step.
    Step,
    /// Pushes the target straight away from the actor, as far as nothing is in the way.
    Push {
        /// How many squares.
        squares: ExprId,
        /// The activity, of the actor at the target, that each square is; `None` = nothing can
        /// answer it.
        step: Option<ActivityId>,
    },
    /// Comes to stand on the square aimed at.
    Put {
        /// The combatant who is placed.
        who: Role,
    },
    /// Brings someone to the free square beside another that is nearest to their own. Nothing
    /// happens if they stand there already, or if no square is free.
    Bring {
        /// The combatant they are brought to.
        to: Role,
        /// The attribute of that combatant that holds the number of who is brought.
        named: AttributeId,
    },
    /// Goes straight towards the target until near enough, step by step; each step may be answered.
    Approach {
        /// The activity each step is.
        step: ActivityId,
        /// How near.
        within: StatRef,
    },
    /// Declares another activity of the actor as part of this one: nothing is paid for it, and it
    /// may be answered. This program goes on when it is done.
    Declare {
        /// The activity to declare.
        activity: ActivityId,
        /// At whom.
        target: Role,
    },
    /// Changes the terrain of the square aimed at.
    Terrain {
        /// Which sort, as a bit.
        sort: u8,
        /// Whether it is there afterwards.
        on: ExprId,
    },
    /// Ends the fight.
    Finish,
    /// Something for the log only, numbered by the names table.
    Say {
        /// Index into the texts of the ruleset.
        text: u16,
    },
}

impl Op {
    /// Whether it may change anything besides combatants and the stack: the clock and the line,
    /// numbers of sides and of the encounter, the ground, what is begun, what is prepared.
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
            | Op::Terrain { .. } => true,
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
