//! `turnwright db`: checks, repairs and copies data files of the tracker.

use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::json;
use server::data::{self, Checked, Repaired};

use crate::failure::failed;
use crate::out;

/// Looks after a data file of the tracker.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Verifies a data file: the database, the checksums of every log, and that it can be played.
    Check {
        /// The data file.
        #[arg(value_name = "FILE", default_value = "turnwright.db")]
        file: PathBuf,
    },
    /// Saves what can be saved of a damaged data file; the damaged one stays as `FILE.damaged`.
    Repair {
        /// The data file. No server may be running on it.
        #[arg(value_name = "FILE", default_value = "turnwright.db")]
        file: PathBuf,
    },
    /// Copies a data file, also while a server is running on it.
    Backup {
        /// The data file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The copy.
        #[arg(value_name = "COPY")]
        copy: PathBuf,
    },
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    match &args.action {
        Action::Check { file } => {
            let checked = data::check(file)?;
            let is_sound = checked.problems.is_empty();
            tell_check(file, &checked, json)?;
            Ok(if is_sound { ExitCode::SUCCESS } else { failed() })
        }
        Action::Repair { file } => {
            let repaired = data::repair(file)?;
            tell_repair(file, &repaired, json)?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Backup { file, copy } => {
            let bytes = data::back_up(file, copy)?;
            match json {
                true => out::value(&json!({ "copy": copy.to_string_lossy(), "bytes": bytes }))?,
                false => out::text(&format!("{}: {bytes} bytes", copy.display()))?,
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn tell_check(file: &std::path::Path, checked: &Checked, json: bool) -> std::io::Result<()> {
    let Checked { encounters, changes, keys, problems } = checked;
    if json {
        return out::value(&json!({ "encounters": encounters, "changes": changes, "keys": keys,
            "problems": problems, "sound": problems.is_empty() }));
    }
    let mut lines: Vec<String> = problems.iter().map(|it| format!("damaged: {it}")).collect();
    let verdict = if problems.is_empty() { "sound" } else { "DAMAGED" };
    lines.push(format!(
        "{}: {verdict}, {encounters} fights with {changes} changes, {keys} keys",
        file.display()
    ));
    if !problems.is_empty() {
        lines.push("`turnwright db repair` saves what can be saved".to_owned());
    }
    out::text(&lines.join("\n"))
}

fn tell_repair(file: &std::path::Path, repaired: &Repaired, json: bool) -> std::io::Result<()> {
    let Repaired { kept_as, encounters, changes, losses } = repaired;
    if json {
        let kept_as = kept_as.as_ref().map(|it| it.to_string_lossy());
        return out::value(&json!({ "encounters": encounters, "changes": changes,
            "losses": losses, "kept_as": kept_as }));
    }
    let Some(kept_as) = kept_as else {
        return out::text(&format!("{} is sound: nothing was changed", file.display()));
    };
    let mut lines = losses.clone();
    lines.push(format!(
        "{}: repaired, {encounters} fights with {changes} changes; the damaged file is {}",
        file.display(),
        kept_as.display()
    ));
    out::text(&lines.join("\n"))
}
