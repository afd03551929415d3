//! What requirements read and what has changed, as sets of the same classes: coarse enough to fit
//! a word, fine enough to tell what a change leaves alone.

use crate::accel::steps::is_of_sort;
use crate::board_view::{SquareRef, StatRef};
use crate::expr::{Input, Instr, Role};
use crate::game::Game;
use crate::ids::ExprId;
use crate::state::change_journal::{self, FieldMask};

use super::change_filter::{ExactDeps, FieldSet};

/// Classes of what can be read, one bit each.
pub(crate) type DepMask = u64;

/// Parts of the combatant: those that [`change_journal`] tells apart. Attributes and conditions lie below
/// what follows here.
pub(crate) const OWN_PURSE: DepMask = change_journal::PURSE;
pub(crate) const OWN_SLOT_USES: DepMask = change_journal::SLOT_USES;
const OWN_SQUARE: DepMask = change_journal::SQUARE;
/// Whether it is the combatant's turn, or that is still to come; whether something is prepared.
pub(crate) const OWN_TURN: DepMask = 1 << 35;
/// Who is on which side, and at peace with whom.
pub(crate) const SIDES: DepMask = change_journal::SIDE;
pub(crate) const VARIABLES: DepMask = 1 << 37;
pub(crate) const CLOCK: DepMask = 1 << 38;
pub(crate) const STACK: DepMask = 1 << 39;
pub(crate) const TERRAIN: DepMask = 1 << 40;
pub(crate) const ONGOING: DepMask = 1 << 41;
pub(crate) const PREPARED: DepMask = 1 << 42;
/// Attributes and conditions of anyone, several a bit; tokens and squares of anyone.
const ATTRIBUTES: u32 = 43;
const CONDITIONS: u32 = 51;
const PURSES: DepMask = 1 << 59;
const SQUARES: DepMask = 1 << 60;
/// Who is out of the fight.
pub(crate) const STANDING: DepMask = 1 << 61;
/// What is held of tokens that requirements read.
pub(crate) const READ_TOKENS: DepMask = 1 << 62;
/// What is asked of one combatant at a time where several may be meant.
pub(crate) const OTHERS: DepMask = 0xff << ATTRIBUTES | 0xff << CONDITIONS | PURSES | SQUARES;
/// Everything there is.
pub(crate) const ALL: DepMask = !0;

/// Attributes, one bit each from the first on, of anyone.
fn attributes_of_anyone(attributes: u64) -> DepMask {
    (attributes >> 8 & 0xff | attributes & 0xff) << ATTRIBUTES
}

/// Conditions, folded into sixteen bits, of anyone.
fn conditions_of_anyone(folded: u64) -> DepMask {
    (folded >> 8 & 0xff | folded & 0xff) << CONDITIONS
}

/// What those who look read of someone of whom some parts are not what they were; whether that one
/// is still able to act is not among it.
pub(crate) fn of_anyone(parts: FieldMask) -> DepMask {
    let purse = if parts & OWN_PURSE != 0 { PURSES } else { 0 };
    let moved = if parts & OWN_SQUARE != 0 { SQUARES } else { 0 };
    attributes_of_anyone(parts >> change_journal::ATTRIBUTES)
        | conditions_of_anyone(parts >> change_journal::CONDITIONS)
        | purse
        | moved
        | parts & SIDES
}

/// What an expression reads.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deps {
    pub(crate) classes: DepMask,
    /// What of that it reads only where nothing is aimed at.
    unaimed: DepMask,
    pub(crate) singly: ExactDeps,
    /// Whatever it reads of anyone, it reads of the target alone.
    pub(crate) target_only: bool,
    /// It reads what has gone into the activity, or the number that goes with the declaration.
    pub(crate) activity: bool,
    pub(crate) argument: bool,
}

/// It may be anything.
const EVERYTHING: Deps = Deps {
    classes: ALL,
    unaimed: 0,
    singly: ExactDeps::EVERYTHING,
    target_only: false,
    activity: false,
    argument: false,
};

impl Deps {
    /// What some expressions read together.
    pub(crate) fn of(game: &Game, exprs: &[ExprId]) -> Deps {
        let nothing = Deps { target_only: true, ..Deps::default() };
        let code = exprs.iter().flat_map(|expr| game.expr(*expr));
        code.fold(nothing, |all, code| match code {
            Instr::Load(input) => all.and(read(game, *input)),
            _ => all,
        })
    }

    /// What it depends on onto which neighbouring squares one may step.
    pub(crate) fn of_steps(game: &Game) -> Deps {
        let left = game.steps.movement_attribute.map_or(0, change_journal::attribute);
        let classes = OWN_SQUARE | TERRAIN | left;
        let all = Deps { classes, ..Deps::default() };
        game.steps.inputs(game).fold(all, |all, input| all.and(read(game, input)))
    }

    /// What it depends on what the rules of steps say of one sort of square.
    pub(crate) fn of_sorts(game: &Game) -> Deps {
        let others = game.steps.inputs(game).filter(|input| !is_of_sort(*input));
        others.fold(Deps::default(), |all, input| all.and(read(game, input)))
    }

    /// What it reads where someone is aimed at.
    #[inline(always)]
    pub(crate) fn aimed(&self) -> DepMask {
        self.classes & !self.unaimed
    }

    /// Both together.
    pub(crate) fn and(self, other: Deps) -> Deps {
        let classes = self.classes | other.classes;
        Deps {
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
fn of_role(role: Role, own: DepMask, anyone: DepMask) -> Deps {
    let (classes, target_only) = match role {
        Role::Actor | Role::By => (own, true),
        Role::Target => (anyone, true),
        Role::Answered => (anyone | STACK, false),
        Role::Acting => (anyone | CLOCK, false),
    };
    Deps { classes, target_only, ..Deps::default() }
}

/// Whether someone in a role is the one who declares.
fn is_oneself(role: Role) -> bool {
    matches!(role, Role::Actor | Role::By)
}

/// Something read of someone in a role.
fn singly(role: Role, features: FieldSet) -> ExactDeps {
    if is_oneself(role) { ExactDeps::own(features) } else { ExactDeps::others(features) }
}

/// What an input reads.
fn read(game: &Game, input: Input) -> Deps {
    let some = |classes| Deps { classes, target_only: true, ..Deps::default() };
    let others = |classes| Deps { classes, ..Deps::default() };
    let standing = SQUARES | OWN_SQUARE | SIDES | STANDING;
    match input {
        Input::Stat(role, _) | Input::CombatantNumber(role) => of_role(role, 0, 0),
        Input::Answers(_) | Input::AnswersMe | Input::StackDepth => some(STACK),
        Input::HasTurnLeft(role) | Input::OwnTurn(role) => of_role(role, OWN_TURN, CLOCK | SIDES),
        Input::TurnBegun(role) if game.ordered => of_role(role, OWN_TURN, CLOCK),
        Input::TurnBegun(_) => others(CLOCK | SIDES),
        Input::Prepared(role) => of_role(role, OWN_TURN, PREPARED),
        Input::OngoingProgress => Deps { activity: true, ..others(ONGOING) },
        Input::InUninterruptible(role) => of_role(role, ONGOING, ONGOING),
        Input::WayOpen => some(ALL),
        Input::WasPrepared | Input::SameAsTarget | Input::HandlerSide => some(0),
        Input::Register(_) | Input::OldValue | Input::NewValue => some(0),
        Input::Argument => Deps { activity: true, argument: true, ..some(0) },
        // Whoever aims at nothing faces the one who is answered.
        Input::OnBoard => Deps { unaimed: STACK, ..some(SQUARES | OWN_SQUARE | STACK) },
        Input::Distance(role) | Input::Measured(role, _) => {
            read(game, Input::OnBoard).and(of_role(role, 0, 0))
        }
        Input::Terrain(place, _) => some(TERRAIN | of_place(place)),
        Input::DistanceToSquare(place) => some(OWN_SQUARE | of_place(place)),
        Input::Foes(place) | Input::Allies(place) => others(standing | of_place(place)),
        Input::LineClear => others(standing | TERRAIN),
        Input::ApproachSteps(within) => some(SQUARES | OWN_SQUARE | of_figure(within)),
        Input::ApproachOver(within, _) => some(SQUARES | OWN_SQUARE | TERRAIN | of_figure(within)),
        Input::Attribute(role, attribute) => {
            let own = change_journal::attribute(attribute);
            let singly = singly(role, FieldSet::attribute(attribute));
            Deps { singly, ..of_role(role, own, of_anyone(own)) }
        }
        Input::Has(role, condition) => {
            let own = change_journal::conditions(1 << condition.0);
            let singly = singly(role, FieldSet::condition(condition));
            Deps { singly, ..of_role(role, own, of_anyone(own)) }
        }
        Input::AlliesHave(role, condition) => {
            let classes = of_anyone(change_journal::conditions(1 << condition.0)) | SIDES;
            let singly = ExactDeps::others(FieldSet::condition(condition));
            of_role(role, 0, 0).and(Deps { singly, ..others(classes) })
        }
        Input::ReferenceCount(role, attribute) => {
            let classes = of_anyone(change_journal::attribute(attribute));
            let singly = ExactDeps::others(FieldSet::attribute(attribute));
            of_role(role, 0, 0).and(Deps { singly, ..others(classes) })
        }
        Input::Holds(role, kind) => {
            let singly = singly(role, FieldSet::tokens(Some(kind)));
            Deps { singly, ..of_role(role, READ_TOKENS, PURSES) }
        }
        Input::Remaining(role) => {
            let singly = singly(role, FieldSet::tokens(None));
            Deps { singly, ..of_role(role, READ_TOKENS, PURSES) }
        }
        Input::AllSpent => {
            let singly = ExactDeps::others(FieldSet::tokens(None));
            Deps { singly, ..others(PURSES | STANDING) }
        }
        Input::Side(role) | Input::Turn(role) => of_role(role, SIDES, SIDES),
        Input::Hostile | Input::SideSize | Input::SizeOf(_) | Input::HandlerTurn => others(SIDES),
        Input::CurrentTurn | Input::Span(_) | Input::Elapsed => some(CLOCK),
        Input::Variable(variable) => {
            Deps { singly: ExactDeps::variable(variable), ..some(VARIABLES) }
        }
        Input::VariableOf(..) => some(VARIABLES),
        Input::SideVariable(_) => some(VARIABLES | SIDES),
        Input::SideTotal(attribute) | Input::TotalOf(_, attribute) => {
            let singly = ExactDeps::others(FieldSet::attribute(attribute));
            Deps { singly, ..others(of_anyone(change_journal::attribute(attribute)) | SIDES) }
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
                    all.and(Deps { classes: there.classes & !STACK, ..there })
                }
                _ => all.and(read(game, input)),
            })
        }
    }
}

/// What is read where everybody in turn is the actor.
fn read_of_actors(code: &Instr) -> Deps {
    match code {
        Instr::Load(Input::Attribute(Role::Actor, attribute)) => {
            let singly = ExactDeps::others(FieldSet::attribute(*attribute));
            let classes = of_anyone(change_journal::attribute(*attribute));
            Deps { classes, singly, ..Deps::default() }
        }
        Instr::Load(Input::Has(Role::Actor, condition)) => {
            let singly = ExactDeps::others(FieldSet::condition(*condition));
            let classes = of_anyone(change_journal::conditions(1 << condition.0));
            Deps { classes, singly, ..Deps::default() }
        }
        Instr::Load(Input::Stat(Role::Actor, _)) => Deps::default(),
        Instr::Load(_) => EVERYTHING,
        _ => Deps::default(),
    }
}

fn of_place(place: SquareRef) -> DepMask {
    match place {
        SquareRef::Here => OWN_SQUARE,
        SquareRef::There => STACK,
    }
}

fn of_figure(figure: StatRef) -> DepMask {
    match figure {
        StatRef::State(attribute) => change_journal::attribute(attribute),
        StatRef::Fixed(_) | StatRef::Const(_) => 0,
    }
}
