//! What programs ask for most, as sets: marks, whether anything is held in some lane, the number
//! that goes with the declaration. All of them are found out at once, and a look tells whether any
//! of some is there.

use super::fold_postfix;
use crate::combatants::Combatant;
use crate::expr::{Binary, Input, Instr, Role};
use crate::game::Game;
use crate::ids::{CombatantId, ExprId, KindId};
use crate::purse::Purse;
use crate::state::{Frame, State};

/// Something begun that is paid bit by bit, by anybody; below it, one bit each, the number that
/// goes with the declaration.
const BEGUN: u64 = 1 << 63;
const NUMBERS: i32 = 63;

/// Some of what may be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PresenceMask {
    /// Conditions and tags of the actor and of the target.
    own: u64,
    theirs: u64,
    /// Lanes in which anything is held: by the actor, and above those by the target.
    held: u64,
    rest: u64,
}

impl PresenceMask {
    const NONE: PresenceMask = PresenceMask { own: 0, theirs: 0, held: 0, rest: 0 };
    /// Something has been begun.
    pub(crate) const BEGUN: PresenceMask = PresenceMask { rest: BEGUN, ..PresenceMask::NONE };

    /// Some conditions and tags of the actor, and of the target.
    pub(crate) fn marks(own: u64, theirs: u64) -> PresenceMask {
        PresenceMask { own, theirs, ..PresenceMask::NONE }
    }

    /// Something held of a kind by whoever has a role; `None` if that is not told by one lane.
    pub(crate) fn held(game: &Game, role: Role, kind: KindId) -> Option<PresenceMask> {
        let from = match role {
            Role::Actor => 0,
            Role::Target => 4,
            _ => return None,
        };
        let lane = game.common_lane(kind)?;
        Some(PresenceMask { held: Purse::bit_of(lane) << from, ..PresenceMask::NONE })
    }

    /// Those without any of which a test fails; `None` where it is not told so easily.
    pub(crate) fn required_by(game: &Game, test: ExprId) -> Option<PresenceMask> {
        if game.constant_of(test) == Some(0) {
            // What never holds asks for nothing that there is.
            return Some(PresenceMask::NONE);
        }
        needs(fold_postfix(game.expr(test), |code, operands| told(game, code, operands)))
    }

    /// What there is for the actor and the target of a frame.
    #[inline(always)]
    pub(crate) fn of_frame(state: &State, frame: &Frame) -> PresenceMask {
        let of = |who: CombatantId| state.combatants.get(who.index());
        let conditions = |one: &Combatant| one.conditions;
        let held = |one: &Combatant| one.purse.held();
        let (own, theirs) = (of(frame.actor), of(frame.target));
        let number = 1u64.checked_shl(frame.argument as u32).unwrap_or(0);
        let begun = if state.ongoing.is_empty() { 0 } else { BEGUN };
        PresenceMask {
            own: own.map_or(0, conditions),
            theirs: theirs.map_or(0, conditions),
            held: own.map_or(0, held) | theirs.map_or(0, held) << 4,
            rest: number & !BEGUN | begun,
        }
    }

    /// Whether none of some is among them.
    #[inline(always)]
    pub(crate) fn is_disjoint(&self, some: &PresenceMask) -> bool {
        self.own & some.own
            | self.theirs & some.theirs
            | self.held & some.held
            | self.rest & some.rest
            == 0
    }

    /// These and others.
    pub(crate) fn and(self, other: PresenceMask) -> PresenceMask {
        PresenceMask {
            own: self.own | other.own,
            theirs: self.theirs | other.theirs,
            held: self.held | other.held,
            rest: self.rest | other.rest,
        }
    }

    /// How many.
    fn count(&self) -> u32 {
        let PresenceMask { own, theirs, held, rest } = *self;
        own.count_ones() + theirs.count_ones() + held.count_ones() + rest.count_ones()
    }
}

/// What a part of a test is told by.
#[derive(Clone, Copy, Default)]
enum Told {
    #[default]
    Nothing,
    Const(i32),
    /// The number that goes with the declaration.
    Argument,
    /// How much is held.
    Held(PresenceMask),
    /// It fails without any of these.
    Needs(PresenceMask),
}

/// The facts without any of which something is 0.
fn needs(told: Told) -> Option<PresenceMask> {
    match told {
        Told::Const(0) => Some(PresenceMask::NONE),
        Told::Held(facts) | Told::Needs(facts) => Some(facts),
        _ => None,
    }
}

fn told(game: &Game, code: Instr, operands: &[Told]) -> Told {
    use Binary as B;
    let facts = match (code, operands) {
        (Instr::Const(number), _) => return Told::Const(number),
        (Instr::Load(Input::Argument), _) => return Told::Argument,
        (Instr::Load(Input::Holds(role, kind)), _) => {
            return PresenceMask::held(game, role, kind).map_or(Told::Nothing, Told::Held);
        }
        (Instr::Load(Input::Has(Role::Actor, condition)), _) => {
            PresenceMask::marks(1 << condition.0, 0)
        }
        (Instr::Load(Input::Has(Role::Target, condition)), _) => {
            PresenceMask::marks(0, 1 << condition.0)
        }
        (Instr::Binary(B::Gt), [Told::Held(facts), Told::Const(0..)])
        | (Instr::Binary(B::Ge), [Told::Held(facts), Told::Const(1..)])
        | (Instr::Binary(B::Ne), [Told::Held(facts), Told::Const(0)]) => *facts,
        (Instr::Binary(B::Eq), [Told::Argument, Told::Const(number @ 0..NUMBERS)]) => {
            PresenceMask { rest: 1 << number, ..PresenceMask::NONE }
        }
        (Instr::Binary(B::Or), [one, other]) => match (needs(*one), needs(*other)) {
            (Some(one), Some(other)) => one.and(other),
            _ => return Told::Nothing,
        },
        // Of two that are both asked for, fewer are lacking more often.
        (Instr::Binary(B::And), [one, other]) => {
            let both = [needs(*one), needs(*other)].into_iter().flatten();
            match both.min_by_key(PresenceMask::count) {
                Some(facts) => facts,
                None => return Told::Nothing,
            }
        }
        _ => return Told::Nothing,
    };
    Told::Needs(facts)
}
