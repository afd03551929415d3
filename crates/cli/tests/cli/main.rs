//! The program as people use it: arguments and lines in, exact text and exit code out.

mod convert;
mod durable;
mod files;
mod games;
mod import;
mod lsp;
mod mcp;
mod new;
mod prove;
mod schema;
mod serve;
mod serving;
mod sessions;
mod simulate;
mod support;
