//! Changes by the game master: who takes part, and each combatant's numbers and place.

use crate::decision::{ConditionChange, Decision, Edit};
use crate::denial::{Denial, DenialKind};
use crate::event::{Event, EventSink};
use crate::flow::execute;
use crate::game::Game;
use crate::ids::{CombatantId, CombatantSet, ConditionId, NOBODY, RulesId, iter_bits};
use crate::model::clock::Expiry;
use crate::state::{ResponseWindow, State, TimedEffect, TimedKind};

use super::refused;

/// No rule of the game makes these changes.
const RULES: RulesId = RulesId(0);

/// Makes a change, or returns the reasons why not.
pub(super) fn edit<R: EventSink>(
    game: &Game,
    state: &mut State,
    edit: Edit,
    record: &mut R,
) -> Result<(), Denial> {
    if matches!(state.decision, Decision::NotStarted | Decision::Finished) {
        return refused(DenialKind::NotAwaited, RULES);
    }
    check(game, state, edit)?;
    state.combatants.record_global_change();
    match edit {
        Edit::Enter { who, next } => {
            state.arrivals.entering |= who;
            state.arrivals.next |= if next { who } else { 0 };
        }
        Edit::Leave(who) => state.arrivals.leaving |= who,
        Edit::Attribute(who, attribute, value) => {
            execute::store(game, state, who, attribute, value, RULES, record);
        }
        Edit::Condition(who, condition, change) => {
            change_condition(state, who, condition, change, record);
        }
        Edit::Side(who, side) => {
            state.combatants.set_side(who, side);
            if state.window.for_answers() {
                state.window = ResponseWindow::default();
            }
            record.event(Event::Joined { who, side }, RULES);
        }
        Edit::Square(who, square) => {
            execute::put(game, state, who, square, RULES, record);
        }
        Edit::Behind(who, whom) => {
            execute::move_behind(state, who, whom);
            record.event(Event::MovedBehind { who, whom }, RULES);
        }
    }
    // Some of the combatants asked may no longer be able to answer.
    state.window.needs_recheck = state.window.open;
    Ok(())
}

/// Returns a denial if a change names something that does not exist.
fn check(game: &Game, state: &State, edit: Edit) -> Result<(), Denial> {
    let here = |who: CombatantId| match state.combatants.has(who) {
        true => Ok(()),
        false => refused(DenialKind::NotHere, RULES),
    };
    match edit {
        Edit::Enter { who, .. } => {
            let known: CombatantSet =
                1u64.checked_shl(game.sheets.len() as u32).map_or(!0, |all| all - 1);
            if who == 0 || who & !known != 0 {
                return refused(DenialKind::Unknown, game.grounds.unknown);
            }
            let here = state.everybody() & !state.arrivals.leaving | state.arrivals.entering;
            if who & here != 0 { refused(DenialKind::AlreadyHere, RULES) } else { Ok(()) }
        }
        Edit::Leave(who) => {
            if who == 0 {
                return refused(DenialKind::Unknown, game.grounds.unknown);
            }
            let leaving = iter_bits(who & state.arrivals.leaving).next();
            leaving.map_or(Ok(()), |_| refused(DenialKind::NotHere, RULES))?;
            iter_bits(who).try_for_each(here)
        }
        Edit::Condition(who, _, ConditionChange::AddUntil(Expiry { span, whose, left, .. })) => {
            if span.index() >= game.spans.len() || left == 0 {
                return refused(DenialKind::Unknown, game.grounds.unknown);
            }
            here(who)?;
            if whose == NOBODY { Ok(()) } else { here(whose) }
        }
        Edit::Attribute(who, ..) | Edit::Condition(who, ..) => here(who),
        Edit::Side(who, side) => match side.index() < game.side_count() {
            true => here(who),
            false => refused(DenialKind::Unknown, game.grounds.unknown),
        },
        Edit::Square(who, square) => match game.board.holds(square) {
            true => here(who),
            false => refused(DenialKind::NoSuchSquare, RULES),
        },
        Edit::Behind(who, whom) => {
            if !game.ordered {
                return refused(DenialKind::NoTurnOrder, RULES);
            }
            if who == whom {
                return refused(DenialKind::Target, RULES);
            }
            here(who)?;
            if whom == NOBODY { Ok(()) } else { here(whom) }
        }
    }
}

/// Adds or removes a condition. The last word counts: an earlier expiry of it is forgotten.
fn change_condition<R: EventSink>(
    state: &mut State,
    who: CombatantId,
    condition: ConditionId,
    change: ConditionChange,
    record: &mut R,
) {
    let kind = TimedKind::Condition(condition);
    execute::make_permanent(state, who, kind);
    if change == ConditionChange::Remove {
        if state.combatant(who).has(condition) {
            state.combatants.remove_conditions(who, 1 << condition.0);
            record.event(Event::ConditionRemoved { who, condition }, RULES);
        }
        return;
    }
    state.combatants.add_conditions(who, 1 << condition.0);
    if let ConditionChange::AddUntil(expiry) = change {
        state.timed_effects.push(TimedEffect { who, kind, expiry, rules: RULES });
    }
    record.event(Event::ConditionAdded { who, condition }, RULES);
}
