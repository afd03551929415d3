//! Checks steps and finds the lowest and highest result.

use super::{DICE_MAX, DiceFlaw, Faces, Keep, LABEL_MAX, Repeat, Reroll, Roll, SIDES_MAX, Step};

/// Takes the operands of a step off the stack and returns the lowest and highest result.
///
/// The bounds are exact, because no die occurs twice in an expression.
pub(super) fn of_step(
    step: &Step,
    ranges: &mut Vec<(i64, i64)>,
    dice: &mut usize,
) -> Result<(i64, i64), DiceFlaw> {
    let mut pop = || ranges.pop().ok_or(DiceFlaw::Shape);
    let (min, max) = match step {
        Step::Constant(value) => (i64::from(*value), i64::from(*value)),
        Step::Roll(roll) => {
            *dice += usize::from(roll.count);
            roll.range().and_then(|range| match *dice > DICE_MAX {
                true => Err(DiceFlaw::TooManyDice),
                false => Ok(range),
            })?
        }
        Step::Add => {
            let ((c, d), (a, b)) = (pop()?, pop()?);
            (a + c, b + d)
        }
        Step::Sub => {
            let ((c, d), (a, b)) = (pop()?, pop()?);
            (a - d, b - c)
        }
        Step::Mul => {
            let ((c, d), (a, b)) = (pop()?, pop()?);
            let corners = [a * c, a * d, b * c, b * d];
            corners.iter().fold((i64::MAX, i64::MIN), |(lo, hi), &v| (lo.min(v), hi.max(v)))
        }
        Step::Neg => {
            let (a, b) = pop()?;
            (-b, -a)
        }
        Step::Label(text) => {
            let forbidden = |c: char| c.is_control() || c == '[' || c == ']';
            if !(1..=LABEL_MAX).contains(&text.chars().count()) || text.contains(forbidden) {
                return Err(DiceFlaw::Label);
            }
            pop()?
        }
    };
    match min < i64::from(i32::MIN) || max > i64::from(i32::MAX) {
        true => Err(DiceFlaw::Range),
        false => Ok((min, max)),
    }
}

impl Roll {
    /// Returns a roll without modifiers.
    pub fn plain(count: u8, sides: u16) -> Roll {
        Roll { count, sides, reroll: None, least: None, most: None, keep: Keep::All }
    }

    pub(super) fn is_plain(&self) -> bool {
        *self == Roll::plain(self.count, self.sides)
    }

    /// Checks the roll and returns its lowest and highest sum.
    fn range(&self) -> Result<(i64, i64), DiceFlaw> {
        if !(1..=DICE_MAX).contains(&usize::from(self.count)) {
            return Err(DiceFlaw::Count);
        }
        if !(1..=SIDES_MAX).contains(&self.sides) {
            return Err(DiceFlaw::Sides);
        }
        let (least, most) = (self.least.unwrap_or(1), self.most.unwrap_or(self.sides));
        if least < 1 || least > most || most > self.sides {
            return Err(DiceFlaw::Clamp);
        }
        let kept = match self.keep {
            Keep::All => self.count,
            Keep::Highest(n) | Keep::Lowest(n) if (1..=self.count).contains(&n) => n,
            Keep::Highest(_) | Keep::Lowest(_) => return Err(DiceFlaw::Keep),
        };
        let (low, high) = self.standing_faces()?;
        let sum = |face: u16| i64::from(kept) * i64::from(self.clamp(face));
        Ok((sum(low), sum(high)))
    }

    /// Returns the lowest and highest face that a die can end with.
    pub(super) fn standing_faces(&self) -> Result<(u16, u16), DiceFlaw> {
        let Some(Reroll { faces, repeat }) = self.reroll else { return Ok((1, self.sides)) };
        let (Faces::Below(face) | Faces::Exactly(face)) = faces;
        if !(1..=self.sides).contains(&face) || faces == Faces::Exactly(self.sides) && face == 1 {
            return Err(DiceFlaw::Reroll);
        }
        Ok(match (repeat, faces) {
            (Repeat::Once, _) => (1, self.sides),
            (Repeat::UntilGone, Faces::Below(face)) => (face, self.sides),
            (Repeat::UntilGone, Faces::Exactly(1)) => (2, self.sides),
            (Repeat::UntilGone, Faces::Exactly(face)) if face == self.sides => (1, face - 1),
            (Repeat::UntilGone, Faces::Exactly(_)) => (1, self.sides),
        })
    }

    pub(super) fn clamp(&self, face: u16) -> u16 {
        face.max(self.least.unwrap_or(1)).min(self.most.unwrap_or(self.sides))
    }
}
