//! Changes of the game master's to who takes part and how they stand.

use crate::decision::{Decision, Edit};
use crate::denial::{Denial, Why};
use crate::event::{Event, Record};
use crate::execute;
use crate::game::Game;
use crate::ids::{CombatantId, ConditionId, Mask, NOBODY, RulesId, members};
use crate::state::{State, What, Window};

use super::refused;

/// No rule of the game makes these changes.
const RULES: RulesId = RulesId(0);

/// Makes a change, or says why it cannot be made.
pub(super) fn edit<R: Record>(
    game: &Game,
    state: &mut State,
    edit: Edit,
    record: &mut R,
) -> Result<(), Denial> {
    if matches!(state.decision, Decision::Begin | Decision::Over) {
        return refused(Why::OtherDecision, RULES);
    }
    check(game, state, edit)?;
    state.combatants.note_besides();
    match edit {
        Edit::Enter { who, next } => {
            state.arrivals.entering |= who;
            state.arrivals.next |= if next { who } else { 0 };
        }
        Edit::Leave(who) => state.arrivals.leaving |= who,
        Edit::Attribute(who, attribute, value) => {
            execute::store(game, state, who, attribute, value, RULES, record);
        }
        Edit::Condition(who, condition, on) => set_condition(state, who, condition, on, record),
        Edit::Side(who, side) => {
            state.combatants.join(who, side);
            if state.window.for_answers() {
                state.window = Window::default();
            }
            record.event(Event::Joined { who, side }, RULES);
        }
        Edit::Square(who, square) => {
            execute::put(game, state, who, square, RULES, record);
        }
        Edit::Behind(who, whom) => {
            execute::move_behind(state, who, whom);
            record.event(Event::Followed { who, whom }, RULES);
        }
    }
    // Whoever can answer no longer need not be asked.
    state.window.stale = state.window.open;
    Ok(())
}

/// Whether everybody and everything it speaks of is there.
fn check(game: &Game, state: &State, edit: Edit) -> Result<(), Denial> {
    let here = |who: CombatantId| match state.combatants.has(who) {
        true => Ok(()),
        false => refused(Why::NotHere, RULES),
    };
    match edit {
        Edit::Enter { who, .. } => {
            let known: Mask = 1u64.checked_shl(game.sheets.len() as u32).map_or(!0, |all| all - 1);
            if who == 0 || who & !known != 0 {
                return refused(Why::Unknown, game.grounds.unknown);
            }
            let here = state.everybody() & !state.arrivals.leaving | state.arrivals.entering;
            if who & here != 0 { refused(Why::AlreadyHere, RULES) } else { Ok(()) }
        }
        Edit::Leave(who) => {
            if who == 0 {
                return refused(Why::Unknown, game.grounds.unknown);
            }
            let leaving = members(who & state.arrivals.leaving).next();
            leaving.map_or(Ok(()), |_| refused(Why::NotHere, RULES))?;
            members(who).try_for_each(here)
        }
        Edit::Attribute(who, ..) | Edit::Condition(who, ..) => here(who),
        Edit::Side(who, side) => match side.index() < game.side_count() {
            true => here(who),
            false => refused(Why::Unknown, game.grounds.unknown),
        },
        Edit::Square(who, square) => match game.board.holds(square) {
            true => here(who),
            false => refused(Why::NoSuchSquare, RULES),
        },
        Edit::Behind(who, whom) => {
            if !game.ordered {
                return refused(Why::NoTurnOrder, RULES);
            }
            if who == whom {
                return refused(Why::Target, RULES);
            }
            here(who)?;
            if whom == NOBODY { Ok(()) } else { here(whom) }
        }
    }
}

fn set_condition<R: Record>(
    state: &mut State,
    who: CombatantId,
    condition: ConditionId,
    on: bool,
    record: &mut R,
) {
    if on {
        state.combatants.put_on(who, 1 << condition.0);
        record.event(Event::Marked { who, condition }, RULES);
        return;
    }
    if state.combatant(who).has(condition) {
        state.combatants.take_off(who, 1 << condition.0);
        let what = What::Condition(condition);
        state.lasting.retain(|effect| effect.who != who || effect.what != what);
        record.event(Event::Unmarked { who, condition }, RULES);
    }
}
