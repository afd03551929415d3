//! `cargo xtask serve`: builds the page and the program, and starts the tracker.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::{page, tree};

/// Builds the page, then runs `turnwright serve` with the arguments.
pub(crate) fn serve(arguments: &[String]) -> Result<ExitCode> {
    page::build()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "--package", "turnwright-cli", "--", "serve"])
        .args(arguments)
        .current_dir(tree::root())
        .status()
        .context("starting cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
