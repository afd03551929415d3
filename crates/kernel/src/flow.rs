//! The course of a fight: commands come in, declarations pile up and resolve, windows open, the
//! clock goes on.
//!
//! [`apply`] takes a command and hands over to [`resolve`], which runs until somebody has to decide
//! something. On the way it opens windows ([`response_window`]), runs programs ([`execute`]) and,
//! with nothing left to resolve, moves the clock ([`edge`]).

pub(crate) mod apply;
pub(crate) mod edge;
pub(crate) mod execute;
pub(crate) mod resolve;
pub(crate) mod response_window;
mod say;
pub mod ties;
