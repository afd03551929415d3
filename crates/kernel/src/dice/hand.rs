//! One roll: takes faces from the source, rerolls, clamps and keeps them.

use super::{DICE_MAX, DiceError, Faces, Fate, Keep, REROLLS_MAX, Repeat, Reroll, Roll, Shown};

/// Receiver of faces: a list for people, nothing on the fast path.
pub(super) trait Tray {
    fn show(&mut self, die: Shown);
    /// Marks the dice of a roll that are not kept; they are counted without the rerolled ones.
    fn drop_dice(&mut self, roll: usize, kept: impl Fn(usize) -> bool);
}

impl Tray for () {
    fn show(&mut self, _: Shown) {}
    fn drop_dice(&mut self, _: usize, _: impl Fn(usize) -> bool) {}
}

impl Tray for Vec<Shown> {
    fn show(&mut self, die: Shown) {
        self.push(die);
    }

    fn drop_dice(&mut self, roll: usize, kept: impl Fn(usize) -> bool) {
        let finals = self.iter_mut().filter(|die| die.roll == roll && die.fate == Fate::Kept);
        for (nth, die) in finals.enumerate() {
            if !kept(nth) {
                die.fate = Fate::Dropped;
            }
        }
    }
}

/// Takes faces from the source, one by one.
pub(super) struct Hand<'a, F, T> {
    faces: &'a mut F,
    tray: &'a mut T,
    used: usize,
    roll: usize,
}

impl<'a, F: FnMut(u32) -> Option<u32>, T: Tray> Hand<'a, F, T> {
    pub(super) fn new(faces: &'a mut F, tray: &'a mut T) -> Self {
        Hand { faces, tray, used: 0, roll: 0 }
    }

    pub(super) fn roll(&mut self, roll: &Roll) -> Result<i32, DiceError> {
        let total = match roll.keep {
            Keep::All => {
                let mut sum = 0;
                for _ in 0..roll.count {
                    sum += i32::from(self.die(roll)?);
                }
                sum
            }
            Keep::Highest(n) => self.keep(roll, n, |a, b| a > b)?,
            Keep::Lowest(n) => self.keep(roll, n, |a, b| a < b)?,
        };
        self.roll += 1;
        Ok(total)
    }

    fn keep(&mut self, roll: &Roll, n: u8, beats: fn(u16, u16) -> bool) -> Result<i32, DiceError> {
        let mut values = [0; DICE_MAX];
        let values = &mut values[..usize::from(roll.count)];
        for value in values.iter_mut() {
            *value = self.die(roll)?;
        }
        let better =
            |i: usize, j: usize| beats(values[j], values[i]) || values[j] == values[i] && j < i;
        let kept = |i: usize| (0..values.len()).filter(|&j| better(i, j)).count() < usize::from(n);
        self.tray.drop_dice(self.roll, kept);
        Ok((0..values.len()).filter(|&i| kept(i)).map(|i| i32::from(values[i])).sum())
    }

    /// Rolls one die with its rerolls and returns its value.
    fn die(&mut self, roll: &Roll) -> Result<u16, DiceError> {
        let mut face = self.face(roll.sides)?;
        if let Some(Reroll { faces, repeat }) = roll.reroll {
            let mut left = match repeat {
                Repeat::Once => 1,
                Repeat::UntilGone => REROLLS_MAX,
            };
            while left > 0 && faces.contain(face) {
                self.show(roll, face, face, Fate::Rerolled);
                face = self.face(roll.sides)?;
                left -= 1;
            }
            if repeat == Repeat::UntilGone && faces.contain(face) {
                let lowest = roll.standing_faces().map_or(face, |(low, _)| low);
                self.show(roll, face, roll.clamp(lowest), Fate::Kept);
                return Ok(roll.clamp(lowest));
            }
        }
        let value = roll.clamp(face);
        self.show(roll, face, value, Fate::Kept);
        Ok(value)
    }

    fn show(&mut self, roll: &Roll, face: u16, value: u16, fate: Fate) {
        self.tray.show(Shown { roll: self.roll, sides: roll.sides, face, value, fate });
    }

    fn face(&mut self, sides: u16) -> Result<u16, DiceError> {
        let too_few = DiceError::TooFew { used: self.used, sides };
        let face = (self.faces)(u32::from(sides)).ok_or(too_few)?;
        self.used += 1;
        match u16::try_from(face) {
            Ok(face) if (1..=sides).contains(&face) => Ok(face),
            _ => Err(DiceError::Face { die: self.used, face, sides }),
        }
    }
}

impl Faces {
    fn contain(self, face: u16) -> bool {
        match self {
            Faces::Below(limit) => face < limit,
            Faces::Exactly(only) => face == only,
        }
    }
}
