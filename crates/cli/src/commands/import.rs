//! `turnwright import`: converts creatures and characters of other programs to a creature file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use import::{Imported, Refusal, Target};
use serde_json::{Value, json};

use crate::failure::{failed, unloadable};
use crate::paint::Paint;
use crate::{out, rulesets};

/// Reads creatures and characters of other programs into a ruleset.
#[derive(clap::Args)]
#[command(after_help = "\
The format is recognized by the content of each file, and named. The report opens with numbers
that are missing or guessed, and with parts the ruleset has no place for.

Exit codes:
  0  everything was read, and nothing that matters is missing
  1  something was read with numbers missing or not understood
  2  wrong usage, or a file that is not read at all")]
pub(crate) struct Args {
    /// Exported files; spells among them explain what creatures cast.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The ruleset: its name, or the path of its folder.
    #[arg(long, value_name = "RULESET")]
    into: String,
    /// Writes the creature file here; without it, it is printed before the report.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The title of the creature file.
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let parsed = rulesets::by_name(&args.into)?;
    let target = Target::of(&parsed).map_err(unloadable)?;
    let mut texts = Vec::new();
    for path in &args.files {
        texts.push((path.display().to_string(), text_of(path)?));
    }
    let files: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let imported = import::import_files(&files, &target).map_err(refused)?;
    let title = args.title.clone().unwrap_or_else(|| title_of(&args.files));
    let file = creature_file(&target, &title, &imported)?;
    if let Some(path) = &args.out {
        out::file(path, &file)?;
    }
    if json {
        out::value(&as_json(&imported, args.out.as_deref(), &file))?;
    } else {
        if args.out.is_none() {
            out::text(&file)?;
        }
        let paint = Paint::of_errors();
        let mut lines = import::lines(&imported);
        if let Some(path) = &args.out {
            lines.push(format!("written: {}", path.display()));
        }
        for (number, line) in lines.iter().enumerate() {
            let line = if number == 0 { paint.name(line).to_string() } else { line.clone() };
            eprintln!("{line}");
        }
    }
    let matters = |note: &import::Note| {
        matches!(note.weight, import::Weight::Missing | import::Weight::NotUnderstood)
    };
    let complete = !imported.creatures.iter().flat_map(|it| &it.notes).any(matters);
    Ok(if complete { ExitCode::SUCCESS } else { failed() })
}

/// Reads a file as text. Refuses files that are too large before reading them.
fn text_of(path: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {}", path.display());
    let size = std::fs::metadata(path).with_context(cannot)?.len();
    let named = |refusal: Refusal| anyhow!("{}: {}", path.display(), refusal);
    import::check_size(usize::try_from(size).unwrap_or(usize::MAX)).map_err(named)?;
    let bytes = std::fs::read(path).with_context(cannot)?;
    import::decode(bytes).map_err(named)
}

fn refused(refusal: Refusal) -> anyhow::Error {
    anyhow!("{refusal}")
}

fn title_of(files: &[PathBuf]) -> String {
    let stem = files.first().and_then(|path| path.file_stem()).and_then(|stem| stem.to_str());
    match (stem, files.len()) {
        (Some(stem), 1) => format!("Imported from {stem}"),
        _ => "Imported creatures".to_owned(),
    }
}

/// Returns the text of a creature file with the imported creatures.
fn creature_file(target: &Target, title: &str, imported: &Imported) -> anyhow::Result<String> {
    let mut text = format!("ruleset = {}\ntitle = {}\n", json!(target.id), json!(title));
    for creature in &imported.creatures {
        let one = import::creature_toml(creature);
        if one.is_empty() {
            bail!("the sheet of {} does not take its own defaults", target.id);
        }
        text.push('\n');
        text.push_str(&one);
    }
    Ok(text)
}

fn as_json(imported: &Imported, out: Option<&Path>, file: &str) -> Value {
    let mut value = json!(imported);
    value["report"] = json!(import::lines(imported));
    match out {
        Some(path) => value["written"] = json!(path.to_string_lossy()),
        None => value["file"] = json!(file),
    }
    value
}
