//! The only key of a device. It has the role of the host, who is also the game master.

use crate::auth::Caller;
use crate::failure::Failure;
use crate::grant::Grant;
use crate::store::Store;
use crate::wire::{Key, Role};

/// Id of the device's key.
const DEVICE: &str = "device";

/// Key ring without keys, in place of a server's key ring.
#[derive(Debug)]
pub(crate) struct KeyRing;

/// Returns the caller of every request: the host.
pub(crate) fn device_caller() -> Caller {
    let (name, combatants) = (String::new(), Vec::new());
    let grant = Grant { encounter: None, role: Role::Host, name, combatants };
    Caller { key: DEVICE.to_owned(), grant }
}

/// Returns the device's key in wire form, with the role, name and combatants of a grant.
pub(crate) fn device_key(grant: Grant) -> Key {
    let Grant { role, name, combatants, .. } = grant;
    Key { id: DEVICE.to_owned(), role, name, combatants, created: 0 }
}

impl KeyRing {
    /// Returns the keys of an encounter: always none.
    pub(crate) fn of(&self, _: &str) -> Vec<Key> {
        Vec::new()
    }

    /// Always fails with a "not found" problem, because there is no key to change.
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
