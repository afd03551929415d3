//! Choice by the score a few turns later.

use kernel::{Command, LegalActions, SideId, State};
use sim::choices;
use sim::policy::Random;

use crate::eager::Eager;
use crate::fight::Fight;
use crate::greedy::best;
use crate::score::Score;

/// Number of continuations of each choice.
const SAMPLES: u32 = 16;
/// Maximum number of choices in a continuation, per turn.
const CHOICES_PER_TURN: u32 = 12;

/// Chooses the option with the best mean score after some turns of eager play.
#[derive(Clone, Debug)]
pub(crate) struct LookAhead<'f> {
    fight: &'f Fight,
    score: Score<'f>,
    eager: Eager<'f>,
    turns: u32,
    trial: State,
}

impl<'f> LookAhead<'f> {
    pub(crate) fn new(fight: &'f Fight, score: Score<'f>, turns: u32) -> LookAhead<'f> {
        LookAhead { fight, score, eager: Eager::new(fight), turns, trial: fight.start.clone() }
    }

    /// Returns the index of the best choice; the index after the last one ends the turn or passes.
    pub(crate) fn choose(
        &mut self,
        state: &State,
        (lister, count): (&LegalActions, usize),
        close: Option<Command>,
        side: SideId,
        random: &mut Random,
    ) -> usize {
        let choices = count + usize::from(close.is_some());
        if choices < 2 {
            return 0;
        }
        // All choices are tried with the same seeds.
        let luck: Vec<u64> = (0..SAMPLES).map(|_| random.draw()).collect();
        let fight = self.fight;
        best(fight, lister, choices, |nth| {
            let after = luck.iter().map(|seed| {
                let mut random = Random::new(*seed);
                self.trial.clone_from(state);
                if choices::choose(fight.game(), &mut self.trial, (lister, nth), close) {
                    let most = self.turns * CHOICES_PER_TURN;
                    self.eager.play_on(&mut self.trial, self.turns, most, &mut random);
                }
                self.score.of(&self.trial, side)
            });
            after.sum()
        })
    }
}
