//! Dice notation: text to [`Dice`] and back.
//!
//! ```text
//! sum     := product (('+' | '-') product)*
//! product := factor ('*' factor)*
//! factor  := '-' factor | (number | roll | '(' sum ')') label*
//! roll    := number? 'd' (number | '%') modifier*           1d20  d%  4d6kh3
//! modifier:= ('kh' | 'kl') number?                          keep the highest, the lowest
//!          | ('ro' | 'rr') ('<' | '=') number               reroll once, until gone
//!          | ('mi' | 'ma') number                           lower, higher faces count as this
//! label   := '[' text ']'                                   2d6[fire]
//! ```
//! Spaces may stand around everything but the parts of a roll. Letters of a roll may be capitals.

mod print;

pub use print::print;

use kernel::dice::{Dice, Faces, Keep, Repeat, Reroll, Roll, Step};

/// Deepest nesting of parentheses and minus signs.
const NESTING_MAX: usize = 32;

/// Error of a text that is no dice expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// Byte offset of the error, at most the length of the text.
    pub at: usize,
    /// Description of the error, or what was expected and what was found.
    pub message: String,
}

/// Parses dice notation. Accepts any text without panicking.
pub fn parse(text: &str) -> Result<Dice, NotationError> {
    let mut parser = Parser { text, at: 0, nesting: 0, steps: Vec::new(), places: Vec::new() };
    parser.sum()?;
    if parser.peek().is_some() {
        return parser.expected("an operator or the end");
    }
    let Parser { steps, places, .. } = parser;
    Dice::new(steps).map_err(|error| NotationError {
        at: places.get(error.step).copied().unwrap_or(0),
        message: error.to_string(),
    })
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    nesting: usize,
    steps: Vec<Step>,
    /// Position of each step in the text.
    places: Vec<usize>,
}

impl Parser<'_> {
    fn sum(&mut self) -> Result<(), NotationError> {
        self.product()?;
        while let Some(sign @ (b'+' | b'-')) = self.peek() {
            let place = self.take();
            self.product()?;
            self.push(if sign == b'+' { Step::Add } else { Step::Sub }, place);
        }
        Ok(())
    }

    fn product(&mut self) -> Result<(), NotationError> {
        self.factor()?;
        while self.peek() == Some(b'*') {
            let place = self.take();
            self.factor()?;
            self.push(Step::Mul, place);
        }
        Ok(())
    }

    fn factor(&mut self) -> Result<(), NotationError> {
        match self.peek() {
            Some(b'-') => {
                let place = self.take();
                // A minus before a number belongs to that number, so that every constant can be
                // written.
                match self.peek() {
                    Some(b'0'..=b'9') if !self.is_roll() => self.constant(place, -1)?,
                    _ => {
                        self.nest(Self::factor)?;
                        self.push(Step::Neg, place);
                        return Ok(());
                    }
                }
            }
            Some(b'(') => {
                self.take();
                self.nest(Self::sum)?;
                if self.peek() != Some(b')') {
                    return self.expected("an operator or \")\"");
                }
                self.take();
            }
            Some(b'0'..=b'9' | b'd' | b'D') if self.is_roll() => {
                let place = self.at;
                let roll = self.roll()?;
                self.push(Step::Roll(roll), place);
            }
            Some(b'0'..=b'9') => self.constant(self.at, 1)?,
            _ => return self.expected("a number, dice or \"(\""),
        }
        while self.peek() == Some(b'[') {
            self.label()?;
        }
        Ok(())
    }

    fn nest(
        &mut self,
        inner: fn(&mut Self) -> Result<(), NotationError>,
    ) -> Result<(), NotationError> {
        self.nesting += 1;
        if self.nesting > NESTING_MAX {
            return self.error(self.at, format!("nested more than {NESTING_MAX} deep"));
        }
        inner(self)?;
        self.nesting -= 1;
        Ok(())
    }

    /// Checks whether the digits here are the count of a roll.
    fn is_roll(&self) -> bool {
        let rest = self.text.as_bytes()[self.at..].iter();
        matches!(rest.clone().find(|byte| !byte.is_ascii_digit()), Some(b'd' | b'D'))
    }

    fn constant(&mut self, place: usize, sign: i64) -> Result<(), NotationError> {
        let number = self.number()?;
        let Ok(value) = i32::try_from(sign * number) else {
            return self.error(place, format!("a number is from {} to {}", i32::MIN, i32::MAX));
        };
        self.push(Step::Constant(value), place);
        Ok(())
    }

    fn roll(&mut self) -> Result<Roll, NotationError> {
        let count = match self.here() {
            Some(b'0'..=b'9') => self.small()?,
            _ => 1,
        };
        self.at += 1; // the d
        let sides = match self.here() {
            Some(b'%') => {
                self.at += 1;
                100
            }
            Some(b'0'..=b'9') => self.small()?,
            _ => return self.expected("the number of sides or \"%\""),
        };
        let mut roll = Roll::plain(narrow(count), sides);
        while let Some(letters) = self.letters() {
            let place = self.at;
            self.at += letters.len();
            let fresh = match letters.as_str() {
                "kh" => keep(&mut roll, Keep::Highest(narrow(self.small_or(1)?))),
                "kl" => keep(&mut roll, Keep::Lowest(narrow(self.small_or(1)?))),
                "ro" => roll.reroll.replace(self.reroll(Repeat::Once)?).is_none(),
                "rr" => roll.reroll.replace(self.reroll(Repeat::UntilGone)?).is_none(),
                "mi" => roll.least.replace(self.small()?).is_none(),
                "ma" => roll.most.replace(self.small()?).is_none(),
                _ => {
                    self.at = place;
                    return self.expected("one of kh, kl, ro, rr, mi, ma");
                }
            };
            if !fresh {
                return self.error(place, format!("a second {letters} for the same dice"));
            }
        }
        Ok(roll)
    }

    fn reroll(&mut self, repeat: Repeat) -> Result<Reroll, NotationError> {
        let faces = match self.here() {
            Some(b'<') => Faces::Below,
            Some(b'=') => Faces::Exactly,
            _ => return self.expected("\"<\" or \"=\""),
        };
        self.at += 1;
        Ok(Reroll { faces: faces(self.small()?), repeat })
    }

    fn label(&mut self) -> Result<(), NotationError> {
        let place = self.take();
        let Some(length) = self.text[self.at..].find(']') else {
            self.at = self.text.len();
            return self.expected("\"]\"");
        };
        let label = &self.text[self.at..self.at + length];
        self.at += length + 1;
        self.push(Step::Label(label.into()), place);
        Ok(())
    }

    /// Returns up to two letters from here, in lower case.
    fn letters(&self) -> Option<String> {
        let letters = self.text[self.at..].bytes().take_while(u8::is_ascii_alphabetic).take(2);
        let word: String = letters.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
        (!word.is_empty()).then_some(word)
    }

    fn number(&mut self) -> Result<i64, NotationError> {
        let mut number: Option<i64> = None;
        while let Some(digit @ b'0'..=b'9') = self.here() {
            let so_far = number.unwrap_or(0);
            number = Some(so_far.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
            self.at += 1;
        }
        match number {
            Some(number) => Ok(number),
            None => self.expected("a number"),
        }
    }

    /// Reads a number that must be small. Too large ones saturate; [`Dice::new`] refuses them and
    /// says what is allowed.
    fn small(&mut self) -> Result<u16, NotationError> {
        Ok(u16::try_from(self.number()?).unwrap_or(u16::MAX))
    }

    fn small_or(&mut self, default: u16) -> Result<u16, NotationError> {
        match self.here() {
            Some(b'0'..=b'9') => self.small(),
            _ => Ok(default),
        }
    }

    fn push(&mut self, step: Step, place: usize) {
        self.steps.push(step);
        self.places.push(place);
    }

    /// Returns the byte at the current position.
    fn here(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips spaces and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        while self.here().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.here()
    }

    /// Skips a one-byte symbol and returns its position.
    fn take(&mut self) -> usize {
        self.at += 1;
        self.at - 1
    }

    fn expected<T>(&self, what: &str) -> Result<T, NotationError> {
        let found = match self.text[self.at..].chars().next() {
            Some(character) => format!("\"{}\"", character.escape_debug()),
            None => "the end".to_owned(),
        };
        self.error(self.at, format!("expected {what}, found {found}"))
    }

    fn error<T>(&self, at: usize, message: String) -> Result<T, NotationError> {
        Err(NotationError { at, message })
    }
}

/// Sets which dice are kept; returns false if that was set before.
fn keep(roll: &mut Roll, keep: Keep) -> bool {
    std::mem::replace(&mut roll.keep, keep) == Keep::All
}

fn narrow(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests;
