//! Sets of combatants that windows and turns need.

use crate::game::Game;
use crate::state::State;
use crate::state::change_journal::CombatantSets;
use crate::state::combatants::Membership;

impl State {
    /// Returns the sets derived from the combatants; recomputes only combatants who have changed.
    #[inline(always)]
    pub(crate) fn refresh_sets(&mut self, game: &Game) -> CombatantSets {
        self.combatants.refresh_sets_by(|who, one| Membership {
            active: one.conditions & game.out == 0,
            special: one.conditions & game.preparing != 0
                || one.unprompted != game.sheets[who.index()].unprompted,
            targetable: one.conditions & game.any_target_condition != 0,
        })
    }
}
