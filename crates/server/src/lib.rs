//! The tracker: encounters over HTTP, with a live stream, roles and a store.
//!
//! ```text
//! api         one handler for each address              wire      every type that is sent
//! encounter   one task owns each encounter              entry     the durable log
//! veil        the one place where things are hidden     store     one SQLite file
//! keys, auth  who asks                                  guard     what every request goes through
//! listen      connections and their limits              limit     how often somebody may ask
//! network     reaching it from phones                   probes    health, readiness, metrics
//! ```
//!
//! The only crate that knows a wire format and a database. It plays through `sim`; it knows no
//! rule.

mod api;
mod app;
mod auth;
pub mod bench;
pub mod client;
mod encounter;
mod entry;
mod extract;
mod eyes;
mod failure;
mod guard;
mod host;
mod json;
mod keys;
mod library;
mod limit;
mod links;
mod listen;
mod making;
mod metrics;
mod network;
mod openapi;
mod page;
mod probes;
mod random;
mod rulebook;
mod serve;
mod store;
mod veil;
pub mod wire;

pub use openapi::document;
pub use serve::{Reach, Server, Settings, StartError, serve, terminal_qr};
pub use store::StoreError;
pub use store::tools as data;
