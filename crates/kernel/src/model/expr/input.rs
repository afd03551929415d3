//! Inputs: everything that expressions can read.

use crate::ids::{AttributeId, ConditionId, KindId, SideId, SpanId, TableId, VariableId};
use crate::model::board::Metric;
use crate::model::card::PileRef;
use crate::model::expr::{SquareRef, StatRef};

/// The combatant that an input refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The combatant who acts, or the one that a handler runs for.
    Actor,
    /// The combatant that the activity is aimed at.
    Target,
    /// The combatant who caused the effect.
    By,
    /// The combatant whose declaration is being answered.
    Answered,
    /// The combatant whose turn it is, if it is the turn of a single combatant.
    Acting,
}

/// Number of roles.
pub const ROLES: usize = 5;

impl Role {
    /// All roles, in the order of their numbers.
    pub const ALL: [Role; ROLES] =
        [Role::Actor, Role::Target, Role::By, Role::Answered, Role::Acting];
}

/// An input of an expression. Most inputs read the combatant in a [`Role`], called "the role"
/// below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A fixed number of the role, by its index on the sheet.
    Stat(Role, u8),
    /// Whether the answered declaration has a tag, by its bit.
    Answers(u8),
    /// Whether the answered declaration is aimed at the actor.
    AnswersMe,
    /// Whether the role's turn in the turn order is still to come.
    HasTurnLeft(Role),
    /// The progress of this long activity of the actor with the same target; 0 = not begun.
    OngoingProgress,
    /// Whether the role has a long activity under way that must not be interrupted.
    InUninterruptible(Role),
    /// Whether the role has anything prepared.
    Prepared(Role),
    /// Whether this declaration was prepared.
    WasPrepared,
    /// Whether the steps prepared right after this one can all be made; 1 if there are none.
    WayOpen,
    /// The number of the role's combatant, from 1; 0 = none. An attribute of another combatant can
    /// store it as a reference.
    CombatantNumber(Role),
    /// Whether the actor is on the board, and so is the target, if there is one.
    OnBoard,
    /// The distance from the role to the target. Without a target, and for the target itself, the
    /// distance to the square aimed at or to the answered combatant. 0 without a board.
    Distance(Role),
    /// The distance from the role to the target, or to the square aimed at, by a given metric.
    Measured(Role, Metric),
    /// Whether a square has a sort of terrain, by its bit.
    Terrain(SquareRef, u8),
    /// The distance from the actor to a square, whatever the target; 0 without a square.
    DistanceToSquare(SquareRef),
    /// The number of foes of the actor that threaten a square.
    Threats(SquareRef),
    /// The number of foes of the actor on a square.
    Foes(SquareRef),
    /// The number of other combatants of the actor's side on a square.
    Allies(SquareRef),
    /// Whether the straight line to the target is clear.
    LineClear,
    /// The number of steps of a straight approach to the target until within this distance.
    ApproachSteps(StatRef),
    /// The cost of a straight approach to the target until within this distance.
    ApproachPrice(StatRef),
    /// Whether a straight approach to the target until within this distance is open: each square
    /// can be entered, and the last one allows a stop.
    ApproachOpen(StatRef),
    /// Whether a straight approach to the target until within this distance enters a sort of
    /// terrain, by its bit.
    ApproachOver(StatRef, u8),
    /// An attribute of the role.
    Attribute(Role, AttributeId),
    /// Whether the role has a condition or tag.
    Has(Role, ConditionId),
    /// Whether another combatant on the role's side has a condition.
    AlliesHave(Role, ConditionId),
    /// The number of combatants that store the number of the role's combatant in this attribute.
    ReferenceCount(Role, AttributeId),
    /// The number of tokens of a kind that the role holds.
    Holds(Role, KindId),
    /// The number of tokens that keep the role from being out of actions.
    Remaining(Role),
    /// Whether all combatants are out of actions.
    AllSpent,
    /// The side of the role.
    Side(Role),
    /// Whether the role has the turn.
    OwnTurn(Role),
    /// Whether the role's turn in the running span above turns is over or under way.
    TurnBegun(Role),
    /// The turn group of the role.
    Turn(Role),
    /// The turn group that is acting.
    CurrentTurn,
    /// Whether actor and target are on different sides.
    Hostile,
    /// Whether actor and target are the same combatant.
    SameAsTarget,
    /// The number of the running instance of a span, from 1; 0 = an interposed early one.
    Span(SpanId),
    /// A variable of the encounter.
    Variable(VariableId),
    /// A variable of the actor's side, or of the side that a handler runs for.
    SideVariable(VariableId),
    /// A variable of a given side.
    VariableOf(SideId, VariableId),
    /// The sum of an attribute over the members of the handler's side.
    SideTotal(AttributeId),
    /// The sum of an attribute over the members of a given side.
    TotalOf(SideId, AttributeId),
    /// The number of members of the handler's side.
    SideSize,
    /// The number of members of a given side.
    SizeOf(SideId),
    /// The side that the handler runs for.
    HandlerSide,
    /// The turn group of that side.
    HandlerTurn,
    /// A scratch register of the running program.
    Register(u8),
    /// The number given with the command.
    Argument,
    /// The watched attribute before the change.
    OldValue,
    /// The watched attribute after the change.
    NewValue,
    /// The number of cards in a pile.
    CardCount(PileRef),
    /// The number of the top card of a pile; 0 if it has none or if its order is still open.
    TopCard(PileRef),
    /// The number of the first card of a pile, even if its order is open; 0 if it has none.
    FirstCard(PileRef),
    /// The number of the first card of a pile that has a number other than 0 in a table; 0 = none.
    FindCard(PileRef, TableId),
    /// The sum of the numbers in a table over the cards of a pile.
    CardTotal(PileRef, TableId),
    /// Whether the number given with the command is that of a card in a pile.
    ArgumentInPile(PileRef),
    /// The number of declarations that wait or run.
    StackDepth,
    /// Time units since the fight began.
    Elapsed,
}

impl Input {
    /// Returns true if it is always 0 or 1.
    pub(crate) fn is_test(self) -> bool {
        use Input as I;
        matches!(
            self,
            I::Has(..)
                | I::Terrain(..)
                | I::Prepared(_)
                | I::OwnTurn(_)
                | I::HasTurnLeft(_)
                | I::Answers(_)
                | I::AnswersMe
                | I::LineClear
                | I::WayOpen
                | I::OnBoard
                | I::ArgumentInPile(_)
        )
    }

    /// Returns the least and greatest possible value, as far as the kind of input decides them.
    pub(crate) fn bounds(self) -> (i32, i32) {
        use Input as I;
        match self {
            _ if self.is_test() => (0, 1),
            I::Threats(_) | I::Foes(_) | I::Allies(_) => (0, i32::MAX),
            I::CardCount(_) | I::TopCard(_) | I::FirstCard(_) | I::FindCard(..) => (0, i32::MAX),
            I::Distance(_) | I::Measured(..) | I::DistanceToSquare(_) => (0, i32::MAX),
            I::ApproachSteps(_) | I::ApproachPrice(_) => (0, i32::MAX),
            _ => (i32::MIN, i32::MAX),
        }
    }
}
