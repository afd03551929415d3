//! `turnwright completions`: prints completions for a shell, from the definition of the arguments.

use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

/// Prints completions for a shell, to be sourced or put where the shell looks for them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which shell.
    shell: Shell,
}

pub(crate) fn run(args: &Args, _json: bool) -> anyhow::Result<ExitCode> {
    let mut command = crate::Cli::command();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "turnwright", &mut script);
    io::Write::write_all(&mut io::stdout().lock(), &script)?;
    Ok(ExitCode::SUCCESS)
}
