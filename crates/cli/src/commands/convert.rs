//! `turnwright convert`: converts actions of the default economy to a ruleset's economy.

mod actor;
mod list;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use sim::convert::list as lists;
use sim::convert::{Ability, Guidelines, Status, convert, line, to_json};

use crate::failure::failed;
use crate::paint::Paint;
use crate::{out, rulesets};

/// Converts an action of the default economy, a list of them, or an exported actor.
#[derive(clap::Args)]
#[command(after_help = "\
Exit codes:
  0  everything was converted
  1  something is undecided, matches no guideline or is not understood
  2  wrong usage, or a file that cannot be read at all")]
pub(crate) struct Args {
    /// The action in words, `standard`, `3 rounds`, or a list: FILE.csv, .tsv, .json or .jsonl
    /// with name, action, kind and flags.
    #[arg(conflicts_with = "actor")]
    what: Option<String>,
    /// Its name; entries listed by name come first.
    #[arg(long, value_name = "NAME", conflicts_with = "actor")]
    name: Option<String>,
    /// Its kind: ex, su, sp, spell, item.
    #[arg(long, value_name = "KIND", conflicts_with = "actor")]
    kind: Option<String>,
    /// Its other properties: movement, replaceable, tied, …
    #[arg(long, value_name = "FLAGS", value_delimiter = ',', conflicts_with = "actor")]
    flags: Vec<String>,
    /// It has an attack roll.
    #[arg(long, conflicts_with = "actor")]
    attack: bool,
    /// It is a combat maneuver.
    #[arg(long, conflicts_with = "actor")]
    maneuver: bool,
    /// An exported actor, which becomes a creature file.
    #[arg(long, value_name = "FILE")]
    actor: Option<PathBuf>,
    /// Writes the list (.csv or .json) or the creature file here.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The ruleset: its name, or the path of its folder.
    #[arg(long, default_value = "pathfinder-rae", value_name = "NAME")]
    ruleset: String,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let (parsed, guidelines) = rulesets::with_guidelines(&args.ruleset)?;
    if let Some(path) = &args.actor {
        return actor::run(&guidelines, &parsed, path, args.out.as_deref(), json);
    }
    if let Some(path) = args.what.as_deref().map(Path::new).filter(|path| ends(path, &LISTS)) {
        return list::run(&guidelines, path, args.out.as_deref(), json);
    }
    if args.out.is_some() {
        bail!("--out is for lists and actors");
    }
    let ability = described(args, &guidelines)?;
    let found = convert(&guidelines, &ability);
    if json {
        out::value(&to_json(&guidelines, &ability, &found))?;
    } else {
        let paint = Paint::of_output();
        let mut text = paint.name(&line(&found)).to_string();
        found.details().iter().for_each(|one| text.push_str(&format!("\n  {one}")));
        out::text(&text)?;
    }
    Ok(if found.status == Status::Converted { ExitCode::SUCCESS } else { failed() })
}

/// File extensions of lists.
const LISTS: [&str; 7] = ["csv", "tsv", "txt", "json", "jsonl", "ndjson", "db"];
/// File extensions of lists in JSON.
const IN_JSON: [&str; 4] = ["json", "jsonl", "ndjson", "db"];

fn ends(path: &Path, with: &[&str]) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    with.iter().any(|one| end.eq_ignore_ascii_case(one))
}

fn described(args: &Args, guidelines: &Guidelines) -> anyhow::Result<Ability> {
    let mut said: Vec<&str> = args.what.iter().chain(&args.kind).map(String::as_str).collect();
    // An action given as `attack` is part of an attack, whatever the ability's kind.
    if let Some(action) = said.first_mut().filter(|action| lists::is_attack(action)) {
        *action = lists::BY_ATTACK;
    }
    said.extend(args.flags.iter().map(String::as_str));
    said.extend(args.attack.then_some("attack"));
    said.extend(args.maneuver.then_some("maneuver"));
    let name = args.name.as_deref().unwrap_or_default();
    if said.is_empty() && name.is_empty() {
        bail!("say an action, a name, a list or an actor; `turnwright convert --help` says how");
    }
    guidelines.ability(name, &said).map_err(|problem| anyhow!("{problem}"))
}
