//! Language server for the files of rulesets.
//!
//! Shows mistakes as they are typed, and gives completion, documentation, navigation, renaming and
//! quick fixes.
//!
//! [`run_stdio`] serves an editor over standard input and output, [`serve`] any connection. Open
//! buffers replace the files on disk. No input stops the server: what cannot be read gets an error
//! or no answer.

mod actions;
mod check;
mod completion;
mod documents;
mod hover;
mod index;
mod layout;
mod navigation;
mod origin;
mod publish;
mod rename;
mod ruleset;
mod scenarios;
mod schema;
mod server;
mod symbols;
mod syntax;
mod text;
mod transport;
mod uses;
mod workspace;

pub use server::{Ended, serve};
pub use transport::run_stdio;
