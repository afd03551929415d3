//! Reads descriptions: facts, the amount of an action, and alternative actions.

use std::borrow::Cow;

use super::super::model::{Facts, Guidelines};
use super::{Misread, normal};

/// Facts, count and alternative actions read so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    pub(super) facts: Facts,
    /// Amount of its action.
    pub(super) count: Option<u32>,
    /// Alternative actions after an `or`, each with its amount.
    pub(super) others: Vec<(Facts, u32)>,
}

/// Largest accepted amount of an action.
const COUNT_MAX: u32 = 100_000;
/// Separates alternative actions.
const OR: &str = "or";
/// Separates the ends of a range.
const TO: &str = "to";

impl Guidelines {
    /// Reads a description, matching the longest phrases first.
    pub(super) fn hear(&self, text: &str, heard: &mut Heard) -> Result<(), Misread> {
        if let Some(found) = self.phrases.get(text) {
            heard.facts |= found;
            return Ok(());
        }
        let text = spread(text);
        let text = self.measured(&text);
        let mut parts = parts(&text).map(|part| normal(part, &self.fillers)).peekable();
        while let Some(part) = parts.next() {
            // In a list such as `free, swift, or move`, the `or` before the last action holds for
            // all.
            let last = |next: &String| next.strip_prefix(OR).is_some_and(|it| it.starts_with(' '));
            self.part(&part, parts.peek().is_some_and(last), heard)?;
        }
        Ok(())
    }

    /// Reads a part without commas and brackets; `or` says whether it follows an `or`.
    fn part(&self, text: &str, or: bool, heard: &mut Heard) -> Result<(), Misread> {
        let mut rest = text;
        // After an `or` comes another action, perhaps with an amount of its own.
        let (mut or, mut of_other) = (or, None);
        while !rest.is_empty() {
            let Some((found, behind)) = self.longest_phrase(rest) else {
                let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
                if let Some(length) = self.past_dice(rest).or_else(|| self.past_range(rest)) {
                    heard.facts |= self.unsettled;
                    rest = length;
                    continue;
                }
                rest = behind;
                or |= word == OR;
                if self.idle.iter().any(|idle| idle == word) {
                    continue;
                }
                let value = self.number(word)?;
                // A frequency such as three times a day is not an amount.
                let times = self.longest_phrase(behind);
                let often = self.counted | self.measures;
                if times.is_none_or(|(found, _)| found & often == 0) {
                    one(value, if or { &mut of_other } else { &mut heard.count })?;
                }
                continue;
            };
            let (action, before) = (found & self.actions, heard.facts & self.actions);
            if !or || action == 0 || before == 0 {
                heard.facts |= found;
                if let Some(value) = of_other.take() {
                    one(value, &mut heard.count)?;
                }
            } else if action != before {
                heard.others.push((action, of_other.take().unwrap_or(1)));
                heard.facts |= found & !action;
            } else if of_other.take() != heard.count {
                heard.facts |= self.unsettled;
            }
            if found & self.passing != 0 {
                return Ok(());
            }
            or = false;
            rest = if found & self.measures == 0 { behind } else { self.past_measure(behind) };
        }
        of_other.map_or(Ok(()), |value| one(value, &mut heard.count))
    }

    /// Replaces slashes: after a length of time a slash means `per`, as in `1 minute/lb.`; between
    /// actions it means `or`.
    fn measured<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !text.contains('/') {
            return text.into();
        }
        let action_of = |text: &str| {
            let text = normal(text, &self.fillers);
            let found = self.longest_phrase(&text).map(|(found, _)| found & self.actions);
            found.filter(|found| *found != 0)
        };
        let mut parts = text.split('/');
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            // The last word with a meaning.
            let mut words = out.rsplit(' ').filter(|word| !normal(word, &self.fillers).is_empty());
            let unit = words.next().and_then(action_of);
            let timed = unit.is_some_and(|unit| self.rounds_of_one(unit).is_some());
            let next = action_of(part);
            let length = next.is_some_and(|next| self.rounds_of_one(next).is_some());
            out.push_str(match (unit, next) {
                (Some(_), Some(_)) if !(timed && length) => " or ",
                (Some(_), _) if timed => " per ",
                _ => "/",
            });
            out.push_str(part);
        }
        out.into()
    }

    /// Returns the text after a measure such as `5 rounds` or `lb`.
    fn past_measure<'t>(&self, text: &'t str) -> &'t str {
        let mut rest = text;
        while let Some((word, behind)) = rest.split_once(' ') {
            let number = word.starts_with(|c: char| c.is_ascii_digit()) || word == TO;
            if !number && !self.numbers.iter().any(|number| number == word) {
                break;
            }
            rest = behind;
        }
        let Some((found, behind)) = self.longest_phrase(rest) else {
            return rest.split_once(' ').map_or("", |(_, behind)| behind);
        };
        // An action is no measure, unless it is a length of time.
        let measures = found & self.actions == 0 || self.rounds_of_one(found).is_some();
        if measures { behind } else { rest }
    }

    /// Returns the text from the length of time after dice: `1d4+1 rounds`.
    fn past_dice<'t>(&self, text: &'t str) -> Option<&'t str> {
        let (dice, mut rest) = text.split_once(' ')?;
        let (many, faces) = dice.split_once('d')?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(many) || !faces.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        // Skips addends and factors.
        while let Some((word, behind)) = rest.split_once(' ') {
            if word != TO && word != "x" && !digits(word) {
                break;
            }
            rest = behind;
        }
        self.length(rest)
    }

    /// Returns the text from the length of time after a range: `1 or 2 rounds`, `1-4 hours`.
    fn past_range<'t>(&self, text: &'t str) -> Option<&'t str> {
        let (one, rest) = text.split_once(' ')?;
        self.number(one).ok()?;
        let (between, rest) = rest.split_once(' ')?;
        let (other, rest) = rest.split_once(' ')?;
        let ranges = [OR, TO].contains(&between) && self.number(other).is_ok();
        if ranges { self.length(rest) } else { None }
    }

    /// Returns the text if it begins with a length of time.
    fn length<'t>(&self, text: &'t str) -> Option<&'t str> {
        let (found, _) = self.longest_phrase(text)?;
        self.rounds_of_one(found).map(|_| text)
    }

    /// Reads a number in digits or as a word.
    fn number(&self, word: &str) -> Result<u32, Misread> {
        if let Some(at) = self.numbers.iter().position(|number| number == word) {
            return Ok(at as u32 + 1);
        }
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Misread::Word(word.to_owned()));
        }
        let value = word.parse().ok().filter(|value| (1..=COUNT_MAX).contains(value));
        value.ok_or_else(|| Misread::Number(word.to_owned()))
    }

    /// Returns the facts of the longest phrase that a text begins with, and the text after it.
    fn longest_phrase<'t>(&self, text: &'t str) -> Option<(Facts, &'t str)> {
        let ends = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]);
        let found = ends
            .take(self.longest)
            .filter_map(|end| Some((*self.phrases.get(&text[..end])?, text[end..].trim_start())));
        found.last()
    }
}

/// Sets an amount; returns an error if another one is set already.
fn one(value: u32, count: &mut Option<u32>) -> Result<(), Misread> {
    match *count.get_or_insert(value) == value {
        true => Ok(()),
        false => Err(Misread::Number(value.to_string())),
    }
}

/// Splits a description at commas, semicolons and brackets.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let ends = |&(at, c): &(usize, char)| match c {
            '(' | ')' | ';' => true,
            // A comma within a number such as 1,000 does not separate.
            ',' => !text[at + 1..].starts_with(|c: char| c.is_ascii_digit()),
            _ => false,
        };
        let Some((at, _)) = text.char_indices().find(ends) else { return Some(text) };
        rest = Some(&text[at + 1..]);
        Some(&text[..at])
    })
}

/// Replaces a dash between two numbers by `to`.
fn spread(text: &str) -> Cow<'_, str> {
    let dash = |c: char| matches!(c, '-' | '\u{2013}' | '\u{2014}');
    if !text.contains(dash) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split(dash);
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let before = out.trim_end().ends_with(|c: char| c.is_ascii_digit());
        let behind = piece.trim_start().starts_with(|c: char| c.is_ascii_digit());
        out.push_str(if before && behind { " to " } else { "-" });
        out.push_str(piece);
    }
    out.into()
}
