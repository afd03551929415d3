//! Counting: the number of sequences of choices to a given depth.
//!
//! A level is one choice: a declaration with its target and payment, or the closing choice (ending
//! the turn, leaving something unanswered). Dice show what a fixed table says for the number of the
//! decision, and questions get their default answer, so a count is exact and needs no seed.

mod file;

use kernel::{ActionGroup, Declaration, Game, LegalActions, NullSink, State, apply_unchecked};

use crate::choices::{self, Chance};
use crate::session::mix;

pub use file::{Case, Count, PerftFile};

/// Dice by a fixed table, default answers.
pub struct Fixed;

impl Chance for Fixed {
    fn face(&mut self, sides: u32, number: u32, nth: u32) -> u32 {
        1 + (mix(u64::from(number), u64::from(nth)) % u64::from(sides)) as u32
    }

    fn answer(&mut self, _: u8, default: u8) -> u8 {
        default
    }
}

/// A choice at the first level, and how many sequences begin with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The declaration; `None` for the closing choice.
    pub declare: Option<Declaration>,
    /// How many.
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
    /// A counter for a game.
    pub fn new(game: &'g Game) -> Perft<'g> {
        Perft { game, lister: LegalActions::new(game), levels: Vec::new() }
    }

    /// Sequences from the beginning of the fight.
    #[expect(clippy::wrong_self_convention, reason = "counting from the start of the encounter")]
    pub fn from_start(&mut self, depth: u32) -> u64 {
        self.count(&start(self.game), depth)
    }

    /// Sequences of exactly `depth` choices from a state; those that end the fight earlier do not
    /// count.
    pub fn count(&mut self, state: &State, depth: u32) -> u64 {
        self.begin(state, depth);
        self.walk(depth)
    }

    /// The same, first choice by first choice.
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

    /// Puts the state on the level of its depth; level 0 is where counting ends.
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
            // Every choice can be made, so the last level needs no making of them.
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

    /// Makes a declaration of level `top` on the level below.
    fn declare(&mut self, top: usize, group: &ActionGroup, nth: usize) {
        let (below, from) = self.levels.split_at_mut(top);
        let state = &mut below[top - 1].state;
        state.clone_from(&from[0].state);
        let declare = group.nth(nth);
        apply_unchecked(self.game, state, &declare, &group.payment, &mut NullSink);
        choices::settle(self.game, state, &mut Fixed);
    }

    /// Makes the closing choice, if there is one.
    fn close(&mut self, top: usize) -> bool {
        let (below, from) = self.levels.split_at_mut(top);
        let state = &mut below[top - 1].state;
        state.clone_from(&from[0].state);
        let closed = choices::close(self.game, state);
        choices::settle(self.game, state, &mut Fixed);
        closed
    }
}

/// A fight at its first choice.
pub fn start(game: &Game) -> State {
    let mut state = State::new(game);
    kernel::start(game, &mut state, &mut NullSink);
    choices::settle(game, &mut state, &mut Fixed);
    state
}
