//! Commands that the server gives automatically: dice rolls, answers by policy, and ends of turns
//! that all acting combatants are done with.

use kernel::{CombatantSet, Command, Decision, Declaration, LegalActions, Pay, bit, iter_bits};

use super::act;
use super::give::{blank, rolled};
use super::live::Live;
use crate::entry::Entry;
use crate::eyes::SERVER;
use crate::random;

/// Largest number of automatic steps in a row; then people have to look.
const STEPS_MAX: usize = 200;

/// Gives every command that follows automatically.
pub(super) fn follow(live: &mut Live) {
    for _ in 0..STEPS_MAX {
        let dice = live.tabled.table.auto_roll;
        let next = match live.session.state().decision {
            Decision::Roll(..) if dice => {
                rolled(live, act::dice_are_hidden(live)).ok().map(|it| (it, true))
            }
            Decision::Answer(asked) | Decision::Offer(_, asked) => {
                answer(live, asked).map(|declare| ((Command::Declare(declare), 0), false))
            }
            Decision::Act(_) => {
                let able = able(live);
                let done = able != 0 && able & !live.tabled.done == 0;
                done.then_some(((Command::EndTurn, 0), false))
            }
            _ => None,
        };
        let Some(((command, count), is_roll)) = next else { return };
        let hidden = is_roll && act::dice_are_hidden(live);
        let deed = blank(is_roll, hidden, None);
        let entry = Entry { by: SERVER.to_owned(), at: random::now(), deed };
        // A denied command is left to people.
        if live.give(command, None, count, entry).is_err() {
            return;
        }
    }
}

/// Returns an answer that a prompted combatant gives automatically, if it is legal and its target
/// is clear.
fn answer(live: &Live, asked: CombatantSet) -> Option<Declaration> {
    if live.tabled.auto.is_empty() {
        return None;
    }
    let (game, state) = (&live.compiled().game, live.session.state());
    let declared = state.stack.last().map(|frame| frame.actor);
    let mut lister = LegalActions::new(game);
    let groups = lister.list(game, state).iter().filter(|group| {
        let Declaration { actor, activity, .. } = group.declare;
        asked & bit(actor) != 0 && live.tabled.is_auto(actor, activity)
    });
    for group in groups {
        let mut targets = iter_bits(group.targets);
        let one = match (targets.next(), targets.next()) {
            (None, _) => kernel::NOBODY,
            (Some(only), None) => only,
            _ => match declared.filter(|who| group.targets & bit(*who) != 0) {
                Some(who) => who,
                None if group.untargeted => kernel::NOBODY,
                None => continue,
            },
        };
        return Some(Declaration { target: one, pay: Pay::Cheapest, ..group.declare });
    }
    None
}

/// Returns the acting combatants that are still in the fight.
fn able(live: &Live) -> CombatantSet {
    let state = live.session.state();
    let Decision::Act(acting) = state.decision else { return 0 };
    let out = live.compiled().game.out;
    let able = iter_bits(acting).filter(|who| state.combatant(*who).conditions & out == 0);
    able.fold(0, |mask, who| mask | bit(who))
}
