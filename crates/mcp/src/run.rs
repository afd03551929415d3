//! Runs a server as a whole program, over standard input and output or over HTTP, until a signal.

use std::time::Duration;

use rmcp::transport::stdio_pipes;

use crate::{HttpServer, HttpSettings, McpServer, Refusal, ServeError, Settings};

/// Error that ends the program.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The tracker cannot be reached or started.
    #[error(transparent)]
    Tracker(#[from] Refusal),
    /// Clients cannot be served.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The operating system refuses something.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Serves the client that has started this process, over standard input and output. Calls `ready`
/// before it reads the first request.
///
/// # Errors
///
/// A [`RunError`] if the tracker cannot be reached, or the connection breaks.
pub fn over_stdio(settings: &Settings, ready: impl FnOnce(&McpServer)) -> Result<(), RunError> {
    run(async {
        let stop = told_to_stop()?;
        let server = McpServer::open(settings).await?;
        ready(&server);
        let (reader, writer) = stdio_pipes();
        let served = tokio::select! {
            served = server.serve(reader, writer) => served,
            () = stop => Ok(()),
        };
        server.close().await?;
        Ok(served?)
    })
}

/// Serves clients over HTTP. Calls `ready` once the server listens.
///
/// # Errors
///
/// A [`RunError`] if the tracker cannot be reached, or the address cannot be used.
pub fn over_http(
    settings: &Settings,
    http: &HttpSettings,
    ready: impl FnOnce(&McpServer, &HttpServer),
) -> Result<(), RunError> {
    run(async {
        let stop = told_to_stop()?;
        let server = McpServer::open(settings).await?;
        let listening = server.listen(http).await?;
        ready(&server, &listening);
        let served = listening.run(stop).await;
        server.close().await?;
        Ok(served?)
    })
}

fn run(work: impl Future<Output = Result<(), RunError>>) -> Result<(), RunError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(work);
    // A read of standard input cannot be cancelled, so the wait has a limit.
    runtime.shutdown_timeout(Duration::from_millis(500));
    done
}

/// Returns a future that completes on a signal to interrupt or terminate the program. Signals are
/// caught from this call on.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Returns a future that completes on Ctrl-C.
#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Completes at once if Ctrl-C cannot be caught.
        let _ = tokio::signal::ctrl_c().await;
    })
}
