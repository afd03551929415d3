//! Budgets: what foes cost, how much a party can take, and how hard a fight is.

use std::collections::BTreeMap;

/// Greatest level of a party where no grade says one.
pub(super) const LEVELS_MAX: u8 = 30;

/// Costs of foes, and how much a party can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The unit of costs.
    pub unit: String,
    /// The word before the level of creatures that have a cost.
    pub word: String,
    /// The level of a party that says nothing else.
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
    /// The most that foes cost for each hero, by level of the party from 1; one number for all.
    pub(super) hero: Vec<u32>,
    /// A number added for the party as a whole.
    pub(super) plus: i32,
}

/// Costs of creatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Costs {
    /// By level.
    Absolute(BTreeMap<String, u32>),
    /// By how far the level is above that of the party.
    Relative(BTreeMap<i32, u32>),
}

/// How hard a fight is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The sum of costs.
    pub cost: u64,
    /// The budget of each grade for this party.
    pub budgets: Vec<u64>,
    /// The grade, counted from 0; none for a fight beyond the last one.
    pub grade: Option<usize>,
    /// How many foes have no level that a cost is known for.
    pub uncounted: u32,
    /// How many foes are so strong that no grade is meant for them.
    pub beyond: u32,
}

/// Foes of one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foes<'a> {
    /// The level as the creature says it: `CR 1/8`.
    pub level: &'a str,
    /// How many there are.
    pub count: u32,
}

/// The cost of a creature.
enum Cost {
    Known(u32),
    Beyond(u32),
    Unknown,
}

impl Budget {
    /// Returns how hard foes are for a party of so many heroes of a level.
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

    /// Returns the cost of a creature that says its level so.
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
                    // Between two costs, the nearest one below counts.
                    None => Cost::Known(costs.range(..above).next_back().map_or(0, |it| *it.1)),
                }
            }
        }
    }
}

impl Grade {
    /// Returns the most that foes may cost.
    pub fn budget(&self, level: u8, heroes: u32) -> u64 {
        let at = usize::from(level.max(1) - 1).min(self.hero.len().saturating_sub(1));
        let each = self.hero.get(at).copied().unwrap_or(0);
        let total = u64::from(each) * u64::from(heroes);
        total.saturating_add_signed(i64::from(self.plus))
    }
}
