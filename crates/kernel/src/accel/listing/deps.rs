//! Accelerator: dependency masks of requirements, in the classes that changes are sorted by. A mask
//! must hold every class that `EvalContext::eval_postfix` reads.

use crate::accel::steps::is_of_sort;
use crate::game::Game;
use crate::ids::ExprId;
use crate::model::card::PileRef;
use crate::model::expr::{Input, Instr, Role, SquareRef, StatRef};
use crate::state::change_journal::{self, FieldMask};

use super::change_filter::{ExactDeps, FieldSet};

/// Classes of what can be read, one bit each.
pub(crate) type DepMask = u64;

/// Fields of the combatant itself, as in [`change_journal`]. Attributes and conditions have lower
/// bits.
pub(crate) const OWN_PURSE: DepMask = change_journal::PURSE;
pub(crate) const OWN_SLOT_USES: DepMask = change_journal::SLOT_USES;
const OWN_SQUARE: DepMask = change_journal::SQUARE;
/// Whether the combatant has a turn, or will have; whether it prepared something.
pub(crate) const OWN_TURN: DepMask = 1 << 35;
/// Side of each combatant, and sides at peace.
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
/// Combatants that are out of the encounter.
pub(crate) const STANDING: DepMask = 1 << 61;
/// Tokens of the combatant itself that requirements read.
pub(crate) const READ_TOKENS: DepMask = 1 << 62;
/// Cards and the piles they lie in.
pub(crate) const CARDS: DepMask = 1 << 63;
/// Classes of any combatant that are read of one combatant at a time.
pub(crate) const OTHERS: DepMask = 0xff << ATTRIBUTES | 0xff << CONDITIONS | PURSES | SQUARES;
/// Everything there is.
pub(crate) const ALL: DepMask = !0;

/// Returns the classes of attributes of any combatant, one bit each in `attributes`.
fn attributes_of_anyone(attributes: u64) -> DepMask {
    (attributes >> 8 & 0xff | attributes & 0xff) << ATTRIBUTES
}

/// Returns the classes of conditions of any combatant, folded into 16 bits.
fn conditions_of_anyone(folded: u64) -> DepMask {
    (folded >> 8 & 0xff | folded & 0xff) << CONDITIONS
}

/// Returns the classes that others may read of a combatant of which some fields changed. Whether it
/// is out ([`STANDING`]) is not among them.
pub(crate) fn of_anyone(parts: FieldMask) -> DepMask {
    let purse = if parts & OWN_PURSE != 0 { PURSES } else { 0 };
    let moved = if parts & OWN_SQUARE != 0 { SQUARES } else { 0 };
    attributes_of_anyone(parts >> change_journal::ATTRIBUTES)
        | conditions_of_anyone(parts >> change_journal::CONDITIONS)
        | purse
        | moved
        | parts & SIDES
}

/// Dependencies of an expression.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deps {
    pub(crate) classes: DepMask,
    /// Classes that are read only without a target.
    unaimed: DepMask,
    pub(crate) singly: ExactDeps,
    /// Whether the target is the only other combatant that is read.
    pub(crate) target_only: bool,
    /// Whether the result depends on the activity, and whether it depends on the argument.
    pub(crate) activity: bool,
    pub(crate) argument: bool,
}

/// Dependencies on everything.
const EVERYTHING: Deps = Deps {
    classes: ALL,
    unaimed: 0,
    singly: ExactDeps::EVERYTHING,
    target_only: false,
    activity: false,
    argument: false,
};

impl Deps {
    /// Returns the union of the dependencies of some expressions.
    pub(crate) fn of(game: &Game, exprs: &[ExprId]) -> Deps {
        let nothing = Deps { target_only: true, ..Deps::default() };
        let code = exprs.iter().flat_map(|expr| game.expr(*expr));
        code.fold(nothing, |all, code| match code {
            Instr::Load(input) => all.and(read(game, *input)),
            _ => all,
        })
    }

    /// Returns the dependencies of the set of legal steps.
    pub(crate) fn of_steps(game: &Game) -> Deps {
        let left = game.steps.movement_attribute.map_or(0, change_journal::attribute);
        let classes = OWN_SQUARE | TERRAIN | left;
        let all = Deps { classes, ..Deps::default() };
        game.steps.inputs(game).fold(all, |all, input| all.and(read(game, input)))
    }

    /// Returns the dependencies of movement rules for one class of square.
    pub(crate) fn of_sorts(game: &Game) -> Deps {
        let others = game.steps.inputs(game).filter(|input| !is_of_sort(*input));
        others.fold(Deps::default(), |all, input| all.and(read(game, input)))
    }

    /// Returns the classes that are read when there is a target.
    #[inline(always)]
    pub(crate) fn aimed(&self) -> DepMask {
        self.classes & !self.unaimed
    }

    /// Returns the union.
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

/// Returns the dependencies of a field in a role: `own` of the actor, `anyone` of others.
fn of_role(role: Role, own: DepMask, anyone: DepMask) -> Deps {
    let (classes, target_only) = match role {
        Role::Actor | Role::By => (own, true),
        Role::Target => (anyone, true),
        Role::Answered => (anyone | STACK, false),
        Role::Acting => (anyone | CLOCK, false),
    };
    Deps { classes, target_only, ..Deps::default() }
}

/// Returns true if a role is the combatant that declares.
fn is_oneself(role: Role) -> bool {
    matches!(role, Role::Actor | Role::By)
}

/// Returns the exact dependencies of some fields in a role.
fn singly(role: Role, features: FieldSet) -> ExactDeps {
    if is_oneself(role) { ExactDeps::own(features) } else { ExactDeps::others(features) }
}

/// Returns the dependencies of an input.
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
        // Without a target, the answered combatant counts as the target.
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
        Input::CardCount(pile)
        | Input::TopCard(pile)
        | Input::FirstCard(pile)
        | Input::FindCard(pile, _)
        | Input::CardTotal(pile, _) => of_pile(pile),
        Input::ArgumentInPile(pile) => read(game, Input::Argument).and(of_pile(pile)),
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

/// Returns the dependencies of an instruction that every combatant evaluates as the actor.
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

/// Returns the dependencies of the cards in a pile.
fn of_pile(pile: PileRef) -> Deps {
    pile.owner.map_or(Deps { classes: CARDS, target_only: true, ..Deps::default() }, |role| {
        of_role(role, CARDS, CARDS)
    })
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
