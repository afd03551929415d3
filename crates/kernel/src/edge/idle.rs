//! Handlers that find nothing to change about someone.
//!
//! Much of what happens at the edges of spans puts numbers back and takes conditions off, for
//! everybody, and mostly there is nothing to put back. Where nothing is recorded, such a handler
//! is passed over for those it would leave as they are.

use crate::clock::Handler;
use crate::effect::Op;
use crate::expr::{Code, Role};
use crate::game::Game;
use crate::ids::AttributeId;
use crate::people::Combatant;

/// What a handler does that only puts numbers back and takes conditions off.
#[derive(Clone, Debug, Default)]
pub struct Resets {
    numbers: Vec<(AttributeId, i16)>,
    conditions: u64,
}

impl Resets {
    /// What a handler does to whoever it runs for; `None` if it does, or may do, anything else.
    pub(crate) fn of(game: &Game, handler: &Handler) -> Option<Resets> {
        let mut resets = Resets::default();
        for step in &game.programs[handler.program.index()] {
            match step.op {
                Op::Set { who: Role::Actor, attribute, value } => {
                    let [Code::Const(value)] = *game.expr(value) else { return None };
                    let watched = game.watches.iter().any(|watch| watch.attribute == attribute);
                    if watched || game.steps.from == Some(attribute) {
                        return None;
                    }
                    resets.numbers.push((attribute, i16::try_from(value).ok()?));
                }
                Op::Unmark { who: Role::Actor, condition } => {
                    resets.conditions |= 1 << condition.0;
                }
                _ => return None,
            }
        }
        Some(resets)
    }

    /// Whether it would leave someone as they are.
    #[inline]
    pub(crate) fn leave(&self, one: &Combatant) -> bool {
        let same =
            |(attribute, value): &(AttributeId, i16)| one.attributes[attribute.index()] == *value;
        one.conditions & self.conditions == 0 && self.numbers.iter().all(same)
    }
}
