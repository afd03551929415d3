//! The state of the server: what every handler has at hand.

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

/// Shared state of all request handlers; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct App(Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    /// The data file.
    pub(crate) store: Store,
    /// Every valid key.
    pub(crate) keys: Arc<KeyRing>,
    /// The encounters.
    pub(crate) encounters: Registry,
    /// The rulebooks.
    pub(crate) rulebooks: Arc<Library>,
    /// Rate limiter for requests.
    pub(crate) rates: Rates,
    /// Numbers for whoever watches the server.
    pub(crate) metrics: Arc<Metrics>,
    /// Listening for the local network.
    pub(crate) network: Network,
    /// Where people reach the server, without a slash at the end.
    public_url: RwLock<Arc<str>>,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// A server on a store that is open.
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

    /// Where people reach the server, without a slash at the end.
    pub(crate) fn public(&self) -> Arc<str> {
        self.public_url.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on links lead there.
    pub(crate) fn set_public(&self, url: &str) {
        *self.public_url.write().unwrap_or_else(PoisonError::into_inner) = url.into();
    }

    /// Returns the metrics in the text format of Prometheus.
    pub(crate) fn metrics_text(&self) -> String {
        let (encounters, listeners) = self.encounters.count();
        let data_bytes = self.store.path().metadata().map_or(0, |it| it.len());
        let is_read_only = self.store.read_only().is_some();
        self.metrics.text(Now { encounters, listeners, is_read_only, data_bytes })
    }

    /// Lets go of encounters that nobody has used for a while, again and again.
    pub(crate) async fn release_idle(self, idle: Duration) {
        let mut pause = tokio::time::interval((idle / 4).max(Duration::from_millis(20)));
        loop {
            pause.tick().await;
            self.encounters.release_idle(idle);
        }
    }

    /// An encounter, as far as a key may know of it, and the eyes it is seen through.
    pub(crate) async fn open(
        &self,
        caller: &Caller,
        encounter: &str,
    ) -> Result<(Handle, Eyes), Failure> {
        // A key of another encounter learns nothing, not even whether this one exists.
        let Grant { role, encounter: own, .. } = &caller.grant;
        if *role != Role::Host && own.as_deref() != Some(encounter) {
            return Err(Failure::not_found("encounter"));
        }
        Ok((self.encounters.get(encounter).await?, Eyes::of(&caller.grant)))
    }

    /// The same for game masters only.
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

    /// Makes a key with its link.
    pub(crate) async fn grant(&self, grant: Grant) -> Result<NewKey, Failure> {
        let (key, secret) = self.keys.create(&self.store, grant).await?;
        Ok(self.told_once(key, secret))
    }

    /// A key with its link, which can never be told again.
    pub(crate) fn told_once(&self, key: crate::wire::Key, secret: String) -> NewKey {
        // Behind the `#` it never leaves the browser.
        let link = format!("{}/#key={secret}", self.public());
        let qr = qr(&link);
        NewKey { key, secret, link, qr }
    }

    /// Lets the task of an encounter know of changed seats, and ends streams of a changed key.
    pub(crate) async fn keys_changed(&self, encounter: &str, key: &str) {
        if let Some(handle) = self.encounters.known(encounter) {
            handle.gone(key).await;
            handle.seats(self.keys.seats(encounter)).await;
        }
    }
}

/// A text as a QR code: rows of `#` for dark and `.` for light; nothing if it is too long for one.
pub(crate) fn qr(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return Vec::new() };
    let row = |y| (0..code.size()).map(|x| if code.get_module(x, y) { '#' } else { '.' }).collect();
    (0..code.size()).map(row).collect()
}
