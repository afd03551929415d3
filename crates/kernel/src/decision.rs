//! Decisions: what an encounter waits for. Commands: what one may say to it.

use crate::ids::{
    ActivityId, AttributeId, CombatantId, CombatantSet, ConditionId, DiceId, NOBODY, RuleId,
    RulingId, SideId, WindowId,
};
use crate::model::board::Square;

/// The decision the encounter waits for, and the combatants who make it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decision {
    /// Nothing yet: it has not begun.
    #[default]
    NotStarted,
    /// Someone of those whose turn it is acts or ends the turn.
    Act(CombatantSet),
    /// The named combatants answer the newest declaration, or pass.
    Answer(CombatantSet),
    /// The named combatants use a window that opened for them, or pass.
    Offer(WindowId, CombatantSet),
    /// The named combatants declare in secret, or pass.
    DeclareSecretly(CombatantSet),
    /// Dice are needed for someone ([`NOBODY`] = for the encounter).
    Roll(DiceId, CombatantId),
    /// The game master decides about someone ([`NOBODY`] = about the encounter).
    Rule(RulingId, CombatantId),
    /// Nothing any more: the fight is over.
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

/// Which of the possible payments to take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pay {
    /// The cheapest.
    #[default]
    Cheapest,
    /// The one at this place of the list, cheapest first.
    Nth(u8),
    /// One that is not in the list, with this kind: always refused, with the reasons why the kind
    /// cannot be used.
    WithKind(crate::ids::KindId),
    /// The combination of recipes with this number, listed or not: see [`crate::pay::named`].
    Named(u32),
    /// One that no recipes make: always refused because of this flaw.
    Flawed(crate::pay::Flaw),
}

impl Pay {
    /// The place in the list of payments that may be chosen from.
    pub(crate) fn place(self) -> usize {
        match self {
            Pay::Cheapest | Pay::WithKind(_) | Pay::Named(_) | Pay::Flawed(_) => 0,
            Pay::Nth(nth) => usize::from(nth),
        }
    }
}

/// A declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The actor.
    pub actor: CombatantId,
    /// The activity.
    pub activity: ActivityId,
    /// At whom; [`NOBODY`] where there is no target.
    pub target: CombatantId,
    /// At which square; nowhere = at none.
    pub square: Square,
    /// The number that goes with it; `None` = the activity's default.
    pub argument: Option<i32>,
    /// How it is paid.
    pub pay: Pay,
    /// No words come with it, whatever its number stands for. What programs choose is taken to have
    /// some.
    pub without_text: bool,
}

impl Declaration {
    /// A declaration without target, paid in the cheapest way.
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

/// Dice shown at most in answer to one request.
pub const FACES_MAX: usize = 120;

/// Faces of dice, in the order they were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceFaces {
    /// How many.
    pub len: u8,
    /// The faces shown; only the first `len` count.
    pub faces: [u16; FACES_MAX],
}

impl DiceFaces {
    /// None at all.
    pub const NONE: DiceFaces = DiceFaces { len: 0, faces: [0; FACES_MAX] };

    /// Keeps at most [`FACES_MAX`] faces; `None` if there are more.
    pub fn new(shown: &[u32]) -> Option<DiceFaces> {
        let mut faces = DiceFaces::NONE;
        shown.iter().try_for_each(|&face| faces.push(face))?;
        Some(faces)
    }

    /// One more; `None` if there are [`FACES_MAX`] already, or it is no face of a die.
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
    /// Declares it whatever forbids it: the game master's word.
    Force(Declaration),
    /// Does not answer (one of those asked).
    Pass(CombatantId),
    /// Nobody answers.
    PassAll,
    /// Ends the turn of those acting.
    EndTurn,
    /// Answers a question for the game master, by number.
    Rule(u8),
    /// Gives dice.
    Roll(DiceFaces),
    /// Lets several declare in secret what cannot be answered.
    DeclareSecretly(CombatantSet),
    /// Sets how strictly a rule is taken.
    SetEnforcement(RuleId, Enforcement),
    /// Whether answer windows ask someone about one of their options.
    SetPrompting(CombatantId, ActivityId, bool),
    /// Changes who takes part and how they stand: the game master's word.
    Edit(Edit),
    /// Ends the fight.
    Finish,
}

/// How strictly a rule is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enforcement {
    /// It forbids.
    Enforced,
    /// It only warns.
    WarnOnly,
    /// It is not applied.
    Off,
}

/// A change of the game master's to who takes part and how they stand. No rule forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Absent combatants enter the fight, as soon as nothing is being resolved: what happens to
    /// everybody when a running span begins happens to them, then they get their place in the
    /// turn order.
    Enter {
        /// The combatants who enter.
        who: CombatantSet,
        /// They act right after whoever acts now, whatever the turn order says.
        next: bool,
    },
    /// Combatants leave the fight, as soon as nothing is being resolved.
    Leave(CombatantSet),
    /// Someone's number becomes this.
    Attribute(CombatantId, AttributeId, i16),
    /// A condition comes to someone, or goes.
    Condition(CombatantId, ConditionId, bool),
    /// Someone changes sides.
    Side(CombatantId, SideId),
    /// Someone stands on a square.
    Square(CombatantId, Square),
    /// Someone's place in the turn order is right behind someone else's; behind [`NOBODY`] = at
    /// the front.
    Behind(CombatantId, CombatantId),
}
