//! Encounters: each is owned by one task, which answers questions and carries out changes one
//! after the other.

mod act;
mod alone;
mod ask;
mod batch;
mod board;
mod change;
mod choices;
mod edit;
mod export;
mod follow;
mod live;
mod options;
mod plan;
mod quick;
mod quota;
#[cfg(not(target_arch = "wasm32"))]
mod registry;
#[cfg(target_arch = "wasm32")]
#[path = "../device/registry.rs"]
mod registry;
mod replay;
mod request;
mod rule;
mod table;
#[cfg(not(target_arch = "wasm32"))]
mod task;
#[cfg(target_arch = "wasm32")]
#[path = "../device/handle.rs"]
mod task;
mod tell;
mod view;

pub(crate) use alone::Alone;
pub(crate) use ask::Question;
pub(crate) use change::Change;
pub(crate) use registry::Registry;
pub(crate) use replay::Games;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use replay::playable;
pub(crate) use replay::{load, present_text};
pub(crate) use request::Request;
pub(crate) use task::Handle;

/// An encounter in memory, ready for its task.
#[derive(Debug)]
pub(crate) struct Loaded(live::Live);
