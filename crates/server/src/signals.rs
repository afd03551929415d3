//! Signals of the system that tell the program to stop.

#[cfg(unix)]
use std::task::Poll;

/// Returns a future that ends once the program is told to stop. Listens for signals from the moment
/// of the call.
#[cfg(unix)]
pub(crate) fn told_to_stop() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let mut signals: Vec<_> = kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect();
    async move {
        let told = std::future::poll_fn(|context| {
            match signals.iter_mut().any(|it| it.poll_recv(context).is_ready()) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        });
        told.await;
    }
}

/// Ends once the program is told to stop.
#[cfg(not(unix))]
pub(crate) async fn told_to_stop() {
    // Without signals, only Ctrl-C can be noticed.
    let _ = tokio::signal::ctrl_c().await;
}
