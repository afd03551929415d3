//! Choice by the score right after it.

use kernel::{Command, Decision, Game, LegalActions, SideId, State};
use sim::choices::{self, Chance};
use sim::policy::Random;

use crate::fight::Fight;
use crate::score::Score;

/// Number of rolls over which a choice is scored.
const SAMPLES: u32 = 6;
/// Maximum number of response windows that are passed after a choice.
const PASSES_MAX: u32 = 64;

/// Random dice, and rulings with their default.
pub(crate) struct Dice<'a>(pub(crate) &'a mut Random);

impl Chance for Dice<'_> {
    fn face(&mut self, sides: u32, _: u32, _: u32) -> u32 {
        1 + self.0.below(sides)
    }

    fn answer(&mut self, _: u8, default: u8) -> u8 {
        default
    }
}

/// Chooses the option with the best score right after it.
#[derive(Clone, Debug)]
pub(crate) struct Greedy<'f> {
    fight: &'f Fight,
    score: Score<'f>,
    trial: State,
}

impl<'f> Greedy<'f> {
    pub(crate) fn new(fight: &'f Fight, score: Score<'f>) -> Greedy<'f> {
        Greedy { fight, score, trial: fight.start.clone() }
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
        let fight = self.fight;
        best(fight, lister, choices, |nth| self.value(state, (lister, nth), close, side, random))
    }

    /// Returns the mean score of a choice over a few rolls of its dice.
    fn value(
        &mut self,
        state: &State,
        (lister, nth): (&LegalActions, usize),
        close: Option<Command>,
        side: SideId,
        random: &mut Random,
    ) -> f64 {
        let game = self.fight.game();
        let mut sum = 0.0;
        for sample in 1..=SAMPLES {
            self.trial.clone_from(state);
            choices::choose(game, &mut self.trial, (lister, nth), close);
            let before = random.drawn();
            settle(game, &mut self.trial, &mut Dice(random));
            sum += self.score.of(&self.trial, side);
            // Without dice, one sample is enough.
            if sample == 1 && before == random.drawn() {
                return sum;
            }
        }
        sum / f64::from(SAMPLES)
    }
}

/// Returns the index of the choice with the best value. [`Fight::rank`] decides between equal
/// values.
pub(crate) fn best(
    fight: &Fight,
    lister: &LegalActions,
    choices: usize,
    mut value: impl FnMut(usize) -> f64,
) -> usize {
    let mut best = (f64::NEG_INFINITY, 0, 0);
    for nth in 0..choices {
        let value = value(nth);
        let rank = fight.rank(lister.nth(fight.game(), nth));
        if value > best.0 + 1e-9 || value > best.0 - 1e-9 && rank > best.1 {
            best = (value, rank, nth);
        }
    }
    best.2
}

/// Rolls dice and passes on responses until the next action.
pub(crate) fn settle(game: &Game, state: &mut State, chance: &mut impl Chance) {
    for _ in 0..PASSES_MAX {
        if !choices::settle(game, state, chance) {
            return;
        }
        let waits = matches!(
            state.decision,
            Decision::Answer(_) | Decision::Offer(..) | Decision::DeclareSecretly(_)
        );
        if !waits || !choices::close(game, state) {
            return;
        }
    }
}
