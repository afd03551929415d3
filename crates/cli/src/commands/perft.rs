//! `turnwright perft`: counts the sequences of commands that are possible.

use std::process::ExitCode;

use anyhow::bail;

/// Counts the sequences of commands that are possible.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args, _json: bool) -> anyhow::Result<ExitCode> {
    bail!("not built in yet")
}
