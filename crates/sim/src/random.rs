//! Random numbers for playouts; the same seed gives the same numbers.

use crate::session::mix;

/// A sequence of numbers from a seed.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    pub(crate) drawn: u64,
}

impl Random {
    /// Returns the sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random { seed, drawn: 0 }
    }

    /// Returns the next number.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        let number = mix(self.seed, self.drawn);
        self.drawn += 1;
        number
    }

    /// Returns how many numbers have been drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Returns a number from 0 to `count - 1`; 0 for an empty range.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        (((self.draw() >> 32) * u64::from(count)) >> 32) as u32
    }
}
