//! Compiles the numbers given with activities.

use std::collections::BTreeMap;

use kernel::{Argument, PileRef};

use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::raw;

impl Build<'_> {
    /// Returns the names of numbers that may be given with an activity, sorted by number.
    pub(super) fn named_values(&mut self, here: Here, raw: &raw::Argument) -> Vec<(i32, String)> {
        let scale = raw.scale.as_ref().map_or(1, |scale| **scale);
        let mut values = Vec::new();
        for (number, name) in &raw.values {
            match crate::number::scaled(number, scale) {
                Some(number) => values.push((i32::from(number), name.to_string())),
                None => {
                    let message = "a number is wanted here, and its name behind it";
                    self.error(Code::InvalidValue, message, here, number, "not such a number");
                }
            }
        }
        values.sort_unstable();
        values
    }

    /// Returns the words in place of an attribute's or variable's numbers, by number.
    pub(super) fn words_for(
        &mut self,
        here: Here,
        values: &BTreeMap<raw::Text, raw::Text>,
    ) -> Vec<String> {
        let mut words = Vec::new();
        for (number, word) in values {
            match number.parse::<u8>() {
                Ok(number) => {
                    let number = usize::from(number);
                    words.resize(words.len().max(number + 1), String::new());
                    words[number] = word.to_string();
                }
                Err(_) => {
                    let message = "a number from 0 to 255 is wanted here, and its word behind it";
                    self.error(Code::InvalidValue, message, here, number, "not such a number");
                }
            }
        }
        words
    }

    /// Compiles the number given with an activity: its range and its default. `card` is the pile of
    /// which a card is given.
    pub(super) fn argument(
        &mut self,
        here: Here,
        raw: &raw::Argument,
        card: Option<PileRef>,
    ) -> Option<Argument> {
        if raw.card.is_some() {
            return Some(self.card_argument(here, raw, card?));
        }
        let (Some(from), Some(to)) = (&raw.min, &raw.max) else {
            let message = "a number is from `min` to `max`, or that of a `card`";
            self.error(Code::InvalidValue, message, here, &raw.name, "its range is missing");
            return None;
        };
        let min = self.live(here, from, Place::Act, &Type::Int);
        let max = self.live(here, to, Place::Act, &Type::Int);
        let usual = raw.usual.as_ref();
        let usual = usual.and_then(|usual| self.live(here, usual, Place::Act, &Type::Int));
        let ((min, min_reads), (max, max_reads)) = min.zip(max)?;
        let rules = self.cited(here, &raw.because, &[&min_reads[..], &max_reads].concat());
        // A range that depends on options may be meant for certain values of them, so only
        // constants are checked.
        if let ([kernel::Instr::Const(least)], [kernel::Instr::Const(greatest)]) =
            (self.game.expr(min), self.game.expr(max))
            && least > greatest
            && min_reads.is_empty()
            && max_reads.is_empty()
        {
            let message = format!("no number is from {least} to {greatest}");
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, to.span(), "the greatest value")
                .also(here.file, from.span(), "the least value");
            self.report.push(problem);
        }
        let usual = usual.map_or(max, |(usual, _)| usual);
        let worded = raw.worded.as_ref().map(|number| *number.get());
        if let (Some(number), [kernel::Instr::Const(least)], [kernel::Instr::Const(greatest)]) =
            (&raw.worded, self.game.expr(min), self.game.expr(max))
            && !(*least..=*greatest).contains(number.get())
        {
            let message = format!("no number from {least} to {greatest} is {}", number.get());
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, number.span(), "what stands for words")
                .help("it is one of the numbers that may be given");
            self.report.push(problem);
        }
        Some(Argument { min, max, default: usual, card: None, text_value: worded, rules })
    }
}
