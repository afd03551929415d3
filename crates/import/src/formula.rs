//! Evaluates formulas of other programs: dice, numbers and paths such as `@mod`.

use crate::number::{NUMBER_MAX, nearest};

/// Maximum nesting of parentheses and signs.
const NESTING_MAX: usize = 32;
/// Maximum length of a formula, in bytes.
const LENGTH_MAX: usize = 1000;

/// An evaluated formula: dice and a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Formula {
    /// Dice as number and faces; the number of dice may be negative.
    pub(crate) dice: Vec<(i32, i32)>,
    /// The number added to the dice.
    pub(crate) flat: f64,
    /// Words in square brackets: `fire` of `1d6[fire]`.
    pub(crate) labels: Vec<String>,
}

impl Formula {
    /// Returns its dice as text such as `2d6+1d4`; empty if there are none.
    pub(crate) fn dice_text(&self) -> String {
        let mut text = String::new();
        for (count, faces) in self.dice.iter().filter(|(count, _)| *count != 0) {
            match (*count < 0, text.is_empty()) {
                (true, _) => text.push('-'),
                (false, false) => text.push('+'),
                (false, true) => {}
            }
            text.push_str(&format!("{}d{faces}", count.abs()));
        }
        text
    }

    /// Returns the number added, rounded down and limited to ±[`NUMBER_MAX`].
    pub(crate) fn whole(&self) -> i32 {
        nearest(self.flat)
    }
}

/// Evaluates a formula. `lookup` gets paths without their `@`. Returns `None` if a path is unknown
/// or the text is not a formula.
pub(crate) fn evaluate(text: &str, lookup: &dyn Fn(&str) -> Option<f64>) -> Option<Formula> {
    if text.len() > LENGTH_MAX {
        return None;
    }
    let text = text.replace(['−', '–'], "-");
    if text.trim().is_empty() {
        return Some(Formula::default());
    }
    let mut parser =
        Parser { text: text.as_bytes(), at: 0, nesting: 0, labels: Vec::new(), lookup };
    let mut formula = parser.sum()?;
    parser.skip();
    if parser.at < parser.text.len() {
        return None;
    }
    formula.labels = parser.labels;
    Some(formula)
}

/// Evaluates a formula without paths, such as `2d6 + 3`.
pub(crate) fn plain(text: &str) -> Option<Formula> {
    evaluate(text, &|_| None)
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    nesting: usize,
    labels: Vec<String>,
    lookup: &'a dyn Fn(&str) -> Option<f64>,
}

impl Parser<'_> {
    fn sum(&mut self) -> Option<Formula> {
        let mut sum = self.product()?;
        while let Some(sign @ (b'+' | b'-')) = self.peek() {
            self.at += 1;
            let right = self.product()?;
            let factor = if sign == b'+' { 1 } else { -1 };
            sum.flat += right.flat * f64::from(factor);
            sum.dice.extend(right.dice.iter().map(|(count, faces)| (count * factor, *faces)));
        }
        Some(sum)
    }

    fn product(&mut self) -> Option<Formula> {
        let mut product = self.factor()?;
        while let Some(sign @ (b'*' | b'/')) = self.peek() {
            self.at += 1;
            let right = self.factor()?;
            // Dice can be multiplied only by a whole number.
            product = match (product.dice.is_empty(), right.dice.is_empty(), sign) {
                (true, true, b'/') if right.flat == 0.0 => return None,
                (true, true, b'/') => flat(product.flat / right.flat),
                (true, true, _) => flat(product.flat * right.flat),
                (false, true, b'*') => times(&product, right.flat)?,
                (true, false, b'*') => times(&right, product.flat)?,
                _ => return None,
            };
        }
        Some(product)
    }

    fn factor(&mut self) -> Option<Formula> {
        self.nesting += 1;
        if self.nesting > NESTING_MAX {
            return None;
        }
        let factor = self.factor_inside();
        self.nesting -= 1;
        factor
    }

    fn factor_inside(&mut self) -> Option<Formula> {
        let mut value = match self.peek()? {
            b'-' => {
                self.at += 1;
                times(&self.factor()?, -1.0)?
            }
            b'+' => {
                self.at += 1;
                self.factor()?
            }
            b'(' => {
                self.at += 1;
                let inner = self.sum()?;
                self.eat(b')')?;
                inner
            }
            b'@' => {
                self.at += 1;
                let name = self.word();
                flat((self.lookup)(&name)?)
            }
            b'0'..=b'9' | b'.' => flat(self.digits()?),
            b'd' if self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) => flat(1.0),
            _ => self.call()?,
        };
        if matches!(self.text.get(self.at), Some(b'd' | b'D'))
            && self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit)
            && value.dice.is_empty()
        {
            self.at += 1;
            let faces = self.digits()?;
            let count = value.flat.floor();
            let fits = (0.0..=1000.0).contains(&count) && (1.0..=1000.0).contains(&faces);
            value = fits.then(|| Formula {
                dice: vec![(count as i32, faces as i32)],
                ..Formula::default()
            })?;
        }
        while self.peek() == Some(b'[') {
            let end = self.text[self.at..].iter().position(|byte| *byte == b']')?;
            let label = String::from_utf8_lossy(&self.text[self.at + 1..self.at + end]);
            self.labels.push(label.trim().to_lowercase());
            self.at += end + 1;
        }
        Some(value)
    }

    /// Evaluates a function of numbers: `floor(…)`, `max(…, …)`.
    fn call(&mut self) -> Option<Formula> {
        let name = self.word();
        self.eat(b'(')?;
        let mut values = vec![self.sum()?];
        while self.peek() == Some(b',') {
            self.at += 1;
            values.push(self.sum()?);
        }
        self.eat(b')')?;
        if values.iter().any(|value| !value.dice.is_empty()) {
            return None;
        }
        let values: Vec<f64> = values.iter().map(|value| value.flat).collect();
        let first = *values.first()?;
        Some(flat(match name.as_str() {
            "floor" => first.floor(),
            "ceil" => first.ceil(),
            "round" => first.round(),
            "abs" => first.abs(),
            "min" => values.iter().copied().fold(f64::INFINITY, f64::min),
            "max" => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            _ => return None,
        }))
    }

    fn word(&mut self) -> String {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || [b'.', b'-', b'_'].contains(byte);
        let length = self.text[self.at..].iter().take_while(|byte| is_word(byte)).count();
        let word = String::from_utf8_lossy(&self.text[self.at..self.at + length]).into_owned();
        self.at += length;
        word
    }

    fn digits(&mut self) -> Option<f64> {
        let is_digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
        let length = self.text[self.at..].iter().take_while(|byte| is_digit(byte)).count();
        let digits = std::str::from_utf8(&self.text[self.at..self.at + length]).ok()?;
        self.at += length;
        digits.parse().ok().filter(|number| *number < 1e6)
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found.then_some(())
    }

    fn skip(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip();
        self.text.get(self.at).copied()
    }
}

fn flat(flat: f64) -> Formula {
    Formula { flat, ..Formula::default() }
}

fn times(value: &Formula, factor: f64) -> Option<Formula> {
    let whole = factor.fract() == 0.0 && factor.abs() <= 1000.0;
    if !value.dice.is_empty() && !whole {
        return None;
    }
    let mut dice = Vec::with_capacity(value.dice.len());
    for (count, faces) in &value.dice {
        let count = count.checked_mul(factor as i32).filter(|it| it.abs() <= NUMBER_MAX)?;
        dice.push((count, *faces));
    }
    Some(Formula { dice, flat: value.flat * factor, labels: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, dice: &str, flat: i32) {
        let lookup = |path: &str| match path {
            "mod" => Some(3.0),
            "abilities.dex.mod" => Some(-1.0),
            "prof" => Some(4.0),
            _ => None,
        };
        let found = evaluate(text, &lookup).expect(text);
        assert_eq!((found.dice_text().as_str(), found.whole()), (dice, flat), "{text}");
    }

    #[test]
    fn formulas_come_out() {
        check("2d6 + 3", "2d6", 3);
        check("1d6[fire] + @mod", "1d6", 3);
        check("8 + @mod + @prof", "", 15);
        check("ceil(@prof / 3)d8", "2d8", 0);
        check("2d4 − 1", "2d4", -1);
        check("- @abilities.dex.mod", "", 1);
        check("max(@mod, 1) * 2", "", 6);
        check("2 * 1d6", "2d6", 0);
        check("d8", "1d8", 0);
        check("", "", 0);
    }

    #[test]
    fn unknown_paths_and_other_text_give_nothing() {
        for text in
            ["@nobody", "2d", "fireball", "1d6 +", "(1", "1 / 0", "99999999999d6", "1d6 / 2"]
        {
            assert_eq!(plain(text), None, "{text}");
        }
        assert_eq!(plain(&"(".repeat(100_000)), None);
    }
}
