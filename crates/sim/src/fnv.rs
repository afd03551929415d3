//! FNV-1a, 64 bits: the hash for marks of recorded games and results of benchmarks.
//!
//! It is the same on every platform and simple enough to compute by hand. It detects accidents, not
//! attacks.

/// A running hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Fnv {
    /// Returns the hash of an empty input.
    pub const fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// Continues from a value that [`Fnv::value`] returned.
    pub const fn from_value(value: u64) -> Fnv {
        Fnv(value)
    }

    /// Adds bytes.
    pub fn bytes(mut self, bytes: &[u8]) -> Fnv {
        for &byte in bytes {
            self = Fnv((self.0 ^ u64::from(byte)).wrapping_mul(PRIME));
        }
        self
    }

    /// Adds a text and its end, so that `ab` + `c` and `a` + `bc` differ.
    pub fn text(self, text: &str) -> Fnv {
        self.bytes(text.as_bytes()).bytes(&[0])
    }

    /// Adds the lines of a text, whatever their line ends.
    pub fn lines(mut self, text: &str) -> Fnv {
        for line in text.split('\n') {
            self = self.text(line.strip_suffix('\r').unwrap_or(line));
        }
        self
    }

    /// Adds a number in one step instead of byte by byte, for speed.
    #[inline(always)]
    pub fn number(self, number: u64) -> Fnv {
        Fnv((self.0 ^ number).wrapping_mul(PRIME).rotate_left(23))
    }

    /// Returns the hash so far.
    pub const fn value(self) -> u64 {
        self.0
    }

    /// Returns the upper half as eight hexadecimal digits.
    pub fn short(self) -> String {
        format!("{:08x}", self.0 >> 32)
    }
}

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_published() {
        assert_eq!(Fnv::new().value(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv::new().bytes(b"a").value(), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv::new().bytes(b"foobar").value(), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn ends_of_lines_do_not_count_but_lines_do() {
        assert_eq!(Fnv::new().lines("a\r\nb\n"), Fnv::new().lines("a\nb\n"));
        assert_ne!(Fnv::new().lines("a\nb"), Fnv::new().lines("ab"));
    }
}
