//! Resolves the names that expressions may use, depending on the place of the expression.

mod calls;
mod hints;

use std::cell::RefCell;

use kernel::{AttributeId, ConditionId, Input, Role, SpanId, Spot, StatRef, VariableId};

use super::Build;
use crate::expr::{self, CallError, Scope, TagSet, Type, Word};

/// Place of an expression, which determines the names it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Evaluated once during setup. Options and the combatant's initial values are known.
    Setup,
    /// In an activity. The actor, the target, the argument and the registers are known.
    Act,
    /// In a handler that runs for the encounter.
    Encounter,
    /// In a handler that runs for a side.
    Side,
    /// In a handler that runs for a combatant.
    Combatant,
    /// In a watch. The combatant, the causer, and the old and new values are known.
    Watch,
}

/// An input as it is known during compilation.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known {
    /// A constant.
    Const(i32),
    /// An input that is read during play.
    Live(Input),
    /// Whether the combatant was set up with a tag; known once the combatant is.
    Tag(ConditionId),
    /// Initial value of an attribute; known once the combatant is.
    Attribute(AttributeId),
    /// Whether the combatant has a body part; known once the combatant is.
    Part(String),
    /// Whether any activity of the combatant opens a gate; known once the combatant is.
    Accepts(u8),
}

pub(super) struct Inputs<'b, 'a> {
    pub(super) build: &'b Build<'a>,
    pub(super) place: Place,
    /// Rules of the options that were read.
    pub(super) options: RefCell<Vec<usize>>,
}

const REGISTERS: [&str; kernel::REGISTERS_MAX] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// Returns the index of the register with this name.
pub(super) fn register(name: &str) -> Option<u8> {
    REGISTERS.iter().position(|one| *one == name).map(|at| at as u8)
}

type Found = expr::Input<Known>;

/// Returns an input that is read during play.
fn live(ty: Type, input: Input) -> Found {
    expr::Input { ty, id: Known::Live(input) }
}

fn int(input: Input) -> Option<Found> {
    Some(live(Type::Int, input))
}

fn truth(input: Input) -> Option<Found> {
    Some(live(Type::Bool, input))
}

impl Build<'_> {
    /// Returns the role that a word means at a place; `None` if it means none there.
    pub(super) fn role_at(&self, place: Place, name: &str) -> Option<Role> {
        use Place::{Act, Combatant, Setup, Watch};
        match (name, place) {
            ("actor", Setup | Act | Combatant | Watch) => Some(Role::Actor),
            ("target", Act) if !self.aimless => Some(Role::Target),
            ("answered", Act) => Some(Role::Answered),
            ("by", Watch) => Some(Role::By),
            ("acting", place) if place != Setup && self.game.ordered => Some(Role::Acting),
            _ => None,
        }
    }

    /// Returns the words for the roles that exist at a place.
    pub(super) fn roles_at(&self, place: Place) -> Vec<&'static str> {
        let there = |role: &&str| self.role_at(place, role).is_some();
        ["actor", "target", "answered", "by", "acting"].into_iter().filter(there).collect()
    }

    /// Returns why a role that exists at other places does not exist at this one.
    pub(super) fn why_nobody(&self, place: Place, name: &str) -> Option<&'static str> {
        match name {
            "acting" if place != Place::Setup => Some(
                "`acting` is there along a line only: the last span has repeat = \"line\" then",
            ),
            "target" if place == Place::Act => {
                Some("the activity is aimed at nobody: say at whom, such as target = \"foe\"")
            }
            _ => None,
        }
    }
}

impl Inputs<'_, '_> {
    fn role(&self, name: &str) -> Option<Role> {
        self.build.role_at(self.place, name)
    }

    fn sides(&self) -> TagSet {
        TagSet::new(self.build.sides.iter().cloned())
    }

    fn turns(&self) -> TagSet {
        TagSet::new(self.build.dictionary.turns.owned())
    }

    /// Returns the index of an attribute in the dictionary.
    fn attribute(&self, name: &str) -> Option<AttributeId> {
        self.build.dictionary.attributes.find(name).map(|at| AttributeId(at as u8))
    }

    /// Returns the number by which the current variant replaces an attribute of its actor.
    fn replaced(&self, name: &str) -> Option<i16> {
        if !matches!(self.place, Place::Setup | Place::Act) {
            return None;
        }
        let at = self.build.dictionary.attributes.find(name)?;
        self.build.replaced.attribute(at, name)
    }

    fn figure(&self, name: &str) -> Option<StatRef> {
        self.build.dictionary.attributes.find(name).map(|at| self.build.figure(at))
    }

    fn variable(&self, name: &str, each_side: bool) -> Option<VariableId> {
        let entries = &self.build.dictionary.variables.entries;
        let same = entries.iter().filter(|entry| entry.def.each_side == each_side);
        same.into_iter().position(|entry| entry.name == name).map(|at| VariableId(at as u8))
    }

    fn of_role(&self, role: Role, rest: &str) -> Option<Found> {
        let tag = |set, input| Some(live(Type::Tag(set), input));
        if let (Role::Actor, Some(value)) = (role, self.replaced(rest)) {
            return Some(expr::Input { ty: Type::Int, id: Known::Const(value.into()) });
        }
        if self.place == Place::Setup {
            let attribute = self.attribute(rest)?;
            return Some(expr::Input { ty: Type::Int, id: Known::Attribute(attribute) });
        }
        match rest {
            "left" => int(Input::Remaining(role)),
            "to-come" => truth(Input::HasTurnLeft(role)),
            "prepared" => truth(Input::Prepared(role)),
            "committing" => truth(Input::InUninterruptible(role)),
            "distance" => int(Input::Distance(role)),
            "number" => int(Input::CombatantNumber(role)),
            "own-turn" => truth(Input::OwnTurn(role)),
            "turn-begun" => truth(Input::TurnBegun(role)),
            "side" => tag(self.sides(), Input::Side(role)),
            "turn" => tag(self.turns(), Input::Turn(role)),
            _ => int(match self.figure(rest)? {
                StatRef::State(attribute) => Input::Attribute(role, attribute),
                StatRef::Fixed(at) => Input::Stat(role, at),
                StatRef::Const(_) => return None,
            }),
        }
    }

    /// Returns the input for a question about the actor's square or the square aimed at.
    fn spot(&self, name: &str) -> Option<Input> {
        let (spot, question) = name.split_once('.')?;
        let spot = match (spot, self.place) {
            ("here", Place::Act | Place::Combatant) => Spot::Here,
            ("there", Place::Act) => Spot::There,
            _ => return None,
        };
        match question {
            "threats" => Some(Input::Threats(spot)),
            "distance" => Some(Input::DistanceToSquare(spot)),
            "foes" => Some(Input::Foes(spot)),
            "allies" => Some(Input::Allies(spot)),
            _ => None,
        }
    }
}

impl Scope for Inputs<'_, '_> {
    type Input = Known;

    fn name(&self, name: &str) -> Option<Found> {
        if let Some(found) = self.spot(name) {
            return int(found);
        }
        if let Some((role, rest)) = name.split_once('.') {
            return self.of_role(self.role(role)?, rest);
        }
        if self.place == Place::Setup {
            return None;
        }
        if let Some(span) = self.build.dictionary.spans.find(name) {
            return int(Input::Span(SpanId(span as u8)));
        }
        if let Some(register) = register(name) {
            return int(Input::Register(register));
        }
        if let Some(variable) = self.variable(name, false) {
            return int(Input::Variable(variable));
        }
        // Variables of a side belong to the combatant's or handler's own side, so there must be
        // one.
        if self.place != Place::Encounter
            && let Some(variable) = self.variable(name, true)
        {
            return int(Input::SideVariable(variable));
        }
        match (name, self.place) {
            ("arg", Place::Act) => int(Input::Argument),
            ("hostile", Place::Act) => truth(Input::Hostile),
            ("self", Place::Act) => truth(Input::SameAsTarget),
            ("before", Place::Watch) => int(Input::OldValue),
            ("now", Place::Watch) => int(Input::NewValue),
            ("size", Place::Side) => int(Input::SideSize),
            ("side", Place::Side) => Some(live(Type::Tag(self.sides()), Input::HandlerSide)),
            ("answers-me", Place::Act) => truth(Input::AnswersMe),
            ("committed", Place::Act) => int(Input::OngoingProgress),
            ("prepared", Place::Act) => truth(Input::WasPrepared),
            ("placed", Place::Act | Place::Combatant) => truth(Input::OnBoard),
            ("line-clear", Place::Act) => truth(Input::LineClear),
            ("way-open", Place::Act) => truth(Input::WayOpen),
            ("depth", _) => int(Input::StackDepth),
            ("elapsed", _) => int(Input::Elapsed),
            ("all-spent", _) => truth(Input::AllSpent),
            ("current-turn", _) => Some(live(Type::Tag(self.turns()), Input::CurrentTurn)),
            _ => None,
        }
    }

    fn call(&self, callee: &str, args: &[Word]) -> Result<Found, CallError> {
        self.called(callee, args)
    }

    fn any_of(&self, callee: &str, word: &str) -> Option<Vec<String>> {
        self.grouped(callee, word)
    }

    fn suggestions(&self) -> Vec<String> {
        self.offered()
    }

    fn remedy(&self, name: &str) -> Option<String> {
        self.meant(name)
    }
}
