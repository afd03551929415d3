//! Keys: secrets in links. The server stores only hashes and compares them in constant time.
//!
//! A secret looks like `ID.REST`: the id finds the key, the rest proves it. The rest holds 160
//! random bits, so a plain hash without salt keeps it safe.

use std::collections::HashMap;
use std::sync::RwLock;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::failure::Failure;
use crate::grant::Grant;
use crate::random;
use crate::store::{Store, StoreError, StoredKey};
use crate::wire::{Key, Role, Seat};

/// Largest number of keys of an encounter.
const KEYS_MAX: usize = 64;
/// Largest number of host keys. A new one beyond it removes the oldest.
const HOSTS_MAX: usize = 8;

/// All valid keys.
#[derive(Debug, Default)]
pub(crate) struct KeyRing {
    keys: RwLock<HashMap<String, StoredKey>>,
}

impl KeyRing {
    /// Reads all keys from the store. A damaged key is not valid, but the others are.
    pub(crate) async fn load(store: &Store) -> Result<KeyRing, StoreError> {
        let keys = store.read(StoredKey::all).await?;
        for key in keys.broken {
            tracing::error!(key, "a key is damaged in the data file; make a new one");
        }
        let keys = keys.found.into_iter().map(|key| (key.id.clone(), key)).collect();
        Ok(KeyRing { keys: RwLock::new(keys) })
    }

    /// Returns the id and the permissions of the key with this secret; `None` if there is none.
    pub(crate) fn of_secret(&self, secret: &str) -> Option<(String, Grant)> {
        let (id, rest) = secret.split_once('.')?;
        let keys = self.keys.read().ok()?;
        let found = keys.get(id);
        // Unknown ids are compared with a dummy hash, so that the time taken does not reveal ids.
        let wanted = found.map_or([0; 32], |key| key.hash);
        let same: bool = hash(rest).ct_eq(&wanted).into();
        let key = found.filter(|_| same)?;
        Some((key.id.clone(), key.grant.clone()))
    }

    /// Checks whether a key is still valid.
    pub(crate) fn is_good(&self, id: &str) -> bool {
        self.keys.read().is_ok_and(|keys| keys.contains_key(id))
    }

    /// Returns the keys of an encounter, oldest first.
    pub(crate) fn of(&self, encounter: &str) -> Vec<Key> {
        let mut keys = self.some(|key| key.grant.encounter.as_deref() == Some(encounter));
        keys.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        keys.iter().map(shown).collect()
    }

    /// Returns the seats of an encounter.
    pub(crate) fn seats(&self, encounter: &str) -> Vec<Seat> {
        let seats = self.of(encounter).into_iter().filter(|key| key.role == Role::Seat);
        seats.map(|key| Seat { name: key.name, combatants: key.combatants }).collect()
    }

    /// Creates a key. Returns it with its secret, which cannot be read again later.
    pub(crate) async fn create(
        &self,
        store: &Store,
        grant: Grant,
    ) -> Result<(Key, String), Failure> {
        if grant.encounter.as_ref().is_some_and(|it| self.of(it).len() >= KEYS_MAX) {
            let message = format!("an encounter has {KEYS_MAX} keys at most");
            return Err(Failure::new(crate::wire::ProblemCode::Limit, message));
        }
        let role = grant.role;
        let key = StoredKey { id: random::letters(10)?, grant, hash: [0; 32], created: 0 };
        let made = self.secret(store, key).await?;
        if role == Role::Host && store.read_only().is_none() {
            self.forget_old_hosts(store).await?;
        }
        Ok(made)
    }

    /// Gives a key a new secret and returns both. The old secret is no longer valid.
    pub(crate) async fn renew(
        &self,
        store: &Store,
        encounter: &str,
        id: &str,
    ) -> Result<(Key, String), Failure> {
        let key = self.find(encounter, id)?;
        self.secret(store, key).await
    }

    /// Changes the name or the combatants of a key.
    pub(crate) async fn change(
        &self,
        store: &Store,
        encounter: &str,
        id: &str,
        change: impl FnOnce(&mut Grant),
    ) -> Result<Key, Failure> {
        let mut key = self.find(encounter, id)?;
        change(&mut key.grant);
        self.put(store, key.clone()).await?;
        Ok(shown(&key))
    }

    /// Makes a key invalid.
    pub(crate) async fn revoke(
        &self,
        store: &Store,
        encounter: &str,
        id: &str,
    ) -> Result<Key, Failure> {
        let key = self.find(encounter, id)?;
        self.remove(store, &key.id).await?;
        Ok(shown(&key))
    }

    async fn secret(&self, store: &Store, mut key: StoredKey) -> Result<(Key, String), Failure> {
        let rest = random::letters(32)?;
        key.hash = hash(&rest);
        key.created = random::now();
        if key.grant.role == Role::Host {
            // A clock that was set back must not make the newest key look like the oldest.
            let hosts = self.some(|known| known.grant.role == Role::Host);
            let newest = hosts.iter().map(|known| known.created).max();
            key.created = newest.map_or(key.created, |it| key.created.max(it.saturating_add(1)));
        }
        let secret = format!("{}.{rest}", key.id);
        let shown = shown(&key);
        self.put(store, key).await?;
        Ok((shown, secret))
    }

    async fn forget_old_hosts(&self, store: &Store) -> Result<(), Failure> {
        let mut hosts = self.some(|key| key.grant.role == Role::Host);
        hosts.sort_by_key(|key| key.created);
        for key in &hosts[..hosts.len().saturating_sub(HOSTS_MAX)] {
            self.remove(store, &key.id).await?;
        }
        Ok(())
    }

    fn some(&self, which: impl Fn(&StoredKey) -> bool) -> Vec<StoredKey> {
        let Ok(keys) = self.keys.read() else { return Vec::new() };
        keys.values().filter(|key| which(key)).cloned().collect()
    }

    fn find(&self, encounter: &str, id: &str) -> Result<StoredKey, Failure> {
        let mut found =
            self.some(|key| key.id == id && key.grant.encounter.as_deref() == Some(encounter));
        found.pop().ok_or_else(|| Failure::not_found("key"))
    }

    async fn put(&self, store: &Store, key: StoredKey) -> Result<(), Failure> {
        let kept = key.clone();
        let is_host = kept.grant.role == Role::Host;
        match store.write(move |connection| key.put(connection)).await {
            // A host must get in even if nothing can be written. Such a key is valid until the
            // server stops.
            Err(StoreError::NotWritable(_)) if is_host => {}
            other => other?,
        }
        let mut keys = self.keys.write().map_err(|_| StoreError::Stopping)?;
        keys.insert(kept.id.clone(), kept);
        Ok(())
    }

    async fn remove(&self, store: &Store, id: &str) -> Result<(), Failure> {
        let gone = id.to_owned();
        store.write(move |connection| StoredKey::remove(connection, &gone)).await?;
        let mut keys = self.keys.write().map_err(|_| StoreError::Stopping)?;
        keys.remove(id);
        Ok(())
    }
}

fn hash(rest: &str) -> [u8; 32] {
    Sha256::digest(rest.as_bytes()).into()
}

fn shown(key: &StoredKey) -> Key {
    Key {
        id: key.id.clone(),
        role: key.grant.role,
        name: key.grant.name.clone(),
        combatants: key.grant.combatants.clone(),
        created: key.created,
    }
}
