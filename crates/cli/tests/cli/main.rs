//! The program as people use it: arguments and lines in, exact text and exit code out.

mod convert;
mod files;
mod games;
mod schema;
mod serve;
mod sessions;
mod support;
