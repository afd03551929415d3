//! Forced declarations: the game master overrides every rule against them.

use crate::check::View;
use crate::decision::{Declaration, Pay};
use crate::denial::{Denial, DenialKind};
use crate::event::{Event, EventSink};
use crate::game::Game;
use crate::ids::{NOBODY, RulesId};
use crate::model::moment::Moments;
use crate::pay::{self, Payment, PaymentLimits};
use crate::purse::SlotUses;
use crate::state::State;

use super::declare::enter_stack;
use super::refused;

/// Declares an activity against all rules. It is paid if the tokens are there, else free.
pub(super) fn force<R: EventSink>(
    game: &Game,
    state: &mut State,
    declare: &Declaration,
    record: &mut R,
) -> Result<(), Denial> {
    let known = state.combatants.has(declare.actor)
        && declare.activity.index() < game.activities.len()
        && (declare.target == NOBODY || state.combatants.has(declare.target));
    if !known {
        return refused(DenialKind::Unknown, game.grounds.unknown);
    }
    if !state.awaits_people() {
        return refused(DenialKind::NotAwaited, RulesId(0));
    }
    let sheet = &game.sheets[declare.actor.index()];
    let mut found = Vec::new();
    if let Some(option) = sheet.option(declare.activity) {
        let one = state.combatant(declare.actor);
        let bill = game.bill(sheet.options[option].bill);
        // Payments that need no force come first, in their listed order.
        (View { game, state }).payments(declare, &sheet.options[option], &mut found);
        let named = match declare.pay {
            Pay::WithKind(kind) => found.iter().any(|payment| payment.uses(sheet, kind)),
            Pay::Cheapest | Pay::Nth(_) => !found.is_empty(),
            Pay::Named(_) | Pay::Flawed(_) => false,
        };
        if !named {
            let lenient = PaymentLimits {
                purse: one.purse,
                room: SlotUses::UNLIMITED,
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
                _ => pay::payments(
                    sheet,
                    game.payment_tables(declare.actor),
                    bill,
                    &lenient,
                    &mut found,
                ),
            }
        }
    }
    if let Pay::WithKind(kind) = declare.pay {
        found.retain(|payment| payment.uses(sheet, kind));
    }
    let payment = found.get(declare.pay.place()).copied().unwrap_or(Payment::NONE);
    let Declaration { actor, activity, .. } = *declare;
    record.event(Event::Forced { actor, activity }, RulesId(0));
    enter_stack(game, state, declare, &payment, record);
    if let Some(forced) = state.stack.last_mut() {
        forced.resolves_anyway = true;
    }
    Ok(())
}
