//! Random playouts: fights in which every choice is drawn from all legal ones by a seed, uniformly
//! or with some activities preferred.
//!
//! The same game, seed and policy give the same fights on every platform; [`Tally::hash`] proves
//! it. Once all buffers have grown, playing allocates nothing.

use kernel::{Decision, Game, LegalActions, NullSink, State};

use crate::choices::{self, Chance};
use crate::fnv::Fnv;
pub use crate::random::Random;
use crate::rather::{Draw, Rather};

/// Answers to questions for the game master.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rulings {
    /// The default of the ruleset.
    #[default]
    Default,
    /// A random answer.
    Random,
}

struct Drawn<'a> {
    random: &'a mut Random,
    rulings: Rulings,
}

impl Chance for Drawn<'_> {
    fn face(&mut self, sides: u32, _: u32, _: u32) -> u32 {
        1 + self.random.below(sides)
    }

    fn answer(&mut self, answers: u8, default: u8) -> u8 {
        match self.rulings {
            Rulings::Default => default,
            Rulings::Random => self.random.below(u32::from(answers)) as u8,
        }
    }
}

/// Counts of the fights played so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Fights.
    pub fights: u64,
    /// Choices with at least one listed declaration; with preferred activities, all choices.
    pub decisions: u64,
    /// Sum of the possibilities listed at those choices.
    pub possibilities: u64,
    /// Fights that came to an end before their bound.
    pub ended: u64,
    /// Hash of every choice and of the number of possibilities. A wrong list of legal actions
    /// changes it.
    pub hash: Fnv,
}

/// Random playouts of one game.
#[derive(Clone, Debug)]
pub struct Playout<'g> {
    game: &'g Game,
    lister: LegalActions,
    start: State,
    state: State,
    random: Random,
    rulings: Rulings,
    /// Activities preferred over everything else, if any.
    rather: Option<Rather>,
    tally: Tally,
}

impl<'g> Playout<'g> {
    /// Returns playouts of this game with a seed.
    pub fn new(game: &'g Game, seed: u64, rulings: Rulings) -> Playout<'g> {
        let mut start = State::new(game);
        kernel::start(game, &mut start, &mut NullSink);
        Playout {
            game,
            lister: LegalActions::new(game),
            state: start.clone(),
            start,
            random: Random::new(seed),
            rulings,
            rather: None,
            tally: Tally::default(),
        }
    }

    /// Returns the same playouts with preferred activities.
    pub fn rather(self, rather: Rather) -> Self {
        Playout { rather: Some(rather), ..self }
    }

    /// Returns the counts of the fights played so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Restarts the same sequence of fights; caches and buffers are kept.
    pub fn rewind(&mut self) {
        self.random.drawn = 0;
        self.tally = Tally::default();
    }

    /// Returns the state of the last fight.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Plays fights until this many decisions are made, with at most `bound` decisions per fight.
    pub fn play(&mut self, decisions: u64, bound: u64) -> Tally {
        let until = self.tally.decisions + decisions;
        while self.tally.decisions < until {
            self.fight(bound.min(until - self.tally.decisions));
        }
        self.tally
    }

    /// Plays one fight from the beginning. It ends when only one side has combatants able to act,
    /// when no decision is left, or after `bound` decisions.
    pub fn fight(&mut self, bound: u64) {
        self.state.clone_from(&self.start);
        self.tally.fights += 1;
        let until = self.tally.decisions + bound.max(1);
        while self.tally.decisions < until {
            if !self.step() {
                self.tally.ended += 1;
                return;
            }
        }
    }

    /// Makes one choice; returns false if the fight is over.
    pub fn step(&mut self) -> bool {
        let Playout { game, lister, state, random, rulings, tally, rather, .. } = self;
        let mut chance = Drawn { random, rulings: *rulings };
        if !choices::settle(game, state, &mut chance) || state.decision == Decision::Finished {
            // A fight without any decision still counts one, so that a caller with a bound
            // finishes.
            tally.decisions += u64::from(tally.possibilities == 0);
            return false;
        }
        let close = choices::closing(game, state);
        let in_earnest = rather.is_some();
        let Draw { lister, nth } = match rather {
            Some(rather) => rather.draw((game, state), lister, close.is_some(), random),
            None => {
                let count = lister.refresh(game, state) + usize::from(close.is_some());
                Draw { lister, nth: random.below(count as u32) as usize }
            }
        };
        let listed = lister.len();
        if listed > 0 || in_earnest {
            tally.decisions += 1;
            tally.possibilities += (listed + usize::from(close.is_some())) as u64;
            tally.hash = tally.hash.number((listed as u64) << 32 | nth as u64);
        }
        choices::choose(game, state, (lister, nth), close)
            && (nth < listed || contested(game, state))
    }
}

/// Checks whether two sides that are hostile to each other both have combatants able to act.
pub fn contested(game: &Game, state: &State) -> bool {
    let sides = state.combatants.sides_among(state.without_conditions(game.out));
    let hostile = |side: usize| sides & !(state.sides[side].peace | 1 << side) != 0;
    (0..state.sides.len()).any(|side| sides >> side & 1 == 1 && hostile(side))
}
