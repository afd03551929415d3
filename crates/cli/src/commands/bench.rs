//! `turnwright bench`: measures how fast the engine is.

use std::process::ExitCode;

use anyhow::bail;

/// Measures how fast the engine is.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args, _json: bool) -> anyhow::Result<ExitCode> {
    bail!("not built in yet")
}
