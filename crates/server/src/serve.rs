//! Starts and stops the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::app::{App, qr};
use crate::failure::Failure;
use crate::grant::Grant;
use crate::limit::Rates;
use crate::listen::Connections;
use crate::metrics::Metrics;
use crate::network::{Network, own_url, urls};
use crate::signals::told_to_stop;
use crate::store::{Store, StoreError};
use crate::wire::Role;
use crate::{guard, openapi, page, probes};

/// Largest body of requests without files, in bytes.
const SMALL_BODY_MAX: usize = 256 << 10;

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The data file.
    pub db: PathBuf,
    /// Address to listen on.
    pub addr: SocketAddr,
    /// URL that people reach the server at, if it differs from that address.
    pub public_url: Option<String>,
    /// Requests that one key may make: per second in the long run, and at once after a pause.
    pub rate: (f64, f64),
    /// Largest number of open connections from one address.
    pub connections: usize,
    /// Time limit for the head of a request, an idle connection or a slow reader.
    pub patience: Duration,
    /// Time that an unused encounter stays in memory.
    pub idle: Duration,
    /// Address to listen on once the host lets the local network in.
    pub network: IpAddr,
}

/// Reasons why a server does not start, or does not end well.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be used.
    #[error("cannot listen on {0}: {1}")]
    Address(SocketAddr, io::Error),
    /// The host's key cannot be made.
    #[error("{0}")]
    Key(String),
    /// The server did not end well, for example because the data file alone is not whole.
    #[error("{0}")]
    End(io::Error),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    /// Address that the server listens on, with its actual port.
    pub addr: SocketAddr,
    /// Link for the host.
    pub link: String,
    /// Secret in the host's link.
    pub secret: String,
    /// Links for this machine and for others.
    pub reach: Reach,
    /// Reason why nothing can be written; `None` if the data file is writable.
    pub read_only: Option<String>,
    listener: TcpListener,
    app: App,
    connections: Arc<Connections>,
    idle: Duration,
}

/// Links and addresses at which people reach a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The host's link on this machine.
    pub local: String,
    /// The host's links for the local network; empty if the server does not listen there.
    pub network: Vec<String>,
    /// URLs for phones if the server listened in the local network.
    pub possible: Vec<String>,
}

impl Settings {
    /// Returns settings for a data file, with port 7777 of this machine and default limits.
    pub fn new(db: PathBuf) -> Settings {
        Settings {
            db,
            addr: SocketAddr::from(([127, 0, 0, 1], 7777)),
            public_url: None,
            rate: (50.0, 200.0),
            connections: 256,
            patience: Duration::from_secs(30),
            idle: Duration::from_secs(600),
            network: IpAddr::from([0, 0, 0, 0]),
        }
    }
}

impl Server {
    /// Opens the data file and starts to listen.
    pub async fn start(settings: &Settings) -> Result<Server, StartError> {
        let metrics = Arc::new(Metrics::default());
        let store = Store::open(&settings.db, metrics.clone())?;
        let listener = TcpListener::bind(settings.addr)
            .await
            .map_err(|error| StartError::Address(settings.addr, error))?;
        let addr = listener.local_addr().map_err(|it| StartError::Address(settings.addr, it))?;
        let url = settings.public_url.clone().unwrap_or_else(|| own_url(addr));
        let rates = Rates::new(settings.rate.0, settings.rate.1);
        let public = settings.public_url.as_ref().map(|it| it.trim_end_matches('/').to_owned());
        let network = Network::new(addr, settings.network, public);
        let (most, patience) = (settings.connections, settings.patience);
        let connections = Arc::new(Connections::new(most, patience, metrics.clone()));
        let read_only = store.read_only().map(str::to_owned);
        let app = App::new(store, &url, rates, metrics, network).await?;
        let host = Grant {
            encounter: None,
            role: Role::Host,
            name: "host".to_owned(),
            combatants: Vec::new(),
        };
        let made = app.grant(host).await;
        let made =
            made.map_err(|failure: Failure| StartError::Key(failure.problem().message.clone()))?;
        let reach = reach(addr, settings.public_url.as_deref(), &made.secret);
        tracing::info!(address = %addr, file = %settings.db.display(), "listening");
        Ok(Server {
            addr,
            link: made.link,
            secret: made.secret,
            reach,
            read_only,
            listener,
            app,
            connections,
            idle: settings.idle,
        })
    }

    /// Serves until the future ends. Then lets open requests finish and closes the data file.
    ///
    /// # Errors
    ///
    /// Serving failed, or the data file is not complete by itself afterwards.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Server { app, connections, listener, idle, .. } = self;
        let router = router(app.clone());
        app.network.begin(connections.clone(), router.clone()).await;
        let releasing = tokio::spawn(app.clone().release_idle(idle));
        let (stop, stopped) = watch::channel(false);
        let serving = tokio::spawn(connections.serve(listener, router, stopped));
        until.await;
        tracing::info!("stopping");
        // Live streams end, so that clients notice.
        app.encounters.close();
        let _ = stop.send(true);
        let (served, ()) = tokio::join!(serving, app.network.end());
        releasing.abort();
        app.store.close().await.map_err(io::Error::other)?;
        served.map_err(io::Error::other)
    }
}

/// Serves until the program is told to stop. Calls `ready` once the server listens.
pub fn serve(settings: &Settings, ready: impl FnOnce(&Server)) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StartError::Address(settings.addr, error))?;
    let served = runtime.block_on(async {
        // Listens for the signal before anybody can know that the server runs, so that every stop
        // is orderly.
        let stop = told_to_stop();
        let server = Server::start(settings).await?;
        ready(&server);
        server.run(stop).await.map_err(StartError::End)
    });
    // The data file is closed, so whatever still runs can be cut off.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

fn reach(addr: SocketAddr, public_url: Option<&str>, secret: &str) -> Reach {
    let link = |url: &String| format!("{}/#key={secret}", url.trim_end_matches('/'));
    let everywhere = SocketAddr::from(([0, 0, 0, 0], addr.port()));
    let local = if addr.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { addr.ip() };
    let network = match (public_url, addr.ip().is_loopback()) {
        (Some(url), _) => vec![url.to_owned()],
        (None, true) => Vec::new(),
        (None, false) => urls(addr),
    };
    Reach {
        local: link(&format!("http://{}", SocketAddr::new(local, addr.port()))),
        network: network.iter().map(link).collect(),
        possible: urls(everywhere),
    }
}

/// Returns the link as a QR code for a terminal. Each line of text holds two rows of the code.
pub fn terminal_qr(link: &str) -> String {
    let rows = qr(link);
    let width = rows.first().map_or(0, String::len);
    let light = |x: usize, y: usize| {
        let inside = y >= 2 && x >= 2;
        let dark =
            inside && rows.get(y - 2).and_then(|row| row.as_bytes().get(x - 2)) == Some(&b'#');
        !dark
    };
    let mut text = String::new();
    for y in (0..rows.len() + 4).step_by(2) {
        for x in 0..width + 4 {
            text.push(match (light(x, y), light(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        text.push('\n');
    }
    text
}

fn router(app: App) -> Router {
    let (router, document) = openapi::router();
    let text = openapi::text(&document);
    let described = get(move || async move { openapi::response(text) });
    router
        .merge(probes::router())
        .route(&format!("{}/openapi.json", openapi::BASE), described)
        .method_not_allowed_fallback(guard::wrong_method)
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(SMALL_BODY_MAX))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
