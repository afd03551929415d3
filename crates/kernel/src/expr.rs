//! Compiled expressions: postfix code over 32-bit integers, total and allocation-free.
//!
//! Booleans are 0 and 1, tags their index. Arithmetic saturates; division rounds down and by zero
//! gives 0, so that no ruleset can make an evaluation fail.

use crate::board::Metric;
use crate::clock::Slot;
use crate::game::Game;
use crate::ids::{
    AttributeId, CombatantId, ConditionId, KindId, Mask, SideId, SpanId, VariableId, members,
};
use crate::space::{Figure, Place, Space};
use crate::state::{Frame, NOBODY, State};

/// Deepest an expression may pile up operands; the loader refuses deeper ones.
pub const DEPTH_MAX: usize = 16;

/// Who an input speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Who acts, or whom a handler is run for.
    Actor,
    /// Whom the activity is aimed at.
    Target,
    /// Who caused what is being handled.
    By,
    /// Who declared what is being answered.
    Answered,
    /// Whose turn it is, where turns are those of single combatants.
    Acting,
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Code {
    /// Pushes a number.
    Const(i32),
    /// Pushes an input.
    Load(Input),
    /// Replaces the top by its negation.
    Neg,
    /// Replaces the top by its logical opposite.
    Not,
    /// Combines the two topmost.
    Binary(Binary),
    /// Takes condition, yes and no (pushed in this order) and leaves yes or no.
    Select,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

/// What an expression can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A number of someone that never changes, by its place on the sheet.
    Fixed(Role, u8),
    /// Whether what is being answered has a word, by its bit.
    Answers(u8),
    /// Whether what is being answered is aimed at the actor.
    AnswersMe,
    /// Whether someone's turn along the line is still to come.
    ToCome(Role),
    /// What has gone into the activity at hand, aimed as now, by the actor.
    Committed,
    /// Whether someone has a long activity under way that must not be interrupted.
    Committing(Role),
    /// Whether someone has something prepared.
    Prepared(Role),
    /// Whether what is judged or done was prepared.
    WasPrepared,
    /// Which combatant someone is, from 1; 0 for nobody. Kept as a number of someone else, it says
    /// whom that one has to do with.
    Number(Role),
    /// Whether the actor is on the board, and so is the target, if there is any.
    Placed,
    /// The distance from someone to the target, or, without one and for the target itself, to the
    /// square aimed at or to who is being answered; 0 without a board.
    Distance(Role),
    /// The same from someone to the target, measured in another way than distances usually are.
    Measured(Role, Metric),
    /// Whether a square has a sort of terrain, by its bit.
    Terrain(Place, u8),
    /// How far the actor is from a square, whatever the target; 0 without one.
    Away(Place),
    /// How many foes of the actor threaten a square.
    Threats(Place),
    /// How many foes of the actor stand on a square.
    Foes(Place),
    /// How many others of the actor's side stand on a square.
    Allies(Place),
    /// Whether the straight line to the target is clear.
    LineClear,
    /// Steps of a straight approach to the target until so near.
    ApproachSteps(Figure),
    /// What a straight approach to the target costs until so near.
    ApproachPrice(Figure),
    /// Whether nothing stands in the way of a straight approach to the target until so near, nor
    /// where it ends.
    ApproachOpen(Figure),
    /// Whether a straight approach to the target leads over a sort of terrain, by its bit.
    ApproachOver(Figure, u8),
    /// An attribute of someone.
    Attribute(Role, AttributeId),
    /// Whether someone has a condition or tag.
    Has(Role, ConditionId),
    /// Whether anyone else on the same side has a condition.
    AlliesHave(Role, ConditionId),
    /// Tokens of a kind that someone holds.
    Holds(Role, KindId),
    /// Tokens someone has left that keep them from being out of actions.
    Remaining(Role),
    /// Whether everyone is out of actions.
    AllSpent,
    /// The side someone is on.
    Side(Role),
    /// Whether it is someone's own turn.
    OwnTurn(Role),
    /// Whether someone's turn in the running parent span is over or under way.
    TurnBegun(Role),
    /// The turn group someone acts with.
    Turn(Role),
    /// The turn group that is acting.
    CurrentTurn,
    /// Whether actor and target stand on different sides.
    Hostile,
    /// Whether someone is of the given identity: actor = target.
    SameAsTarget,
    /// Number of the running instance of a span, from 1 (0 = an interposed early one).
    Span(SpanId),
    /// A number of the whole encounter.
    Variable(VariableId),
    /// A number of the side the handler is run for.
    SideVariable(VariableId),
    /// A number of a given side.
    VariableOf(SideId, VariableId),
    /// Sum of an attribute over the members of the handler's side.
    SideTotal(AttributeId),
    /// Sum of an attribute over a given side.
    TotalOf(SideId, AttributeId),
    /// Members of the handler's side.
    SideSize,
    /// Members of a given side.
    SizeOf(SideId),
    /// The side the handler is run for.
    HandlerSide,
    /// The turn group of that side.
    HandlerTurn,
    /// A scratch register of the running effects.
    Register(u8),
    /// The number given with the command.
    Argument,
    /// The watched attribute before the change.
    Before,
    /// The watched attribute after the change.
    Now,
    /// How many declarations are waiting or running.
    Depth,
    /// Spans' time units gone by since the fight began.
    Elapsed,
}

/// The context of an evaluation.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The compiled game.
    pub game: &'a Game,
    /// The state read.
    pub state: &'a State,
    /// Roles, registers, argument.
    pub frame: &'a Frame,
}

impl Scope<'_> {
    fn who(&self, role: Role) -> CombatantId {
        match role {
            Role::Actor => self.frame.actor,
            Role::Target => self.frame.target,
            Role::By => self.frame.by,
            Role::Answered => self.answered().map_or(NOBODY, |frame| frame.actor),
            Role::Acting => match self.state.clock.current {
                Slot::Alone(who) => who,
                _ => NOBODY,
            },
        }
    }

    /// The declaration being answered.
    fn answered(&self) -> Option<&Frame> {
        self.state.stack.get(self.frame.answers as usize)
    }

    /// Whom distances are measured to: the target, or else who is answered.
    fn faced(&self) -> Role {
        let nowhere = self.frame.target == NOBODY && !self.frame.square.is_somewhere();
        if nowhere { Role::Answered } else { Role::Target }
    }

    fn space(&self) -> Space<'_> {
        Space { game: self.game, state: self.state }
    }

    /// How many of those on a square are among the given ones.
    fn count_on(&self, place: Place, among: impl Fn(SideId) -> Mask) -> i32 {
        let square = place.square(self.state, self.frame);
        let count =
            |actor: CombatantId| match self.space().standing_on(square) & !crate::ids::bit(actor) {
                0 => 0,
                there => (there & among(self.state.combatant(actor).side())).count_ones() as i32,
            };
        self.of(Role::Actor, count, 0)
    }

    /// Something about actor and target together.
    fn between(&self, read: impl Fn(CombatantId, CombatantId) -> i32, nobody: i32) -> i32 {
        self.of(Role::Actor, |actor| self.of(Role::Target, |to| read(actor, to), nobody), nobody)
    }

    /// Evaluates to true or false.
    #[inline]
    pub fn test(&self, code: &[Code]) -> bool {
        self.value(code) != 0
    }

    /// Evaluates to a number. Code that the loader did not check leaves 0.
    #[inline]
    pub fn value(&self, code: &[Code]) -> i32 {
        // The shapes that most expressions have.
        match *code {
            [Code::Const(number)] => number,
            [Code::Load(input)] => self.read(input),
            [Code::Const(number), Code::Not] => i32::from(number == 0),
            [Code::Load(input), Code::Const(number), Code::Binary(operator)] => {
                operator.apply(self.read(input), number)
            }
            [Code::Load(first), Code::Load(second), Code::Binary(Binary::And)] => {
                i32::from(self.read(first) != 0 && self.read(second) != 0)
            }
            _ => self.run(code),
        }
    }

    /// Evaluates code of any shape.
    fn run(&self, code: &[Code]) -> i32 {
        let mut stack = [0i32; DEPTH_MAX];
        let mut top = 0;
        for instruction in code {
            match *instruction {
                Code::Const(number) => {
                    stack[top] = number;
                    top += 1;
                }
                Code::Load(input) => {
                    stack[top] = self.read(input);
                    top += 1;
                }
                Code::Neg => stack[top - 1] = stack[top - 1].saturating_neg(),
                Code::Not => stack[top - 1] = i32::from(stack[top - 1] == 0),
                Code::Binary(operator) => {
                    top -= 1;
                    stack[top - 1] = operator.apply(stack[top - 1], stack[top]);
                }
                Code::Select => {
                    top -= 2;
                    stack[top - 1] = if stack[top - 1] != 0 { stack[top] } else { stack[top + 1] };
                }
            }
        }
        stack[0]
    }

    fn of<T>(&self, role: Role, read: impl Fn(CombatantId) -> T, nobody: T) -> T {
        let who = self.who(role);
        if who.index() < self.state.combatants.len() { read(who) } else { nobody }
    }

    fn total(&self, side: SideId, attribute: AttributeId) -> i32 {
        let members = self.state.combatants.iter().filter(|one| one.side() == side);
        members.map(|one| i32::from(one.attributes[attribute.index()])).sum()
    }

    fn size(&self, side: SideId) -> i32 {
        self.state.combatants.iter().filter(|one| one.side() == side).count() as i32
    }

    fn read(&self, input: Input) -> i32 {
        let (game, state, frame) = (self.game, self.state, self.frame);
        let at = |who: CombatantId| &state.combatants[who.index()];
        match input {
            Input::Fixed(role, place) => {
                self.of(role, |who| Figure::Fixed(place).of(game, state, who), 0)
            }
            Input::Answers(word) => self.answered().map_or(0, |frame| {
                let tags = game.activities.get(frame.activity.index()).map_or(0, |one| one.tags);
                (tags >> word & 1) as i32
            }),
            Input::AnswersMe => {
                i32::from(self.answered().is_some_and(|frame| frame.target == self.frame.actor))
            }
            Input::ToCome(role) => self.of(role, |who| i32::from(state.clock.comes(who)), 0),
            Input::Committed => state
                .projects
                .iter()
                .find(|one| one.is_of(frame))
                .map_or(0, |one| i32::from(one.paid)),
            Input::Committing(role) => self.of(
                role,
                |who| {
                    let mut own = state.projects.iter().filter(|one| one.actor == who);
                    i32::from(own.any(|one| !one.loose))
                },
                0,
            ),
            Input::Number(role) => self.of(role, |who| who.index() as i32 + 1, 0),
            Input::Prepared(role) => self.of(
                role,
                |who| i32::from(state.prepared.iter().any(|frame| frame.actor == who)),
                0,
            ),
            Input::WasPrepared => i32::from(frame.prepared),
            Input::Placed => {
                // Facing nobody and no square, one's own place is all that counts.
                let there = frame.square.is_somewhere()
                    || self.of(self.faced(), |who| at(who).square.is_somewhere(), true);
                self.of(Role::Actor, |who| i32::from(there && at(who).square.is_somewhere()), 0)
            }
            Input::Distance(role) => {
                let to = match role {
                    Role::Target => frame.square,
                    _ => self.of(self.faced(), |who| at(who).square, frame.square),
                };
                self.of(role, |who| game.board.distance(at(who).square, to), 0)
            }
            Input::Measured(role, metric) => {
                let to = self.of(Role::Target, |who| at(who).square, frame.square);
                self.of(role, |who| metric.between(at(who).square, to), 0)
            }
            Input::Terrain(place, sort) => {
                i32::from(self.space().terrain(place.square(state, frame)) >> sort & 1)
            }
            Input::Away(place) => {
                let to = place.square(state, frame);
                self.of(Role::Actor, |who| game.board.distance(at(who).square, to), 0)
            }
            Input::Threats(place) => {
                let square = place.square(state, frame);
                self.of(Role::Actor, |who| self.space().threats(square, who), 0)
            }
            Input::Foes(place) => self.count_on(place, |side| state.hostile_to(side)),
            Input::Allies(place) => self.count_on(place, |side| state.on_side(side)),
            Input::LineClear => {
                self.between(|one, other| i32::from(self.space().line_is_clear(one, other)), 1)
            }
            Input::ApproachSteps(within) => self.between(
                |one, other| {
                    let within = within.of(game, state, one);
                    self.space().approach(one, other, within).count() as i32
                },
                0,
            ),
            Input::ApproachPrice(within) => self.between(
                |one, other| self.space().approach_price(one, other, within.of(game, state, one)),
                0,
            ),
            Input::ApproachOpen(within) => self.between(
                |one, other| {
                    let within = within.of(game, state, one);
                    i32::from(self.space().approach_is_open(one, other, within))
                },
                1,
            ),
            Input::ApproachOver(within, sort) => self.between(
                |one, other| {
                    let within = within.of(game, state, one);
                    let mut way = self.space().approach(one, other, within);
                    i32::from(way.any(|square| self.space().terrain(square) >> sort & 1 == 1))
                },
                0,
            ),
            Input::Attribute(role, attribute) => {
                self.of(role, |who| i32::from(at(who).attributes[attribute.index()]), 0)
            }
            Input::Has(role, condition) => {
                self.of(role, |who| (at(who).conditions >> condition.0 & 1) as i32, 0)
            }
            Input::AlliesHave(role, condition) => self.of(
                role,
                |who| {
                    let side = at(who).side();
                    let others = state
                        .combatants
                        .iter()
                        .enumerate()
                        .filter(|&(index, one)| index != who.index() && one.side() == side);
                    i32::from(others.into_iter().any(|(_, one)| one.has(condition)))
                },
                0,
            ),
            Input::Holds(role, kind) => self.of(
                role,
                |who| {
                    let lane = game.sheets[who.index()].lane(kind);
                    lane.map_or(0, |lane| at(who).purse.get(lane) as i32)
                },
                0,
            ),
            Input::Remaining(role) => self.of(role, |who| state.remaining(game, who) as i32, 0),
            Input::AllSpent => {
                i32::from(members(state.everybody()).all(|who| {
                    at(who).conditions & game.out != 0 || state.remaining(game, who) == 0
                }))
            }
            Input::Side(role) => self.of(role, |who| i32::from(at(who).side().0), -1),
            Input::OwnTurn(role) => {
                self.of(role, |who| i32::from(state.clock.acting(state, who)), 0)
            }
            Input::TurnBegun(role) => {
                let begun = |who: CombatantId| match game.ordered {
                    true => !state.clock.comes(who),
                    false => state.clock.turn_begun(state.turn_of(who)),
                };
                self.of(role, |who| i32::from(begun(who)), 0)
            }
            Input::Turn(role) => self.of(role, |who| i32::from(state.turn_of(who).0), -1),
            Input::CurrentTurn => i32::from(state.clock.turn.0),
            Input::Hostile => self.of(
                Role::Actor,
                |actor| self.of(Role::Target, |to| i32::from(at(actor).side() != at(to).side()), 0),
                0,
            ),
            Input::SameAsTarget => i32::from(frame.actor == frame.target),
            Input::Span(span) => i32::from(state.clock.numbers[span.index()]),
            Input::Variable(variable) => i32::from(state.variables[variable.index()]),
            Input::SideVariable(variable) => {
                i32::from(state.sides[frame.side.index()].variables[variable.index()])
            }
            Input::VariableOf(side, variable) => {
                i32::from(state.sides[side.index()].variables[variable.index()])
            }
            Input::SideTotal(attribute) => self.total(frame.side, attribute),
            Input::TotalOf(side, attribute) => self.total(side, attribute),
            Input::SideSize => self.size(frame.side),
            Input::SizeOf(side) => self.size(side),
            Input::HandlerSide => i32::from(frame.side.0),
            Input::HandlerTurn => i32::from(state.sides[frame.side.index()].turn.0),
            Input::Register(register) => frame.registers[register as usize],
            Input::Argument => frame.argument,
            Input::Before => frame.before,
            Input::Now => frame.now,
            Input::Depth => state.stack.len() as i32,
            Input::Elapsed => state.elapsed(game),
        }
    }
}

impl Binary {
    /// Whether the result is 0 or 1.
    pub(crate) fn is_test(self) -> bool {
        use Binary as B;
        !matches!(self, B::Add | B::Sub | B::Mul | B::Div | B::Min | B::Max)
    }

    /// The result of the operator; comparisons and logic give 0 or 1.
    pub fn apply(self, a: i32, b: i32) -> i32 {
        let truth = |value: bool| i32::from(value);
        match self {
            Binary::Add => a.saturating_add(b),
            Binary::Sub => a.saturating_sub(b),
            Binary::Mul => a.saturating_mul(b),
            Binary::Div => match b {
                0 => 0,
                _ => a.checked_div_euclid(b).map_or(i32::MAX, |floor| {
                    // Euclidean and floor division differ only for negative divisors.
                    if b < 0 && a.wrapping_rem(b) != 0 { floor - 1 } else { floor }
                }),
            },
            Binary::Min => a.min(b),
            Binary::Max => a.max(b),
            Binary::Eq => truth(a == b),
            Binary::Ne => truth(a != b),
            Binary::Lt => truth(a < b),
            Binary::Le => truth(a <= b),
            Binary::Gt => truth(a > b),
            Binary::Ge => truth(a >= b),
            Binary::And => truth(a != 0 && b != 0),
            Binary::Or => truth(a != 0 || b != 0),
        }
    }
}
