//! The exact simplex behind the proof.
//!
//! The linear program is: do conversions a number of times *x(c)* ≥ 0 and keep what they gain,
//! *g(k)* ≥ 0 of each kind, so that Σ꜀ *x(c)·d(c, k)* − *g(k)* = 0; maximise Σ *g(k)*. Doing
//! nothing is allowed, so it starts from *x* = *g* = 0 with all *g* in the basis. Since every
//! right-hand side is 0, every pivot stays at that point, and the search ends in one of two ways:
//! no variable is worth taking into the basis, and then the multipliers of the rows are the worths;
//! or one can grow without bound, and then that ray is a combination that mints.
//!
//! The multipliers, *w*, begin as 1 each. Conversion *c* wants into the basis if it gains at these
//! worths, Σₖ *w(k)·d(c, k)* > 0; *g(k)* wants in if *w(k)* < 1. Bland's rule (the first that wants
//! in; of those that must leave, the first) keeps the search from running in circles.

use super::{Effect, Step};

pub(super) enum Outcome {
    /// Positive worths for all kinds, at which none of the chosen conversions gains.
    Worths(Vec<i128>),
    /// Some of the chosen conversions, in their order. Each done the given number of times, they
    /// gain something and lose nothing.
    Ray(Vec<Step>),
    /// The search took too long, or a number went beyond 127 bits.
    Undecided,
}

/// Finds worths or a ray for the conversions `chosen` among `effects`. Subtracts its work from
/// `work_left`.
pub(super) fn solve(
    kinds: usize,
    effects: &[Effect],
    chosen: &[usize],
    work_left: &mut u64,
) -> Outcome {
    // Only the kinds that occur get a row.
    let mut rows: Vec<usize> =
        chosen.iter().flat_map(|&index| &effects[index].0).map(|&(kind, _)| kind).collect();
    rows.sort_unstable();
    rows.dedup();
    let size = (rows.len() * rows.len()) as u64;
    if size > *work_left {
        return Outcome::Undecided;
    }
    *work_left -= size;
    let on_rows =
        |&(kind, change): &(usize, i128)| (rows.partition_point(|&row| row < kind), change);
    let columns = chosen
        .iter()
        .map(|&index| Effect(effects[index].0.iter().map(on_rows).collect()))
        .collect();

    let mut tableau = Tableau::new(rows.len(), columns);
    while *work_left > 0 {
        match tableau.pivot(work_left) {
            Some(Pivot::Made) => {}
            Some(Pivot::NoneWanted) => {
                let mut worths = vec![1; kinds];
                rows.iter()
                    .zip(&tableau.worths.numbers)
                    .for_each(|(&kind, &worth)| worths[kind] = worth);
                return Outcome::Worths(worths);
            }
            Some(Pivot::Unbounded(times)) => {
                return Outcome::Ray(
                    chosen.iter().copied().zip(times).filter(|step| step.1 > 0).collect(),
                );
            }
            None => break,
        }
    }
    Outcome::Undecided
}

enum Pivot {
    Made,
    /// No variable enters the basis, so the worths are right.
    NoneWanted,
    /// Number of times to do the conversion of each column.
    Unbounded(Vec<i128>),
}

/// A row of rationals over one positive denominator.
#[derive(Clone)]
struct Row {
    numbers: Vec<i128>,
    denominator: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Gain(usize),
    Times(usize),
}

struct Tableau {
    columns: Vec<Effect>,
    /// The basic variable of each row.
    basis: Vec<Variable>,
    /// The inverse of the basis, negated: at first the unit matrix.
    inverse: Vec<Row>,
    worths: Row,
}

impl Tableau {
    fn new(kinds: usize, columns: Vec<Effect>) -> Self {
        let unit = |kind| {
            let mut numbers = vec![0; kinds];
            numbers[kind] = 1;
            Row { numbers, denominator: 1 }
        };
        Tableau {
            columns,
            basis: (0..kinds).map(Variable::Gain).collect(),
            inverse: (0..kinds).map(unit).collect(),
            worths: Row { numbers: vec![1; kinds], denominator: 1 },
        }
    }

    /// Makes one pivot, or finds that the search has ended. Returns `None` if a number does not
    /// fit.
    fn pivot(&mut self, work_left: &mut u64) -> Option<Pivot> {
        let Some((entering, gain)) = self.entering()? else {
            return Some(Pivot::NoneWanted);
        };
        // Rates at which the basic variables fall as the entering one grows.
        let falls = self
            .inverse
            .iter()
            .map(|row| self.fall(row, entering))
            .collect::<Option<Vec<i128>>>()?;
        let blocking =
            (0..falls.len()).filter(|&row| falls[row] > 0).min_by_key(|&row| self.basis[row]);
        let Some(leaving) = blocking else {
            return self.ray(entering, &falls).map(Pivot::Unbounded);
        };
        let rows_changed = falls.iter().filter(|&&fall| fall != 0).count();
        let work = rows_changed * falls.len() + self.columns.len();
        *work_left = work_left.saturating_sub(work as u64);

        let mut pivot = self.inverse[leaving].clone();
        pivot.denominator = falls[leaving];
        pivot.reduce();
        for (index, row) in self.inverse.iter_mut().enumerate() {
            if index != leaving {
                row.subtract(falls[index], &pivot)?;
            }
        }
        self.worths.subtract(-gain, &pivot)?;
        self.inverse[leaving] = pivot;
        self.basis[leaving] = entering;
        Some(Pivot::Made)
    }

    /// Returns the variable that enters the basis, and its gain in units of the worths'
    /// denominator. An inner `None` means that none enters. The outer one means that a number does
    /// not fit.
    fn entering(&self) -> Option<Option<(Variable, i128)>> {
        let Row { numbers, denominator } = &self.worths;
        for (kind, worth) in numbers.iter().enumerate() {
            if worth < denominator {
                return Some(Some((Variable::Gain(kind), denominator.checked_sub(*worth)?)));
            }
        }
        for (column, effect) in self.columns.iter().enumerate() {
            let gain = effect.gain(numbers)?;
            if gain > 0 {
                return Some(Some((Variable::Times(column), gain)));
            }
        }
        Some(None)
    }

    /// Returns how much the row's basic variable falls per unit of the entering variable, in units
    /// of the row's denominator.
    fn fall(&self, row: &Row, entering: Variable) -> Option<i128> {
        match entering {
            Variable::Gain(kind) => Some(row.numbers[kind]),
            Variable::Times(column) => self.columns[column].gain(&row.numbers)?.checked_neg(),
        }
    }

    /// Returns how often to do the conversion of each column when the entering variable grows and
    /// nothing falls, in least whole numbers.
    fn ray(&self, entering: Variable, falls: &[i128]) -> Option<Vec<i128>> {
        let mut common: i128 = 1;
        let counted = |(variable, _): &(&Variable, &Row)| matches!(variable, Variable::Times(_));
        for (_, row) in self.basis.iter().zip(&self.inverse).filter(counted) {
            common = (common / gcd(common, row.denominator)).checked_mul(row.denominator)?;
        }
        let mut times = vec![0; self.columns.len()];
        if let Variable::Times(column) = entering {
            times[column] = common;
        }
        for ((variable, row), fall) in self.basis.iter().zip(&self.inverse).zip(falls) {
            if let Variable::Times(column) = *variable {
                times[column] = fall.checked_neg()?.checked_mul(common / row.denominator)?;
            }
        }
        let divisor = times.iter().fold(0, |divisor, &times| gcd(divisor, times)).max(1);
        times.iter_mut().for_each(|times| *times /= divisor);
        Some(times)
    }
}

impl Row {
    /// Subtracts the pivot row from this row `fall` times (in units of this row's denominator).
    fn subtract(&mut self, fall: i128, pivot: &Row) -> Option<()> {
        if fall == 0 {
            return Some(());
        }
        // (a/d) - (fall/d)·(p/e) = (a·e - fall·p) / (d·e), with what fall and e have in common
        // taken out first.
        let common = gcd(fall, pivot.denominator);
        let (fall, scale) = (fall / common, pivot.denominator / common);
        for (number, &other) in self.numbers.iter_mut().zip(&pivot.numbers) {
            *number = number.checked_mul(scale)?.checked_sub(fall.checked_mul(other)?)?;
        }
        self.denominator = self.denominator.checked_mul(scale)?;
        self.reduce();
        Some(())
    }

    /// Divides all numbers and the denominator by their greatest common divisor.
    fn reduce(&mut self) {
        let mut common = self.denominator;
        for &number in &self.numbers {
            if common == 1 {
                return;
            }
            if number != 0 {
                common = gcd(common, number);
            }
        }
        self.denominator /= common;
        self.numbers.iter_mut().for_each(|number| *number /= common);
    }
}

/// Returns the greatest common divisor, ≥ 0. For 0 and a number, that is the number's size.
fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        // Nearly all numbers are small, and dividing those is far cheaper.
        if let (Ok(small_a), Ok(small_b)) = (u64::try_from(a), u64::try_from(b)) {
            (a, b) = (u128::from(small_b), u128::from(small_a % small_b));
        } else {
            (a, b) = (b, a % b);
        }
    }
    // Only `i128::MIN` has no positive counterpart; then nothing is cancelled, which is allowed.
    i128::try_from(a).unwrap_or(1)
}
