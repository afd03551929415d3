//! State of the handlers on one device.

use std::sync::Arc;

use crate::auth::Caller;
use crate::encounter::{Handle, Registry};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::grant::Grant;
use crate::keys::{KeyRing, device_key};
use crate::rulebook::Library;
use crate::store::Store;
use crate::wire::NewKey;

/// Shared state of all handlers; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct App(Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    /// The records.
    pub(crate) store: Store,
    /// No keys: there are no links to hand out.
    pub(crate) keys: KeyRing,
    /// The encounters.
    pub(crate) encounters: Registry,
    /// The rulebooks.
    pub(crate) rulebooks: Arc<Library>,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// The state on the records of a device.
    pub(crate) fn new(store: Store) -> App {
        let encounters = Registry::new(store.clone());
        App(Arc::new(Inner { store, keys: KeyRing, encounters, rulebooks: Arc::default() }))
    }

    /// An encounter, and the eyes it is seen through.
    pub(crate) async fn open(
        &self,
        caller: &Caller,
        encounter: &str,
    ) -> Result<(Handle, Eyes), Failure> {
        Ok((self.encounters.get(encounter).await?, Eyes::of(&caller.grant)))
    }

    /// An encounter for the game master: whoever holds the device.
    pub(crate) async fn open_as_master(
        &self,
        caller: &Caller,
        encounter: &str,
    ) -> Result<(Handle, Eyes), Failure> {
        self.open(caller, encounter).await
    }

    /// The key of the device; there is no other.
    pub(crate) async fn grant(&self, grant: Grant) -> Result<NewKey, Failure> {
        let (secret, link) = (String::new(), String::new());
        Ok(NewKey { key: device_key(grant), secret, link, qr: Vec::new() })
    }

    /// Does nothing: there are no other keys.
    pub(crate) async fn keys_changed(&self, _: &str, _: &str) {}
}
