//! Accepts and serves connections, and limits their number and waiting time.
//!
//! Every connection holds a file handle. A reserve of handles stays free for the store, backups and
//! new requests of clients that are already connected.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;

use crate::limit::{Bucket, counted};
use crate::metrics::Metrics;

/// Number of file handles that connections never take.
const HANDLES_IN_RESERVE: u64 = 64;
/// Largest number of file handles requested from the system.
const HANDLES_MAX: u64 = 65_536;
/// Largest head of a request, in bytes.
const HEAD_MAX: usize = 64 << 10;
/// Time for open requests to finish once the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
                      content-length: 0\r\n\r\n";

/// The client's end of a connection. Every request of the connection carries it.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    /// Requests that the connection may still make.
    pub(crate) bucket: Arc<Mutex<Bucket>>,
}

/// The open connections and their limits.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    most_per_address: usize,
    /// Time limit for the head of a request, for an idle connection, and for a client that has
    /// stopped reading.
    patience: Duration,
    open: Mutex<Open>,
    metrics: Arc<Metrics>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The slot of one connection. Dropping it frees the slot.
#[derive(Debug)]
struct Place {
    connections: Arc<Connections>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        if let Some(count) = open.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&self.address);
            }
        }
        self.connections.metrics.connections.set(open.all as u64);
    }
}

impl Connections {
    /// Allows as many connections as there are file handles, less a reserve of
    /// [`HANDLES_IN_RESERVE`] or half of the handles, whichever is smaller.
    pub(crate) fn new(most_per_address: usize, patience: Duration, metrics: Arc<Metrics>) -> Self {
        let handles = handles();
        let most = handles.saturating_sub(HANDLES_IN_RESERVE).max(handles / 2);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        tracing::info!(handles, connections = most, per_address = most_per_address, "limits");
        Connections { most, most_per_address, patience, open: Mutex::default(), metrics }
    }

    /// Returns a slot for a connection, or `None` if the server or the address has too many.
    fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let address = counted(address);
        let here = open.by_address.get(&address).copied().unwrap_or(0);
        if open.all >= self.most || here >= self.most_per_address {
            return None;
        }
        open.all += 1;
        open.by_address.insert(address, here + 1);
        self.metrics.connections.set(open.all as u64);
        Some(Place { connections: self.clone(), address })
    }

    /// Accepts and serves connections until told to stop. Then gives open requests [`FAREWELL`] to
    /// finish.
    pub(crate) async fn serve(
        self: Arc<Self>,
        listener: TcpListener,
        router: Router,
        mut stop: watch::Receiver<bool>,
    ) {
        let mut serving = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                biased;
                () = told(&mut stop) => break,
                Some(_) = serving.join_next() => continue,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, address)) => match self.admit(address.ip()) {
                    Some(place) => {
                        let (router, stop) = (router.clone(), stop.clone());
                        serving.spawn(connection(stream, address, place, router, stop));
                    }
                    None => {
                        self.metrics.connections_refused.add(1);
                        tracing::warn!(from = %address.ip(), "connection refused: too many");
                        // A client that does not read this loses nothing.
                        let _ = stream.try_write(FULL);
                    }
                },
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "cannot accept connections");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        }
        drop(listener);
        let finished = async { while serving.join_next().await.is_some() {} };
        if tokio::time::timeout(FAREWELL, finished).await.is_err() {
            tracing::info!(left = serving.len(), "connections that did not end are cut off");
        }
        serving.shutdown().await;
    }
}

async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    place: Place,
    router: Router,
    mut stop: watch::Receiver<bool>,
) {
    let patience = place.connections.patience;
    // Answers are small and people wait for them, so nothing is delayed to fill packets.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let peer = Peer { address, bucket: Arc::default() };
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        hyper::service::Service::call(&router, request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(HEAD_MAX)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut serving = std::pin::pin!(serving);
    let ended = tokio::select! {
        ended = &mut serving => ended,
        () = told(&mut stop) => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(from = %address, %error, "connection ended");
    }
    drop(place);
}

/// Waits until the server stops, or until the sender of that message is gone.
async fn told(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Checks whether an error concerns only one connection, which is gone already.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Raises the number of file handles of this process as far as the system allows, up to
/// [`HANDLES_MAX`], and returns it.
#[cfg(unix)]
fn handles() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let found = getrlimit(Resource::Nofile);
    let wanted = found.maximum.unwrap_or(HANDLES_MAX).min(HANDLES_MAX);
    let now = found.current.unwrap_or(wanted);
    if now >= wanted {
        return now;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: found.maximum }) {
        Ok(()) => wanted,
        Err(_) => now,
    }
}

/// Returns a guess of the number of file handles of this process.
#[cfg(not(unix))]
fn handles() -> u64 {
    HANDLES_MAX / 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn places_are_counted_for_each_address_and_given_back() {
        let metrics = Arc::new(Metrics::default());
        let patience = Duration::from_secs(1);
        let connections = Arc::new(Connections::new(2, patience, metrics.clone()));
        let [one, other] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let first = connections.admit(one).expect("there is a place");
        let _second = connections.admit(one).expect("there is another");
        assert!(connections.admit(one).is_none(), "two are the most");
        let _third = connections.admit(other).expect("another address has places of its own");
        assert_eq!(metrics.connections.get(), 3);
        drop(first);
        assert!(connections.admit(one).is_some());
    }

    #[test]
    fn connections_leave_file_handles_in_reserve() {
        let connections = Connections::new(2, Duration::ZERO, Arc::default());
        let handles = handles();
        assert!(handles > HANDLES_IN_RESERVE, "{handles}");
        let reserve = handles - connections.most as u64;
        assert_eq!(reserve, HANDLES_IN_RESERVE.min(handles / 2));
    }
}
