//! Dice that are thrown, each sort kept once.

use kernel::DiceId;

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::raw::Text;

impl Build<'_> {
    /// The number of dice such as `2d6+1`.
    pub(super) fn dice(&mut self, here: Here, text: &Text) -> Option<DiceId> {
        match crate::dice::parse(text) {
            Ok(dice) => {
                if let Some(at) = self.game.dice.iter().position(|one| *one == dice) {
                    return Some(DiceId(at as u16));
                }
                self.game.dice.push(dice);
                self.names.dice.push(text.to_string());
                Some(DiceId((self.game.dice.len() - 1) as u16))
            }
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
