//! `turnwright lsp`: serves an editor with the files of rulesets.

use std::process::ExitCode;

use anyhow::Context;
use lsp::Ended;

use crate::failure::failed;

/// Serves an editor over the Language Server Protocol.
///
/// An editor starts it and talks to it over standard input and output. It shows mistakes, completes
/// keys and names, explains them, finds and renames them, and offers fixes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Talks over standard input and output, as it does anyway; some editors say so.
    #[arg(long)]
    stdio: bool,
}

pub(crate) fn run(_: &Args, _json: bool) -> anyhow::Result<ExitCode> {
    match lsp::run_stdio().context("cannot write to the editor")? {
        Ended::Orderly => Ok(ExitCode::SUCCESS),
        Ended::Abruptly => Ok(failed()),
    }
}
