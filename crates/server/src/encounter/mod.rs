//! Encounters: each is owned by one task, which answers questions and carries out changes one
//! after the other.

mod act;
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
mod registry;
mod replay;
mod table;
mod task;
mod tell;
mod view;

pub(crate) use change::Change;
pub(crate) use registry::Registry;
pub(crate) use replay::{Games, load, playable, present_text};
pub(crate) use task::{Handle, Question, Request};

/// An encounter in memory, ready for its task.
#[derive(Debug)]
pub(crate) struct Loaded(live::Live);
