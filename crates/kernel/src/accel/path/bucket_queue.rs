//! What waits to be looked at: the cheapest first, and of equals the newest.

/// Buckets: more than any two that wait can be apart.
const RING: usize = 128;

/// A ring of buckets, one per price.
#[derive(Clone, Debug)]
pub(crate) struct BucketQueue {
    ring: Vec<Vec<u16>>,
    /// The price of what comes next at least.
    now: u16,
    waiting: usize,
}

impl Default for BucketQueue {
    fn default() -> BucketQueue {
        BucketQueue { ring: vec![Vec::new(); RING], now: 0, waiting: 0 }
    }
}

impl BucketQueue {
    /// Forgets everything; nothing will be cheaper than this.
    pub(crate) fn start(&mut self, price: u16) {
        self.ring.iter_mut().for_each(Vec::clear);
        (self.now, self.waiting) = (price, 0);
    }

    #[inline]
    pub(crate) fn push(&mut self, price: u16, node: u16) {
        debug_assert!(usize::from(price - self.now) < RING, "{price} waits beside {}", self.now);
        self.ring[usize::from(price) % RING].push(node);
        self.waiting += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u16> {
        while self.waiting > 0 {
            if let Some(node) = self.ring[usize::from(self.now) % RING].pop() {
                self.waiting -= 1;
                return Some(node);
            }
            self.now += 1;
        }
        None
    }
}
