//! Questions to combatants that name the situation and the possible responses.

use kernel::{
    ActivityId, CombatantId, CombatantSet, Decision, Frame, NO_ACTIVITY, NOBODY, Phase, Said,
    State, iter_bits,
};
use rules::Compiled;
use rules::text::within_sentence;

use crate::render::said;
use crate::show;

/// A question to a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The text with all numbers.
    pub text: String,
    /// The text with numbers of combatants hidden.
    pub blind: String,
    /// Whether rules provide the question; otherwise it only repeats the declaration.
    pub asked_by_rules: bool,
    /// Combatants named in it.
    pub named: CombatantSet,
    /// Combatants with numbers shown in it.
    pub counted: CombatantSet,
}

/// Returns the question to the combatants prompted now; `None` if there is none.
///
/// `legal` are the activities that they could respond with.
pub fn question(
    compiled: &Compiled,
    state: &State,
    legal: &[(CombatantId, ActivityId)],
) -> Option<Question> {
    let who = iter_bits(state.decision.asked()).next()?;
    match state.decision {
        Decision::Answer(_) => {
            let own = legal.iter().filter(|(asked, _)| *asked == who);
            let asked = own.clone().find_map(|(_, activity)| ask(compiled, state, who, *activity));
            asked.or_else(|| Some(plain(compiled, answered(state)?)))
        }
        Decision::Offer(window, _) => {
            let text = compiled.names.windows_asked[window.index()].ask?;
            Some(filled(compiled, &compiled.game.said(state, state.stack.last()?, text, who)))
        }
        _ => None,
    }
}

/// Returns the question to a combatant that may respond with this activity now.
pub fn ask(
    compiled: &Compiled,
    state: &State,
    who: CombatantId,
    activity: ActivityId,
) -> Option<Question> {
    let text = compiled.names.activities[activity.index()].ask?;
    let frame = match state.decision {
        Decision::Answer(_) => answered(state)?,
        Decision::Offer(..) => state.stack.last()?,
        _ => return None,
    };
    let said = Said { answered: frame.activity, ..compiled.game.said(state, frame, text, who) };
    // The activity in the text is the response, not the declaration.
    Some(filled(compiled, &Said { activity, ..said }))
}

/// Returns the declaration that waits for responses.
fn answered(state: &State) -> Option<&Frame> {
    let waits = |frame: &&Frame| matches!(frame.phase, Phase::Waiting | Phase::Exposed);
    state.stack.iter().rev().find(waits).or(state.stack.last())
}

fn filled(compiled: &Compiled, one: &Said) -> Question {
    Question {
        text: said::said(compiled, one),
        asked_by_rules: true,
        blind: said::said_with(compiled, one, &|number| number.tells == 0),
        named: said::named(compiled, one),
        counted: said::counted(compiled, one),
    }
}

/// Returns a question about a declaration for which the rules have no text.
fn plain(compiled: &Compiled, frame: &Frame) -> Question {
    let actor = show::combatant(compiled, frame.actor);
    let mut named = kernel::bit(frame.actor);
    let mut text = match frame.activity {
        NO_ACTIVITY => format!("{actor} is doing something"),
        activity => {
            let label = &compiled.names.activities[activity.index()].label;
            format!("{actor} declares {}", within_sentence(label))
        }
    };
    if frame.target != NOBODY && frame.target != frame.actor {
        named |= kernel::bit(frame.target);
        text.push_str(&format!(" at {}", show::combatant(compiled, frame.target)));
    }
    text.push_str(". React?");
    Question { blind: text.clone(), text, asked_by_rules: false, named, counted: 0 }
}
