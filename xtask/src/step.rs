//! Steps of the tables of checks.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{browser, tree};

/// One command whose exit code decides.
pub(crate) struct Step {
    pub(crate) title: String,
    pub(crate) program: Program,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: &'static [(&'static str, &'static str)],
}

/// The program that a step runs, and the folder it runs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// Cargo, at the root.
    Cargo,
    /// npm, in the folder of the page.
    Npm,
    /// The program that this repository makes, at the root.
    Ours(PathBuf),
    /// Python of the environment of the tests, at the root.
    Python(PathBuf),
}

impl Program {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Program::Cargo => "cargo",
            Program::Npm => "npm",
            Program::Ours(_) => "turnwright",
            Program::Python(_) => "python",
        }
    }
}

/// Returns a step that cargo runs.
pub(crate) fn step(title: &str, arguments: &str) -> Step {
    Step {
        title: title.to_owned(),
        program: Program::Cargo,
        arguments: arguments.split_whitespace().map(str::to_owned).collect(),
        environment: &[],
    }
}

/// Returns a step that npm runs.
pub(crate) fn npm(title: &str, arguments: &str) -> Step {
    Step { program: Program::Npm, ..step(title, arguments) }
}

/// Returns a step that an interpreter of Python runs.
pub(crate) fn python(title: &str, interpreter: &Path, arguments: &str) -> Step {
    Step { program: Program::Python(interpreter.to_owned()), ..step(title, arguments) }
}

/// Returns the cargo that runs this program.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Returns a command that runs at the root of the repository.
pub(crate) fn at_root(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(tree::root());
    command
}

/// Runs a step. Returns false if its command fails.
pub(crate) fn run(step: &Step) -> Result<bool> {
    let mut command = match &step.program {
        Program::Cargo => at_root(cargo()),
        Program::Npm => browser::npm(),
        Program::Ours(path) | Program::Python(path) => at_root(path),
    };
    let status = command
        .args(&step.arguments)
        .envs(step.environment.iter().copied())
        .status()
        .with_context(|| format!("starting {} for \"{}\"", step.program.name(), step.title))?;
    Ok(status.success())
}
