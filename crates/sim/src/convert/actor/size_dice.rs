//! Scales damage dice of weapons for larger and smaller creatures.

/// Steps of damage, from one point to sixteen eight-sided dice.
const STEPS: [(u32, u32); 21] = [
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 6),
    (1, 8),
    (1, 10),
    (2, 6),
    (2, 8),
    (3, 6),
    (3, 8),
    (4, 6),
    (4, 8),
    (6, 6),
    (6, 8),
    (8, 6),
    (8, 8),
    (12, 6),
    (12, 8),
    (16, 6),
    (16, 8),
];

/// Indices of `1d6` and `1d8`. Up to them, sizes are one step apart; beyond them, two.
const SIX: usize = 4;
const EIGHT: usize = 5;

/// Returns the dice for a size, in steps from medium, of dice for medium. Dice with 1 side are
/// points.
pub(super) fn scaled(count: u32, sides: u32, size: i32) -> Option<(u32, u32)> {
    if size == 0 {
        return Some((count, sides));
    }
    // Other dice use the step with the same maximum: `2d4` is `1d8`.
    let place = |dice: (u32, u32)| {
        let same = STEPS.iter().position(|step| *step == dice);
        same.or_else(|| STEPS.iter().position(|step| step.0 * step.1 == dice.0 * dice.1))
    };
    let step = size.signum();
    // Several ten-sided dice become eight-sided ones in the first step.
    let (first, mut now) = match (count, sides) {
        (2 | 3 | 4 | 6 | 8, 10) if step > 0 => ((2 * count, 8), step),
        (2 | 3 | 4 | 6 | 8, 10) => ((count, 8), step),
        other => (other, 0),
    };
    let mut place = place(first)?;
    let mut left = size - now;
    while left != 0 {
        let down = left < 0;
        let near = if down { now <= 0 || place <= EIGHT } else { now < 0 || place <= SIX };
        let by = if near { 1 } else { 2 };
        place = if down { place.saturating_sub(by) } else { (place + by).min(STEPS.len() - 1) };
        (left, now) = (left - step, now + step);
    }
    Some(STEPS[place])
}
