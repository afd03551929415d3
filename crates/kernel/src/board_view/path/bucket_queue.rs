//! Accelerator: bucket queue of a path search, one bucket per price. It must pop a square of the
//! lowest price, the newest of equals first.

/// Number of buckets, greater than the difference of any two prices in the queue.
const RING: usize = 128;

/// Bucket queue: cheapest first, and the newest first among equals.
#[derive(Clone, Debug)]
pub(crate) struct BucketQueue {
    ring: Vec<Vec<u16>>,
    /// Lower bound on the price of the next node.
    now: u16,
    waiting: usize,
}

impl Default for BucketQueue {
    fn default() -> BucketQueue {
        BucketQueue { ring: vec![Vec::new(); RING], now: 0, waiting: 0 }
    }
}

impl BucketQueue {
    /// Clears the queue; all prices pushed later must be at least this one.
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
