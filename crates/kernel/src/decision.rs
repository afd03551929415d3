//! Decisions, which an encounter waits for, and commands, which are given to it.

use crate::ids::{
    ActivityId, AttributeId, CombatantId, CombatantSet, ConditionId, DiceId, NOBODY, RuleId,
    RulingId, SideId, WindowId,
};
use crate::model::board::Square;
use crate::model::clock::Expiry;

/// The decision the encounter waits for, and the combatants who make it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decision {
    /// The encounter has not started.
    #[default]
    NotStarted,
    /// The combatants whose turn it is act, or end the turn.
    Act(CombatantSet),
    /// The named combatants answer the newest declaration, or pass.
    Answer(CombatantSet),
    /// The named combatants use a window that opened for them, or pass.
    Offer(WindowId, CombatantSet),
    /// The named combatants declare in secret, or pass.
    DeclareSecretly(CombatantSet),
    /// Dice are rolled for a combatant ([`NOBODY`] = for the encounter).
    Roll(DiceId, CombatantId),
    /// The game master decides about a combatant ([`NOBODY`] = about the encounter).
    Rule(RulingId, CombatantId),
    /// The fight is over.
    Finished,
}

impl Decision {
    /// Returns the combatants it waits for; none if it waits for dice or the game master.
    pub fn asked(self) -> CombatantSet {
        match self {
            Decision::Act(asked)
            | Decision::Answer(asked)
            | Decision::Offer(_, asked)
            | Decision::DeclareSecretly(asked) => asked,
            Decision::NotStarted | Decision::Roll(..) | Decision::Rule(..) | Decision::Finished => {
                0
            }
        }
    }
}

/// Choice among the possible payments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pay {
    /// The cheapest payment.
    #[default]
    Cheapest,
    /// The payment at this index of the list, cheapest first.
    Nth(u8),
    /// A payment with this kind that is not in the list. It is always refused, with the reasons why
    /// the kind cannot be used.
    WithKind(crate::ids::KindId),
    /// The combination of recipes with this number, listed or not: see [`crate::pay::named`].
    Named(u32),
    /// A payment that no recipes make. It is always refused because of this flaw.
    Flawed(crate::pay::Flaw),
}

impl Pay {
    /// Returns the index in the list of payments; 0 unless the choice is [`Pay::Nth`].
    pub(crate) fn place(self) -> usize {
        match self {
            Pay::Cheapest | Pay::WithKind(_) | Pay::Named(_) | Pay::Flawed(_) => 0,
            Pay::Nth(nth) => usize::from(nth),
        }
    }
}

/// Declaration of an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The actor.
    pub actor: CombatantId,
    /// The activity.
    pub activity: ActivityId,
    /// The target; [`NOBODY`] = none.
    pub target: CombatantId,
    /// The square aimed at; [`Square::NOWHERE`] = none.
    pub square: Square,
    /// The activity's argument; `None` = its default.
    pub argument: Option<i32>,
    /// The choice of payment.
    pub pay: Pay,
    /// Whether no text is given, even if the argument requires some. Declarations that programs
    /// choose count as having text.
    pub without_text: bool,
}

impl Declaration {
    /// Returns a declaration without a target, paid in the cheapest way.
    pub fn new(actor: CombatantId, activity: ActivityId) -> Declaration {
        Declaration {
            actor,
            activity,
            target: NOBODY,
            square: Square::NOWHERE,
            argument: None,
            pay: Pay::Cheapest,
            without_text: false,
        }
    }
}

/// Most dice in one command.
pub const FACES_MAX: usize = 120;

/// Faces of dice, in the order in which they were requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceFaces {
    /// Number of faces.
    pub len: u8,
    /// The faces shown; only the first `len` count.
    pub faces: [u16; FACES_MAX],
}

impl DiceFaces {
    /// No faces.
    pub const NONE: DiceFaces = DiceFaces { len: 0, faces: [0; FACES_MAX] };

    /// Returns these faces; `None` if there are more than [`FACES_MAX`] or one exceeds 16 bits.
    pub fn new(shown: &[u32]) -> Option<DiceFaces> {
        let mut faces = DiceFaces::NONE;
        shown.iter().try_for_each(|&face| faces.push(face))?;
        Some(faces)
    }

    /// Adds a face; `None` if there are [`FACES_MAX`] already or the face exceeds 16 bits.
    pub fn push(&mut self, face: u32) -> Option<()> {
        *self.faces.get_mut(usize::from(self.len))? = u16::try_from(face).ok()?;
        self.len += 1;
        Some(())
    }

    /// Returns the faces shown.
    pub fn shown(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.faces[..self.len as usize].iter().map(|&face| u32::from(face))
    }
}

/// A command to an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "faces are kept in place: no allocation in play")]
pub enum Command {
    /// Declares an activity.
    Declare(Declaration),
    /// Declares an activity against all rules, as the game master decides.
    Force(Declaration),
    /// Passes for one of the combatants who are asked.
    Pass(CombatantId),
    /// Passes for all combatants who are asked.
    PassAll,
    /// Ends the turn of the acting combatants.
    EndTurn,
    /// Gives the game master's answer to a ruling, by its number.
    Rule(u8),
    /// Gives the faces of the dice that the encounter waits for.
    Roll(DiceFaces),
    /// Lets combatants declare in secret. Only instant declarations, which cannot be answered, are
    /// allowed.
    DeclareSecretly(CombatantSet),
    /// Sets how strictly a rule is applied.
    SetEnforcement(RuleId, Enforcement),
    /// Sets whether answer windows ask a combatant about one of its options.
    SetPrompting(CombatantId, ActivityId, bool),
    /// Changes the combatants who take part or their state, as the game master decides.
    Edit(Edit),
    /// Ends the fight.
    Finish,
}

/// Strictness with which a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enforcement {
    /// The rule forbids.
    Enforced,
    /// The rule only warns.
    WarnOnly,
    /// The rule is not applied.
    Off,
}

/// Change of a condition by the game master.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionChange {
    /// Removes it.
    Remove,
    /// Adds it. It stays until something removes it.
    Add,
    /// Adds it until some edge of a span.
    AddUntil(Expiry),
}

/// Change by the game master of the combatants who take part or of their state. No rule forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Brings absent combatants into the fight as soon as nothing is being resolved. They run the
    /// begin handlers of all running spans, then get their place in the turn order.
    Enter {
        /// The combatants who enter.
        who: CombatantSet,
        /// Whether they act right after the acting combatant, whatever the turn order says.
        next: bool,
    },
    /// Takes combatants out of the fight as soon as nothing is being resolved.
    Leave(CombatantSet),
    /// Sets an attribute of a combatant.
    Attribute(CombatantId, AttributeId, i16),
    /// Adds a condition to a combatant, or removes it.
    Condition(CombatantId, ConditionId, ConditionChange),
    /// Moves a combatant to another side.
    Side(CombatantId, SideId),
    /// Puts a combatant on a square.
    Square(CombatantId, Square),
    /// Moves the first combatant right behind the second one in the turn order; behind [`NOBODY`] =
    /// to the front.
    Behind(CombatantId, CombatantId),
}
