//! `cargo xtask site`: the parts of Turnwright that need no server, as files for any web host.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::{page, tree, wasm, workbench};

/// Front page of the site. `BOOK` stands for the entry of the book.
const INDEX: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Turnwright</title>
<h1>Turnwright</h1>
<ul>
<li><a href=\"tracker/\">Tracker: play a fight on this device, also without a network</a></li>
<li><a href=\"workbench/\">Workbench: write rules and play them</a></li>
BOOK</ul>
</html>
";
const BOOK: &str = "<li><a href=\"book/\">The book</a></li>\n";

/// Builds the tracker, the workbench, and the book if `mdbook` is installed, into `target/site`.
pub(crate) fn site() -> Result<ExitCode> {
    let site = tree::root().join("target/site");
    if site.exists() {
        fs::remove_dir_all(&site).context("removing the site built before")?;
    }
    fs::create_dir_all(&site)?;
    wasm::build_for_site()?;
    let built = workbench::build()?;
    if built != ExitCode::SUCCESS {
        return Ok(built);
    }
    copy(&tree::root().join("npm/workbench/dist"), &site.join("workbench"))?;
    page::build_site()?;
    copy(&tree::root().join("web/dist-site"), &site.join("tracker"))?;
    let has_book = book(&site.join("book"));
    let entry = if has_book { BOOK } else { "" };
    fs::write(site.join("index.html"), INDEX.replace("BOOK", entry))?;
    println!("{}: copy this folder to any web host", site.display());
    Ok(ExitCode::SUCCESS)
}

/// Builds the book. Prints a message and returns false if `mdbook` is not installed or fails.
fn book(folder: &Path) -> bool {
    let source = tree::root().join("docs/book");
    let status = Command::new("mdbook").arg("build").arg(source).arg("-d").arg(folder).status();
    let is_built = status.is_ok_and(|status| status.success());
    if !is_built {
        println!("SKIPPED: the book is left out: `cargo install mdbook` first");
    }
    is_built
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in from.read_dir().with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &target)?,
            false => drop(fs::copy(entry.path(), &target)?),
        }
    }
    Ok(())
}
