//! `turnwright manual`: writes the pages of the manual about a ruleset.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;
use sim::manual::{Page, diagnostics, keys, pages, summary};

use super::coverage::corpus;
use crate::out;

/// Writes the manual of a ruleset: a page per file of rules, and those about all keys and
/// diagnostics.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The ruleset: its name, or the path of its folder.
    ruleset: String,
    /// The folder to write into. A SUMMARY.md beside it gets the pages listed.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let corpus = corpus(&args.ruleset)?;
    let mut written = pages(&corpus);
    written.extend([keys(), diagnostics()]);
    for Page { path, text } in &written {
        let path = args.out.join(path);
        let folder = path.parent().unwrap_or(&args.out);
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    list(&args.out)?;
    match json {
        true => out::value(&json!({ "pages": written.len() }))?,
        false => out::text(&format!("{} pages in {}", written.len(), args.out.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists all pages of the folder in the book's table of contents.
fn list(folder: &Path) -> anyhow::Result<()> {
    let contents = folder.with_file_name("SUMMARY.md");
    let Ok(text) = fs::read_to_string(&contents) else { return Ok(()) };
    let mut all = Vec::new();
    for path in markdown(folder)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for inner in markdown(&folder.join(&name))? {
            let file = inner.file_name().unwrap_or_default().to_string_lossy();
            all.push(entry(folder, &format!("{name}/{file}"))?);
        }
        all.push(entry(folder, &format!("{name}.md"))?);
    }
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    fs::write(&contents, summary(&text, &name, &all))
        .with_context(|| format!("writing {}", contents.display()))
}

/// Returns the path and title of a page.
fn entry(folder: &Path, path: &str) -> anyhow::Result<(String, String)> {
    let text = fs::read_to_string(folder.join(path)).with_context(|| format!("reading {path}"))?;
    let title = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
    Ok((path.to_owned(), title))
}

/// Returns the Markdown files of a folder, sorted; none if the folder is missing.
fn markdown(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let Ok(listing) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut paths = Vec::new();
    for entry in listing {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.sort_unstable();
    Ok(paths)
}
