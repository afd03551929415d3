//! What requirements read and what has changed, as sets of the same classes: coarse enough to fit
//! a word, fine enough to tell what a change leaves alone.

use crate::expr::{Code, Input, Role};
use crate::game::Game;
use crate::history::{self, Parts};
use crate::ids::ExprId;
use crate::space::{Figure, Place};
use crate::stride::is_of_sort;

use super::heed::{Features, Singly};

/// Classes of what can be read, one bit each.
pub(super) type Classes = u64;

/// Parts of the combatant: those that [`history`] tells apart. Attributes and conditions lie below
/// what follows here.
pub(super) const OWN_PURSE: Classes = history::PURSE;
pub(super) const OWN_ROOM: Classes = history::ROOM;
const OWN_SQUARE: Classes = history::SQUARE;
/// Whether it is the combatant's turn, or that is still to come; whether something is prepared.
pub(super) const OWN_TURN: Classes = 1 << 35;
/// Who is on which side, and at peace with whom.
pub(super) const SIDES: Classes = history::SIDE;
pub(super) const VARIABLES: Classes = 1 << 37;
pub(super) const CLOCK: Classes = 1 << 38;
pub(super) const STACK: Classes = 1 << 39;
pub(super) const TERRAIN: Classes = 1 << 40;
pub(super) const PROJECTS: Classes = 1 << 41;
pub(super) const PREPARED: Classes = 1 << 42;
/// Attributes and conditions of anyone, several a bit; tokens and squares of anyone.
const ATTRIBUTES: u32 = 43;
const CONDITIONS: u32 = 51;
const PURSES: Classes = 1 << 59;
const SQUARES: Classes = 1 << 60;
/// Who is out of the fight.
pub(super) const STANDING: Classes = 1 << 61;
/// What is held of tokens that requirements read.
pub(super) const HELD: Classes = 1 << 62;
/// What is asked of one combatant at a time where several may be meant.
pub(super) const ANYONE: Classes = 0xff << ATTRIBUTES | 0xff << CONDITIONS | PURSES | SQUARES;
/// Everything there is.
pub(super) const ALL: Classes = !0;

/// Attributes, one bit each from the first on, of anyone.
fn attributes_of_anyone(attributes: u64) -> Classes {
    (attributes >> 8 & 0xff | attributes & 0xff) << ATTRIBUTES
}

/// Conditions, folded into sixteen bits, of anyone.
fn conditions_of_anyone(folded: u64) -> Classes {
    (folded >> 8 & 0xff | folded & 0xff) << CONDITIONS
}

/// What those who look read of someone of whom some parts are not what they were; whether that one
/// is still able to act is not among it.
pub(super) fn of_anyone(parts: Parts) -> Classes {
    let purse = if parts & OWN_PURSE != 0 { PURSES } else { 0 };
    let moved = if parts & OWN_SQUARE != 0 { SQUARES } else { 0 };
    attributes_of_anyone(parts >> history::ATTRIBUTES)
        | conditions_of_anyone(parts >> history::CONDITIONS)
        | purse
        | moved
        | parts & SIDES
}

/// What an expression reads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reads {
    pub(super) classes: Classes,
    /// What of that it reads only where nothing is aimed at.
    unaimed: Classes,
    pub(super) singly: Singly,
    /// Whatever it reads of anyone, it reads of the target alone.
    pub(super) target_only: bool,
    /// It reads what has gone into the activity, or the number that goes with the declaration.
    pub(super) activity: bool,
    pub(super) argument: bool,
}

/// It may be anything.
const EVERYTHING: Reads = Reads {
    classes: ALL,
    unaimed: 0,
    singly: Singly::EVERYTHING,
    target_only: false,
    activity: false,
    argument: false,
};

impl Reads {
    /// What some expressions read together.
    pub(super) fn of(game: &Game, exprs: &[ExprId]) -> Reads {
        let nothing = Reads { target_only: true, ..Reads::default() };
        let code = exprs.iter().flat_map(|expr| game.expr(*expr));
        code.fold(nothing, |all, code| match code {
            Code::Load(input) => all.and(read(game, *input)),
            _ => all,
        })
    }

    /// What it depends on onto which neighbouring squares one may step.
    pub(super) fn of_steps(game: &Game) -> Reads {
        let left = game.steps.from.map_or(0, history::attribute);
        let classes = OWN_SQUARE | TERRAIN | left;
        let all = Reads { classes, ..Reads::default() };
        game.steps.inputs(game).fold(all, |all, input| all.and(read(game, input)))
    }

    /// What it depends on what the rules of steps say of one sort of square.
    pub(super) fn of_sorts(game: &Game) -> Reads {
        let others = game.steps.inputs(game).filter(|input| !is_of_sort(*input));
        others.fold(Reads::default(), |all, input| all.and(read(game, input)))
    }

    /// What it reads where someone is aimed at.
    #[inline(always)]
    pub(super) fn aimed(&self) -> Classes {
        self.classes & !self.unaimed
    }

    /// Both together.
    pub(super) fn and(self, other: Reads) -> Reads {
        let classes = self.classes | other.classes;
        Reads {
            classes,
            unaimed: classes & !(self.aimed() | other.aimed()),
            singly: self.singly.and(other.singly),
            target_only: self.target_only && other.target_only,
            activity: self.activity || other.activity,
            argument: self.argument || other.argument,
        }
    }
}

/// What it takes to tell who is in a role, and whether that is the target.
fn of_role(role: Role, own: Classes, anyone: Classes) -> Reads {
    let (classes, target_only) = match role {
        Role::Actor | Role::By => (own, true),
        Role::Target => (anyone, true),
        Role::Answered => (anyone | STACK, false),
        Role::Acting => (anyone | CLOCK, false),
    };
    Reads { classes, target_only, ..Reads::default() }
}

/// Whether someone in a role is the one who declares.
fn is_oneself(role: Role) -> bool {
    matches!(role, Role::Actor | Role::By)
}

/// Something read of someone in a role.
fn singly(role: Role, features: Features) -> Singly {
    if is_oneself(role) { Singly::own(features) } else { Singly::others(features) }
}

/// What an input reads.
fn read(game: &Game, input: Input) -> Reads {
    let some = |classes| Reads { classes, target_only: true, ..Reads::default() };
    let others = |classes| Reads { classes, ..Reads::default() };
    let standing = SQUARES | OWN_SQUARE | SIDES | STANDING;
    match input {
        Input::Fixed(role, _) | Input::Number(role) => of_role(role, 0, 0),
        Input::Answers(_) | Input::AnswersMe | Input::Depth => some(STACK),
        Input::ToCome(role) | Input::OwnTurn(role) => of_role(role, OWN_TURN, CLOCK | SIDES),
        Input::TurnBegun(role) if game.ordered => of_role(role, OWN_TURN, CLOCK),
        Input::TurnBegun(_) => others(CLOCK | SIDES),
        Input::Prepared(role) => of_role(role, OWN_TURN, PREPARED),
        Input::Committed => Reads { activity: true, ..others(PROJECTS) },
        Input::Committing(role) => of_role(role, PROJECTS, PROJECTS),
        Input::WayOpen => some(ALL),
        Input::WasPrepared | Input::SameAsTarget | Input::HandlerSide => some(0),
        Input::Register(_) | Input::Before | Input::Now => some(0),
        Input::Argument => Reads { activity: true, argument: true, ..some(0) },
        // Whoever aims at nothing faces the one who is answered.
        Input::Placed => Reads { unaimed: STACK, ..some(SQUARES | OWN_SQUARE | STACK) },
        Input::Distance(role) | Input::Measured(role, _) => {
            read(game, Input::Placed).and(of_role(role, 0, 0))
        }
        Input::Terrain(place, _) => some(TERRAIN | of_place(place)),
        Input::Away(place) => some(OWN_SQUARE | of_place(place)),
        Input::Foes(place) | Input::Allies(place) => others(standing | of_place(place)),
        Input::LineClear => others(standing | TERRAIN),
        Input::ApproachSteps(within) => some(SQUARES | OWN_SQUARE | of_figure(within)),
        Input::ApproachOver(within, _) => some(SQUARES | OWN_SQUARE | TERRAIN | of_figure(within)),
        Input::Attribute(role, attribute) => {
            let own = history::attribute(attribute);
            let singly = singly(role, Features::attribute(attribute));
            Reads { singly, ..of_role(role, own, of_anyone(own)) }
        }
        Input::Has(role, condition) => {
            let own = history::conditions(1 << condition.0);
            let singly = singly(role, Features::condition(condition));
            Reads { singly, ..of_role(role, own, of_anyone(own)) }
        }
        Input::AlliesHave(role, condition) => {
            let classes = of_anyone(history::conditions(1 << condition.0)) | SIDES;
            let singly = Singly::others(Features::condition(condition));
            of_role(role, 0, 0).and(Reads { singly, ..others(classes) })
        }
        Input::NamedIn(role, attribute) => {
            let classes = of_anyone(history::attribute(attribute));
            let singly = Singly::others(Features::attribute(attribute));
            of_role(role, 0, 0).and(Reads { singly, ..others(classes) })
        }
        Input::Holds(role, kind) => {
            let singly = singly(role, Features::tokens(Some(kind)));
            Reads { singly, ..of_role(role, HELD, PURSES) }
        }
        Input::Remaining(role) => {
            let singly = singly(role, Features::tokens(None));
            Reads { singly, ..of_role(role, HELD, PURSES) }
        }
        Input::AllSpent => {
            let singly = Singly::others(Features::tokens(None));
            Reads { singly, ..others(PURSES | STANDING) }
        }
        Input::Side(role) | Input::Turn(role) => of_role(role, SIDES, SIDES),
        Input::Hostile | Input::SideSize | Input::SizeOf(_) | Input::HandlerTurn => others(SIDES),
        Input::CurrentTurn | Input::Span(_) | Input::Elapsed => some(CLOCK),
        Input::Variable(variable) => {
            Reads { singly: Singly::variable(variable), ..some(VARIABLES) }
        }
        Input::VariableOf(..) => some(VARIABLES),
        Input::SideVariable(_) => some(VARIABLES | SIDES),
        Input::SideTotal(attribute) | Input::TotalOf(_, attribute) => {
            let singly = Singly::others(Features::attribute(attribute));
            Reads { singly, ..others(of_anyone(history::attribute(attribute)) | SIDES) }
        }
        Input::Threats(place) => {
            let reach = game.board.threat.map_or(&[][..], |reach| game.expr(reach));
            let around = others(standing | of_place(place));
            reach.iter().fold(around, |all, code| all.and(read_of_actors(code)))
        }
        Input::ApproachPrice(within) | Input::ApproachOpen(within) => {
            let way = some(SQUARES | OWN_SQUARE | TERRAIN | of_figure(within));
            game.steps.inputs(game).fold(way, |all, input| match input {
                Input::ApproachPrice(_) | Input::ApproachOpen(_) => EVERYTHING,
                // Each step leads somewhere.
                _ if is_of_sort(input) => {
                    let there = read(game, input);
                    all.and(Reads { classes: there.classes & !STACK, ..there })
                }
                _ => all.and(read(game, input)),
            })
        }
    }
}

/// What is read where everybody in turn is the actor.
fn read_of_actors(code: &Code) -> Reads {
    match code {
        Code::Load(Input::Attribute(Role::Actor, attribute)) => {
            let singly = Singly::others(Features::attribute(*attribute));
            let classes = of_anyone(history::attribute(*attribute));
            Reads { classes, singly, ..Reads::default() }
        }
        Code::Load(Input::Has(Role::Actor, condition)) => {
            let singly = Singly::others(Features::condition(*condition));
            let classes = of_anyone(history::conditions(1 << condition.0));
            Reads { classes, singly, ..Reads::default() }
        }
        Code::Load(Input::Fixed(Role::Actor, _)) => Reads::default(),
        Code::Load(_) => EVERYTHING,
        _ => Reads::default(),
    }
}

fn of_place(place: Place) -> Classes {
    match place {
        Place::Here => OWN_SQUARE,
        Place::There => STACK,
    }
}

fn of_figure(figure: Figure) -> Classes {
    match figure {
        Figure::State(attribute) => history::attribute(attribute),
        Figure::Fixed(_) | Figure::Const(_) => 0,
    }
}
