//! The one key of a device: whoever holds it is host and game master.

use crate::auth::Caller;
use crate::failure::Failure;
use crate::grant::Grant;
use crate::store::Store;
use crate::wire::{Key, Role};

/// Id of the device's key.
const DEVICE: &str = "device";

/// The keys handed out: none.
#[derive(Debug)]
pub(crate) struct KeyRing;

/// The caller of every request.
pub(crate) fn device_caller() -> Caller {
    let (name, combatants) = (String::new(), Vec::new());
    let grant = Grant { encounter: None, role: Role::Host, name, combatants };
    Caller { key: DEVICE.to_owned(), grant }
}

/// A key as it is told.
pub(crate) fn device_key(grant: Grant) -> Key {
    let Grant { role, name, combatants, .. } = grant;
    Key { id: DEVICE.to_owned(), role, name, combatants, created: 0 }
}

impl KeyRing {
    /// The keys of an encounter: none.
    pub(crate) fn of(&self, _: &str) -> Vec<Key> {
        Vec::new()
    }

    /// Fails: there is no key to change.
    pub(crate) async fn change(
        &self,
        _: &Store,
        _: &str,
        _: &str,
        _: impl FnOnce(&mut Grant),
    ) -> Result<Key, Failure> {
        Err(Failure::not_found("key"))
    }
}
