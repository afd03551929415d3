//! Accelerator: interner of payment lists, because many results share few lists. An index must
//! stand for exactly the list interned, as found by `pay::search`.

use super::payment_cache::{PaymentList, bucket_of};

/// Initial buckets, a power of two.
const INITIAL_BUCKETS: usize = 64;
/// Lists kept before the interner is cleared.
const MAX_ENTRIES: usize = 65_536;

/// Payment list, and the alternatives that it covers if they have conditions; 0 = unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AvailablePayments {
    pub(crate) list: PaymentList,
    pub(crate) alternatives: u16,
}

/// Interned lists of one combatant.
#[derive(Clone, Debug)]
pub(crate) struct PaymentListInterner {
    all: Vec<AvailablePayments>,
    /// Hash table of list indexes plus 1, with linear probing; 0 = free.
    places: Vec<u32>,
}

impl PaymentListInterner {
    /// Creates an interner with the empty list at index 0.
    pub(crate) fn new() -> PaymentListInterner {
        let mut lists = PaymentListInterner { all: Vec::new(), places: vec![0; INITIAL_BUCKETS] };
        lists.intern(AvailablePayments::default());
        lists
    }

    /// Removes all but the empty list.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.places.fill(0);
        self.intern(AvailablePayments::default());
    }

    /// Returns true if the interner must be cleared before the next refresh.
    pub(crate) fn is_full(&self) -> bool {
        self.all.len() >= MAX_ENTRIES
    }

    /// Returns the list at an index.
    #[inline(always)]
    pub(crate) fn at(&self, place: u32) -> AvailablePayments {
        self.all[place as usize]
    }

    /// Returns the index of a list, adding it if it is new.
    pub(crate) fn intern(&mut self, one: AvailablePayments) -> u32 {
        let mut at = self.probe_start(&one);
        while self.places[at] != 0 {
            let place = self.places[at] - 1;
            if self.all[place as usize] == one {
                return place;
            }
            at = (at + 1) & (self.places.len() - 1);
        }
        let place = self.all.len() as u32;
        self.all.push(one);
        self.places[at] = place + 1;
        if self.all.len() * 2 > self.places.len() {
            self.grow();
        }
        place
    }

    fn grow(&mut self) {
        let room = self.places.len() * 2;
        self.places.clear();
        self.places.resize(room, 0);
        for place in 0..self.all.len() {
            let mut at = self.probe_start(&self.all[place]);
            while self.places[at] != 0 {
                at = (at + 1) & (self.places.len() - 1);
            }
            self.places[at] = place as u32 + 1;
        }
    }

    /// Returns the bucket at which probing for a list starts.
    fn probe_start(&self, one: &AvailablePayments) -> usize {
        let mixed = one.list.mix() ^ u64::from(one.alternatives).rotate_left(24);
        let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bucket_of(mixed, self.places.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_is_kept_once() {
        let mut lists = PaymentListInterner::new();
        assert_eq!(lists.intern(AvailablePayments::default()), 0);
        let one = |alternatives| AvailablePayments { list: PaymentList::default(), alternatives };
        let places: Vec<u32> = (1..500).map(|nth| lists.intern(one(nth))).collect();
        assert_eq!(places, (1..500).collect::<Vec<u32>>());
        assert!((1..500).all(|nth| lists.intern(one(nth)) == u32::from(nth)));
        assert_eq!(lists.at(7), one(7));
        lists.clear();
        assert_eq!(lists.intern(one(9)), 1);
    }
}
