//! Errors in the faces and steps of an expression.

use std::fmt;

use super::{DEPTH_MAX, DICE_MAX, LABEL_MAX, SIDES_MAX, STEPS_MAX};

/// Error in faces that do not fit an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceError {
    /// A face is not on the die.
    Face {
        /// The number of the face in the order of requests, from 1.
        die: usize,
        /// The face given.
        face: u32,
        /// Sides of the die.
        sides: u16,
    },
    /// The source had no further face.
    TooFew {
        /// Number of faces used before.
        used: usize,
        /// Sides of the die that is missing.
        sides: u16,
    },
    /// Faces remained after the last die.
    LeftOver {
        /// Number of faces left, at least 1.
        count: usize,
    },
}

/// Error in steps that are no dice expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidDice {
    /// Index of the step at fault.
    pub step: usize,
    /// The flaw of the step.
    pub flaw: DiceFlaw,
}

/// A flaw of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceFlaw {
    /// `least` and `most` are not faces of the die in this order.
    Clamp,
    /// A roll has fewer than 1 or more than [`DICE_MAX`] dice.
    Count,
    /// Too many operands wait at once.
    Depth,
    /// More dice are kept than rolled, or none.
    Keep,
    /// The label is empty, too long, or has a bracket or control character.
    Label,
    /// The result can leave `i32`.
    Range,
    /// The reroll names no face of the die, or every face.
    Reroll,
    /// A die has fewer than 1 or more than [`SIDES_MAX`] sides.
    Sides,
    /// The steps do not leave exactly one value.
    Shape,
    /// The expression has more than [`STEPS_MAX`] steps.
    Steps,
    /// All rolls together have more than [`DICE_MAX`] dice.
    TooManyDice,
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiceError::Face { die, face, sides } => {
                write!(f, "die {die}: {face} is not on a d{sides} (1 to {sides})")
            }
            DiceError::TooFew { used, sides } => {
                write!(f, "too few dice: a d{sides} is missing after {used}")
            }
            DiceError::LeftOver { count: 1 } => write!(f, "1 die left over"),
            DiceError::LeftOver { count } => write!(f, "{count} dice left over"),
        }
    }
}

impl fmt::Display for DiceFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiceFlaw::Clamp => write!(f, "`mi` and `ma` are faces of the die, `mi` not above `ma`"),
            DiceFlaw::Count => write!(f, "a roll has 1 to {DICE_MAX} dice"),
            DiceFlaw::Depth => write!(f, "more than {DEPTH_MAX} operands wait at once"),
            DiceFlaw::Keep => write!(f, "keep at least one die and at most as many as are rolled"),
            DiceFlaw::Label => {
                write!(f, "a label has 1 to {LABEL_MAX} characters and no brackets")
            }
            DiceFlaw::Range => write!(f, "the result can leave the range of 32 bits"),
            DiceFlaw::Reroll => write!(f, "a reroll names a face of the die and leaves another"),
            DiceFlaw::Sides => write!(f, "a die has 1 to {SIDES_MAX} sides"),
            DiceFlaw::Shape => write!(f, "the steps do not make one expression"),
            DiceFlaw::Steps => write!(f, "an expression has at most {STEPS_MAX} steps"),
            DiceFlaw::TooManyDice => write!(f, "all rolls together have at most {DICE_MAX} dice"),
        }
    }
}

impl fmt::Display for InvalidDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.flaw.fmt(f)
    }
}

impl std::error::Error for DiceError {}
impl std::error::Error for InvalidDice {}
