//! Exact probabilities of the totals of dice.

use std::collections::BTreeMap;

use kernel::dice::Dice;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul};

/// An exact probability from 0 to 1.
pub(crate) type Share = Ratio<u128>;

/// Maximum number of outcomes of one roll that are enumerated.
const FACES_MAX: u64 = 20_000;

/// Returns every possible total with its exact probability. Returns `None` if the roll has more
/// than [`FACES_MAX`] outcomes, or a number of dice that depends on the faces.
pub(crate) fn totals(dice: &Dice) -> Option<Vec<(i32, Share)>> {
    let sides = sides_of(dice)?;
    let throws = sides.iter().try_fold(1u64, |all, sides| all.checked_mul(u64::from(*sides)))?;
    if throws > FACES_MAX {
        return None;
    }
    let mut counts: BTreeMap<i32, u128> = BTreeMap::new();
    let mut faces = vec![1; sides.len()];
    loop {
        let mut thrown = faces.iter().copied();
        let total = dice.total_from(&mut |_| thrown.next()).ok()?;
        *counts.entry(total).or_insert(0) += 1;
        // Advances to the next outcome like an odometer.
        let mut at = 0;
        while at < faces.len() && faces[at] == sides[at] {
            faces[at] = 1;
            at += 1;
        }
        if at == faces.len() {
            break;
        }
        faces[at] += 1;
    }
    let share = |(total, count)| (total, Share::new(count, u128::from(throws)));
    Some(counts.into_iter().map(share).collect())
}

/// Returns every possible total with its probability. Returns `None` if the roll has more than
/// 20,000 outcomes, or a number of dice that depends on the faces.
pub fn dice_chances(dice: &Dice) -> Option<Vec<(i32, f64)>> {
    let chance = |share: Share| *share.numer() as f64 / *share.denom() as f64;
    Some(totals(dice)?.into_iter().map(|(total, share)| (total, chance(share))).collect())
}

/// Returns the sides of the dice of a roll, in the order in which they are thrown. Returns `None`
/// if their number depends on the faces.
fn sides_of(dice: &Dice) -> Option<Vec<u32>> {
    let thrown = |high: bool| {
        let mut sides = Vec::new();
        let total = dice.total_from(&mut |of: u32| {
            sides.push(of);
            Some(if high { of } else { 1 })
        });
        total.ok().map(|_| sides)
    };
    let (low, high) = (thrown(false)?, thrown(true)?);
    (low == high).then_some(low)
}

/// Returns the sum of numbers times their probabilities; `None` if it overflows.
pub(crate) fn expected(of: impl Iterator<Item = (u64, Share)>) -> Option<Share> {
    of.into_iter().try_fold(Share::from_integer(0), |sum, (number, share)| {
        sum.checked_add(&share.checked_mul(&Share::from_integer(u128::from(number)))?)
    })
}

#[cfg(test)]
mod tests {
    use kernel::dice::{Dice, Step};

    use super::{Share, expected, totals};

    #[test]
    fn the_better_of_two_dice_has_its_known_chances() {
        let dice = rules::dice::parse("2d20kh1").expect("these are dice");
        let all = totals(&dice).expect("400 throws");
        // The better of two shows n in 2n - 1 of 400 throws.
        for (total, share) in &all {
            assert_eq!(*share, Share::new(2 * *total as u128 - 1, 400));
        }
        let mean = expected(all.iter().map(|(total, share)| (*total as u64, *share)));
        assert_eq!(mean, Some(Share::new(5530, 400)));
    }

    #[test]
    fn too_many_throws_are_refused() {
        let dice = rules::dice::parse("12d6").expect("these are dice");
        assert!(totals(&dice).is_none());
        assert_eq!(
            totals(&Dice::new(vec![Step::Constant(3)]).expect("a number")).map(|it| it.len()),
            Some(1)
        );
    }
}
