//! Accelerator: masks of facts that tests need: conditions, tokens, the argument, ongoing
//! activities. A test must be 0 under `EvalContext::eval_postfix` if none of its facts is present.
//! One mask of a frame's facts is compared with the masks of many steps.

use super::fold_postfix;
use crate::game::Game;
use crate::ids::{CombatantId, ExprId, KindId};
use crate::model::expr::{Binary, Input, Instr, Role};
use crate::purse::Purse;
use crate::state::combatants::Combatant;
use crate::state::{Frame, State};

/// Bit for an ongoing activity of any combatant. The bits below it stand for the argument, 0 to 62.
const BEGUN: u64 = 1 << 63;
const NUMBERS: i32 = 63;

/// Set of facts about the actor, the target and the argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PresenceMask {
    /// Conditions and tags of the actor and of the target.
    own: u64,
    theirs: u64,
    /// Lanes that hold tokens: of the actor in the lower half of each byte, of the target above.
    held: u64,
    rest: u64,
}

impl PresenceMask {
    const NONE: PresenceMask = PresenceMask { own: 0, theirs: 0, held: 0, rest: 0 };
    /// The fact that any activity is ongoing.
    pub(crate) const BEGUN: PresenceMask = PresenceMask { rest: BEGUN, ..PresenceMask::NONE };

    /// Returns the facts of some conditions and tags of the actor, and of the target.
    pub(crate) fn marks(own: u64, theirs: u64) -> PresenceMask {
        PresenceMask { own, theirs, ..PresenceMask::NONE }
    }

    /// Returns the fact that a role holds tokens of a kind; `None` if no single bit stands for it.
    pub(crate) fn held(game: &Game, role: Role, kind: KindId) -> Option<PresenceMask> {
        let from = match role {
            Role::Actor => 0,
            Role::Target => 4,
            _ => return None,
        };
        let lane = game.common_lane(kind)?;
        Some(PresenceMask { held: Purse::bit_of(lane) << from, ..PresenceMask::NONE })
    }

    /// Returns facts without any of which a test fails; `None` if no such set is known.
    pub(crate) fn required_by(game: &Game, test: ExprId) -> Option<PresenceMask> {
        if game.constant_of(test) == Some(0) {
            // A test that never holds fails whatever is present.
            return Some(PresenceMask::NONE);
        }
        needs(fold_postfix(game.expr(test), |code, operands| told(game, code, operands)))
    }

    /// Returns the facts present for the actor, target and argument of a frame.
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

    /// Returns true if the sets have no fact in common.
    #[inline(always)]
    pub(crate) fn is_disjoint(&self, some: &PresenceMask) -> bool {
        self.own & some.own
            | self.theirs & some.theirs
            | self.held & some.held
            | self.rest & some.rest
            == 0
    }

    /// Returns the union of both sets.
    pub(crate) fn and(self, other: PresenceMask) -> PresenceMask {
        PresenceMask {
            own: self.own | other.own,
            theirs: self.theirs | other.theirs,
            held: self.held | other.held,
            rest: self.rest | other.rest,
        }
    }

    /// Returns the number of facts.
    fn count(&self) -> u32 {
        let PresenceMask { own, theirs, held, rest } = *self;
        own.count_ones() + theirs.count_ones() + held.count_ones() + rest.count_ones()
    }
}

/// Abstract value of a part of a test.
#[derive(Clone, Copy, Default)]
enum Told {
    #[default]
    Nothing,
    Const(i32),
    /// The argument of the declaration.
    Argument,
    /// A number of tokens held.
    Held(PresenceMask),
    /// A value that is 0 without any of these facts.
    Needs(PresenceMask),
}

/// Returns the facts without any of which a value is 0.
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
        // If both sets are needed, the smaller one is absent more often.
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
