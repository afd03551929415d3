//! Starting and stopping the server.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use crate::app::{App, qr};
use crate::failure::Failure;
use crate::keys::Grant;
use crate::limit::Rates;
use crate::store::{Store, StoreError};
use crate::wire::Role;
use crate::{guard, openapi, page};

/// Bodies of requests that carry no files.
const SMALL_BODY_MAX: usize = 256 << 10;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The data file.
    pub db: PathBuf,
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where people reach it, if not at that address.
    pub public_url: Option<String>,
    /// Requests a second one key may make in the long run, and at once after a rest.
    pub rate: (f64, f64),
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be used.
    #[error("cannot listen on {0}: {1}")]
    Address(SocketAddr, io::Error),
    /// There is no key for the host.
    #[error("{0}")]
    Key(String),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    /// Where it listens; the port is known now.
    pub addr: SocketAddr,
    /// The link for whoever runs it.
    pub link: String,
    /// The secret in that link.
    pub secret: String,
    listener: TcpListener,
    app: App,
}

impl Settings {
    /// The data file, on loopback, at the usual port.
    pub fn new(db: PathBuf) -> Settings {
        let addr = SocketAddr::from(([127, 0, 0, 1], 7777));
        Settings { db, addr, public_url: None, rate: (50.0, 200.0) }
    }
}

impl Server {
    /// Opens the data file and begins to listen.
    pub async fn start(settings: &Settings) -> Result<Server, StartError> {
        let store = Store::open(&settings.db)?;
        let listener = TcpListener::bind(settings.addr)
            .await
            .map_err(|error| StartError::Address(settings.addr, error))?;
        let addr = listener.local_addr().map_err(|it| StartError::Address(settings.addr, it))?;
        let url = settings.public_url.clone().unwrap_or_else(|| own_url(addr));
        let rates = Rates::new(settings.rate.0, settings.rate.1);
        let app = App::new(store, &url, rates).await?;
        let host = Grant {
            encounter: None,
            role: Role::Host,
            name: "host".to_owned(),
            combatants: Vec::new(),
        };
        let made = app.grant(host).await;
        let made =
            made.map_err(|failure: Failure| StartError::Key(failure.problem().message.clone()))?;
        Ok(Server { addr, link: made.link, secret: made.secret, listener, app })
    }

    /// Serves until the future ends, then lets what is under way finish.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let app = self.app.clone();
        let service = router(self.app).into_make_service_with_connect_info::<SocketAddr>();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let ending = async move {
            until.await;
            app.encounters.close();
            // The end of serving is waited for below, for a while.
            let _ = stop.send(());
        };
        // Answers are small and people wait for them.
        let listener = self.listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serving = axum::serve(listener, service).with_graceful_shutdown(ending);
        // Somebody may be slow to read.
        let too_long = async move {
            let _ = stopped.await;
            tokio::time::sleep(Duration::from_secs(1)).await;
        };
        tokio::select! {
            served = serving => served,
            () = too_long => Ok(()),
        }
    }
}

/// Serves until the program is told to stop. Calls back once the server listens.
pub fn serve(settings: &Settings, ready: impl FnOnce(&Server)) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StartError::Address(settings.addr, error))?;
    runtime.block_on(async {
        let server = Server::start(settings).await?;
        ready(&server);
        let addr = server.addr;
        server.run(told_to_stop()).await.map_err(|error| StartError::Address(addr, error))
    })
}

async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}

/// The link as a QR code for a terminal, two rows of it in each line.
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

fn own_url(addr: SocketAddr) -> String {
    let ip = match addr.ip() {
        // Listening everywhere, it is reached at whatever address this machine has.
        ip if ip.is_unspecified() => outward().unwrap_or(ip),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, addr.port()))
}

/// The address others in the same network see. Nothing is sent to find it out.
fn outward() -> Option<IpAddr> {
    let socket = std::net::UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

fn router(app: App) -> Router {
    let (router, document) = openapi::router();
    let text = openapi::text(&document);
    let described = get(move || async move { openapi::response(text) });
    router
        .route(&format!("{}/openapi.json", openapi::BASE), described)
        .method_not_allowed_fallback(guard::wrong_method)
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(SMALL_BODY_MAX))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
