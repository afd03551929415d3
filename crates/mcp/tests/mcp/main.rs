//! The server as a client meets it: JSON-RPC over a pipe, and over HTTP.

mod fight;
mod http;
mod protocol;
mod refusals;
mod roles;
mod schema;
mod support;
mod tools;
