//! `turnwright play`: plays a fight at the terminal, or from lines on standard input.
//!
//! The table (`table`) takes lines and returns replies; it does not depend on a terminal. The line
//! editor (`editor`, with `complete`) and the plain reader of lines (`script`) call it.

mod board;
mod complete;
mod editor;
mod list;
mod picture;
mod reply;
mod script;
mod table;
mod words;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use serde_json::json;
use sim::origin::Origin;
use sim::session::Session;

use crate::open::{self, Opened};
use crate::out;
use crate::paint::Paint;
use table::{Manner, Table};

/// Plays a fight: at a terminal with prompt, history and completion; otherwise line by line from
/// standard input. Type ? for help.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An encounter file, a saved game, or the name of an example.
    #[arg(required_unless_present = "list")]
    file: Option<String>,
    /// Lists the example fights.
    #[arg(long)]
    list: bool,
    /// Seed of the dice, for an encounter that says nothing about it.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// All dice are rolled by the program.
    #[arg(long)]
    roll: bool,
    /// Goes on from what is still good of a damaged game.
    #[arg(long)]
    salvage: bool,
    /// Keeps the game in this file, written after every command.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let file = match &args.file {
        Some(file) if !args.list => file,
        _ => return list(json),
    };
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !json;
    let seed = args.seed.unwrap_or_else(|| if at_terminal { clock() } else { 0 });
    let opened = match args.salvage {
        true => {
            let (opened, problem) = open::salvaged(Path::new(file))?;
            if let Some(problem) = problem {
                eprintln!("{problem}\n");
            }
            opened
        }
        false => open::open(file, seed)?,
    };
    let paint = if json { Paint::off() } else { Paint::of_output() };
    let manner = Manner { asks: at_terminal, rolls: args.roll };
    let mut table = Table::new(opened, manner, paint);
    if let Some(path) = &args.save {
        if path.is_dir() {
            bail!("{} is a folder", path.display());
        }
        table.keep_in(path)?;
    }
    if at_terminal { editor::run(&mut table) } else { script::run(&mut table, json) }
}

/// Plays lines without a terminal, and rolls dice that they do not give. Fails at the first line
/// that is not understood or not allowed.
pub(super) fn lines(opened: Opened, text: &str) -> anyhow::Result<(Session, Origin)> {
    let mut table = Table::new(opened, Manner { asks: false, rolls: false }, Paint::off());
    for (at, line) in text.lines().enumerate() {
        if !words::is_aside(line) && !words::gives_dice(line) {
            table.roll_all();
        }
        let reply = table.line(line);
        if reply.refused {
            bail!("line {}, `{}`: {}", at + 1, line.trim(), reply.text());
        }
    }
    table.roll_all();
    Ok(table.into_parts())
}

/// Returns a seed from the clock, for games without a given seed.
fn clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() ^ u64::from(now.subsec_nanos()))
}

/// Lists the example fights.
fn list(json: bool) -> anyhow::Result<ExitCode> {
    let examples = open::examples();
    let paint = Paint::of_output();
    if json {
        let one = |example: &open::Example| {
            json!({
                "name": example.name,
                "ruleset": example.ruleset,
                "title": example.title,
            })
        };
        out::value(&examples.iter().map(one).collect())?;
        return Ok(ExitCode::SUCCESS);
    }
    let width = examples.iter().map(|example| example.name.len()).max().unwrap_or(0);
    for example in &examples {
        let name = paint.name(&format!("{:width$}", example.name));
        let ruleset = paint.faint(&format!("({})", example.ruleset));
        out::text(&format!("{name}  {} {ruleset}", example.title))?;
    }
    if examples.is_empty() {
        out::text("There are no examples.")?;
    }
    Ok(ExitCode::SUCCESS)
}
