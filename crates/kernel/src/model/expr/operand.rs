//! Operands of inputs: a number of a combatant, or a square.

use crate::ids::AttributeId;

/// A number of a combatant: one that changes during play, or one fixed on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatRef {
    /// An attribute.
    State(AttributeId),
    /// A fixed number, by its index on the sheet.
    Fixed(u8),
    /// The same number for all combatants.
    Const(i16),
}

/// The square that a place input refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SquareRef {
    /// The square that the actor stands on, or steps from.
    Here,
    /// The square aimed at; without one, the square that the answered declaration is aimed at.
    There,
}
