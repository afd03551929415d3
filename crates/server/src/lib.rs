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
//! and changes as calls, and everything that needs a host is left out.
//!
//! This is the only crate that knows a wire format and a database. It plays through `sim` and knows
//! no rules.

#![cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, unused_imports, reason = "some of it is for a host")
)]

#[cfg(not(target_arch = "wasm32"))]
mod api;
#[cfg(not(target_arch = "wasm32"))]
mod app;
#[cfg(not(target_arch = "wasm32"))]
mod auth;
mod begun;
#[cfg(not(target_arch = "wasm32"))]
pub mod bench;
#[cfg(not(target_arch = "wasm32"))]
pub mod client;
#[cfg(not(target_arch = "wasm32"))]
pub mod data;
mod encounter;
mod entry;
#[cfg(not(target_arch = "wasm32"))]
mod extract;
mod eyes;
mod failure;
mod grant;
#[cfg(not(target_arch = "wasm32"))]
mod guard;
#[cfg(not(target_arch = "wasm32"))]
mod host;
mod importing;
#[cfg(not(target_arch = "wasm32"))]
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
#[cfg(not(target_arch = "wasm32"))]
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
#[cfg(not(target_arch = "wasm32"))]
mod rulebook;
#[cfg(not(target_arch = "wasm32"))]
mod serve;
#[cfg(not(target_arch = "wasm32"))]
mod status;
#[cfg(not(target_arch = "wasm32"))]
mod store;
mod veil;
pub mod wire;

#[cfg(not(target_arch = "wasm32"))]
pub use openapi::document;
#[cfg(not(target_arch = "wasm32"))]
pub use serve::{Reach, Server, Settings, StartError, serve, terminal_qr};
#[cfg(not(target_arch = "wasm32"))]
pub use store::StoreError;
