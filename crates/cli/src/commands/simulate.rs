//! `turnwright simulate` and `turnwright compare`: play fights many times.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use analysis::{Fight, Policies, Settings, Stop, compare, report, simulate};
use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use sim::origin::Origin;
use sim::settings::with_choices;

use crate::failure::unloadable;
use crate::{open, out, rulesets};

/// How to play, and where the figures go.
#[derive(clap::Args)]
struct Play {
    /// How sides choose: random, eager, greedy, cautious, look-ahead:TURNS or mcts:PLAYOUTS;
    /// `SIDE=POLICY` for one side. Greedy if not given.
    #[arg(long = "policy", value_name = "POLICY")]
    policies: Vec<String>,
    /// Fights at most.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    fights: u64,
    /// Stops earlier, once shares of wins are known to within so many percentage points.
    #[arg(long, value_name = "POINTS")]
    within: Option<f64>,
    /// Rounds after which a fight counts as undecided.
    #[arg(long, value_name = "N", default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// The seed of all dice and choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; the figures do not depend on them. As many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Writes the figures as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Writes a page with plots, which opens without a network.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Plays a fight many times and says who wins, how long it takes and what was used.
#[derive(clap::Args)]
#[command(after_help = "\
Policies:
  random            each possibility is as likely as any other
  eager             whatever is aimed at a foe first, by chance
  greedy            best score right after the choice: health of one's own side less that of foes
  cautious          the same, but wounds of one's own count four times
  look-ahead:TURNS  best mean score after 1 to 20 turns, everybody choosing eagerly
  mcts:PLAYOUTS     Monte Carlo tree search with 10 to 100,000 playouts per choice

Examples:
  turnwright simulate srd-5/duel
  turnwright simulate my-fight.toml --policy pcs=mcts:200 --policy foes=greedy --within 2")]
pub(crate) struct Args {
    /// An encounter file, or the name of an example.
    file: String,
    #[command(flatten)]
    play: Play,
}

/// Plays two versions of a fight with the same dice and says what differs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  turnwright compare duel.toml duel-with-shields.toml
  turnwright compare srd-5/duel --with crit=max
  turnwright compare my-fight.toml --rules my-rules --html difference.html")]
pub(crate) struct CompareArgs {
    /// The first version: an encounter file, or the name of an example.
    before: String,
    /// The second version; the first one again if not given.
    after: Option<String>,
    /// Sets an option of the rulebook in the second version.
    #[arg(long = "with", value_name = "OPTION=VALUE")]
    options: Vec<String>,
    /// Plays the second version by the rules in this folder.
    #[arg(long, value_name = "FOLDER")]
    rules: Option<PathBuf>,
    #[command(flatten)]
    play: Play,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let fight = fight_of(open::origin(&args.file)?)?;
    let settings = args.play.settings(&fight)?;
    let progress = progress(args.play.fights, json);
    let summary = simulate(&fight, &settings, |played| progress.inc(played));
    progress.finish_and_clear();
    write(args.play.csv.as_deref(), || report::summary_csv(&summary))?;
    write(args.play.html.as_deref(), || report::summary_page(&summary, &args.file))?;
    match json {
        true => out::value(&serde_json::to_value(&summary)?)?,
        false => out::text(&report::summary_text(&summary))?,
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn run_compare(args: &CompareArgs, json: bool) -> anyhow::Result<ExitCode> {
    if args.after.is_none() && args.options.is_empty() && args.rules.is_none() {
        bail!("both versions are the same; name a second file, or give --with or --rules");
    }
    let before = fight_of(open::origin(&args.before)?)?;
    let second = args.after.as_ref().unwrap_or(&args.before);
    let mut origin = open::origin(second)?;
    if let Some(folder) = &args.rules {
        origin.ruleset = rulesets::source_in(folder)?;
        let manifest = origin.ruleset.parse().map_err(unloadable)?.manifest;
        (origin.id, origin.version) = (manifest.id.to_string(), manifest.version.to_string());
    }
    let pair = |text: &String| {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| anyhow!("--with takes OPTION=VALUE; `{text}` has no equals sign"))?;
        Ok((name.to_owned(), Some(value.to_owned())))
    };
    let options = args.options.iter().map(pair).collect::<anyhow::Result<_>>()?;
    origin.encounter.text =
        with_choices(&origin.encounter.text, &options, &Default::default()).into();
    let after = fight_of(origin)?;
    let sides = |fight: &Fight| -> Vec<String> {
        fight.sides().into_iter().map(|side| fight.side_label(side).to_owned()).collect()
    };
    let (one, other) = (sides(&before), sides(&after));
    if one != other {
        bail!(
            "the two fights have different sides: {} and {}; compare fights of the same sides",
            one.join(", "),
            other.join(", ")
        );
    }
    let settings = args.play.settings(&before)?;
    let progress = progress(args.play.fights, json);
    let comparison = compare(&before, &after, &settings, |played| progress.inc(played));
    progress.finish_and_clear();
    let second = match (args.options.as_slice(), &args.rules) {
        ([], None) => second.clone(),
        (options, rules) => {
            let rules = rules.iter().map(|folder| folder.display().to_string());
            let changes: Vec<String> = options.iter().cloned().chain(rules).collect();
            format!("{second} with {}", changes.join(", "))
        }
    };
    let names = [args.before.as_str(), second.as_str()];
    write(args.play.csv.as_deref(), || report::comparison_csv(&comparison))?;
    write(args.play.html.as_deref(), || report::comparison_page(&comparison, names))?;
    match json {
        true => out::value(&serde_json::to_value(&comparison)?)?,
        false => out::text(&report::comparison_text(&comparison, names))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn fight_of(origin: Origin) -> anyhow::Result<Fight> {
    let compiled = origin.compile().map_err(unloadable)?;
    let fight = Fight::new(Arc::clone(&compiled));
    if fight.sides().len() < 2 {
        bail!("{} has no two sides that could fight each other", origin.encounter.path);
    }
    Ok(fight)
}

impl Play {
    fn settings(&self, fight: &Fight) -> anyhow::Result<Settings> {
        if let Some(points) = self.within.filter(|points| !(0.01..=50.0).contains(points)) {
            bail!("--within takes percentage points from 0.01 to 50, not {points}");
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Settings {
            policies: Policies::read(fight, &self.policies)?,
            seed: self.seed,
            rounds: self.rounds,
            stop: Stop { fights: self.fights, margin: self.within.map(|points| points / 100.0) },
            threads: self.threads.map_or(cores, usize::from),
        })
    }
}

fn write(path: Option<&Path>, text: impl FnOnce() -> String) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| out::file(path, &text()))
}

fn progress(fights: u64, json: bool) -> ProgressBar {
    if json {
        return ProgressBar::hidden();
    }
    let style = "{bar:30} {pos} of {len} fights, {per_sec}, {eta} left";
    ProgressBar::new(fights)
        .with_style(ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_bar()))
}
