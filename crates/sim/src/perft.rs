//! Perft: counts the sequences of choices to a given depth.
//!
//! A level is one choice: a declaration with its target and payment, or the closing choice (ending
//! the turn, leaving something unanswered). Dice come from a fixed table, by the number of the
//! decision. Questions get their default answer. So a count is exact and needs no seed.

mod file;

use kernel::{ActionGroup, Declaration, Game, LegalActions, NullSink, State, apply_unchecked};

use crate::choices::{self, Chance};
use crate::session::mix;

pub use file::{Case, Count, PerftFile};

/// Chance without randomness: dice from a fixed table, and default answers.
pub struct Fixed;

impl Chance for Fixed {
    fn face(&mut self, sides: u32, number: u32, nth: u32) -> u32 {
        1 + (mix(u64::from(number), u64::from(nth)) % u64::from(sides)) as u32
    }

    fn answer(&mut self, _: u8, default: u8) -> u8 {
        default
    }
}

/// A choice at the first level, with the number of sequences that begin with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The declaration; `None` for the closing choice.
    pub declare: Option<Declaration>,
    /// The number of sequences.
    pub count: u64,
}

/// Counts sequences of choices of one game.
#[derive(Clone, Debug)]
pub struct Perft<'g> {
    game: &'g Game,
    lister: LegalActions,
    levels: Vec<Level>,
}

#[derive(Clone, Debug, Default)]
struct Level {
    state: State,
    groups: Vec<ActionGroup>,
}

impl<'g> Perft<'g> {
    /// Returns a counter for a game.
    pub fn new(game: &'g Game) -> Perft<'g> {
        Perft { game, lister: LegalActions::new(game), levels: Vec::new() }
    }

    /// Counts the sequences from the beginning of the fight.
    #[expect(clippy::wrong_self_convention, reason = "counting from the start of the encounter")]
    pub fn from_start(&mut self, depth: u32) -> u64 {
        self.count(&start(self.game), depth)
    }

    /// Counts the sequences of exactly `depth` choices from a state. Sequences that end the fight
    /// earlier do not count.
    pub fn count(&mut self, state: &State, depth: u32) -> u64 {
        self.begin(state, depth);
        self.walk(depth)
    }

    /// Counts the sequences separately for each first choice.
    pub fn divide(&mut self, state: &State, depth: u32) -> Vec<Division> {
        self.begin(state, depth);
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let top = depth as usize;
        if !choices::is_choice(self.levels[top].state.decision) {
            return Vec::new();
        }
        self.expand(top);
        let mut all = Vec::new();
        for at in 0..self.levels[top].groups.len() {
            let group = self.levels[top].groups[at];
            for nth in 0..group.len() {
                self.declare(top, &group, nth);
                let count = self.walk(rest);
                all.push(Division { declare: Some(group.nth(nth)), count });
            }
        }
        if self.close(top) {
            all.push(Division { declare: None, count: self.walk(rest) });
        }
        all
    }

    /// Copies the state to the level of its depth; level 0 is the last one.
    fn begin(&mut self, state: &State, depth: u32) {
        let top = depth as usize;
        self.levels.resize_with(self.levels.len().max(top + 1), Level::default);
        self.levels[top].state.clone_from(state);
        choices::settle(self.game, &mut self.levels[top].state, &mut Fixed);
    }

    fn walk(&mut self, depth: u32) -> u64 {
        let top = depth as usize;
        let Some(rest) = depth.checked_sub(1) else { return 1 };
        let state = &self.levels[top].state;
        if !choices::is_choice(state.decision) {
            return 0;
        }
        if rest == 0 {
            // Every listed choice can be made, so the last level only counts them.
            let closing = u64::from(choices::closing(self.game, state).is_some());
            return closing + self.lister.refresh(self.game, state) as u64;
        }
        self.expand(top);
        let mut count = 0;
        for at in 0..self.levels[top].groups.len() {
            let group = self.levels[top].groups[at];
            for nth in 0..group.len() {
                self.declare(top, &group, nth);
                count += self.walk(rest);
            }
        }
        if self.close(top) { count + self.walk(rest) } else { count }
    }

    fn expand(&mut self, top: usize) {
        let level = &mut self.levels[top];
        level.groups.clear();
        level.groups.extend(self.lister.list(self.game, &level.state));
    }

    /// Makes a declaration of level `top`; the result is on the level below.
    fn declare(&mut self, top: usize, group: &ActionGroup, nth: usize) {
        let (below, from) = self.levels.split_at_mut(top);
        let state = &mut below[top - 1].state;
        state.clone_from(&from[0].state);
        let declare = group.nth(nth);
        apply_unchecked(self.game, state, &declare, &group.payment, &mut NullSink);
        choices::settle(self.game, state, &mut Fixed);
    }

    /// Makes the closing choice of level `top`; returns false if there is none.
    fn close(&mut self, top: usize) -> bool {
        let (below, from) = self.levels.split_at_mut(top);
        let state = &mut below[top - 1].state;
        state.clone_from(&from[0].state);
        let closed = choices::close(self.game, state);
        choices::settle(self.game, state, &mut Fixed);
        closed
    }
}

/// Returns the state of a fight at its first choice.
pub fn start(game: &Game) -> State {
    let mut state = State::new(game);
    kernel::start(game, &mut state, &mut NullSink);
    choices::settle(game, &mut state, &mut Fixed);
    state
}
