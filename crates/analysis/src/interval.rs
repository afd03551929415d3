//! Confidence intervals of 95 %.

use serde::Serialize;

/// The 97.5th percentile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A value with its confidence interval of 95 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns half of its width.
    pub fn margin(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the interval lies on one side of zero.
    pub fn excludes_zero(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// Returns the Wilson score interval of a proportion: `hits` out of `trials`.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
/// 1927. Without trials, the interval is from 0 to 1.
pub fn wilson(hits: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, p) = (trials as f64, hits as f64 / trials as f64);
    let z2 = Z * Z;
    let center = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let margin = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // Rounding must not move an end past the estimate.
    Interval {
        value: p,
        low: (center - margin).clamp(0.0, p),
        high: (center + margin).clamp(p, 1.0),
    }
}

/// Running count, mean and variance of numbers (Welford's method).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// Returns their count.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns their mean with a normal confidence interval. With fewer than two numbers, the
    /// interval is the mean itself.
    pub fn mean(&self) -> Interval {
        let margin = match self.count {
            0 | 1 => 0.0,
            n => Z * (self.squares / (n - 1) as f64 / n as f64).sqrt(),
        };
        Interval { value: self.mean, low: self.mean - margin, high: self.mean + margin }
    }
}

#[cfg(test)]
mod tests {
    use super::{Moments, wilson};

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 5e-4
    }

    /// Values of Newcombe 1998, table I, method 3.
    #[test]
    fn wilson_intervals_are_those_of_the_literature() {
        for (hits, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(hits, trials);
            assert!(near(found.low, low) && near(found.high, high), "{hits}/{trials}: {found:?}");
        }
    }

    #[test]
    fn the_mean_has_the_usual_interval() {
        let mut moments = Moments::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].iter().for_each(|&one| moments.add(one));
        let mean = moments.mean();
        // The eight numbers have a standard deviation of 2.138.
        assert!(near(mean.value, 5.0) && near(mean.margin(), 1.959_96 * 2.138_09 / 8f64.sqrt()));
    }
}
