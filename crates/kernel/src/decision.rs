//! Decisions: what an encounter waits for. Commands: what one may say to it.

use crate::board::Square;
use crate::ids::{
    ActivityId, AttributeId, CombatantId, ConditionId, DiceId, Mask, NOBODY, RuleId, RulingId,
    SideId, WindowId,
};
use crate::state::Dial;

/// What the encounter waits for, and from whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decision {
    /// Nothing yet: it has not begun.
    #[default]
    Begin,
    /// Someone of those whose turn it is acts or ends the turn.
    Act(Mask),
    /// Those named answer what was declared last, or pass.
    Answer(Mask),
    /// Those named use a window that opened for them, or pass.
    Offer(WindowId, Mask),
    /// Those named declare in secret, or pass.
    Seal(Mask),
    /// Dice are needed for someone ([`NOBODY`] = for the encounter).
    Roll(DiceId, CombatantId),
    /// The game master decides about someone ([`NOBODY`] = about the encounter).
    Rule(RulingId, CombatantId),
    /// Nothing any more: the fight is over.
    Over,
}

impl Decision {
    /// Those it waits for; nobody where it waits for dice or the game master.
    pub fn asked(self) -> Mask {
        match self {
            Decision::Act(asked)
            | Decision::Answer(asked)
            | Decision::Offer(_, asked)
            | Decision::Seal(asked) => asked,
            Decision::Begin | Decision::Roll(..) | Decision::Rule(..) | Decision::Over => 0,
        }
    }
}

/// Which of the possible payments to take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pay {
    /// The cheapest.
    #[default]
    Best,
    /// The one at this place of the list, cheapest first.
    Nth(u8),
    /// One that is not in the list, with this kind: always refused, with the reasons why the kind
    /// cannot be used.
    Unlisted(crate::ids::KindId),
    /// The combination of recipes with this number, listed or not: see [`crate::pay::named`].
    Named(u32),
    /// One that no recipes make: always refused because of this flaw.
    Flawed(crate::pay::Flaw),
}

impl Pay {
    /// The place in the list of payments that may be chosen from.
    pub(crate) fn place(self) -> usize {
        match self {
            Pay::Best | Pay::Unlisted(_) | Pay::Named(_) | Pay::Flawed(_) => 0,
            Pay::Nth(nth) => usize::from(nth),
        }
    }
}

/// A declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declare {
    /// Who.
    pub actor: CombatantId,
    /// What.
    pub activity: ActivityId,
    /// At whom; [`NOBODY`] where there is no target.
    pub target: CombatantId,
    /// At which square; nowhere = at none.
    pub square: Square,
    /// The number that goes with it; `None` = the greatest possible.
    pub argument: Option<i32>,
    /// How it is paid.
    pub pay: Pay,
    /// No words come with it, whatever its number stands for. What programs choose is taken to have
    /// some.
    pub wordless: bool,
}

impl Declare {
    /// A declaration without target, paid in the cheapest way.
    pub fn new(actor: CombatantId, activity: ActivityId) -> Declare {
        Declare {
            actor,
            activity,
            target: NOBODY,
            square: Square::NOWHERE,
            argument: None,
            pay: Pay::Best,
            wordless: false,
        }
    }
}

/// Dice shown at most in answer to one request.
pub const FACES_MAX: usize = 120;

/// Faces of dice, in the order they were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    /// How many.
    pub len: u8,
    /// What they show.
    pub faces: [u16; FACES_MAX],
}

impl Faces {
    /// None at all.
    pub const NONE: Faces = Faces { len: 0, faces: [0; FACES_MAX] };

    /// Keeps at most [`FACES_MAX`] faces; `None` if there are more.
    pub fn new(shown: &[u32]) -> Option<Faces> {
        let mut faces = Faces::NONE;
        shown.iter().try_for_each(|&face| faces.push(face))?;
        Some(faces)
    }

    /// One more; `None` if there are [`FACES_MAX`] already, or it is no face of a die.
    pub fn push(&mut self, face: u32) -> Option<()> {
        *self.faces.get_mut(usize::from(self.len))? = u16::try_from(face).ok()?;
        self.len += 1;
        Some(())
    }

    /// What they show.
    pub fn shown(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.faces[..self.len as usize].iter().map(|&face| u32::from(face))
    }
}

/// What one may say to an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "faces are kept in place: no allocation in play")]
pub enum Command {
    /// Declares an activity.
    Declare(Declare),
    /// Declares it whatever forbids it: the game master's word.
    Force(Declare),
    /// Does not answer (one of those asked).
    Pass(CombatantId),
    /// Nobody answers.
    PassAll,
    /// Ends the turn of those acting.
    EndTurn,
    /// Answers a question for the game master, by number.
    Rule(u8),
    /// Gives dice.
    Roll(Faces),
    /// Lets several declare in secret what cannot be answered.
    Seal(Mask),
    /// Sets how strictly a rule is taken.
    Dial(RuleId, Dial),
    /// Whether answer windows ask someone about one of their options.
    Ask(CombatantId, ActivityId, bool),
    /// Changes who takes part and how they stand: the game master's word.
    Edit(Edit),
    /// Ends the fight.
    Finish,
}

/// A change of the game master's to who takes part and how they stand. No rule forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Absent combatants enter the fight, as soon as nothing is being resolved: what happens to
    /// everybody when a running span begins happens to them, then they get their place in the
    /// turn order.
    Enter {
        /// Who.
        who: Mask,
        /// They act right after whoever acts now, whatever the turn order says.
        next: bool,
    },
    /// Combatants leave the fight, as soon as nothing is being resolved.
    Leave(Mask),
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
