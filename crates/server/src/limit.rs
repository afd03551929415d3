//! Rate limits: buckets that fill up again with time.
//!
//! Every request counts against three buckets: that of its connection, that of its address, and
//! that of its key. A request without a valid key counts against the bucket of strangers at its
//! address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of clients remembered before those with full buckets are forgotten.
const ASKERS_MAX: usize = 10_000;
/// Shortest time between two searches for clients to forget.
const FORGET_EVERY: Duration = Duration::from_secs(1);
/// Factor from the limits of a key to those of an address, because a whole table may share one
/// address.
const KEYS_PER_ADDRESS: f64 = 4.0;

/// A client that is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Asker {
    /// All clients at an address.
    Address(IpAddr),
    /// All clients without a valid key at an address.
    Stranger(IpAddr),
    /// A valid key, by id.
    Key(String),
}

/// The buckets of all clients.
#[derive(Debug)]
pub(crate) struct Rates {
    /// Requests a second in the long run.
    per_second: f64,
    /// Requests at once after a pause.
    burst: f64,
    buckets: Mutex<Buckets>,
}

#[derive(Debug, Default)]
struct Buckets {
    known: HashMap<Asker, Bucket>,
    forgot: Option<Instant>,
}

/// Number of requests that a client may still make. A new bucket is full.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bucket(Option<Level>);

#[derive(Clone, Copy, Debug)]
struct Level {
    left: f64,
    at: Instant,
}

/// Capacity of a bucket, and the speed at which it fills.
#[derive(Clone, Copy, Debug)]
struct Size {
    per_second: f64,
    burst: f64,
}

impl Bucket {
    fn filled(self, size: Size, now: Instant) -> f64 {
        let Some(Level { left, at }) = self.0 else { return size.burst };
        let since = now.saturating_duration_since(at).as_secs_f64();
        (left + since * size.per_second).min(size.burst)
    }

    fn take(&mut self, size: Size, now: Instant) -> bool {
        let left = self.filled(size, now);
        let is_allowed = left >= 1.0;
        self.0 = Some(Level { left: if is_allowed { left - 1.0 } else { left }, at: now });
        is_allowed
    }
}

impl Rates {
    /// Returns rate limits with buckets of this size for each key.
    pub(crate) fn new(per_second: f64, burst: f64) -> Rates {
        Rates { per_second, burst, buckets: Mutex::default() }
    }

    /// Checks whether a client may make a request now, and counts the request.
    pub(crate) fn allows(&self, asker: Asker) -> bool {
        self.allows_at(asker, Instant::now())
    }

    /// Checks whether a connection may make a request now, and counts the request.
    pub(crate) fn allows_on(&self, connection: &Mutex<Bucket>) -> bool {
        let mut bucket = connection.lock().unwrap_or_else(PoisonError::into_inner);
        bucket.take(self.size(1.0), Instant::now())
    }

    fn allows_at(&self, asker: Asker, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = buckets.forgot.is_none_or(|at| now.duration_since(at) >= FORGET_EVERY);
        if buckets.known.len() >= ASKERS_MAX && is_due {
            buckets.known.retain(|asker, bucket| {
                let size = self.size_of(asker);
                bucket.filled(size, now) < size.burst
            });
            buckets.forgot = Some(now);
        }
        let size = self.size_of(&asker);
        buckets.known.entry(asker).or_default().take(size, now)
    }

    fn size_of(&self, asker: &Asker) -> Size {
        match asker {
            Asker::Address(_) => self.size(KEYS_PER_ADDRESS),
            Asker::Stranger(_) | Asker::Key(_) => self.size(1.0),
        }
    }

    fn size(&self, times: f64) -> Size {
        Size { per_second: self.per_second * times, burst: self.burst * times }
    }
}

/// Returns the address that a client is counted under. For IPv6 this is the /64 network, because
/// one machine can have any number of addresses in it.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(it) => IpAddr::V6((it.to_bits() & !u128::from(u64::MAX)).into()),
        it => it,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_empty_and_fill_up_again() {
        let rates = Rates::new(2.0, 3.0);
        let start = Instant::now();
        let asked = |asker: &str, after| {
            rates.allows_at(Asker::Key(asker.to_owned()), start + Duration::from_millis(after))
        };
        assert!((0..3).all(|_| asked("a", 0)), "three at once");
        assert!(!asked("a", 0), "the fourth has to wait");
        assert!(asked("b", 0), "another asker has a bucket of its own");
        assert!(asked("a", 500) && !asked("a", 500), "one more after half a second");
    }

    #[test]
    fn an_address_has_room_for_a_table_and_a_connection_for_one() {
        let rates = Rates::new(0.001, 3.0);
        let address = IpAddr::from([192, 0, 2, 1]);
        let at_once = |asker: &Asker| (0..50).filter(|_| rates.allows(asker.clone())).count();
        assert_eq!(at_once(&Asker::Address(address)), 12);
        assert_eq!(at_once(&Asker::Stranger(address)), 3);
        let connection = Mutex::default();
        assert_eq!((0..50).filter(|_| rates.allows_on(&connection)).count(), 3);
    }

    #[test]
    fn neighbors_in_an_ipv6_network_count_as_one() {
        let address = |text: &str| counted(text.parse().expect("it is an address"));
        assert_eq!(address("2001:db8:1:2::3"), address("2001:db8:1:2:ffff::4"));
        assert_ne!(address("2001:db8:1:2::3"), address("2001:db8:1:3::3"));
        assert_eq!(address("::ffff:192.0.2.7"), address("192.0.2.7"));
        assert_ne!(address("192.0.2.7"), address("192.0.2.8"));
    }
}
