//! A server of the Model Context Protocol: a language model runs or plays fights.
//!
//! ```text
//! handler     requests of the protocol                  own       a tracker in this process
//! tools       each tool: its input, and running it      tracker   requests to a tracker
//! shape       results of tools, small and in words      table     fights and their keys
//! resources   rulebooks, states and stories to read     session   changes a client has seen
//! prompts     beginnings for people                     http, run the transports
//! ```
//!
//! It is a client of a tracker and knows no rule. A key decides what the model sees and does, as
//! it does for people: hidden information never reaches this crate.

mod handler;
mod http;
mod own;
mod prompts;
mod refusal;
mod resources;
mod run;
mod session;
mod shape;
mod table;
mod tools;
mod tracker;

use std::path::PathBuf;
use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::service::{QuitReason, ServerInitializeError};
use tokio::io::{AsyncRead, AsyncWrite};

pub use crate::http::{HttpServer, HttpSettings};
pub use crate::refusal::Refusal;
pub use crate::run::{RunError, over_http, over_stdio};

use crate::handler::Handler;
use crate::own::OwnTracker;
use crate::session::Session;
use crate::table::Table;
use crate::tracker::{Link, Tracker};

/// The tracker to play at, and the role to play in.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Address of a running tracker, or a link with a key; none = a tracker in this process.
    pub tracker: Option<String>,
    /// Key for that tracker, if it is not part of the address.
    pub key: Option<String>,
    /// Data file of the tracker in this process; none = fights last as long as the process.
    pub db: Option<PathBuf>,
    /// Combatants that the model plays; none = the key decides.
    pub plays: Vec<String>,
}

/// Error of a connection or a transport.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The client did not begin a session as the protocol requires.
    #[error("the client did not begin a session: {0}")]
    Begin(Box<ServerInitializeError>),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// The address cannot be used.
    #[error("cannot listen on {0}: {1}")]
    Address(std::net::SocketAddr, std::io::Error),
    /// The settings of the HTTP transport leave it open to others.
    #[error("{0}")]
    Open(String),
}

/// A server that clients can connect to.
#[derive(Debug)]
pub struct McpServer {
    table: Arc<Table>,
    own: Option<OwnTracker>,
}

impl McpServer {
    /// Connects to the tracker, or starts one in this process.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the tracker does not answer, the key is not valid, or the settings
    /// contradict each other.
    pub async fn open(settings: &Settings) -> Result<McpServer, Refusal> {
        let plays = settings.plays.clone();
        let Some(url) = &settings.tracker else {
            if settings.key.is_some() {
                let refusal = Refusal::invalid("a key is for a running tracker");
                return Err(refusal.help("say with --tracker where it runs"));
            }
            let own = OwnTracker::start(settings.db.as_deref()).await?;
            let table = Table::join(own.tracker.clone(), own.key.clone(), plays).await?;
            return Ok(McpServer { table: Arc::new(table), own: Some(own) });
        };
        if settings.db.is_some() {
            let refusal = Refusal::invalid("a running tracker has a data file of its own");
            return Err(refusal.help("leave out --db, or --tracker"));
        }
        let link = Link::parse(url)?;
        let key = settings.key.clone().or(link.key).ok_or_else(|| {
            Refusal::invalid("there is no key for the tracker")
                .help("give a link with `#key=…`, or the key of a role with --key")
        })?;
        let table = Table::join(Tracker::at(link.authority), key, plays).await?;
        Ok(McpServer { table: Arc::new(table), own: None })
    }

    /// Returns the host's link of the tracker in this process, for a person at the table.
    pub fn link(&self) -> Option<&str> {
        self.own.as_ref().map(|own| own.link.as_str())
    }

    /// Serves one client over a pair of streams until it disconnects.
    ///
    /// # Errors
    ///
    /// A [`ServeError`] if the client does not begin a session, or the connection breaks.
    pub async fn serve<R, W>(&self, reader: R, writer: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let running = match self.handler().serve((reader, writer)).await {
            Ok(running) => running,
            // A client that disconnects before it begins a session is no error.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(ServeError::Begin(Box::new(error))),
        };
        match running.waiting().await {
            Ok(QuitReason::JoinError(error)) | Err(error) => {
                Err(ServeError::Broken(error.to_string()))
            }
            Ok(_) => Ok(()),
        }
    }

    /// Starts to listen for clients over HTTP.
    ///
    /// # Errors
    ///
    /// A [`ServeError`] if the address cannot be used, or would be open to others.
    pub async fn listen(&self, settings: &HttpSettings) -> Result<HttpServer, ServeError> {
        HttpServer::bind(self.table.clone(), settings).await
    }

    /// Stops the tracker in this process and closes its data file.
    pub async fn close(self) -> std::io::Result<()> {
        match self.own {
            Some(own) => own.stop().await,
            None => Ok(()),
        }
    }

    fn handler(&self) -> Handler {
        Handler::new(Session::new(self.table.clone()))
    }
}
