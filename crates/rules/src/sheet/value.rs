//! Single values, as people type them and as files keep them.

use super::{Field, FieldKind, Sheet, Target};
use crate::number;

/// Words for yes and no.
const YES: [&str; 4] = ["yes", "true", "y", "1"];
const NO: [&str; 4] = ["no", "false", "n", "0"];

impl Field {
    /// Checks whether it asks for the number of tokens of one kind.
    pub fn counts_tokens(&self) -> bool {
        self.kind == FieldKind::Tokens && !self.targets.is_empty()
    }

    /// Returns a value as files keep it, or a sentence about what to type instead.
    pub(super) fn kept(&self, typed: &str, sheet: &Sheet) -> Result<String, String> {
        let typed = typed.trim();
        match self.kind {
            FieldKind::Number => self.kept_number(typed),
            FieldKind::Tokens if self.counts_tokens() => self.kept_number(typed),
            FieldKind::Tokens => sheet.kept_amount(typed),
            FieldKind::Dice => match crate::dice::parse(typed) {
                Ok(_) => Ok(typed.to_owned()),
                Err(_) => Err("type dice such as 1d8 or 2d6+3".to_owned()),
            },
            FieldKind::YesNo => {
                let lower = typed.to_lowercase();
                match (YES.contains(&lower.as_str()), NO.contains(&lower.as_str())) {
                    (true, _) => Ok("yes".to_owned()),
                    (_, true) => Ok("no".to_owned()),
                    _ => Err("say yes or no".to_owned()),
                }
            }
            FieldKind::Choice => {
                let fits = |text: &str| text.eq_ignore_ascii_case(typed);
                let chosen = self.choices.iter().find(|one| fits(&one.value) || fits(&one.label));
                chosen.map(|one| one.value.clone()).ok_or_else(|| {
                    let labels: Vec<&str> =
                        self.choices.iter().map(|one| one.label.as_str()).collect();
                    format!("choose one of {}", labels.join(", "))
                })
            }
        }
    }

    /// Reads a number that may carry a plus sign and its unit: `+7`, `30 ft`. Returns it as files
    /// keep it.
    fn kept_number(&self, typed: &str) -> Result<String, String> {
        let unit = self.unit.as_deref().unwrap_or_default();
        let bare = typed.strip_suffix(unit).unwrap_or(typed).trim_end();
        let bare = bare.strip_prefix('+').unwrap_or(bare).trim_start();
        let example = if self.default.is_empty() { "10" } else { &self.default };
        let wanted = || match self.scale {
            1 => format!("type a whole number, such as {example}"),
            _ => format!("type a number, such as {example}"),
        };
        let number = number::scaled(bare, self.scale).ok_or_else(wanted)?;
        let bound = |text: &Option<String>| number::scaled(text.as_deref()?, self.scale);
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        if bound(&self.min).is_some_and(|min| number < min) {
            let min = self.min.as_deref().unwrap_or_default();
            return Err(format!("must be at least {min}{unit}"));
        }
        if bound(&self.max).is_some_and(|max| number > max) {
            let max = self.max.as_deref().unwrap_or_default();
            return Err(format!("can be at most {max}{unit}"));
        }
        let per = i32::from(self.per.max(1));
        if i32::from(number) % per != 0 {
            return Err(format!("goes in steps of {per}{unit}"));
        }
        Ok(number::shown(i32::from(number) / per, self.scale))
    }

    /// Returns a value as people type it, from the one that files keep.
    pub(super) fn typed(&self, kept: &str) -> String {
        match self.kind {
            FieldKind::Number => match number::scaled(kept, self.scale) {
                Some(number) => {
                    number::shown(i32::from(number) * i32::from(self.per.max(1)), self.scale)
                }
                None => kept.to_owned(),
            },
            _ => kept.to_owned(),
        }
    }

    /// Returns a value for people: with its unit, or by its label.
    pub fn shown(&self, typed: &str) -> String {
        let choice = || self.choices.iter().find(|one| one.value == typed);
        match (self.kind, &self.unit) {
            (FieldKind::Choice, _) => choice().map_or(typed, |one| one.label.as_str()).to_owned(),
            (_, Some(unit)) => format!("{typed} {unit}"),
            _ => typed.to_owned(),
        }
    }
}

impl Target {
    /// Returns the name of the attribute, dice, tag or kind of token.
    pub fn name(&self) -> &str {
        match self {
            Target::Attribute(name, _) | Target::Dice(name, _) => name,
            Target::Tag(name) | Target::Token(name) => name,
        }
    }
}
