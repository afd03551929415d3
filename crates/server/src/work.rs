//! Slow work beside the task that waits for it.

use std::time::Duration;

use crate::failure::Failure;

/// Runs slow work on a thread of its own, so that other requests go on meanwhile. `problem` is the
/// message if it is cut off.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) async fn off_thread<T: Send + 'static>(
    problem: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Failure::unavailable(problem))
}

/// Runs slow work at once: a browser's worker has nothing else to do.
#[cfg(target_arch = "wasm32")]
pub(crate) async fn off_thread<T>(_: &str, work: impl FnOnce() -> T) -> Result<T, Failure> {
    Ok(work())
}

/// Waits for a body, or fails with a message after a time.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) async fn in_time<T>(
    time: Duration,
    late: &str,
    arriving: impl Future<Output = T>,
) -> Result<T, Failure> {
    tokio::time::timeout(time, arriving).await.map_err(|_| Failure::invalid(late))
}

/// Waits for a body: in a browser it is there already.
#[cfg(target_arch = "wasm32")]
pub(crate) async fn in_time<T>(
    _: Duration,
    _: &str,
    arriving: impl Future<Output = T>,
) -> Result<T, Failure> {
    Ok(arriving.await)
}
