//! A second listener for the local network, beside the usual address. The host switches it on and
//! off.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinHandle;

use crate::failure::Failure;
use crate::listen::Connections;
use crate::wire::{self, ProblemCode};

/// Number of ports tried after the usual one, before any free one is taken.
const PORTS_TRIED: u16 = 20;

/// The listener for the local network.
#[derive(Debug)]
pub(crate) struct Network {
    /// Address that the server always listens on.
    usual: SocketAddr,
    /// Address that the second listener uses, usually all addresses.
    wide: IpAddr,
    /// URL that people reach the server at, if the settings have one.
    public_url: Option<String>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Connections and router while the server runs.
    serving: Option<(Arc<Connections>, Router)>,
    second: Option<Second>,
}

#[derive(Debug)]
struct Second {
    addr: SocketAddr,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Second {
    async fn end(self) {
        // The listener ends by itself, a while after this message.
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }
}

impl Network {
    /// Returns a network with only the usual address.
    pub(crate) fn new(usual: SocketAddr, wide: IpAddr, public_url: Option<String>) -> Network {
        Network { usual, wide, public_url, state: Mutex::default() }
    }

    /// Makes it possible to serve connections.
    pub(crate) async fn begin(&self, connections: Arc<Connections>, router: Router) {
        self.state.lock().await.serving = Some((connections, router));
    }

    /// Stops listening for the network for good.
    pub(crate) async fn end(&self) {
        let mut state = self.state.lock().await;
        state.serving = None;
        if let Some(second) = state.second.take() {
            second.end().await;
        }
    }

    /// Returns the addresses at which others reach the server now.
    pub(crate) async fn now(&self) -> wire::Network {
        self.told(self.state.lock().await.second.as_ref().map(|second| second.addr))
    }

    /// Starts or stops listening for the network. `set_public` receives the URL for new links.
    ///
    /// # Errors
    ///
    /// Fails if the server cannot listen, or if it was started to listen in the network and `on` is
    /// false.
    pub(crate) async fn switch(
        &self,
        on: bool,
        set_public: impl FnOnce(&str),
    ) -> Result<wire::Network, Failure> {
        let mut state = self.state.lock().await;
        if !self.is_switchable() {
            if on {
                return Ok(self.told(None));
            }
            let message = "the server was started to listen in the network";
            return Err(Failure::new(ProblemCode::Conflict, message)
                .help("start it without --addr to have this machine alone reach it"));
        }
        match (on, state.second.take()) {
            (false, Some(second)) => {
                tracing::info!(address = %second.addr, "no longer listening for the network");
                // Connections may take a while to end, so this does not wait.
                tokio::spawn(second.end());
            }
            (true, None) => {
                let serving = state.serving.clone();
                let (connections, router) =
                    serving.ok_or_else(|| Failure::unavailable("the server is stopping"))?;
                let listener = self.bind().await.map_err(|error| {
                    Failure::unavailable(format!("cannot listen for the network: {error}"))
                })?;
                let addr = listener.local_addr().map_err(|error| {
                    Failure::unavailable(format!("cannot listen for the network: {error}"))
                })?;
                let (stop, stopped) = watch::channel(false);
                let task = tokio::spawn(connections.serve(listener, router, stopped));
                tracing::info!(address = %addr, "listening for the network");
                state.second = Some(Second { addr, stop, task });
            }
            (_, unchanged) => state.second = unchanged,
        }
        let told = self.told(state.second.as_ref().map(|second| second.addr));
        if self.public_url.is_none() {
            let own = own_url(self.usual);
            set_public(told.urls.first().map_or(own.as_str(), String::as_str));
        }
        Ok(told)
    }

    /// Binds the usual port for the network, or else one of the next ports, or else any free one.
    async fn bind(&self) -> io::Result<TcpListener> {
        let port = self.usual.port();
        for tried in port..=port.saturating_add(PORTS_TRIED) {
            match TcpListener::bind((self.wide, tried)).await {
                Ok(listener) => return Ok(listener),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => return Err(error),
            }
        }
        TcpListener::bind((self.wide, 0)).await
    }

    fn is_switchable(&self) -> bool {
        self.usual.ip().is_loopback()
    }

    fn told(&self, second: Option<SocketAddr>) -> wire::Network {
        let wide = if self.is_switchable() { second } else { Some(self.usual) };
        let urls = match (&self.public_url, wide) {
            (Some(url), _) => vec![url.clone()],
            (None, Some(addr)) => urls(addr),
            (None, None) => Vec::new(),
        };
        wire::Network {
            listening: wide.is_some(),
            switchable: self.is_switchable(),
            urls,
            addresses: addresses().iter().map(IpAddr::to_string).collect(),
        }
    }
}

/// Returns an address as a URL.
pub(crate) fn own_url(addr: SocketAddr) -> String {
    let ip = match addr.ip() {
        // A server that listens on all addresses is reached at any address of this machine.
        ip if ip.is_unspecified() => addresses().first().copied().unwrap_or(ip),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, addr.port()))
}

/// Returns the URLs of an address that others in the network can open, the likeliest first.
pub(crate) fn urls(addr: SocketAddr) -> Vec<String> {
    let all = if addr.ip().is_unspecified() { addresses() } else { vec![addr.ip()] };
    all.into_iter().map(|ip| format!("http://{}", SocketAddr::new(ip, addr.port()))).collect()
}

/// Returns the addresses of this machine in local networks, the one that leads outward first.
pub(crate) fn addresses() -> Vec<IpAddr> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    let found = found.into_iter().map(|interface| interface.ip());
    let mut all: Vec<IpAddr> = Vec::new();
    for ip in outward().into_iter().chain(found).filter(is_of_network) {
        if !all.contains(&ip) {
            all.push(ip);
        }
    }
    all
}

/// Checks whether a phone in the same network can use an address. IPv6 addresses do not count: they
/// are too long to type and mostly work on one network card only.
fn is_of_network(ip: &IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified(),
        IpAddr::V6(_) => false,
    }
}

/// Returns the address that others in the same network see. Sends nothing to find out.
fn outward() -> Option<IpAddr> {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_that_phones_can_use_each_once() {
        let all = addresses();
        assert!(all.iter().all(is_of_network), "{all:?}");
        for (index, ip) in all.iter().enumerate() {
            assert!(!all[..index].contains(ip), "{all:?}");
        }
        for (address, expected) in [
            ("127.0.0.1", false),
            ("169.254.3.4", false),
            ("::1", false),
            ("fe80::1", false),
            ("192.168.0.12", true),
            ("10.1.2.3", true),
        ] {
            assert_eq!(is_of_network(&address.parse().expect("it is one")), expected, "{address}");
        }
    }

    #[test]
    fn links_hold_the_port_and_no_address_that_stands_for_all() {
        let addr = SocketAddr::from(([192, 0, 2, 7], 7778));
        assert_eq!(urls(addr), ["http://192.0.2.7:7778"]);
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 7778));
        assert!(urls(everywhere).iter().all(|url| !url.contains("0.0.0.0")));
    }
}
