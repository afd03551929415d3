//! How often somebody may ask: a bucket per asker that fills up again with time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Askers remembered before those with full buckets are forgotten.
const ASKERS_MAX: usize = 10_000;

/// Buckets by asker.
#[derive(Debug)]
pub(crate) struct Rates {
    /// Requests a second in the long run.
    per_second: f64,
    /// Requests at once after a rest.
    burst: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Rates {
    /// Buckets of this size.
    pub(crate) fn new(per_second: f64, burst: f64) -> Rates {
        Rates { per_second, burst, buckets: Mutex::default() }
    }

    /// Whether this asker may ask now; asking counts.
    pub(crate) fn allows(&self, asker: &str) -> bool {
        self.allows_at(asker, Instant::now())
    }

    fn allows_at(&self, asker: &str, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ASKERS_MAX {
            buckets.retain(|_, bucket| self.filled(*bucket, now) < self.burst);
        }
        let known = buckets.get(asker).copied();
        let left = known.map_or(self.burst, |bucket| self.filled(bucket, now));
        let allowed = left >= 1.0;
        let left = if allowed { left - 1.0 } else { left };
        buckets.insert(asker.to_owned(), Bucket { left, at: now });
        allowed
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let since = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.left + since * self.per_second).min(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn buckets_empty_and_fill_up_again() {
        let rates = Rates::new(2.0, 3.0);
        let start = Instant::now();
        let asked = |asker, after| rates.allows_at(asker, start + Duration::from_millis(after));
        assert!((0..3).all(|_| asked("a", 0)), "three at once");
        assert!(!asked("a", 0), "the fourth has to wait");
        assert!(asked("b", 0), "another asker has a bucket of its own");
        assert!(asked("a", 500) && !asked("a", 500), "one more after half a second");
    }
}
