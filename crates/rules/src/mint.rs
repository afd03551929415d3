//! The proof that conversions never make something out of nothing.
//!
//! Let *d(c, k)* be what conversion *c* adds to kind *k*: its outputs less its inputs. Conversions
//! are sound if each kind can be given a positive worth *w(k)* such that no conversion raises the
//! total: Σₖ *w(k)·d(c, k)* ≤ 0 for all *c*. Then the tokens of a combatant never gain worth, in
//! whatever order it converts them. So no combatant can end with all it began with and something on
//! top.
//!
//! If there are no such worths, then (Farkas' lemma, in Tucker's form) some conversions, each done
//! a number of times *x(c)* ≥ 0, together lose nothing and gain something: Σ꜀ *x(c)·d(c, k)* ≥ 0
//! for all *k* and > 0 for one. Exactly one of the two exists. [`worths`] finds it in whole
//! numbers, and checks worths before it returns them.
//!
//! A quick relaxation finds the worths of nearly every sound system: begin with 1 for all, and
//! raise the input of each conversion that gains until none does. Systems that it cannot settle go
//! to an exact simplex.

mod simplex;

use simplex::Outcome;

/// Most numbers that the simplex may compute in all, so that no file can keep it busy for long.
const WORK_MAX: u64 = 20_000_000;

/// Index of a conversion and how many times (≥ 1) it is done.
type Step = (usize, i128);

/// A conversion of inputs into outputs. Entries are kind and amount; a kind may occur several times
/// and on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    pub inputs: Vec<(usize, u32)>,
    pub outputs: Vec<(usize, u32)>,
}

/// Conversions that together make something out of nothing, if the holder has enough to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MintingCycle {
    /// Index of each conversion and how many times (≥ 1) it is done. Each takes what one before it
    /// gives, where possible. Every step is needed for the gain, unless that was too costly to find
    /// out.
    pub steps: Vec<(usize, u64)>,
    /// Kinds and the amounts (≥ 1) by which the holder gains. No kind decreases.
    pub gains: Vec<(usize, u64)>,
}

/// Reason why there are no worths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MintError {
    /// The conversions gain something out of nothing, so no worths exist.
    Mints(MintingCycle),
    /// The numbers grew beyond 127 bits, or the search took too long. No realistic ruleset comes
    /// near.
    Undecided,
}

/// Returns a worth for each kind, all ≥ 1, such that no conversion gives more worth than it takes.
///
/// Kinds are numbered 0 to `kinds` - 1.
///
/// # Panics
///
/// If a conversion names a kind beyond these.
pub fn worths(kinds: usize, conversions: &[Conversion]) -> Result<Vec<u128>, MintError> {
    let effects: Vec<Effect> = conversions.iter().map(Effect::new).collect();
    let all: Vec<usize> = (0..effects.len()).collect();
    let mut work_left = WORK_MAX;
    match decide(kinds, &effects, &all, &mut work_left) {
        Outcome::Worths(worths) if is_sound(&effects, &worths) => {
            Ok(worths.iter().map(|worth| worth.unsigned_abs()).collect())
        }
        Outcome::Ray(steps) => {
            let steps = in_order(&effects, needed(kinds, &effects, steps, &mut work_left));
            Err(cycle_of(kinds, &effects, &steps).map_or(MintError::Undecided, MintError::Mints))
        }
        Outcome::Worths(_) | Outcome::Undecided => Err(MintError::Undecided),
    }
}

/// Finds worths or a ray for the conversions `chosen`, first by relaxation, then by the simplex.
fn decide(kinds: usize, effects: &[Effect], chosen: &[usize], work_left: &mut u64) -> Outcome {
    let mut worths = vec![1; kinds];
    let Err(suspects) = relax(effects, chosen, &mut worths) else {
        return Outcome::Worths(worths);
    };
    // A cycle keeps its conversions gaining, so it is most probably among those that gained late.
    match simplex::solve(kinds, effects, &suspects, work_left) {
        Outcome::Ray(steps) => Outcome::Ray(steps),
        outcome if suspects.len() == chosen.len() => outcome,
        _ => simplex::solve(kinds, effects, chosen, work_left),
    }
}

/// Net effect of one conversion on the tokens held: kinds and non-zero changes, each kind once.
struct Effect(Vec<(usize, i128)>);

impl Effect {
    fn new(conversion: &Conversion) -> Self {
        let gained = conversion.outputs.iter().map(|&(kind, amount)| (kind, i128::from(amount)));
        let lost = conversion.inputs.iter().map(|&(kind, amount)| (kind, -i128::from(amount)));
        let mut changes: Vec<(usize, i128)> = gained.chain(lost).collect();
        changes.sort_unstable();
        changes.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        changes.retain(|&(_, change)| change != 0);
        Effect(changes)
    }

    /// Returns the change in worth; `None` if it is beyond 127 bits.
    fn gain(&self, worths: &[i128]) -> Option<i128> {
        self.0.iter().try_fold(0i128, |gain, &(kind, change)| {
            gain.checked_add(worths[kind].checked_mul(change)?)
        })
    }

    /// Returns the input of least worth and how much of it is lost; `None` if nothing is lost.
    fn cheapest_input(&self, worths: &[i128]) -> Option<(usize, i128)> {
        let lost = self.0.iter().filter(|(_, change)| *change < 0);
        lost.min_by_key(|(kind, _)| worths[*kind]).map(|&(kind, change)| (kind, -change))
    }
}

/// Raises worths until none of the chosen conversions gains. If that fails, returns the conversions
/// that gained in the later half of the sweeps.
///
/// With one input each this finds the least whole worths, if there are any and time suffices. Of
/// several inputs the cheapest is raised, which usually works.
fn relax(effects: &[Effect], chosen: &[usize], worths: &mut [i128]) -> Result<(), Vec<usize>> {
    // Worths of one chain settle in at most as many sweeps as it has links; the rest is for cycles.
    let sweeps_max = worths.len() + 64;
    let mut gained_last = vec![0; chosen.len()];
    let mut sweep = 0;
    loop {
        sweep += 1;
        let mut settled = true;
        let mut hopeless = sweep == sweeps_max;
        for at in 0..chosen.len() {
            // The direction alternates, since chains are mostly written in order.
            let at = if sweep % 2 == 0 { at } else { chosen.len() - 1 - at };
            let effect = &effects[chosen[at]];
            let gain = effect.gain(worths).unwrap_or(i128::MAX);
            if gain <= 0 {
                continue;
            }
            settled = false;
            gained_last[at] = sweep;
            match effect.cheapest_input(worths) {
                Some((kind, lost)) => {
                    worths[kind] = worths[kind].saturating_add((gain - 1) / lost + 1)
                }
                None => hopeless = true,
            }
            hopeless |= gain == i128::MAX;
        }
        if settled {
            return Ok(());
        }
        if hopeless {
            let late = chosen.iter().zip(gained_last).filter(|&(_, last)| last > sweep / 2);
            return Err(late.map(|(&index, _)| index).collect());
        }
    }
}

/// Checks whether all worths are positive and no conversion gains.
fn is_sound(effects: &[Effect], worths: &[i128]) -> bool {
    worths.iter().all(|&worth| worth >= 1)
        && effects.iter().all(|effect| effect.gain(worths).is_some_and(|gain| gain <= 0))
}

/// Removes steps that the gain does not need, such as converting the gain onward.
fn needed(
    kinds: usize,
    effects: &[Effect],
    mut steps: Vec<Step>,
    work_left: &mut u64,
) -> Vec<Step> {
    let mut at = 0;
    while at < steps.len() {
        let mut others: Vec<usize> = steps.iter().map(|step| step.0).collect();
        others.remove(at);
        match decide(kinds, effects, &others, work_left) {
            Outcome::Ray(fewer) => steps = fewer,
            // A step that is needed stays needed when others are removed.
            Outcome::Worths(_) | Outcome::Undecided => at += 1,
        }
    }
    steps
}

/// Moves each step behind one whose outputs it takes, where possible.
fn in_order(effects: &[Effect], mut steps: Vec<Step>) -> Vec<Step> {
    let feeds = |from: usize, to: usize| {
        let given = |&(kind, change): &(usize, i128)| {
            change > 0 && effects[to].0.iter().any(|&(k, c)| k == kind && c < 0)
        };
        effects[from].0.iter().any(given)
    };
    for at in 1..steps.len() {
        let last = steps[at - 1].0;
        if let Some(next) = (at..steps.len()).find(|&next| feeds(last, steps[next].0)) {
            steps[at..=next].rotate_right(1);
        }
    }
    steps
}

/// Adds up the changes of the steps. Returns `None` if there is no gain, or if a number does not
/// fit.
fn cycle_of(kinds: usize, effects: &[Effect], steps: &[Step]) -> Option<MintingCycle> {
    let mut net = vec![0i128; kinds];
    for &(conversion, times) in steps {
        for &(kind, change) in &effects[conversion].0 {
            net[kind] = net[kind].checked_add(change.checked_mul(times)?)?;
        }
    }
    let small = |(index, number): (usize, i128)| Some((index, u64::try_from(number).ok()?));
    let gained = net.into_iter().enumerate().filter(|&(_, change)| change != 0);
    let cycle = MintingCycle {
        steps: steps.iter().copied().map(small).collect::<Option<_>>()?,
        gains: gained.map(small).collect::<Option<_>>()?,
    };
    (!cycle.gains.is_empty()).then_some(cycle)
}

#[cfg(test)]
mod tests;
