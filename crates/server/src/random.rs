//! Random bytes from the operating system, and the moment it is.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::failure::Failure;

/// Letters and digits that are hard to mistake for each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// So many random letters, each worth five bits.
pub(crate) fn letters(count: usize) -> Result<String, Failure> {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).map_err(|_| Failure::unavailable("no random bytes to be had"))?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// A random number that fits into 53 bits, so that every program can read it.
pub(crate) fn seed() -> Result<u64, Failure> {
    let number = getrandom::u64().map_err(|_| Failure::unavailable("no random bytes to be had"))?;
    Ok(number >> 11)
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
