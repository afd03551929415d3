//! The server's state, shared by all handlers.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use qrcodegen::{QrCode, QrCodeEcc};

use crate::auth::Caller;
use crate::encounter::{Handle, Registry};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::grant::Grant;
use crate::keys::KeyRing;
use crate::limit::Rates;
use crate::metrics::{Metrics, Now};
use crate::network::Network;
use crate::rulebook::Library;
use crate::store::{Store, StoreError};
use crate::wire::{NewKey, Role};

/// Shared state of all request handlers. Clones are cheap and share it.
#[derive(Clone, Debug)]
pub(crate) struct App(Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    /// The data file.
    pub(crate) store: Store,
    /// All valid keys.
    pub(crate) keys: Arc<KeyRing>,
    /// The encounters.
    pub(crate) encounters: Registry,
    /// The rulebooks read so far.
    pub(crate) rulebooks: Arc<Library>,
    /// Rate limiter for requests.
    pub(crate) rates: Rates,
    /// Counters and timings that `/metrics` reports.
    pub(crate) metrics: Arc<Metrics>,
    /// The listener for the local network.
    pub(crate) network: Network,
    /// URL that links begin with, without a slash at the end.
    public_url: RwLock<Arc<str>>,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// Creates the state of a server on an open store. Reads all keys from it.
    pub(crate) async fn new(
        store: Store,
        public_url: &str,
        rates: Rates,
        metrics: Arc<Metrics>,
        network: Network,
    ) -> Result<App, StoreError> {
        let keys = Arc::new(KeyRing::load(&store).await?);
        let encounters = Registry::new(store.clone(), keys.clone(), metrics.clone());
        Ok(App(Arc::new(Inner {
            store,
            keys,
            encounters,
            rulebooks: Arc::default(),
            rates,
            metrics,
            network,
            public_url: RwLock::new(public_url.trim_end_matches('/').into()),
        })))
    }

    /// Returns the URL that links begin with, without a slash at the end.
    pub(crate) fn public(&self) -> Arc<str> {
        self.public_url.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the URL that links begin with from now on.
    pub(crate) fn set_public(&self, url: &str) {
        *self.public_url.write().unwrap_or_else(PoisonError::into_inner) = url.into();
    }

    /// Returns the metrics in the text format of Prometheus.
    pub(crate) async fn metrics_text(&self) -> String {
        let (encounters, listeners) = self.encounters.count();
        let data_bytes = self.store.path().metadata().map_or(0, |it| it.len());
        let is_read_only = self.store.probe().await.is_some();
        self.metrics.text(Now { encounters, listeners, is_read_only, data_bytes })
    }

    /// Releases idle encounters from memory in a loop that never ends. An encounter is idle once it
    /// has no listeners and no requests for `idle`. The loop waits a quarter of that time, at least
    /// 20 ms, between rounds.
    pub(crate) async fn release_idle(self, idle: Duration) {
        let mut pause = tokio::time::interval((idle / 4).max(Duration::from_millis(20)));
        loop {
            pause.tick().await;
            self.encounters.release_idle(idle);
        }
    }

    /// Returns the handle of an encounter and the eyes that the caller sees it through. A key of
    /// another encounter gets "not found".
    pub(crate) async fn open(
        &self,
        caller: &Caller,
        encounter: &str,
    ) -> Result<(Handle, Eyes), Failure> {
        // A key of another encounter must not learn whether this one exists.
        let Grant { role, encounter: own, .. } = &caller.grant;
        if *role != Role::Host && own.as_deref() != Some(encounter) {
            return Err(Failure::not_found("encounter"));
        }
        Ok((self.encounters.get(encounter).await?, Eyes::of(&caller.grant)))
    }

    /// Does the same as [`App::open`], but fails unless the caller is a game master or the host.
    pub(crate) async fn open_as_master(
        &self,
        caller: &Caller,
        encounter: &str,
    ) -> Result<(Handle, Eyes), Failure> {
        let (handle, eyes) = self.open(caller, encounter).await?;
        match eyes.master {
            true => Ok((handle, eyes)),
            false => Err(Failure::forbidden("only the game master may do that")),
        }
    }

    /// Creates a key with its link.
    pub(crate) async fn grant(&self, grant: Grant) -> Result<NewKey, Failure> {
        let (key, secret) = self.keys.create(&self.store, grant).await?;
        Ok(self.told_once(key, secret))
    }

    /// Returns a key with its secret, link and QR code. The secret is not stored, so it cannot be
    /// shown again.
    pub(crate) fn told_once(&self, key: crate::wire::Key, secret: String) -> NewKey {
        // A browser never sends the part behind `#`.
        let link = format!("{}/#key={secret}", self.public());
        let qr = qr(&link);
        NewKey { key, secret, link, qr }
    }

    /// Tells the task of an encounter that its seats have changed, and ends the streams of a
    /// changed key. Does nothing if the encounter is not in memory.
    pub(crate) async fn keys_changed(&self, encounter: &str, key: &str) {
        if let Some(handle) = self.encounters.known(encounter) {
            handle.gone(key).await;
            handle.seats(self.keys.seats(encounter)).await;
        }
    }
}

/// Encodes a text as a QR code: rows of `#` for dark and `.` for light. Returns no rows if the text
/// is too long for a QR code.
pub(crate) fn qr(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return Vec::new() };
    let row = |y| (0..code.size()).map(|x| if code.get_module(x, y) { '#' } else { '.' }).collect();
    (0..code.size()).map(row).collect()
}
