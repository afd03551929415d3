//! Texts of the ruleset with values in their gaps.

use crate::event::{SAID_VALUES_MAX, Said};
use crate::game::{EvalContext, Game};
use crate::ids::CombatantId;
use crate::model::expr::Role;
use crate::state::{Frame, NO_ACTIVITY, State};

impl Game {
    /// Returns a text with its values in a frame. `asked` is the combatant asked, if the text is a
    /// question.
    #[cold]
    pub fn said(&self, state: &State, frame: &Frame, text: u16, asked: CombatantId) -> Said {
        let scope = EvalContext { game: self, state, frame };
        let mut values = [0; SAID_VALUES_MAX];
        let exprs = self.texts.get(usize::from(text)).map_or(&[][..], Vec::as_slice);
        for (value, expr) in values.iter_mut().zip(exprs) {
            *value = scope.eval(*expr);
        }
        let answered = state.stack.get(usize::from(frame.answers));
        Said {
            text,
            activity: frame.activity,
            answered: answered.map_or(NO_ACTIVITY, |frame| frame.activity),
            people: Role::ALL.map(|role| crate::flow::execute::resolve_role(state, frame, role)),
            asked,
            square: frame.square,
            argument: frame.argument,
            values,
        }
    }
}
