//! Compiled expressions: postfix code over 32-bit integers, total and allocation-free.
//!
//! Booleans are 0 and 1, tags their index. Arithmetic saturates; division rounds down and by zero
//! gives 0, so that no ruleset can make an evaluation fail.

use crate::game::Game;
use crate::ids::{AttributeId, CombatantId, ConditionId, KindId, SideId, SpanId, VariableId};
use crate::state::{Frame, State};

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
        }
    }

    /// Evaluates to true or false.
    #[inline]
    pub fn test(&self, code: &[Code]) -> bool {
        self.value(code) != 0
    }

    /// Evaluates to a number. Code that the loader did not check leaves 0.
    pub fn value(&self, code: &[Code]) -> i32 {
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
        let members = self.state.combatants.iter().filter(|one| one.side == side);
        members.map(|one| i32::from(one.attributes[attribute.index()])).sum()
    }

    fn size(&self, side: SideId) -> i32 {
        self.state.combatants.iter().filter(|one| one.side == side).count() as i32
    }

    fn read(&self, input: Input) -> i32 {
        let (game, state, frame) = (self.game, self.state, self.frame);
        let at = |who: CombatantId| &state.combatants[who.index()];
        match input {
            Input::Attribute(role, attribute) => {
                self.of(role, |who| i32::from(at(who).attributes[attribute.index()]), 0)
            }
            Input::Has(role, condition) => {
                self.of(role, |who| (at(who).conditions >> condition.0 & 1) as i32, 0)
            }
            Input::AlliesHave(role, condition) => self.of(
                role,
                |who| {
                    let side = at(who).side;
                    let others = state
                        .combatants
                        .iter()
                        .enumerate()
                        .filter(|&(index, one)| index != who.index() && one.side == side);
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
                i32::from((0..state.combatants.len() as u8).map(CombatantId).all(|who| {
                    at(who).conditions & game.out != 0 || state.remaining(game, who) == 0
                }))
            }
            Input::Side(role) => self.of(role, |who| i32::from(at(who).side.0), -1),
            Input::OwnTurn(role) => {
                self.of(role, |who| i32::from(state.clock.acting(state, who)), 0)
            }
            Input::TurnBegun(role) => {
                self.of(role, |who| i32::from(state.clock.turn_begun(state.turn_of(who))), 0)
            }
            Input::Turn(role) => self.of(role, |who| i32::from(state.turn_of(who).0), -1),
            Input::CurrentTurn => i32::from(state.clock.turn.0),
            Input::Hostile => self.of(
                Role::Actor,
                |actor| self.of(Role::Target, |to| i32::from(at(actor).side != at(to).side), 0),
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
