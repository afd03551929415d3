//! Denials: why not. A denial lists every reason, each with its rules and what would help.

use crate::ids::{ActivityId, CombatantId, KindId, RulesId, SlotId};
use crate::model::moment::Moments;
use crate::pay::Flaw;

/// One reason why a command is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind of reason.
    pub why: DenialKind,
    /// The rules that say so.
    pub rules: RulesId,
}

/// A kind of reason for refusing a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DenialKind {
    /// The encounter waits for something else.
    NotAwaited,
    /// It is not this combatant's chance to answer.
    NotAsked,
    /// Something waits that nothing can answer.
    StackLocked,
    /// Out of the fight.
    Out,
    /// Not among the things this combatant can do.
    Unknown,
    /// Not at this moment, whatever pays for it.
    Moment(Moments),
    /// The target does not fit.
    Target,
    /// It takes a target, and none is given.
    NoTarget,
    /// It is aimed at nobody, and a target is given.
    UnexpectedTarget,
    /// It takes a square of the board, and none is given.
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
    /// Its number stands for words, and none are given.
    MissingText {
        /// The activity that needs the text.
        of: ActivityId,
    },
    /// The square is no neighbour of the one stood on.
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
    /// One can only pass there, and could not get on.
    CannotStopThere,
    /// The turn cannot end where one may only pass.
    MustKeepMoving,
    /// A condition forbids it.
    Barred(u64),
    /// A condition is missing.
    MissingCondition(u64),
    /// Some other requirement does not hold.
    Need,
    /// Too few tokens of a kind.
    Missing {
        /// Which kind.
        kind: KindId,
        /// How many more it would take.
        amount: u8,
    },
    /// No tokens left at all.
    Exhausted,
    /// A slot is used up for the running span.
    SlotUsedUp(SlotId),
    /// A slot is needed more often than it can still be used.
    Scarce {
        /// Which slot.
        slot: SlotId,
        /// How often it is needed.
        uses: u8,
        /// How often it can still be used.
        left: u8,
    },
    /// Such a kind cannot be used at this moment.
    KindMoment(KindId, Moments),
    /// Such a kind needs an ability that allows it.
    KindGate(KindId),
    /// A condition forbids this way of paying.
    KindBlocked(KindId, u64),
    /// There is no way to come by what the bill asks for.
    Unpayable,
    /// Nothing else could pay than what is refused already.
    NothingElse,
    /// A price that depends on something cannot be chosen now.
    PriceUnavailable,
    /// There is no such payment in the list.
    NoSuchPayment,
    /// The payment that was named does not exist.
    Flawed(Flaw),
    /// Only what cannot be answered is declared in secret.
    NotInstant,
    /// The dice do not fit what was asked for.
    Dice(crate::dice::DiceError),
    /// No such answer.
    NoSuchAnswer,
    /// Turns are ended by those who have them, with nothing waiting.
    NotTheTurn,
    /// Declining to act is for those whose turn it is.
    NotYourTurn(CombatantId),
    /// Too much is waiting already.
    StackFull,
    /// The combatant takes part already.
    AlreadyHere,
    /// The combatant takes no part in the fight.
    NotHere,
    /// Turns are those of groups: there is no order of single combatants.
    NoTurnOrder,
    /// There is no such square on the board.
    NoSuchSquare,
    /// As much is prepared as one combatant can keep.
    PreparedFull,
}

impl DenialKind {
    /// Whether wherever this stands in the way, another cause does, too.
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

/// Why a command is refused; never empty. The encounter is unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Denial {
    /// Every reason, in a fixed order: the decision, the actor, the activity, its target, its
    /// payment.
    pub reasons: Vec<Reason>,
}

/// Takes in reasons while a command is checked.
pub trait ReasonSink {
    /// Whether all reasons are wanted. Otherwise checking stops at the first.
    const ALL: bool;
    /// One more reason.
    fn reason(&mut self, why: DenialKind, rules: RulesId);
}

/// Only the verdict counts.
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
