//! Whole numbers in exports of other programs, kept within a range.
//!
//! A reader leaves out numbers beyond the range. [`watched`] collects them while it runs, so that
//! the report can name them.

use std::cell::RefCell;

/// Maximum size of a number that an import takes. Twice the product of two such numbers still fits
/// in 32 bits.
pub(crate) const NUMBER_MAX: i32 = 30_000;

/// Maximum number of refused numbers that are collected for one creature.
const REFUSED_MAX: usize = 12;
/// Maximum number of characters of a refused number in the report.
const SHOWN_MAX: usize = 20;

thread_local! {
    /// Remarks on refused numbers; `None` unless [`watched`] runs.
    static REFUSED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Runs a reader. Also returns a remark on each number beyond ±[`NUMBER_MAX`] that it met.
pub(crate) fn watched<T>(read: impl FnOnce() -> T) -> (T, Vec<String>) {
    let before = REFUSED.replace(Some(Vec::new()));
    let found = read();
    (found, REFUSED.replace(before).unwrap_or_default())
}

/// Returns a number if it is within ±[`NUMBER_MAX`]. Otherwise adds a remark with the number as it
/// was `written`, and with the name of its `place` unless that is empty.
pub(crate) fn in_range(
    number: f64,
    written: &dyn Fn() -> String,
    place: &dyn Fn() -> String,
) -> Option<f64> {
    if number.abs() <= f64::from(NUMBER_MAX) {
        return Some(number);
    }
    REFUSED.with_borrow_mut(|refused| {
        let Some(refused) = refused.as_mut().filter(|it| it.len() < REFUSED_MAX) else { return };
        let written = written();
        // Words such as `inf` can be read as numbers, too.
        if !written.contains(|c: char| c.is_ascii_digit()) {
            return;
        }
        let wrong = if number < 0.0 { "too small" } else { "too great" };
        let shown: String = written.chars().take(SHOWN_MAX).collect();
        let more = if shown.len() < written.len() { "…" } else { "" };
        let place =
            Some(place()).filter(|it| !it.is_empty()).map_or_else(String::new, |it| it + ": ");
        let remark = format!(
            "{place}{shown}{more} is {wrong}; numbers from -30,000 to 30,000 can be imported"
        );
        if !refused.contains(&remark) {
            refused.push(remark);
        }
    });
    None
}

/// Returns an empty text, as the place of a number whose place is not known.
fn nowhere() -> String {
    String::new()
}

/// Returns a text that is a whole number within ±[`NUMBER_MAX`], such as `-3`.
pub(crate) fn whole(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    in_range(text.parse().ok()?, &|| text.to_owned(), &nowhere).map(|number| number as i32)
}

/// Adds numbers up. Returns the nearest of ±[`NUMBER_MAX`] if the sum is beyond.
pub(crate) fn total(numbers: impl IntoIterator<Item = i32>) -> i32 {
    let sum: i64 = numbers.into_iter().map(i64::from).sum();
    nearest(sum as f64)
}

/// Returns the nearest whole number within ±[`NUMBER_MAX`] that is not greater than a number, which
/// is rounded down.
pub(crate) fn nearest(number: f64) -> i32 {
    let size = f64::from(NUMBER_MAX);
    let number = number.floor();
    in_range(number, &|| number.to_string(), &nowhere);
    number.clamp(-size, size) as i32
}

/// Returns the whole number that a text begins with: `+5`, `30 ft.`, `1,200`. Returns `None` beyond
/// ±[`NUMBER_MAX`].
pub(crate) fn leading_int(text: &str) -> Option<i32> {
    leading_int_at(text, &nowhere)
}

/// Returns the whole number that a text begins with, like [`leading_int`]. `place` names the text
/// in a remark.
pub(crate) fn leading_int_at(text: &str, place: &dyn Fn() -> String) -> Option<i32> {
    let text = text.trim_start().replace(['−', '–'], "-");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(&text)),
    };
    let digits = digits.trim_start();
    let number: String = digits.chars().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    let number = format!("{sign}{}", number.trim_end_matches(',').replace(',', ""));
    in_range(number.parse().ok()?, &|| number.clone(), place).map(|number| number as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn remarks(read: impl FnOnce() -> Option<i32>) -> Vec<String> {
        let (found, remarks) = watched(read);
        assert_eq!(found.is_none(), !remarks.is_empty());
        remarks
    }

    #[test]
    fn a_number_beyond_the_range_is_a_remark() {
        let range = "numbers from -30,000 to 30,000 can be imported";
        assert_eq!(
            remarks(|| leading_int("45,000 (10d10)")),
            [format!("45000 is too great; {range}")]
        );
        assert_eq!(remarks(|| leading_int("−30001")), [format!("-30001 is too small; {range}")]);
        assert_eq!(remarks(|| whole("30001")), [format!("30001 is too great; {range}")]);
        assert_eq!(
            remarks(|| whole("-99999999999999999999999")),
            [format!("-9999999999999999999… is too small; {range}")]
        );
        assert_eq!(remarks(|| leading_int("30000")), [""; 0]);
        assert_eq!(remarks(|| whole("-30000")), [""; 0]);
    }

    #[test]
    fn a_text_without_a_number_is_no_remark() {
        for text in ["", "+", "-", ",", "fire", "d6"] {
            assert_eq!(watched(|| (whole(text), leading_int(text))), ((None, None), vec![]));
        }
        assert_eq!(watched(|| in_range(f64::NAN, &|| "NaN".to_owned(), &nowhere)), (None, vec![]));
    }

    #[test]
    fn a_sum_beyond_the_range_is_a_remark() {
        let (found, remarks) = watched(|| total([20_000, 20_000]));
        assert_eq!((found, remarks.len()), (NUMBER_MAX, 1));
        assert!(remarks[0].starts_with("40000 is too great; "), "{remarks:?}");
        assert_eq!(watched(|| nearest(-7.5)), (-8, vec![]));
    }

    #[test]
    fn equal_remarks_are_one_and_their_number_is_limited() {
        let (_, remarks) = watched(|| (whole("70000"), whole("70000")));
        assert_eq!(remarks.len(), 1);
        let (_, remarks) =
            watched(|| (40_000..41_000).filter_map(|it| whole(&it.to_string())).sum::<i32>());
        assert_eq!(remarks.len(), REFUSED_MAX);
        // Outside of a reader nothing is collected.
        assert_eq!(whole("70000"), None);
        assert_eq!(watched(|| ()).1, [""; 0]);
    }
}
