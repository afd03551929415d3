//! Denials: refusals of commands. A denial lists every reason, each with its rules and what would
//! help.

use crate::ids::{ActivityId, CombatantId, KindId, RulesId, SlotId};
use crate::model::moment::Moments;
use crate::pay::Flaw;

/// One reason why a command is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind of reason.
    pub why: DenialKind,
    /// The rules behind it.
    pub rules: RulesId,
}

/// A kind of reason for refusing a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DenialKind {
    /// The encounter waits for something else.
    NotAwaited,
    /// This combatant is not asked to answer now.
    NotAsked,
    /// A waiting declaration cannot be answered.
    StackLocked,
    /// The combatant is out of the fight.
    Out,
    /// The combatant does not have this activity.
    Unknown,
    /// The activity cannot be declared at this moment, whatever pays for it.
    Moment(Moments),
    /// The target does not fit.
    Target,
    /// The activity needs a target, and none is given.
    NoTarget,
    /// The activity takes no target, and one is given.
    UnexpectedTarget,
    /// The activity needs a square of the board, and none is given.
    Square,
    /// The number is outside its range.
    Argument {
        /// The activity that the number goes with.
        of: ActivityId,
        /// Least value.
        min: i32,
        /// Greatest value.
        max: i32,
    },
    /// The argument requires text, and none is given.
    MissingText {
        /// The activity that needs the text.
        of: ActivityId,
    },
    /// The square is not adjacent to the combatant's own.
    NotAdjacent,
    /// The square cannot be entered, or the way to it is obstructed.
    Obstructed,
    /// The step costs more than is left.
    TooFar {
        /// The cost of the step.
        price: i32,
        /// The movement left.
        left: i32,
    },
    /// The square can only be passed through, and the combatant could not move on.
    CannotStopThere,
    /// The turn cannot end on a square that can only be passed through.
    MustKeepMoving,
    /// Something must be done before the turn ends.
    Owed,
    /// A condition forbids the activity.
    Barred(u64),
    /// A required condition is missing.
    MissingCondition(u64),
    /// Some other requirement does not hold.
    Need,
    /// The combatant has too few tokens of a kind.
    Missing {
        /// The kind.
        kind: KindId,
        /// Number of tokens missing.
        amount: u8,
    },
    /// The combatant has no tokens left at all.
    Exhausted,
    /// A slot is used up for the running span.
    SlotUsedUp(SlotId),
    /// A slot is needed more often than it can still be used.
    Scarce {
        /// The slot.
        slot: SlotId,
        /// Number of uses needed.
        uses: u8,
        /// Number of uses left.
        left: u8,
    },
    /// Tokens of the kind cannot be used at this moment.
    KindMoment(KindId, Moments),
    /// Tokens of the kind need an ability that allows their use.
    KindGate(KindId),
    /// A condition forbids paying with the kind.
    KindBlocked(KindId, u64),
    /// The combatant has no way to get what the bill asks for.
    Unpayable,
    /// No payment exists besides the refused ones.
    NothingElse,
    /// A price with a condition cannot be chosen now.
    PriceUnavailable,
    /// The list of payments has no such payment.
    NoSuchPayment,
    /// The payment that was named does not exist.
    Flawed(Flaw),
    /// Only declarations that cannot be answered can be made in secret.
    NotInstant,
    /// The dice do not fit the request.
    Dice(crate::dice::DiceError),
    /// The ruling has no such answer.
    NoSuchAnswer,
    /// A turn can only be ended by the acting combatants, with nothing waiting.
    NotTheTurn,
    /// The combatant cannot decline to act, because it is not its turn.
    NotYourTurn(CombatantId),
    /// The stack is full.
    StackFull,
    /// The combatant takes part already.
    AlreadyHere,
    /// The combatant does not take part in the fight.
    NotHere,
    /// Turns belong to groups, so single combatants have no turn order.
    NoTurnOrder,
    /// The board has no such square.
    NoSuchSquare,
    /// The combatant has already prepared as much as one can keep.
    PreparedFull,
}

impl DenialKind {
    /// Returns true if the other reason applies wherever this one does.
    pub(crate) fn implies(self, other: DenialKind) -> bool {
        match (self, other) {
            (
                DenialKind::Missing { kind, amount },
                DenialKind::Missing { kind: same, amount: less },
            ) => kind == same && amount >= less,
            _ => self == other,
        }
    }
}

/// Refusal of a command, with at least one reason. The encounter is unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Denial {
    /// All reasons, in a fixed order: the decision, the actor, the activity, its target, its
    /// payment.
    pub reasons: Vec<Reason>,
}

/// Receiver of reasons while a command is checked.
pub trait ReasonSink {
    /// Whether all reasons are wanted. Otherwise checking stops at the first one.
    const ALL: bool;
    /// Adds a reason.
    fn reason(&mut self, why: DenialKind, rules: RulesId);
}

/// Sink for checks that only need the verdict: it drops all reasons.
pub struct FirstReasonOnly;

impl ReasonSink for FirstReasonOnly {
    const ALL: bool = false;
    #[inline(always)]
    fn reason(&mut self, _: DenialKind, _: RulesId) {}
}

impl ReasonSink for Denial {
    const ALL: bool = true;
    fn reason(&mut self, why: DenialKind, rules: RulesId) {
        let reason = Reason { why, rules };
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}
