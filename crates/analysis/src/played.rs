//! The result of one fight.

use kernel::SideId;

/// The outcome of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Only this side, or sides at peace with it, has combatants able to act.
    Won(SideId),
    /// No combatant is able to act.
    Nobody,
    /// A limit was reached, or no choice was possible.
    Undecided,
}

/// Facts about one fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its outcome.
    pub outcome: Outcome,
    /// The round it ended in, from 1.
    pub rounds: u32,
    /// Number of choices made.
    pub decisions: u64,
    /// By combatant: whether it is able to act at the end.
    pub standing: Vec<bool>,
    /// By combatant: health taken from foes.
    pub dealt: Vec<u64>,
    /// By combatant: health lost.
    pub taken: Vec<u64>,
    /// By activity: number of declarations.
    pub uses: Vec<u64>,
    /// By activity: whether it was legal at some time.
    pub legal: Vec<bool>,
    /// By kind of token: number spent.
    pub spent: Vec<u64>,
}
