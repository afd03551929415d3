//! The course of a fight: commands, the stack of declarations, windows, and the clock.
//!
//! [`apply`] takes a command and calls [`resolve`], which runs until a decision is needed. On the
//! way it opens windows ([`response_window`]), executes effects ([`execute`]) and, with an empty
//! stack, moves the clock ([`edge`]).

pub(crate) mod apply;
pub(crate) mod edge;
pub(crate) mod execute;
pub(crate) mod resolve;
pub(crate) mod response_window;
mod say;
pub mod ties;
