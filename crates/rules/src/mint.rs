//! The proof that conversions never make something out of nothing.
//!
//! Let *d(c, k)* be what conversion *c* adds to kind *k*: its outputs less its inputs. Conversions are sound if each
//! kind can be given a positive worth *w(k)* such that no conversion raises the total, Σₖ *w(k)·d(c, k)* ≤ 0 for all
//! *c*: whatever is converted, in whatever order, what one holds is never worth more than before, so nobody can end
//! with all they began with and something on top.
//!
//! If there are no such worths, then (Farkas' lemma, in Tucker's form) some conversions, each done a number of times
//! *x(c)* ≥ 0, together lose nothing and gain something, Σ꜀ *x(c)·d(c, k)* ≥ 0 for all *k* and > 0 for one. Exactly one
//! of the two exists. [`worths`] finds it, in whole numbers, and checks it before it answers.
//!
//! A quick relaxation finds the worths of nearly every sound system: begin with 1 for all, and raise the inputs of
//! each conversion that gains until none does. What it cannot settle goes to an exact simplex.

mod simplex;

use simplex::Outcome;

/// Inputs become outputs. Entries are kind and amount; a kind may stand several times and on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    pub inputs: Vec<(usize, u32)>,
    pub outputs: Vec<(usize, u32)>,
}

/// Conversions that together make something out of nothing, provided one holds enough to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MintingCycle {
    /// Index of a conversion and how many times (≥ 1) it is done. Each takes what one before it gives, where
    /// possible. Without any one of them the others gain nothing.
    pub steps: Vec<(usize, u64)>,
    /// Kinds and the amounts (≥ 1) by which one holds more of them afterwards. Nothing has become less.
    pub gains: Vec<(usize, u64)>,
}

/// Why no worths are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MintError {
    /// There are none.
    Mints(MintingCycle),
    /// The numbers grew beyond 127 bits, or the search took too long. No honest ruleset comes near.
    Undecided,
}

/// A worth for each kind, all ≥ 1, such that no conversion gives more worth than it takes.
///
/// Kinds are numbered 0 to `kinds` - 1.
///
/// # Panics
///
/// If a conversion names a kind beyond these.
pub fn worths(kinds: usize, conversions: &[Conversion]) -> Result<Vec<u128>, MintError> {
    let effects: Vec<Effect> = conversions.iter().map(Effect::new).collect();
    let mut worths = vec![1; kinds];
    let suspects = match relax(&effects, &mut worths) {
        None => return Ok(whole(&worths)),
        Some(suspects) => suspects,
    };
    // A cycle keeps its conversions gaining, so it is most probably among those that still did at the end.
    if let Outcome::Ray(times) = simplex::solve(kinds, &effects, &suspects) {
        return Err(minting_cycle(kinds, &effects, &suspects, times));
    }
    let all: Vec<usize> = (0..effects.len()).collect();
    match simplex::solve(kinds, &effects, &all) {
        Outcome::Worths(worths) if is_sound(&effects, &worths) => Ok(whole(&worths)),
        Outcome::Ray(times) => Err(minting_cycle(kinds, &effects, &all, times)),
        Outcome::Worths(_) | Outcome::Undecided => Err(MintError::Undecided),
    }
}

/// What one conversion does to what one holds: kinds and non-zero changes, each kind once.
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

    /// The change in worth; None if it is beyond 127 bits.
    fn gain(&self, worths: &[i128]) -> Option<i128> {
        self.0.iter().try_fold(0i128, |gain, &(kind, change)| {
            gain.checked_add(worths[kind].checked_mul(change)?)
        })
    }

    /// How much is lost, all kinds together.
    fn lost(&self) -> i128 {
        self.0.iter().map(|&(_, change)| (-change).max(0)).sum()
    }

    /// Raises the worth of each kind that is lost.
    fn raise_inputs(&self, worths: &mut [i128], by: i128) {
        for &(kind, _) in self.0.iter().filter(|(_, change)| *change < 0) {
            worths[kind] = worths[kind].saturating_add(by);
        }
    }
}

/// Raises worths until no conversion gains, and answers None then. Otherwise gives up and answers with the
/// conversions that gained in the later half of the sweeps.
///
/// With one input each this finds the least whole worths, if there are any and time suffices; what a conversion with
/// several inputs gains is spread evenly over them, which usually works out.
fn relax(effects: &[Effect], worths: &mut [i128]) -> Option<Vec<usize>> {
    // Worths of one chain settle in at most as many sweeps as it has links; the rest is for cycles.
    let sweeps_max = worths.len() + 64;
    let mut gained_last = vec![0; effects.len()];
    for sweep in 1.. {
        let mut settled = true;
        let mut hopeless = sweep == sweeps_max;
        for (effect, gained_last) in effects.iter().zip(&mut gained_last) {
            let gain = effect.gain(worths).unwrap_or(i128::MAX);
            if gain <= 0 {
                continue;
            }
            settled = false;
            *gained_last = sweep;
            match effect.lost() {
                0 => hopeless = true,
                lost => effect.raise_inputs(worths, (gain - 1) / lost + 1),
            }
            hopeless |= gain == i128::MAX;
        }
        if settled {
            return None;
        }
        if hopeless {
            let late = |&index: &usize| gained_last[index] > sweep / 2;
            return Some((0..effects.len()).filter(late).collect());
        }
    }
    None
}

/// Whether all worths are positive and no conversion gains.
fn is_sound(effects: &[Effect], worths: &[i128]) -> bool {
    worths.iter().all(|&worth| worth >= 1)
        && effects.iter().all(|effect| effect.gain(worths).is_some_and(|gain| gain <= 0))
}

fn whole(worths: &[i128]) -> Vec<u128> {
    worths.iter().map(|worth| worth.unsigned_abs()).collect()
}

/// Makes a cycle of a combination found by the simplex: `times` for each of the conversions `chosen`.
fn minting_cycle(
    kinds: usize,
    effects: &[Effect],
    chosen: &[usize],
    times: Vec<i128>,
) -> MintError {
    let mut steps: Vec<(usize, i128)> =
        chosen.iter().copied().zip(times).filter(|&(_, times)| times != 0).collect();
    // Leaves out every step without which the others still gain. (The simplex gives a combination that is minimal
    // counting gains as well, so there are few.)
    let mut at = 0;
    while at < steps.len() {
        let others: Vec<usize> = steps
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != at)
            .map(|(_, step)| step.0)
            .collect();
        match simplex::solve(kinds, effects, &others) {
            Outcome::Ray(times) => {
                steps = others.into_iter().zip(times).filter(|&(_, times)| times != 0).collect();
                at = 0;
            }
            _ => at += 1,
        }
    }
    cycle_of(kinds, effects, &in_order(effects, steps))
        .map_or(MintError::Undecided, MintError::Mints)
}

/// Puts each step behind one whose outputs it takes, where possible.
fn in_order(effects: &[Effect], mut steps: Vec<(usize, i128)>) -> Vec<(usize, i128)> {
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

/// Adds up what the steps do. None if that is no gain, or if the numbers are beyond their types.
fn cycle_of(kinds: usize, effects: &[Effect], steps: &[(usize, i128)]) -> Option<MintingCycle> {
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
