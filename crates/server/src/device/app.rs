//! Shared state of the API's handlers on one device, in place of a server's state.

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
    /// Records of the device.
    pub(crate) store: Store,
    /// Empty key ring: a device hands out no links.
    pub(crate) keys: KeyRing,
    /// Encounters in memory.
    pub(crate) encounters: Registry,
    /// Cache of the rulebooks read so far.
    pub(crate) rulebooks: Arc<Library>,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// Returns the state for the records of a device, with no encounters in memory.
    pub(crate) fn new(store: Store) -> App {
        let encounters = Registry::new(store.clone());
        App(Arc::new(Inner { store, keys: KeyRing, encounters, rulebooks: Arc::default() }))
    }

    /// Returns the handle of an encounter, and the eyes of the caller's role.
    pub(crate) async fn open(
        &self,
        caller: &Caller,
        encounter: &str,
    ) -> Result<(Handle, Eyes), Failure> {
        Ok((self.encounters.get(encounter).await?, Eyes::of(&caller.grant)))
    }

    /// Returns an encounter for the game master. The host is the only caller, so
    /// this checks nothing.
    pub(crate) async fn open_as_master(
        &self,
        caller: &Caller,
        encounter: &str,
    ) -> Result<(Handle, Eyes), Failure> {
        self.open(caller, encounter).await
    }

    /// Returns the device's key in wire form, without a secret, link or QR code. Creates no key.
    pub(crate) async fn grant(&self, grant: Grant) -> Result<NewKey, Failure> {
        let (secret, link) = (String::new(), String::new());
        Ok(NewKey { key: device_key(grant), secret, link, qr: Vec::new() })
    }

    /// Does nothing, because keys never change on a device.
    pub(crate) async fn keys_changed(&self, _: &str, _: &str) {}
}
