//! The tracker: encounters over HTTP, with a live stream, roles and a store.
//!
//! ```text
//! api         one handler for each address              wire      every type that is sent
//! encounter   one task owns each encounter              entry     the durable log
//! veil        the one place where things are hidden     store     one SQLite file
//! keys, auth  the key that a request comes with         guard     checks around every request
//! listen      connections and their limits              limit     rate limits
//! network     reaching it from phones                   probes    health, readiness, metrics
//! grant       the permissions of a key                  data      checking and repairing files
//! ```
//!
//! Modules depend on each other in one direction: from `serve` and `api` over `app` and `encounter`
//! down to `store`, `failure` and `wire`.
//!
//! In a browser there are no sockets, files and threads. There `local` offers the same questions
//! and changes as calls, `device` answers the same requests as over HTTP, and everything that needs
//! a host is left out.
//!
//! This is the only crate that knows a wire format and a database. It plays through `sim` and knows
//! no rules.

#![cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, unused_imports, reason = "some of it is for a host")
)]

#[cfg(target_arch = "wasm32")]
mod addresses;
mod api;
#[cfg(not(target_arch = "wasm32"))]
mod app;
mod auth;
mod begun;
#[cfg(not(target_arch = "wasm32"))]
pub mod bench;
#[cfg(not(target_arch = "wasm32"))]
pub mod client;
#[cfg(not(target_arch = "wasm32"))]
pub mod data;
#[cfg(target_arch = "wasm32")]
pub mod device;
mod encounter;
mod entry;
mod extract;
mod eyes;
mod failure;
mod grant;
#[cfg(not(target_arch = "wasm32"))]
mod guard;
#[cfg(not(target_arch = "wasm32"))]
mod host;
mod importing;
mod json;
#[cfg(not(target_arch = "wasm32"))]
mod keys;
mod library;
#[cfg(not(target_arch = "wasm32"))]
mod limit;
#[cfg(not(target_arch = "wasm32"))]
mod links;
#[cfg(not(target_arch = "wasm32"))]
mod listen;
pub mod local;
mod making;
#[cfg(not(target_arch = "wasm32"))]
mod metrics;
#[cfg(not(target_arch = "wasm32"))]
mod network;
#[cfg(not(target_arch = "wasm32"))]
mod openapi;
#[cfg(not(target_arch = "wasm32"))]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod probes;
mod random;
mod rulebook;
#[cfg(not(target_arch = "wasm32"))]
mod serve;
mod shelved;
#[cfg(not(target_arch = "wasm32"))]
mod signals;
mod status;
#[cfg(not(target_arch = "wasm32"))]
mod store;
mod store_error;
mod veil;
pub mod wire;
mod work;

// A device stands in for what a server has under these names.
#[cfg(target_arch = "wasm32")]
use device::{app, keys, store};

#[cfg(not(target_arch = "wasm32"))]
pub use openapi::document;
#[cfg(not(target_arch = "wasm32"))]
pub use serve::{Reach, Server, Settings, StartError, serve, terminal_qr};
pub use store::StoreError;
