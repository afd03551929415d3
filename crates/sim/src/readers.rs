//! Lines of the log as the player of a combatant reads them.
//!
//! Some lines keep something from others: a card that moves between piles that not everyone sees, a
//! secret number, and a declaration made in secret until it is revealed.

use kernel::{CombatantId, Event, State};
use rules::Compiled;

use crate::cards::{self, Readers};
use crate::render::{Line, said};

/// A line, and who reads what of it.
#[derive(Clone, Debug)]
pub struct ReadLine {
    /// The whole line.
    whole: String,
    /// The line for all others, if only some read it as a whole; `None` = they read nothing.
    others: Option<String>,
    /// The combatants whose players read the whole line.
    readers: Readers,
}

impl ReadLine {
    /// Returns how players read a line. `state` is the state afterwards.
    pub fn of(compiled: &Compiled, state: &State, line: &Line) -> ReadLine {
        let whole = line.text.clone();
        if let Event::CardMoved { from, to, .. } = line.event {
            let others = Some(cards::moved(compiled, None, from, to));
            return ReadLine { whole, others, readers: cards::readers(compiled, from, to) };
        }
        if let Some((actor, others)) = secret_number(compiled, line) {
            return ReadLine { whole, others: Some(others), readers: Readers::Owners(vec![actor]) };
        }
        let readers = match declarer(&line.event).filter(|_| state.window.sealed) {
            Some(actor) => Readers::Owners(vec![actor]),
            None => Readers::Everyone,
        };
        ReadLine { whole, others: None, readers }
    }

    /// Returns the line as the player of a combatant reads it; `None` if it is kept from them.
    pub fn to(&self, who: CombatantId) -> Option<&str> {
        match &self.readers {
            Readers::Owners(owners) if !owners.contains(&who) => self.others.as_deref(),
            _ => Some(&self.whole),
        }
    }
}

/// Returns the actor of a declaration whose number is secret, and the line without the number.
pub fn secret_number(compiled: &Compiled, line: &Line) -> Option<(CombatantId, String)> {
    let Event::Declared { actor, activity, argument, .. } = line.event else { return None };
    let name = compiled.names.activities.get(activity.index()).filter(|name| name.secret)?;
    let given = said::given(compiled, activity, argument);
    name.argument.as_ref()?;
    Some((actor, line.text.replacen(&given, "", 1)))
}

/// Returns the combatant whose declaration an event tells of.
fn declarer(event: &Event) -> Option<CombatantId> {
    match *event {
        Event::Declared { actor, .. } | Event::Paid { actor, .. } => Some(actor),
        _ => None,
    }
}
