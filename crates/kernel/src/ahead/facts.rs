//! What programs ask for most, as sets: marks, whether anything is held in some lane, the number
//! that goes with the declaration. All of them are found out at once, and a look tells whether any
//! of some is there.

use super::follow;
use crate::expr::{Binary, Code, Input, Role};
use crate::game::Game;
use crate::ids::{CombatantId, ExprId, KindId};
use crate::people::Combatant;
use crate::purse::Purse;
use crate::state::{Frame, State};

/// Something begun that is paid bit by bit, by anybody; below it, one bit each, the number that
/// goes with the declaration.
const BEGUN: u64 = 1 << 63;
const NUMBERS: i32 = 63;

/// Some of what may be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Conditions and tags of the actor and of the target.
    own: u64,
    theirs: u64,
    /// Lanes in which anything is held: by the actor, and above those by the target.
    held: u64,
    rest: u64,
}

impl Facts {
    const NONE: Facts = Facts { own: 0, theirs: 0, held: 0, rest: 0 };
    /// Something has been begun.
    pub(super) const BEGUN: Facts = Facts { rest: BEGUN, ..Facts::NONE };

    /// Some conditions and tags of the actor, and of the target.
    pub(super) fn marks(own: u64, theirs: u64) -> Facts {
        Facts { own, theirs, ..Facts::NONE }
    }

    /// Something held of a kind by whoever has a role; `None` if that is not told by one lane.
    pub(super) fn held(game: &Game, role: Role, kind: KindId) -> Option<Facts> {
        let from = match role {
            Role::Actor => 0,
            Role::Target => 4,
            _ => return None,
        };
        let lane = game.common_lane(kind)?;
        Some(Facts { held: Purse::bit_of(lane) << from, ..Facts::NONE })
    }

    /// Those without any of which a test fails; `None` where it is not told so easily.
    pub(super) fn asked(game: &Game, test: ExprId) -> Option<Facts> {
        if game.fixed(test) == Some(0) {
            // What never holds asks for nothing that there is.
            return Some(Facts::NONE);
        }
        needs(follow(game.expr(test), |code, operands| told(game, code, operands)))
    }

    /// What there is for the actor and the target of a frame.
    #[inline(always)]
    pub(super) fn now(state: &State, frame: &Frame) -> Facts {
        let of = |who: CombatantId| state.combatants.get(who.index());
        let conditions = |one: &Combatant| one.conditions;
        let held = |one: &Combatant| one.purse.held();
        let (own, theirs) = (of(frame.actor), of(frame.target));
        let number = 1u64.checked_shl(frame.argument as u32).unwrap_or(0);
        let begun = if state.projects.is_empty() { 0 } else { BEGUN };
        Facts {
            own: own.map_or(0, conditions),
            theirs: theirs.map_or(0, conditions),
            held: own.map_or(0, held) | theirs.map_or(0, held) << 4,
            rest: number & !BEGUN | begun,
        }
    }

    /// Whether none of some is among them.
    #[inline(always)]
    pub(super) fn lack(&self, some: &Facts) -> bool {
        self.own & some.own
            | self.theirs & some.theirs
            | self.held & some.held
            | self.rest & some.rest
            == 0
    }

    /// These and others.
    pub(super) fn and(self, other: Facts) -> Facts {
        Facts {
            own: self.own | other.own,
            theirs: self.theirs | other.theirs,
            held: self.held | other.held,
            rest: self.rest | other.rest,
        }
    }

    /// How many.
    fn count(&self) -> u32 {
        let Facts { own, theirs, held, rest } = *self;
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
    Held(Facts),
    /// It fails without any of these.
    Needs(Facts),
}

/// The facts without any of which something is 0.
fn needs(told: Told) -> Option<Facts> {
    match told {
        Told::Const(0) => Some(Facts::NONE),
        Told::Held(facts) | Told::Needs(facts) => Some(facts),
        _ => None,
    }
}

fn told(game: &Game, code: Code, operands: &[Told]) -> Told {
    use Binary as B;
    let facts = match (code, operands) {
        (Code::Const(number), _) => return Told::Const(number),
        (Code::Load(Input::Argument), _) => return Told::Argument,
        (Code::Load(Input::Holds(role, kind)), _) => {
            return Facts::held(game, role, kind).map_or(Told::Nothing, Told::Held);
        }
        (Code::Load(Input::Has(Role::Actor, condition)), _) => Facts::marks(1 << condition.0, 0),
        (Code::Load(Input::Has(Role::Target, condition)), _) => Facts::marks(0, 1 << condition.0),
        (Code::Binary(B::Gt), [Told::Held(facts), Told::Const(0..)])
        | (Code::Binary(B::Ge), [Told::Held(facts), Told::Const(1..)])
        | (Code::Binary(B::Ne), [Told::Held(facts), Told::Const(0)]) => *facts,
        (Code::Binary(B::Eq), [Told::Argument, Told::Const(number @ 0..NUMBERS)]) => {
            Facts { rest: 1 << number, ..Facts::NONE }
        }
        (Code::Binary(B::Or), [one, other]) => match (needs(*one), needs(*other)) {
            (Some(one), Some(other)) => one.and(other),
            _ => return Told::Nothing,
        },
        // Of two that are both asked for, fewer are lacking more often.
        (Code::Binary(B::And), [one, other]) => {
            let both = [needs(*one), needs(*other)].into_iter().flatten();
            match both.min_by_key(Facts::count) {
                Some(facts) => facts,
                None => return Told::Nothing,
            }
        }
        _ => return Told::Nothing,
    };
    Told::Needs(facts)
}
