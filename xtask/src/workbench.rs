//! Builds the workbench from `npm/workbench` for any web host, and tests it in a browser together
//! with the engine.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::{browser, page, tree};

/// Builds the page into `npm/workbench/dist`.
pub(crate) fn build() -> Result<ExitCode> {
    npm(&[&["ci", "--no-audit", "--no-fund"], &["run", "build"]])
}

/// Checks the page's types, builds it, and tests it and the engine in a browser.
pub(crate) fn test() -> Result<ExitCode> {
    npm(&[&["ci", "--no-audit", "--no-fund"], &["run", "check"], &["run", "build"], &["test"]])
}

/// Runs npm several times, up to the first call that fails.
fn npm(calls: &[&[&str]]) -> Result<ExitCode> {
    for arguments in calls {
        println!("    npm {}", arguments.join(" "));
        let mut command: Command = page::npm_command();
        command.args(*arguments).current_dir(tree::root().join("npm/workbench"));
        if let Some(browser) = browser::browser() {
            command.env("CHROMIUM", browser);
        }
        let status = command.status().context("starting npm, which the workbench needs")?;
        if !status.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
