//! Compiled dice expressions and their evaluation with given faces.
//!
//! The kernel never rolls. It asks a source for one face after another, so that a person can read
//! physical dice and a driver can roll. The order is fixed: rolls from left to right as written,
//! within a roll die by die, and the rerolls of a die directly after it. Within a roll the
//! modifiers work in this order, however they were written: reroll, clamp, keep.

mod error;
mod hand;
mod range;

pub use error::{DiceError, DiceFlaw, InvalidDice};

use hand::{Hand, Tray};

/// Most dice in one expression, rerolls not counted.
pub const DICE_MAX: usize = 100;
/// Most sides of one die.
pub const SIDES_MAX: u16 = 1000;
/// Most rerolls of one die by [`Repeat::UntilGone`].
pub const REROLLS_MAX: u32 = 100;
/// Most characters of a label.
pub const LABEL_MAX: usize = 40;
/// Most steps of one expression.
pub const STEPS_MAX: usize = 500;
/// Most operands waiting at once. The limit makes the evaluation stack a fixed array.
const DEPTH_MAX: usize = 16;

/// A valid dice expression: at most [`DICE_MAX`] dice, and no face can make it leave `i32`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dice {
    steps: Box<[Step]>,
    min: i32,
    max: i32,
}

/// One step of an expression in postfix order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// Pushes a number.
    Constant(i32),
    /// Pushes the sum of the kept dice.
    Roll(Roll),
    /// Replaces two operands by their sum.
    Add,
    /// Replaces two operands by first minus second.
    Sub,
    /// Replaces two operands by their product.
    Mul,
    /// Negates the last operand.
    Neg,
    /// Names the last operand for people; 1 to [`LABEL_MAX`] characters.
    Label(Box<str>),
}

/// Dice of one kind, rolled together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roll {
    /// Number of dice, 1 to [`DICE_MAX`].
    pub count: u8,
    /// Number of sides, 1 to [`SIDES_MAX`].
    pub sides: u16,
    /// The faces that are rolled again, if any.
    pub reroll: Option<Reroll>,
    /// Least value: lower faces count as this one.
    pub least: Option<u16>,
    /// Greatest value: higher faces count as this one.
    pub most: Option<u16>,
    /// The dice that count.
    pub keep: Keep,
}

/// Selection of the dice of a roll that count. Of equal dice the one rolled first is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Every die.
    All,
    /// A number of the highest dice, 1 to the count of the roll.
    Highest(u8),
    /// A number of the lowest dice, 1 to the count of the roll.
    Lowest(u8),
}

/// Faces that are rolled again, and the number of times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reroll {
    /// The faces that are rolled again.
    pub faces: Faces,
    /// The number of rerolls.
    pub repeat: Repeat,
}

/// A set of faces; the number is a face of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Faces {
    /// All lower faces.
    Below(u16),
    /// This face alone.
    Exactly(u16),
}

/// Number of times that a die is rolled again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// Once; the second face stands.
    Once,
    /// Until another face comes. After [`REROLLS_MAX`] rerolls the die counts as its lowest face
    /// that would stand. So rolling ends, and the total stays within [`Dice::min`] and
    /// [`Dice::max`].
    UntilGone,
}

/// The result of evaluating an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The total.
    pub total: i32,
    /// Every face, in the order of requests.
    pub dice: Vec<Shown>,
}

/// One face rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Index of its roll in the expression, from 0, as in [`Dice::labels`].
    pub roll: usize,
    /// Sides of the die.
    pub sides: u16,
    /// The face, 1 to `sides`.
    pub face: u16,
    /// The value of the face after clamping.
    pub value: u16,
    /// Whether the face counts; if not, the reason.
    pub fate: Fate,
}

/// The fate of a face: kept, rerolled or dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The face counts.
    Kept,
    /// The next face replaced it.
    Rerolled,
    /// Other dice of its roll were kept.
    Dropped,
}

impl Dice {
    /// Builds an expression from steps in postfix order. Returns the first flaw with its index.
    pub fn new(steps: Vec<Step>) -> Result<Dice, InvalidDice> {
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        let mut dice = 0;
        if steps.len() > STEPS_MAX {
            return Err(InvalidDice { step: STEPS_MAX, flaw: DiceFlaw::Steps });
        }
        for (index, step) in steps.iter().enumerate() {
            let range = range::of_step(step, &mut ranges, &mut dice);
            ranges.push(range.map_err(|flaw| InvalidDice { step: index, flaw })?);
            if ranges.len() > DEPTH_MAX {
                return Err(InvalidDice { step: index, flaw: DiceFlaw::Depth });
            }
        }
        let shape = InvalidDice { step: steps.len().saturating_sub(1), flaw: DiceFlaw::Shape };
        let [(min, max)] = ranges[..] else { return Err(shape) };
        // `of_step` kept both within i32.
        Ok(Dice { steps: steps.into(), min: min as i32, max: max as i32 })
    }

    /// Returns an expression without dice.
    pub fn constant(value: i32) -> Dice {
        Dice { steps: Box::new([Step::Constant(value)]), min: value, max: value }
    }

    /// Returns the steps in postfix order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the lowest possible total.
    pub fn min(&self) -> i32 {
        self.min
    }

    /// Returns the highest possible total.
    pub fn max(&self) -> i32 {
        self.max
    }

    /// Returns the total if the expression has no dice.
    pub fn fixed(&self) -> Option<i32> {
        let thrown = self.steps.iter().any(|step| matches!(step, Step::Roll(_)));
        (!thrown).then_some(self.min)
    }

    /// Returns the innermost label around each roll, from left to right.
    pub fn labels(&self) -> Vec<Option<&str>> {
        let mut labels: Vec<Option<&str>> = Vec::new();
        let mut starts: Vec<usize> = Vec::new(); // the first roll of each waiting operand
        for step in &self.steps {
            match step {
                Step::Constant(_) => starts.push(labels.len()),
                Step::Roll(_) => {
                    starts.push(labels.len());
                    labels.push(None);
                }
                Step::Add | Step::Sub | Step::Mul => drop(starts.pop()),
                Step::Neg => {}
                Step::Label(text) => {
                    let start = starts.last().copied().unwrap_or(0);
                    for label in &mut labels[start..] {
                        label.get_or_insert(text);
                    }
                }
            }
        }
        labels
    }

    /// Returns (N, S, k) if the expression is a plain `NdS+k`; `None` if it needs
    /// [`Dice::total_from`].
    pub fn simple(&self) -> Option<(u8, u16, i16)> {
        let mut steps = self.steps.iter().filter(|step| !matches!(step, Step::Label(_)));
        let (roll, plus) = match (steps.next(), steps.next(), steps.next(), steps.next()) {
            (Some(Step::Roll(roll)), None, None, None) => (roll, 0),
            (Some(Step::Roll(roll)), Some(Step::Constant(k)), Some(Step::Add), None)
            | (Some(Step::Constant(k)), Some(Step::Roll(roll)), Some(Step::Add), None) => {
                (roll, *k)
            }
            (Some(Step::Roll(roll)), Some(Step::Constant(k)), Some(Step::Sub), None) => {
                (roll, k.checked_neg()?)
            }
            _ => return None,
        };
        let plus = i16::try_from(plus).ok()?;
        roll.is_plain().then_some((roll.count, roll.sides, plus))
    }

    /// Evaluates the expression and returns the total with all dice. `faces` is called with the
    /// sides of the next die and returns its face, or `None` if there is none.
    pub fn evaluate(
        &self,
        faces: &mut impl FnMut(u32) -> Option<u32>,
    ) -> Result<Outcome, DiceError> {
        let mut dice = Vec::new();
        let total = self.run(faces, &mut dice)?;
        Ok(Outcome { total, dice })
    }

    /// Evaluates the expression and returns the total alone, without allocating.
    pub fn total_from(&self, faces: &mut impl FnMut(u32) -> Option<u32>) -> Result<i32, DiceError> {
        self.run(faces, &mut ())
    }

    /// Returns the total of exactly these faces. Faces left over are an error, too.
    pub fn total_of(&self, faces: impl ExactSizeIterator<Item = u32>) -> Result<i32, DiceError> {
        let mut rest = faces;
        let total = self.total_from(&mut |_| rest.next())?;
        match rest.len() {
            0 => Ok(total),
            count => Err(DiceError::LeftOver { count }),
        }
    }

    fn run(
        &self,
        faces: &mut impl FnMut(u32) -> Option<u32>,
        tray: &mut impl Tray,
    ) -> Result<i32, DiceError> {
        let mut hand = Hand::new(faces, tray);
        if let [Step::Roll(roll)] = &*self.steps {
            return hand.roll(roll);
        }
        let mut stack = [0; DEPTH_MAX];
        // `Dice::new` has shown that this stays within the stack, and all values within i32.
        let mut len = 0;
        for step in &self.steps {
            match step {
                Step::Constant(value) => stack[len] = *value,
                Step::Roll(roll) => stack[len] = hand.roll(roll)?,
                Step::Add => stack[len - 2] += stack[len - 1],
                Step::Sub => stack[len - 2] -= stack[len - 1],
                Step::Mul => stack[len - 2] *= stack[len - 1],
                Step::Neg => stack[len - 1] = -stack[len - 1],
                Step::Label(_) => {}
            }
            match step {
                Step::Constant(_) | Step::Roll(_) => len += 1,
                Step::Add | Step::Sub | Step::Mul => len -= 1,
                Step::Neg | Step::Label(_) => {}
            }
        }
        Ok(stack[0])
    }
}

#[cfg(test)]
mod tests;
