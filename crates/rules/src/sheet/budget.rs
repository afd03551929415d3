//! Budgets: the costs of foes, the limits of a party, and the difficulty of a fight.

use std::collections::BTreeMap;

/// Greatest level of a party if no grade gives one.
pub(super) const LEVELS_MAX: u8 = 30;

/// Costs of foes and limits of a party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The unit of costs.
    pub unit: String,
    /// The word before the level of creatures that have a cost.
    pub word: String,
    /// Default level of a party.
    pub party: u8,
    /// The greatest level of a party.
    pub levels: u8,
    /// The title of fights beyond the last grade.
    pub over: String,
    /// Grades of difficulty, the easiest first.
    pub grades: Vec<Grade>,
    /// Costs by level.
    pub(super) costs: Costs,
}

/// A grade of difficulty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// Its title.
    pub title: String,
    /// Most that foes may cost for each hero, by level of the party from 1. A single number holds
    /// for all levels.
    pub(super) hero: Vec<u32>,
    /// A number added for the party as a whole.
    pub(super) plus: i32,
}

/// Costs of creatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Costs {
    /// By level.
    Absolute(BTreeMap<String, u32>),
    /// Costs by the difference between the level and that of the party.
    Relative(BTreeMap<i32, u32>),
}

/// Difficulty of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The sum of costs.
    pub cost: u64,
    /// The budget of each grade for this party.
    pub budgets: Vec<u64>,
    /// Index of the grade; `None` for a fight beyond the last one.
    pub grade: Option<usize>,
    /// Number of foes without a level that has a cost.
    pub uncounted: u32,
    /// Number of foes too strong for every grade.
    pub beyond: u32,
}

/// Foes of one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foes<'a> {
    /// The level as written by the creature: `CR 1/8`.
    pub level: &'a str,
    /// Number of foes.
    pub count: u32,
}

/// The cost of a creature.
enum Cost {
    Known(u32),
    Beyond(u32),
    Unknown,
}

impl Budget {
    /// Returns the difficulty of foes for a party of this many heroes of a level.
    pub fn judge(&self, level: u8, heroes: u32, foes: &[Foes<'_>]) -> Difficulty {
        let (mut cost, mut uncounted, mut beyond) = (0_u64, 0_u32, 0_u32);
        for some in foes {
            match self.cost(some.level, level) {
                Cost::Known(each) => cost += u64::from(each) * u64::from(some.count),
                Cost::Beyond(least) => {
                    cost += u64::from(least) * u64::from(some.count);
                    beyond = beyond.saturating_add(some.count);
                }
                Cost::Unknown => uncounted = uncounted.saturating_add(some.count),
            }
        }
        let budgets: Vec<u64> =
            self.grades.iter().map(|grade| grade.budget(level, heroes)).collect();
        let grade = budgets.iter().position(|budget| cost <= *budget).filter(|_| beyond == 0);
        Difficulty { cost, budgets, grade, uncounted, beyond }
    }

    /// Returns the cost of a creature from its level as written.
    fn cost(&self, said: &str, party: u8) -> Cost {
        let said = said.trim();
        let Some(level) = said.strip_prefix(self.word.as_str()).map(str::trim) else {
            return Cost::Unknown;
        };
        match &self.costs {
            Costs::Absolute(costs) => costs.get(level).map_or(Cost::Unknown, |it| Cost::Known(*it)),
            Costs::Relative(costs) => {
                let Ok(level) = level.replace('−', "-").parse::<i32>() else {
                    return Cost::Unknown;
                };
                let above = level.saturating_sub(i32::from(party));
                let last = costs.last_key_value().map_or((0, 0), |(above, cost)| (*above, *cost));
                match costs.get(&above) {
                    Some(cost) => Cost::Known(*cost),
                    None if above > last.0 => Cost::Beyond(last.1),
                    // Between two costs, the nearest lower one counts.
                    None => Cost::Known(costs.range(..above).next_back().map_or(0, |it| *it.1)),
                }
            }
        }
    }
}

impl Grade {
    /// Returns the most that foes may cost for a party of this many heroes of a level.
    pub fn budget(&self, level: u8, heroes: u32) -> u64 {
        let at = usize::from(level.max(1) - 1).min(self.hero.len().saturating_sub(1));
        let each = self.hero.get(at).copied().unwrap_or(0);
        let total = u64::from(each) * u64::from(heroes);
        total.saturating_add_signed(i64::from(self.plus))
    }
}
