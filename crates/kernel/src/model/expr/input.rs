//! Inputs: everything that expressions can read.

use crate::ids::{AttributeId, ConditionId, KindId, SideId, SpanId, VariableId};
use crate::model::board::Metric;
use crate::model::expr::{SquareRef, StatRef};

/// The combatant that an input refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The combatant who acts, or the one a handler runs for.
    Actor,
    /// The combatant the activity is aimed at.
    Target,
    /// The combatant who caused what is being handled.
    By,
    /// The combatant whose declaration is being answered.
    Answered,
    /// The combatant whose turn it is, if it is the turn of a single combatant.
    Acting,
}

/// How many roles there are.
pub const ROLES: usize = 5;

impl Role {
    /// All roles, in the order of their numbers.
    pub const ALL: [Role; ROLES] =
        [Role::Actor, Role::Target, Role::By, Role::Answered, Role::Acting];
}

/// An input of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A number of someone that never changes, by its place on the sheet.
    Stat(Role, u8),
    /// Whether what is being answered has a word, by its bit.
    Answers(u8),
    /// Whether what is being answered is aimed at the actor.
    AnswersMe,
    /// Whether someone's turn along the line is still to come.
    HasTurnLeft(Role),
    /// The progress of the actor's long activity at hand, with the same target; 0 if not begun.
    OngoingProgress,
    /// Whether someone has a long activity under way that must not be interrupted.
    InUninterruptible(Role),
    /// Whether someone has something prepared.
    Prepared(Role),
    /// Whether what is judged or done was prepared.
    WasPrepared,
    /// Whether the steps prepared right after this can be made to the end, if there are any.
    WayOpen,
    /// Which combatant someone is, from 1; 0 for nobody. Kept as a number of someone else, it says
    /// whom that one has to do with.
    CombatantNumber(Role),
    /// Whether the actor is on the board, and so is the target, if there is any.
    OnBoard,
    /// The distance from someone to the target, or, without one and for the target itself, to the
    /// square aimed at or to who is being answered; 0 without a board.
    Distance(Role),
    /// The same from someone to the target, measured in another way than distances usually are.
    Measured(Role, Metric),
    /// Whether a square has a sort of terrain, by its bit.
    Terrain(SquareRef, u8),
    /// How far the actor is from a square, whatever the target; 0 without one.
    DistanceToSquare(SquareRef),
    /// How many foes of the actor threaten a square.
    Threats(SquareRef),
    /// How many foes of the actor stand on a square.
    Foes(SquareRef),
    /// How many others of the actor's side stand on a square.
    Allies(SquareRef),
    /// Whether the straight line to the target is clear.
    LineClear,
    /// Steps of a straight approach to the target until so near.
    ApproachSteps(StatRef),
    /// The cost of a straight approach to the target until within this distance.
    ApproachPrice(StatRef),
    /// Whether nothing stands in the way of a straight approach to the target until so near, nor
    /// where it ends.
    ApproachOpen(StatRef),
    /// Whether a straight approach to the target leads over a sort of terrain, by its bit.
    ApproachOver(StatRef, u8),
    /// An attribute of someone.
    Attribute(Role, AttributeId),
    /// Whether someone has a condition or tag.
    Has(Role, ConditionId),
    /// Whether anyone else on the same side has a condition.
    AlliesHave(Role, ConditionId),
    /// How many have the number of someone as this attribute.
    ReferenceCount(Role, AttributeId),
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
    /// A number of the actor's side, or of the one a handler is run for.
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
    OldValue,
    /// The watched attribute after the change.
    NewValue,
    /// How many declarations are waiting or running.
    StackDepth,
    /// Spans' time units gone by since the fight began.
    Elapsed,
}

impl Input {
    /// Whether it is 0 or 1.
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
        )
    }

    /// The least and the most that it can be, as far as that is told by what it counts.
    pub(crate) fn bounds(self) -> (i32, i32) {
        use Input as I;
        match self {
            _ if self.is_test() => (0, 1),
            I::Threats(_) | I::Foes(_) | I::Allies(_) => (0, i32::MAX),
            I::Distance(_) | I::Measured(..) | I::DistanceToSquare(_) => (0, i32::MAX),
            I::ApproachSteps(_) | I::ApproachPrice(_) => (0, i32::MAX),
            _ => (i32::MIN, i32::MAX),
        }
    }
}
