//! Slow work beside the task that waits for it.

use std::time::Duration;

/// Runs slow work on a thread of its own, so that other requests go on meanwhile. Returns `None`
/// if it is cut off.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}

/// Runs slow work at once: a browser's worker has nothing else to do.
#[cfg(target_arch = "wasm32")]
pub(crate) async fn off_thread<T>(work: impl FnOnce() -> T) -> Option<T> {
    Some(work())
}

/// Waits for something for a time at most. Returns `None` if it comes too late.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) async fn in_time<T>(time: Duration, arriving: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(time, arriving).await.ok()
}

/// Waits for something: in a browser it is there already.
#[cfg(target_arch = "wasm32")]
pub(crate) async fn in_time<T>(_: Duration, arriving: impl Future<Output = T>) -> Option<T> {
    Some(arriving.await)
}
