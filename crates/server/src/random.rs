//! Random bytes from the operating system, and the present time.
//!
//! A browser offers neither to the engine: the page hands them in.

#[cfg(target_arch = "wasm32")]
use std::sync::OnceLock;
#[cfg(target_arch = "wasm32")]
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(target_arch = "wasm32"))]
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// Letters and digits that are hard to confuse with each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Returns `count` random letters, each worth five bits.
pub(crate) fn letters(count: usize) -> Result<String, Failure> {
    let mut bytes = vec![0; count];
    fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Returns a random number below 2^53, so that every program can read it.
pub(crate) fn seed() -> Result<u64, Failure> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes) >> 11)
}

/// Returns a random secret for hidden dice.
pub(crate) fn secret() -> Result<[u8; 32], Failure> {
    let mut bytes = [0; 32];
    fill(&mut bytes)?;
    Ok(bytes)
}

/// Fills bytes at random.
#[cfg(not(target_arch = "wasm32"))]
fn fill(bytes: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(bytes).map_err(|_| Failure::unavailable("no random bytes to be had"))
}

/// Fills bytes at random, by the function that the page handed in.
#[cfg(target_arch = "wasm32")]
fn fill(bytes: &mut [u8]) -> Result<(), Failure> {
    let source = SOURCE.get();
    let source = source.ok_or_else(|| Failure::unavailable("no random bytes to be had"))?;
    source(bytes);
    Ok(())
}

/// Function that fills bytes at random.
#[cfg(target_arch = "wasm32")]
static SOURCE: OnceLock<fn(&mut [u8])> = OnceLock::new();

/// Sets the function that fills bytes at random. Later calls change nothing.
#[cfg(target_arch = "wasm32")]
pub(crate) fn set_source(source: fn(&mut [u8])) {
    SOURCE.get_or_init(|| source);
}

/// Returns the secret of a fight with a requested seed. The same seed gives the same fight.
pub(crate) fn secret_of(seed: u64) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"turnwright hidden dice");
    hash.update(seed.to_le_bytes());
    hash.finalize().into()
}

/// Returns the number at position `nth` in the sequence of a secret.
pub(crate) fn draw(secret: &[u8; 32], nth: u64) -> u64 {
    let mut hash = Sha256::new();
    hash.update(secret);
    hash.update(nth.to_le_bytes());
    let digest: [u8; 32] = hash.finalize().into();
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(not(target_arch = "wasm32"))]
/// Returns the present time, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Present time, in milliseconds since 1970, as the host set it last.
#[cfg(target_arch = "wasm32")]
static NOW: AtomicU64 = AtomicU64::new(0);

/// Returns the present time, in milliseconds since 1970.
#[cfg(target_arch = "wasm32")]
pub(crate) fn now() -> u64 {
    NOW.load(Ordering::Relaxed)
}

/// Sets the present time, in milliseconds since 1970.
#[cfg(target_arch = "wasm32")]
pub(crate) fn set_now(milliseconds: u64) {
    NOW.store(milliseconds, Ordering::Relaxed);
}
