//! `turnwright prove`: looks for anything in a ruleset that is dead, stuck or endless.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use analysis::prove::{Accepted, AcceptedError, Effort, Report, Stage, Subject, prove, text};
use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rules::Place;
use rules::source::{embedded_file, embedded_list, read_text};
use serde_json::{Value, json};
use sim::corpus::Corpus;
use sim::origin::Origin;
use sim::settings::with_choices;

use super::coverage::corpus;
use crate::failure::{failed, unloadable};
use crate::rulesets::source_in;
use crate::{open, out};

/// Looks for anything in a ruleset that is dead, stuck or endless, and proves what it can.
#[derive(clap::Args)]
#[command(after_help = "\
Each verdict is one of: proved (by an argument or by a search of every state), counterexample (a
recorded game that shows it; --out writes it), or not found within the bounds given. Findings that
are as they should be are listed with their reasons in prove-allowed.toml beside ruleset.toml.

Examples:
  turnwright prove srd-5
  turnwright prove my-rules --toggle crit=max --out proofs
  turnwright prove collective --encounter my-fight.toml --fights 500")]
pub(crate) struct Args {
    /// The ruleset: its name, or the path of its folder.
    ruleset: String,
    /// Sets an option of the rulebook throughout.
    #[arg(long = "toggle", value_name = "OPTION=VALUE")]
    toggles: Vec<String>,
    /// An encounter file or example to look at instead of the ruleset's own encounters and
    /// scenarios.
    #[arg(long = "encounter", value_name = "FILE")]
    encounters: Vec<String>,
    /// Sampled fights of each encounter.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    fights: u32,
    /// Choices in one sampled fight at most.
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    choices: u32,
    /// States searched of each encounter at most.
    #[arg(long, value_name = "N", default_value_t = 5_000,
        value_parser = clap::value_parser!(u32).range(1..=5_000_000))]
    states: u32,
    /// The seed of all dice and choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Writes the recorded game of each counterexample into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let corpus = corpus(&args.ruleset)?;
    let options = toggles(args, &corpus)?;
    let stages = match args.encounters.as_slice() {
        [] => own_stages(&corpus, &options)?,
        files => {
            files.iter().map(|file| stage(&corpus, file, &options)).collect::<Result<_, _>>()?
        }
    };
    let is_whole = args.encounters.is_empty();
    let accepted = accepted(&corpus)?;
    let subject =
        Subject { corpus: &corpus, options: &options, stages: &stages, with_scenarios: is_whole };
    let effort = Effort {
        fights: args.fights,
        choices: args.choices,
        states: args.states as usize,
        seed: args.seed,
    };
    let progress = progress(stages.len() + usize::from(is_whole), json);
    let report = prove(&subject, &effort, &|| progress.inc(1));
    progress.finish_and_clear();
    if let Some(folder) = &args.out {
        write_logs(folder, &report)?;
    }
    // With other options or encounters, accepted findings may be missing.
    let is_default = is_whole && options.is_empty();
    let stale = if is_default { accepted.stale(&report.findings) } else { Vec::new() };
    match json {
        true => out::value(&value(&report, &accepted, &stale)?)?,
        false => {
            let stale: String =
                stale.iter().map(|error| format!("{}: {error}\n", Accepted::FILE)).collect();
            out::text(&format!("{}{stale}", text(&report, &accepted)))?;
        }
    }
    let mut bad = report.findings.iter().filter(|finding| finding.bad);
    let is_good = bad.all(|finding| accepted.reason(finding).is_some()) && stale.is_empty();
    Ok(if is_good { ExitCode::SUCCESS } else { failed() })
}

/// Reads the given options. Fails if the ruleset does not have one of them, or not with this value.
fn toggles(args: &Args, corpus: &Corpus) -> anyhow::Result<Vec<(String, String)>> {
    let prefix = format!("{}.opt.", &*corpus.parsed.manifest.prefix);
    let rules = corpus.parsed.rules.iter().map(|located| &located.rule);
    let known: Vec<(&str, String)> = rules
        .filter(|rule| !rule.values.is_empty())
        .map(|rule| {
            let values: Vec<&str> = rule.values.iter().map(|value| value.as_str()).collect();
            (rule.id.strip_prefix(&prefix).unwrap_or(&rule.id), values.join(", "))
        })
        .collect();
    let read = |text: &String| {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| anyhow!("--toggle takes OPTION=VALUE; `{text}` has no equals sign"))?;
        let found = known.iter().find(|(option, _)| *option == name);
        let Some((_, values)) = found else {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            bail!("there is no option `{name}`; there are: {}", names.join(", "));
        };
        let fits = |one: &str| one == value || one == "<number>" && value.parse::<i32>().is_ok();
        if !values.split(", ").any(fits) {
            bail!("`{value}` is no value of the option `{name}`; its values are: {values}");
        }
        Ok((name.to_owned(), value.to_owned()))
    };
    args.toggles.iter().map(read).collect()
}

/// Prepares an encounter file or example. Fails if it belongs to another ruleset than the corpus.
fn stage(corpus: &Corpus, file: &str, options: &[(String, String)]) -> anyhow::Result<Stage> {
    let origin = open::origin(file)?;
    let id: &str = &corpus.parsed.manifest.id;
    if origin.id != id {
        bail!("{file} is an encounter of `{}`, not of `{id}`; name that ruleset", origin.id);
    }
    with_options(file.trim_end_matches(".toml"), origin, options)
}

fn with_options(
    name: &str,
    mut origin: Origin,
    options: &[(String, String)],
) -> anyhow::Result<Stage> {
    let choices = options.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
    if !options.is_empty() {
        let text = with_choices(&origin.encounter.text, &choices, &Default::default());
        origin.encounter.text = text.into();
    }
    Stage::new(name, origin).map_err(unloadable)
}

/// Prepares the encounters in the folders `examples` and `perft` of a ruleset.
fn own_stages(corpus: &Corpus, options: &[(String, String)]) -> anyhow::Result<Vec<Stage>> {
    let mut stages = Vec::new();
    for folder in ["examples", "perft"] {
        for (path, text, place) in encounter_files(corpus, folder)? {
            let is_fight = open::encounter_in(&text).is_some_and(|it| !it.combatant.is_empty());
            if !is_fight {
                continue;
            }
            let mut origin = Origin::read(&path, &text, &place).map_err(unloadable)?;
            // The folder under proof, not a built-in copy of the same name.
            if let Some(folder) = &corpus.folder {
                origin.ruleset = source_in(folder)?;
            }
            stages.push(with_options(path.trim_end_matches(".toml"), origin, options)?);
        }
    }
    Ok(stages)
}

/// Returns the path, text and place of each TOML file in a folder of a ruleset, in name order.
fn encounter_files(corpus: &Corpus, folder: &str) -> anyhow::Result<Vec<(String, String, Place)>> {
    let id: &str = &corpus.parsed.manifest.id;
    let Some(root) = &corpus.folder else {
        let paths = embedded_list(id, folder).into_iter().filter(|path| path.ends_with(".toml"));
        let read = |path: String| {
            let text = embedded_file(id, &path).unwrap_or_default().to_owned();
            (path, text, Place::Embedded(id.to_owned()))
        };
        return Ok(paths.map(read).collect());
    };
    let listing = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.sort_unstable();
    let read = |path: &PathBuf| {
        let text = read_text(path).map_err(|problem| anyhow!(problem.message))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let place = path.parent().unwrap_or(Path::new("."));
        Ok((format!("{folder}/{name}"), text, Place::Folder(place.to_owned())))
    };
    paths.iter().map(read).collect()
}

fn accepted(corpus: &Corpus) -> anyhow::Result<Accepted> {
    let text = corpus.text(Accepted::FILE).unwrap_or_default();
    Accepted::read(&text).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        anyhow!("{}:\n{}", Accepted::FILE, lines.join("\n"))
    })
}

fn write_logs(folder: &Path, report: &Report) -> anyhow::Result<()> {
    for finding in &report.findings {
        if let (Some(text), analysis::prove::Verdict::Counterexample { log, .. }) =
            (&finding.log, &finding.verdict)
        {
            std::fs::create_dir_all(folder)?;
            out::file(&folder.join(log), text)?;
        }
    }
    Ok(())
}

fn value(report: &Report, accepted: &Accepted, stale: &[AcceptedError]) -> anyhow::Result<Value> {
    let mut value = serde_json::to_value(report)?;
    let reasons: serde_json::Map<String, Value> = report
        .findings
        .iter()
        .filter(|finding| finding.bad)
        .filter_map(|finding| Some((finding.name.clone(), accepted.reason(finding)?.into())))
        .collect();
    value["accepted"] = Value::Object(reasons);
    value["stale"] = json!(stale.iter().map(ToString::to_string).collect::<Vec<_>>());
    Ok(value)
}

fn progress(length: usize, json: bool) -> ProgressBar {
    if json {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} parts");
    ProgressBar::new(length as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
