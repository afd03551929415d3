//! Conversations with the server, message by message, as an editor has them.

mod completion;
mod diagnostics;
mod names;
mod protocol;
mod support;
mod templates;
