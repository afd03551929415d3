//! The state of the server: what every handler has at hand.

use std::sync::Arc;

use qrcodegen::{QrCode, QrCodeEcc};

use crate::auth::Caller;
use crate::encounter::{Handle, Registry};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::keys::{Grant, KeyRing};
use crate::limit::Rates;
use crate::rulebook::Library;
use crate::store::{Store, StoreError};
use crate::wire::{NewKey, Role};

/// What every handler has at hand; cheap to copy.
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
    /// Who asked how often.
    pub(crate) rates: Rates,
    /// Where people reach the server, without a slash at the end.
    pub(crate) public_url: String,
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
    ) -> Result<App, StoreError> {
        let keys = Arc::new(KeyRing::load(&store).await?);
        let encounters = Registry::new(store.clone(), keys.clone());
        Ok(App(Arc::new(Inner {
            store,
            keys,
            encounters,
            rulebooks: Arc::default(),
            rates,
            public_url: public_url.trim_end_matches('/').to_owned(),
        })))
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
        Ok((self.encounters.get(encounter).await?, Eyes::of(caller)))
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
        let link = format!("{}/#key={secret}", self.public_url);
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
