//! Tests the MCP server with the protocol's conformance suite and its official client. They come
//! from npm and are locked in `npm/mcp`.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use crate::{browser, page, tree};

/// Runs the tests of `npm/mcp` on the program that the tests built.
pub(crate) fn check() -> Result<ExitCode> {
    let program = browser::program();
    ensure!(program.is_file(), "{} is missing: cargo test --workspace --no-run", program.display());
    for arguments in [&["ci", "--no-audit", "--no-fund", "--prefer-offline"][..], &["test"]] {
        println!("    npm {}", arguments.join(" "));
        let mut npm = page::npm_command();
        npm.args(arguments).current_dir(tree::root().join("npm/mcp")).env("TURNWRIGHT", &program);
        let status = npm.status().context("starting npm, which these tests need")?;
        if !status.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
