//! Compares two versions of a fight, each pair of fights with the same dice.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::fight::Fight;
use crate::interval::{Interval, Moments};
use crate::played::{Outcome, Played};
use crate::simulate::{Settings, batches};
use crate::summary::{Summary, Totals};

/// Two versions of a fight and the differences between them.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The first version.
    pub before: Summary,
    /// The second version.
    pub after: Summary,
    /// Differences of the shares of wins, by side.
    pub wins: Vec<Difference>,
    /// Difference of the number of rounds.
    pub rounds: Interval,
    /// Differences of the uses per fight, by activity, largest first. Only those whose interval
    /// excludes zero.
    pub uses: Vec<Difference>,
}

/// A difference: the second version minus the first.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The label of the side or activity.
    pub label: String,
    /// The difference with its interval.
    pub by: Interval,
}

/// Plays both versions with the same seeds and compares them pair by pair.
///
/// `settings.stop.margin` applies to the differences between shares of wins. The policies apply to
/// both versions, so both must have the same sides. `progress` is called with 1 after each pair.
pub fn compare(
    before: &Fight,
    after: &Fight,
    settings: &Settings,
    progress: impl Fn(u64) + Sync,
) -> Comparison {
    let mut totals = [Totals::new(before), Totals::new(after)];
    let mut labels: Vec<String> = Vec::new();
    for fight in [before, after] {
        for side in fight.sides() {
            let label = fight.side_label(side).to_owned();
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
    }
    let mut wins = vec![Moments::default(); labels.len()];
    let mut rounds = Moments::default();
    let mut uses: BTreeMap<String, Moments> = BTreeMap::new();
    let known = known_activities(&[before, after]);
    batches(settings, &[before, after], &progress, |batch| {
        for pair in batch {
            totals.iter_mut().zip(pair).for_each(|(totals, played)| totals.add(played));
            for (label, moments) in labels.iter().zip(&mut wins) {
                let won = |fight, played| f64::from(u8::from(has_won(fight, played, label)));
                moments.add(won(after, &pair[1]) - won(before, &pair[0]));
            }
            rounds.add(f64::from(pair[1].rounds) - f64::from(pair[0].rounds));
            let (one, other) = (uses_of(before, &pair[0]), uses_of(after, &pair[1]));
            for label in &known {
                let of = |uses: &BTreeMap<&str, u64>| {
                    uses.get(label.as_str()).copied().unwrap_or(0) as f64
                };
                uses.entry(label.clone()).or_default().add(of(&other) - of(&one));
            }
        }
        let margin = wins.iter().map(|one| one.mean().margin()).fold(0.0, f64::max);
        settings.stop.margin.is_some_and(|enough| margin <= enough)
    });
    let difference = |(label, moments): (String, Moments)| Difference { label, by: moments.mean() };
    let mut uses: Vec<Difference> =
        uses.into_iter().map(difference).filter(|one| one.by.excludes_zero()).collect();
    uses.sort_by(|one, other| other.by.value.abs().total_cmp(&one.by.value.abs()));
    let [before, after] = totals.map(|totals| totals.summary());
    let wins = labels.into_iter().zip(wins).map(difference).collect();
    Comparison { before, after, wins, rounds: rounds.mean(), uses }
}

fn has_won(fight: &Fight, played: &Played, label: &str) -> bool {
    matches!(played.outcome, Outcome::Won(side) if fight.side_label(side) == label)
}

fn known_activities(fights: &[&Fight]) -> Vec<String> {
    let all = fights.iter().flat_map(|fight| &fight.compiled().names.activities);
    let mut labels: Vec<String> = all.map(|one| one.label.clone()).collect();
    labels.sort();
    labels.dedup();
    labels
}

fn uses_of<'f>(fight: &'f Fight, played: &Played) -> BTreeMap<&'f str, u64> {
    let mut uses = BTreeMap::new();
    for (one, count) in fight.compiled().names.activities.iter().zip(&played.uses) {
        *uses.entry(one.label.as_str()).or_insert(0) += count;
    }
    uses
}
