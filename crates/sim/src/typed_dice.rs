//! Dice as people type them: every face, or only the total.

use kernel::dice::{Dice, Keep, Step};
use kernel::{Decision, DiceFaces, State};
use rules::Compiled;

/// Returns what was typed as faces of the dice that a state waits for. A single number that cannot
/// be the face of a single die is the total: faces are made up that show it, as alike as possible.
/// `None` if there are too many.
pub fn faces(compiled: &Compiled, state: &State, typed: &[u32]) -> Option<DiceFaces> {
    match state.decision {
        Decision::Roll(dice, _) => of(&compiled.game.dice[dice.index()], typed),
        _ => DiceFaces::new(typed),
    }
}

fn of(dice: &Dice, typed: &[u32]) -> Option<DiceFaces> {
    let shown = match typed {
        [total] => of_total(dice, *total),
        _ => None,
    };
    DiceFaces::new(shown.as_deref().unwrap_or(typed))
}

/// Returns faces with a total, or `None` if the number is the face of a single die, no faces have
/// that total, or it matters which die shows what.
fn of_total(dice: &Dice, total: u32) -> Option<Vec<u32>> {
    let mut sides = Vec::new();
    for step in dice.steps() {
        match step {
            Step::Roll(roll) => {
                let plain = roll.keep == Keep::All
                    && (roll.reroll, roll.least, roll.most) == (None, None, None);
                if !plain {
                    return None;
                }
                sides.extend(std::iter::repeat_n(u32::from(roll.sides), usize::from(roll.count)));
            }
            Step::Constant(_) | Step::Add | Step::Sub | Step::Label(_) => {}
            Step::Mul | Step::Neg => return None,
        }
    }
    if sides.is_empty() || sides.len() == 1 && total <= sides[0] {
        return None;
    }
    let mut shown = vec![1; sides.len()];
    let total = i32::try_from(total).ok()?;
    let mut missing = u32::try_from(total - total_of(dice, &shown)?).ok()?;
    while missing > 0 {
        let room: Vec<usize> = (0..sides.len()).filter(|at| shown[*at] < sides[*at]).collect();
        if room.is_empty() {
            return None;
        }
        for at in room.into_iter().take(missing as usize) {
            shown[at] += 1;
            missing -= 1;
        }
    }
    (total_of(dice, &shown)? == total).then_some(shown)
}

fn total_of(dice: &Dice, shown: &[u32]) -> Option<i32> {
    dice.total_of(shown.iter().copied()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(notation: &str, typed: &[u32]) -> Option<(Vec<u32>, Option<i32>)> {
        let dice = rules::dice::parse(notation).expect("the notation is right");
        let shown: Vec<u32> = of(&dice, typed)?.shown().collect();
        let total = total_of(&dice, &shown);
        Some((shown, total))
    }

    #[test]
    fn a_single_number_is_the_total_of_many_dice() {
        let (shown, total) = typed("16d6", &[56]).expect("it fits");
        assert_eq!((shown.len(), total), (16, Some(56)));
        assert!(shown.iter().all(|face| (3..=4).contains(face)), "{shown:?}");
        assert_eq!(typed("2d6+3", &[15]), Some((vec![6, 6], Some(15))));
        assert_eq!(typed("2d6 - 1", &[4]), Some((vec![3, 2], Some(4))));
    }

    #[test]
    fn a_face_stays_a_face() {
        assert_eq!(typed("1d8+3", &[5]), Some((vec![5], Some(8))));
        assert_eq!(typed("1d8+3", &[11]), Some((vec![8], Some(11))));
        assert_eq!(typed("2d6", &[6, 1]), Some((vec![6, 1], Some(7))));
        // Which die is kept matters, and 99 is no total: the faces are refused later.
        assert_eq!(typed("2d20kh1", &[30]).map(|one| one.0), Some(vec![30]));
        assert_eq!(typed("2d6", &[99]).map(|one| one.0), Some(vec![99]));
    }
}
