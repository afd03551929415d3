//! Lines of the log as the player of a combatant reads them.
//!
//! A line keeps the card that moves between piles that not everyone sees, and a declaration made in
//! secret until it is revealed.

use kernel::{CombatantId, Event, State};
use rules::Compiled;

use crate::cards::{self, Readers};
use crate::render::Line;

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
        let readers = match secret_of(&line.event).filter(|_| state.window.sealed) {
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

/// Returns the combatant whose declaration an event tells of.
fn secret_of(event: &Event) -> Option<CombatantId> {
    match *event {
        Event::Declared { actor, .. } | Event::Paid { actor, .. } => Some(actor),
        _ => None,
    }
}
