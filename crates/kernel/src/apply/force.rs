//! What the game master has done all the same.

use crate::check::View;
use crate::decision::{Declare, Pay};
use crate::denial::{Denial, Why};
use crate::event::{Event, Record};
use crate::game::Game;
use crate::ids::{NOBODY, RulesId};
use crate::moment::Moments;
use crate::pay::{self, Payment, Terms};
use crate::purse::Room;
use crate::state::State;

use super::declare::declared;
use super::refused;

/// Declares whatever forbids it: paid if the tokens are there, otherwise unpaid.
pub(super) fn force<R: Record>(
    game: &Game,
    state: &mut State,
    declare: &Declare,
    record: &mut R,
) -> Result<(), Denial> {
    let known = state.combatants.has(declare.actor)
        && declare.activity.index() < game.activities.len()
        && (declare.target == NOBODY || state.combatants.has(declare.target));
    if !known {
        return refused(Why::Unknown, game.grounds.unknown);
    }
    if !state.awaits_people() {
        return refused(Why::OtherDecision, RulesId(0));
    }
    let sheet = &game.sheets[declare.actor.index()];
    let mut found = Vec::new();
    if let Some(option) = sheet.option(declare.activity) {
        let one = state.combatant(declare.actor);
        let bill = game.bill(sheet.options[option].bill);
        // First of all what could be paid without force, in the order in which it is listed.
        (View { game, state }).payments(declare, &sheet.options[option], &mut found);
        let named = match declare.pay {
            Pay::Unlisted(kind) => found.iter().any(|payment| payment.uses(sheet, kind)),
            Pay::Best | Pay::Nth(_) => !found.is_empty(),
            Pay::Named(_) | Pay::Flawed(_) => false,
        };
        if !named {
            let lenient = Terms {
                purse: one.purse,
                room: Room::UNLIMITED,
                moment: Moments::ALL,
                gates: !0,
                conditions: one.conditions,
                open: !0,
            };
            match declare.pay {
                Pay::Named(number) => {
                    let named = pay::combination(sheet, bill, number, &one.purse);
                    let named = named.and_then(|named| pay::take(sheet, &lenient, &named));
                    found = named.into_iter().collect();
                }
                Pay::Flawed(_) => found.clear(),
                _ => pay::payments(sheet, bill, &lenient, &mut found),
            }
        }
    }
    if let Pay::Unlisted(kind) = declare.pay {
        found.retain(|payment| payment.uses(sheet, kind));
    }
    let payment = found.get(declare.pay.place()).copied().unwrap_or(Payment::NONE);
    let Declare { actor, activity, .. } = *declare;
    record.event(Event::Forced { actor, activity }, RulesId(0));
    declared(game, state, declare, &payment, record);
    if let Some(forced) = state.stack.last_mut() {
        forced.sure = true;
    }
    Ok(())
}
