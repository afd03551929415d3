//! Interns the dice that are thrown.

use kernel::DiceId;

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::raw::Text;

impl Build<'_> {
    /// Returns the number of dice such as `2d6+1`; equal dice share a number.
    pub(super) fn dice(&mut self, here: Here, text: &Text) -> Option<DiceId> {
        let dice = self.parsed_dice(here, text)?;
        match self.game.dice.iter().position(|one| *one == dice) {
            Some(at) => Some(DiceId(at as u16)),
            None => Some(self.add_dice(dice, text)),
        }
    }

    /// Adds dice at the end of the table, even if equal ones exist, and returns their number.
    pub(super) fn dice_anew(&mut self, here: Here, text: &Text) -> Option<DiceId> {
        let dice = self.parsed_dice(here, text)?;
        Some(self.add_dice(dice, text))
    }

    fn add_dice(&mut self, dice: kernel::dice::Dice, text: &Text) -> DiceId {
        self.game.dice.push(dice);
        self.names.dice.push(text.to_string());
        DiceId((self.game.dice.len() - 1) as u16)
    }

    fn parsed_dice(&mut self, here: Here, text: &Text) -> Option<kernel::dice::Dice> {
        match crate::dice::parse(text) {
            Ok(dice) => Some(dice),
            Err(error) => {
                let at = text.span().start + 1 + error.at;
                let problem = Diagnostic::error(Code::DiceSyntax, error.message.clone()).at(
                    here.file,
                    at..at + 1,
                    "here",
                );
                self.report.push(problem);
                None
            }
        }
    }
}
