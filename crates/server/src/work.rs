//! Slow work and timeouts, for hosts with threads and for browsers without.

use std::time::Duration;

/// Runs slow work on a thread of its own, so that other requests continue meanwhile. Returns `None`
/// if the work panics or is canceled.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}

/// Runs slow work at once, because a browser's worker has one thread. Always returns `Some`.
#[cfg(target_arch = "wasm32")]
pub(crate) async fn off_thread<T>(work: impl FnOnce() -> T) -> Option<T> {
    Some(work())
}

/// Waits for a future for at most `time`. Returns `None` if the time runs out first.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) async fn in_time<T>(time: Duration, arriving: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(time, arriving).await.ok()
}

/// Waits for a future without a limit, because futures are ready at once in a browser. Always
/// returns `Some`.
#[cfg(target_arch = "wasm32")]
pub(crate) async fn in_time<T>(_: Duration, arriving: impl Future<Output = T>) -> Option<T> {
    Some(arriving.await)
}
