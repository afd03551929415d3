//! `turnwright`: the engine in a terminal.
//!
//! Each command is a file in `commands`, with its arguments and one function that runs it. The
//! files beside this one are shared. They open fights (`open`) and rulesets (`rulesets`,
//! `templates`), judge commands and list options (`judge`, `menu`), write text and colors (`out`,
//! `paint`), and report failures (`failure`).

mod commands;
mod failure;
mod judge;
mod menu;
mod open;
mod out;
mod paint;
mod rulesets;
mod templates;

use std::process::ExitCode;

use clap::Parser;

/// Plays the action economy of tabletop games: who may act, what it costs, and why not.
#[derive(Parser)]
#[command(name = "turnwright", version, after_help = EXIT_CODES)]
struct Cli {
    /// One JSON value, or one a line, instead of text for people.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: commands::Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  everything asked for was done, or holds
  1  something failed, does not hold or is denied
  2  wrong usage, or input that cannot be read

Colours appear on a terminal only, and never where NO_COLOR is set.";

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    match cli.command.run(cli.json) {
        Ok(code) => code,
        Err(error) => failure::report(&error, cli.json),
    }
}
