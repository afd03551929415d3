//! Whole numbers in exports of other programs, kept within a range.

/// Maximum size of a number that an import takes. Twice the product of two such numbers still fits
/// in 32 bits.
pub(crate) const NUMBER_MAX: i32 = 30_000;

/// Whether an import takes a number: it is finite and within ±[`NUMBER_MAX`].
pub(crate) fn in_range(number: f64) -> bool {
    number.is_finite() && number.abs() <= f64::from(NUMBER_MAX)
}

/// Returns a text that is a whole number within ±[`NUMBER_MAX`], such as `-3`.
pub(crate) fn whole(text: &str) -> Option<i32> {
    text.parse::<i32>().ok().filter(|it| in_range(f64::from(*it)))
}

/// Adds numbers up. Returns the nearest of ±[`NUMBER_MAX`] if the sum is beyond.
pub(crate) fn total(numbers: impl IntoIterator<Item = i32>) -> i32 {
    let sum: i64 = numbers.into_iter().map(i64::from).sum();
    sum.clamp(-i64::from(NUMBER_MAX), i64::from(NUMBER_MAX)) as i32
}

/// Returns the whole number that a text begins with: `+5`, `30 ft.`, `1,200`. Returns `None` beyond
/// ±[`NUMBER_MAX`].
pub(crate) fn leading_int(text: &str) -> Option<i32> {
    let text = text.trim_start().replace(['−', '–'], "-");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(&text)),
    };
    let digits = digits.trim_start();
    let number: String = digits.chars().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    let number = number.trim_end_matches(',').replace(',', "");
    whole(&number).map(|it| sign * it)
}
