//! Decimal and fractional numbers, made whole by a scale.

/// Reads a number such as `12`, `-3`, `5 1/2`, `1/2` or `2.5` and multiplies it by the scale.
/// Returns `None` if it is no number, or if the product is not whole or exceeds 16 bits.
pub fn scaled(text: &str, scale: u16) -> Option<i16> {
    let text = text.trim();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let (whole, part) = match (text.split_once(' '), text.contains('/'), text.split_once('.')) {
        (Some((whole, part)), ..) => (whole, fraction(part.trim())?),
        (None, true, _) => ("0", fraction(text)?),
        (None, false, Some((whole, digits))) => (whole, decimal(digits)?),
        _ => (text, (0, 1)),
    };
    let whole: i64 = whole.parse().ok().filter(|number| (0..=1_000_000).contains(number))?;
    let (above, below) = part;
    let scaled = (whole * below + above) * i64::from(scale);
    let value = (scaled % below == 0).then_some(scaled / below)?;
    i16::try_from(if negative { -value } else { value }).ok()
}

fn fraction(text: &str) -> Option<(i64, i64)> {
    let (above, below) = text.split_once('/')?;
    let (above, below): (i64, i64) = (above.parse().ok()?, below.parse().ok()?);
    ((0..=10_000).contains(&above) && (1..=10_000).contains(&below)).then_some((above, below))
}

fn decimal(digits: &str) -> Option<(i64, i64)> {
    let good =
        (1..=4).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    good.then(|| Some((digits.parse().ok()?, 10i64.pow(digits.len() as u32))))?
}

/// Returns a scaled number as people write it: `5 1/2`.
pub fn shown(value: i32, scale: u16) -> String {
    let scale = u32::from(scale.max(1));
    let (sign, size) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
    let (whole, mut above, mut below) = (size / scale, size % scale, scale);
    if above == 0 {
        return format!("{sign}{whole}");
    }
    let common = gcd(above, below);
    above /= common;
    below /= common;
    match whole {
        0 => format!("{sign}{above}/{below}"),
        _ => format!("{sign}{whole} {above}/{below}"),
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_is_shown() {
        assert_eq!(shown(i32::MIN, 1), "-2147483648");
        assert_eq!(shown(i32::MIN, 3), "-715827882 2/3");
    }

    #[test]
    fn fractions_come_out_exact_or_not_at_all() {
        let table = [
            ("12", 1, Some(12)),
            ("5 1/2", 12, Some(66)),
            ("5.5", 12, Some(66)),
            ("1/3", 12, Some(4)),
            ("-2", 12, Some(-24)),
            ("1/5", 12, None),
            ("1.5", 1, None),
            ("40000", 1, None),
            ("x", 1, None),
            ("1/0", 12, None),
            ("", 1, None),
        ];
        for (text, scale, expected) in table {
            assert_eq!(scaled(text, scale), expected, "{text} times {scale}");
        }
        assert_eq!(shown(66, 12), "5 1/2");
        assert_eq!(shown(-6, 12), "-1/2");
        assert_eq!(shown(24, 12), "2");
    }
}
