//! Playouts with preferred activities: if one of them may be declared, one of them is.
//!
//! Uniform random fights hardly ever end, because combatants turn around, stand up and sit down for
//! minutes. Combatants that attack whenever they can bring a fight to its end. They list only the
//! preferred activities first, and all others only if they need them.

use kernel::{ActivityId, Game, LegalActions, State};

use crate::random::Random;

/// Chance of a free choice if no preferred activity is legal: 1 in 8. Otherwise the combatant
/// declares nothing. Free choices let combatants walk up to each other.
const STRAY: u32 = 8;

/// Activities preferred over all others.
#[derive(Clone, Debug)]
pub struct Rather {
    /// Lists only the preferred activities.
    these: LegalActions,
}

/// Drawn index of a declaration in a list. An index behind the list stands for declaring nothing.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// List of the index, as last refreshed.
    pub lister: &'a LegalActions,
    /// The index.
    pub nth: usize,
}

impl Rather {
    /// Returns a preference for these activities.
    pub fn these(game: &Game, activities: &[ActivityId]) -> Rather {
        Rather { these: LegalActions::for_activities(game, activities) }
    }

    /// Draws one of the preferred declarations if any is legal. Otherwise draws from `everything`,
    /// but only with the chance of a free choice if nothing need be declared (`can_close`).
    pub fn draw<'a>(
        &'a mut self,
        (game, state): (&Game, &State),
        everything: &'a mut LegalActions,
        can_close: bool,
        random: &mut Random,
    ) -> Draw<'a> {
        let Rather { these } = self;
        let count = these.refresh(game, state);
        if count == 0 && (!can_close || random.below(STRAY) == 0) {
            let count = everything.refresh(game, state) + usize::from(can_close);
            return Draw { lister: everything, nth: random.below(count as u32) as usize };
        }
        let nth = if count == 0 { 0 } else { random.below(count as u32) as usize };
        Draw { lister: these, nth }
    }
}
