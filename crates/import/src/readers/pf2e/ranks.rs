//! Proficiency ranks and ability boosts of characters.

use std::collections::BTreeMap;

/// Ranks from 0 (untrained) to 4 (legendary) by name: `will`, `martial`, `athletics`.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranks(BTreeMap<String, i32>);

/// The highest rank.
const LEGENDARY: i32 = 4;

impl Ranks {
    /// Raises a rank; a lower one changes nothing.
    pub(super) fn raise(&mut self, name: &str, rank: i32) {
        let rank = rank.clamp(0, LEGENDARY);
        let known = self.0.entry(name.to_owned()).or_default();
        *known = (*known).max(rank);
    }

    /// Returns a rank.
    pub(super) fn of(&self, name: &str) -> i32 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// Returns the proficiency bonus: twice the rank plus the level, or 0 if untrained.
    pub(super) fn bonus(&self, name: &str, level: i32) -> i32 {
        bonus(self.of(name), level)
    }
}

/// Returns the proficiency bonus of a rank.
pub(super) fn bonus(rank: i32, level: i32) -> i32 {
    if rank > 0 { 2 * rank + level } else { 0 }
}

/// Ability modifiers from boosts, in halves. A boost adds 1, or a half from +4 on.
#[derive(Clone, Debug, Default)]
pub(super) struct Boosts(BTreeMap<String, i32>);

impl Boosts {
    /// Counts a boost or, with `times` -1, a flaw.
    pub(super) fn add(&mut self, ability: &str, times: i32) {
        let steps = self.0.entry(ability.to_owned()).or_default();
        *steps += if *steps >= 8 { times } else { 2 * times };
    }

    /// Returns the modifier.
    pub(super) fn modifier(&self, ability: &str) -> i32 {
        self.0.get(ability).map_or(0, |steps| steps.div_euclid(2))
    }
}
