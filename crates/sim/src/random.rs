//! Random numbers for fights that play themselves: the same ones from the same seed.

use crate::session::mix;

/// Numbers drawn from a seed.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    pub(crate) drawn: u64,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random { seed, drawn: 0 }
    }

    /// The next number.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        let number = mix(self.seed, self.drawn);
        self.drawn += 1;
        number
    }

    /// How many numbers have been drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// A number from 0 to `count - 1`; 0 for an empty range.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        (((self.draw() >> 32) * u64::from(count)) >> 32) as u32
    }
}
