//! Random choice that prefers attacks and activities that gain tokens.

use kernel::{Command, LegalActions, State};
use sim::choices;
use sim::policy::Random;

use crate::fight::Fight;
use crate::greedy::Dice;

/// One choice in this many is drawn from everything legal, even if a preferred activity is legal.
const STRAY: u32 = 8;

/// Lists of preferred activities and of all activities.
#[derive(Clone, Debug)]
pub(crate) struct Eager<'f> {
    fight: &'f Fight,
    eager: LegalActions,
    all: LegalActions,
}

impl<'f> Eager<'f> {
    pub(crate) fn new(fight: &'f Fight) -> Eager<'f> {
        let game = fight.game();
        Eager {
            fight,
            eager: LegalActions::for_activities(game, &fight.eager),
            all: LegalActions::new(game),
        }
    }

    /// Draws a choice. Returns its list and its index there. The index after the last one means to
    /// end the turn or pass.
    pub(crate) fn draw(
        &mut self,
        state: &State,
        close: Option<Command>,
        random: &mut Random,
    ) -> (&LegalActions, usize) {
        let game = self.fight.game();
        let count = self.eager.refresh(game, state);
        if count > 0 && random.below(STRAY) > 0 {
            return (&self.eager, random.below(count as u32) as usize);
        }
        let count = self.all.refresh(game, state) + usize::from(close.is_some());
        (&self.all, random.below(count as u32) as usize)
    }

    /// Plays on for `turns` turns or `most` choices, or until the fight is decided.
    pub(crate) fn play_on(
        &mut self,
        state: &mut State,
        turns: u32,
        most: u32,
        random: &mut Random,
    ) {
        let game = self.fight.game();
        let (mut current, mut left) = (state.clock.current, turns);
        for _ in 0..most {
            if !choices::settle(game, state, &mut Dice(random)) {
                return;
            }
            if state.clock.current != current {
                (current, left) = (state.clock.current, left.saturating_sub(1));
            }
            if left == 0 || !sim::policy::contested(game, state) {
                return;
            }
            let close = choices::closing(game, state);
            let (lister, nth) = self.draw(state, close, random);
            if !choices::choose(game, state, (lister, nth), close) {
                return;
            }
        }
    }
}
