//! A tracker inside this process, for users without a running one.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use server::{Server, Settings};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::refusal::Refusal;
use crate::tracker::Tracker;

/// Requests per second, and at once. The limits are high: a model may send requests quickly, and no
/// stranger has the key.
const RATE: (f64, f64) = (1_000.0, 4_000.0);

/// A tracker that runs until it is stopped.
#[derive(Debug)]
pub(crate) struct OwnTracker {
    /// Its address.
    pub(crate) tracker: Tracker,
    /// The host's key.
    pub(crate) key: String,
    /// The host's link, for a person who watches or plays along.
    pub(crate) link: String,
    stop: oneshot::Sender<()>,
    running: JoinHandle<io::Result<()>>,
    folder: Option<Folder>,
}

/// A folder that is removed when it is dropped.
#[derive(Debug)]
struct Folder(PathBuf);

impl OwnTracker {
    /// Starts a tracker on a free port, which only this machine can reach. Without a data file,
    /// fights last as long as the process.
    pub(crate) async fn start(db: Option<&Path>) -> Result<OwnTracker, Refusal> {
        let (file, folder) = match db {
            Some(file) => (file.to_owned(), None),
            None => {
                let folder = Folder::create().map_err(|error| {
                    Refusal::unavailable(format!("there is no room for the fights: {error}"))
                })?;
                (folder.0.join("fights.db"), Some(folder))
            }
        };
        let mut settings = Settings::new(file);
        settings.addr = SocketAddr::from(([127, 0, 0, 1], 0));
        settings.rate = RATE;
        let server = Server::start(&settings).await;
        let server = server.map_err(|error| Refusal::unavailable(error.to_string()))?;
        if let Some(why) = &server.read_only {
            return Err(Refusal::unavailable(format!("the data file cannot be written: {why}")));
        }
        let (addr, key, link) = (server.addr, server.secret.clone(), server.link.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(server.run(async move {
            // Completes on a message, or when the sender is dropped.
            let _ = stopped.await;
        }));
        Ok(OwnTracker { tracker: Tracker::at(addr.to_string()), key, link, stop, running, folder })
    }

    /// Stops the tracker and closes the data file.
    pub(crate) async fn stop(self) -> io::Result<()> {
        let OwnTracker { stop, running, folder, .. } = self;
        let _ = stop.send(());
        let ended = running.await;
        drop(folder);
        ended.map_err(io::Error::other)?
    }
}

impl Folder {
    /// Makes a folder with a name that nobody can guess, which only this user can open.
    fn create() -> io::Result<Folder> {
        let mut random = [0u8; 12];
        getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
        let name: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let path = std::env::temp_dir().join(format!("turnwright-mcp-{name}"));
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A leftover in the folder for temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
