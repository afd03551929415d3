//! Fighting in earnest: whenever one of some activities may be declared, one of them is.
//!
//! Fights left to chance among everything legal do not end: people turn around, stand up and sit
//! down for minutes. Those who rather attack whenever they can bring a fight to its end. They ask
//! first what they may attack, and for everything else only if they want to know.

use kernel::{ActivityId, Game, LegalActions, State};

use crate::random::Random;

/// One time of so many, those who have none of these to declare do anything at all instead of
/// leaving it at that: somebody has to walk up to the others first.
const STRAY: u32 = 8;

/// Activities chosen before everything else.
#[derive(Clone, Debug)]
pub struct Rather {
    /// Lists them alone.
    these: LegalActions,
}

/// Drawn number of a declaration in a list. The number behind the last declaration stands for
/// declaring nothing.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// List that the number refers to, as last refreshed.
    pub lister: &'a LegalActions,
    /// The number.
    pub nth: usize,
}

impl Rather {
    /// Rather these than anything else.
    pub fn these(game: &Game, activities: &[ActivityId]) -> Rather {
        Rather { these: LegalActions::for_activities(game, activities) }
    }

    /// Draws one of these where any may be declared. Where none may, `everything` is looked at for
    /// something else now and then, and always unless it may be left at that: `can_close`.
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
