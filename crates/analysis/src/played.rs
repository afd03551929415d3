//! One fight that has been played.

use kernel::SideId;

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Only this side, and sides at peace with it, has anybody left who is able to act.
    Won(SideId),
    /// Nobody is left who is able to act.
    Nobody,
    /// The bound was reached, or nothing could be decided any more.
    Undecided,
}

/// Facts about one fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// The round it ended in, from 1.
    pub rounds: u32,
    /// Choices made.
    pub decisions: u64,
    /// By combatant: still able to act at the end.
    pub standing: Vec<bool>,
    /// By combatant: health taken from foes.
    pub dealt: Vec<u64>,
    /// By combatant: health lost.
    pub taken: Vec<u64>,
    /// By activity: how often it was declared.
    pub uses: Vec<u64>,
    /// By activity: it was legal for somebody at some time.
    pub legal: Vec<bool>,
    /// By kind of token: how many were spent.
    pub spent: Vec<u64>,
}
