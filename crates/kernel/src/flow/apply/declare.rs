//! Accepted declarations: pays for them and puts them on the stack.

use crate::check::View;
use crate::decision::{Declaration, Enforcement, Pay};
use crate::denial::DenialKind;
use crate::eval::prepared_way;
use crate::event::{Event, EventSink};
use crate::flow::execute;
use crate::flow::response_window::leave_window;
use crate::game::Game;
use crate::ids::{BitIter, CombatantId, ConditionId, RulesId, bit};
use crate::model::clock::ClockStep;
use crate::pay::Payment;
use crate::purse::SlotUses;
use crate::state::change_journal::{PURSE, SLOT_USES};
use crate::state::{Frame, Phase, State};

use super::answer::pass;

/// Removes the conditions that end with the last token that counts.
fn drop_last_token_conditions<R: EventSink>(
    game: &Game,
    state: &mut State,
    who: CombatantId,
    record: &mut R,
) {
    if game.emptying.is_empty() || state.remaining(game, who) > 0 {
        return;
    }
    for (conditions, rules) in &game.emptying {
        for at in BitIter::of((state.combatant(who).conditions & conditions).into()) {
            let condition = ConditionId(at as u8);
            state.combatants.remove_conditions(who, 1 << at);
            record.event(Event::ConditionRemoved { who, condition }, *rules);
        }
    }
}

/// Pays for a declaration and puts it on the stack.
pub(super) fn enter_stack<R: EventSink>(
    game: &Game,
    state: &mut State,
    declare: &Declaration,
    payment: &Payment,
    record: &mut R,
) {
    let activity = &game.activities[declare.activity.index()];
    let view = View { game, state };
    // The default may depend on tokens, so it is read before the payment.
    let argument = view.argument(declare);
    if R::RECORDS {
        cite_consulted_rules(game, state, declare, payment, argument, record);
    }
    let by_game_master = activity.by_game_master;
    let one = state.combatant(declare.actor);
    let prepares = one.conditions & game.preparing != 0 && !by_game_master;
    let sealed = state.window.sealed && !by_game_master;
    let sure = sealed || by_game_master || state.window.named.is_some();
    let mut conditions = one.conditions;
    let spends = !activity.by_game_master && !payment.spend.is_empty();
    if spends {
        let purse = &mut state.combatants.modify(declare.actor, PURSE).purse;
        *purse = match purse.covers(&payment.spend) {
            true => purse.minus(&payment.spend),
            false => purse.minus_clamped(&payment.spend),
        };
        conditions |= game.spending;
    }
    if !activity.by_game_master {
        if payment.fill != SlotUses::default() {
            let room = &mut state.combatants.modify(declare.actor, SLOT_USES).slot_uses;
            *room = match room.fits(&payment.fill) {
                true => room.minus(&payment.fill),
                false => room.minus_clamped(&payment.fill),
            };
        }
        let sheet = &game.sheets[declare.actor.index()];
        for &index in payment.recipes() {
            let recipe = &sheet.recipes[index as usize];
            let met = recipe.conditional_adds.iter().filter(|(has, _)| conditions & has != 0);
            conditions |= met.fold(recipe.adds_conditions, |all, (_, brings)| all | brings);
        }
    }
    state.combatants.add_conditions(declare.actor, conditions | activity.adds_conditions);
    if spends {
        execute::drop_expiries(game, state, declare.actor);
        drop_last_token_conditions(game, state, declare.actor, record);
    }
    let bare = (View { game, state }).new_frame(declare, argument);
    let frame = Frame { resolves_anyway: sure, instant: payment.instant, ..bare };
    if prepares {
        let Declaration { actor, activity, .. } = *declare;
        record.event(Event::Prepared { actor, activity }, game.grounds.prepare);
        state.combatants.record_global_change();
        let continues = prepared_way::continues(game, state, &frame);
        let phase = Phase::Waiting;
        state.prepared.push(Frame { prepared: true, continues, phase, ..frame });
        if game.preparing_ends_turn && state.clock.step == ClockStep::AwaitTurnEnd {
            state.end_turn(game);
        }
        return;
    }
    let instant = activity.immediate || payment.instant;
    let phase = match sealed {
        true => Phase::Sealed,
        false if by_game_master || instant => Phase::Running,
        false => Phase::Waiting,
    };
    if payment.instant && !sealed && R::RECORDS {
        record.cite(game.grounds.instant);
        if !state.stack.is_empty() {
            record.cite(game.grounds.instant_on_top);
        }
    }
    state.stack.push(Frame { phase, ..frame });
    if sealed {
        pass(game, state, bit(declare.actor), record);
    } else if by_game_master {
        state.window.needs_recheck = state.window.open;
    } else {
        leave_window(state, declare.actor);
    }
}

/// Records every rule that let the declaration through.
fn cite_consulted_rules<R: EventSink>(
    game: &Game,
    state: &State,
    declare: &Declaration,
    payment: &Payment,
    argument: i32,
    record: &mut R,
) {
    let activity = &game.activities[declare.activity.index()];
    let &Declaration { actor, activity: id, target, square, .. } = declare;
    record.event(Event::Declared { actor, activity: id, target, square, argument }, activity.rules);
    if activity.by_game_master {
        return;
    }
    for (_, rules) in activity.blocked.iter().chain(&activity.required) {
        record.cite(*rules);
    }
    for need in &activity.requirements {
        record.cite(need.rules);
    }
    if let Some(argument) = &activity.argument {
        record.cite(argument.rules);
    }
    let sheet = &game.sheets[actor.index()];
    let moment = state.moment(actor);
    for &index in payment.recipes() {
        let recipe = &sheet.recipes[index as usize];
        record.cite(recipe.rules);
        let kind = &game.kinds[recipe.kind.index()];
        for (moments, rules) in &kind.usable {
            if moments.meets(moment) {
                record.cite(*rules);
            }
        }
        if recipe.gates != 0 {
            record.cite(kind.gate_rules);
        }
    }
    for slot in &sheet.slots {
        if payment.fill.uses(slot.index) {
            record.cite(game.slots[slot.id.index()]);
        }
    }
    if let Some(option) = sheet.option(id) {
        let bill = game.bill(sheet.options[option].bill);
        if let Some(alternative) = bill.get(payment.alternative as usize) {
            record.cite(alternative.rules);
        }
    }
    record.cite(game.grounds.bill);
    record.cite(game.grounds.order_free);
    record.event(Event::Paid { actor, payment: *payment }, game.grounds.declare);
}

/// Returns the rules that would have forbidden a declaration paid in this way if they were not set
/// to warn only.
pub(super) fn warnings(
    game: &Game,
    state: &State,
    declare: &Declaration,
    payment: &Payment,
) -> Vec<RulesId> {
    if !state.relaxed_rules.iter().any(|(_, dial)| *dial == Enforcement::WarnOnly) {
        return Vec::new();
    }
    let mut strict = state.clone();
    strict.relaxed_rules.retain(|(_, dial)| *dial != Enforcement::WarnOnly);
    let view = View { game, state: &strict };
    let sheet = &game.sheets[declare.actor.index()];
    let mut listed = Vec::new();
    if let Some(option) = sheet.option(declare.activity) {
        view.payments(declare, &sheet.options[option], &mut listed);
    }
    // The payment has another number in the strict list, if it is there at all.
    let place = listed.iter().position(|one| one == payment);
    let ways: Vec<Pay> = match place {
        _ if matches!(declare.pay, Pay::Named(_)) => vec![declare.pay],
        _ if payment.recipes().is_empty() => vec![Pay::Cheapest],
        Some(nth) => vec![Pay::Nth(nth as u8)],
        None => {
            let kind = |&index: &u16| Pay::WithKind(sheet.recipes[index as usize].kind);
            payment.recipes().iter().map(kind).collect()
        }
    };
    let mut reasons = Vec::new();
    for pay in ways {
        let denial = view.why_not(&Declaration { pay, ..*declare }).unwrap_or_default();
        // Another possible payment with the same kind is no reason for a warning.
        let forbidding =
            denial.reasons.into_iter().filter(|one| one.why != DenialKind::NoSuchPayment);
        for reason in forbidding.map(|reason| reason.rules) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    reasons
}
