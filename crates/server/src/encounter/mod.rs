//! Encounters: one task owns each of them, answers questions and carries out changes one after the
//! other.

mod act;
mod alone;
mod ask;
mod batch;
mod board;
mod change;
mod choices;
#[cfg(target_arch = "wasm32")]
mod device_handle;
#[cfg(target_arch = "wasm32")]
mod device_registry;
mod edit;
mod export;
mod follow;
mod give;
mod live;
mod options;
mod plan;
mod quick;
mod quota;
#[cfg(not(target_arch = "wasm32"))]
mod registry;
mod replay;
mod request;
mod rule;
mod table;
#[cfg(not(target_arch = "wasm32"))]
mod task;
mod tell;
mod view;

pub(crate) use alone::Alone;
pub(crate) use ask::Question;
pub(crate) use change::Change;
#[cfg(target_arch = "wasm32")]
pub(crate) use device_handle::Handle;
#[cfg(target_arch = "wasm32")]
pub(crate) use device_registry::Registry;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use registry::Registry;
pub(crate) use replay::Games;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use replay::playable;
pub(crate) use replay::{load, present_text};
pub(crate) use request::Request;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use task::Handle;

/// An encounter in memory, ready for its task.
#[derive(Debug)]
pub(crate) struct Loaded(live::Live);
