//! Prepares the tests of the page in a browser.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::{page, tree};

/// Paths of browsers that the tests may drive.
const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Checks for npm and a browser before anything is built. Installs the browser if it is missing.
pub(crate) fn prepare() -> Result<()> {
    ensure!(page::npm_is_there(), "the tests of the page need Node 20 or later with npm");
    if browser().is_some() {
        return Ok(());
    }
    install().context(
        "the tests of the page need Chromium: install it, or name it in the variable CHROMIUM",
    )?;
    ensure!(browser().is_some(), "Chromium was installed, but it is in none of {BROWSERS:?}");
    Ok(())
}

/// Returns an npm command in the folder of the page, with the paths of the program and the browser
/// in its environment.
pub(crate) fn npm() -> Command {
    let mut npm = page::npm_command();
    npm.current_dir(tree::root().join("web")).env("TURNWRIGHT", program());
    if let Some(browser) = browser() {
        npm.env("CHROMIUM", browser);
    }
    npm
}

/// Builds the page that plays without a server, and runs its tests in a browser.
pub(crate) fn test_site() -> Result<ExitCode> {
    page::build_site()?;
    let is_good = npm().args(["run", "test:site"]).status().context("starting npm")?.success();
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the path of the program that `cargo test --workspace` builds, in the target folder that
/// this program was built into.
pub(crate) fn program() -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    let target = own.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
    target.join("debug").join(format!("turnwright{}", std::env::consts::EXE_SUFFIX))
}

/// Returns the browser that the tests drive: the one that `CHROMIUM` names, or a known one.
pub(crate) fn browser() -> Option<OsString> {
    std::env::var_os("CHROMIUM").or_else(|| {
        let found = BROWSERS.into_iter().find(|path| Path::new(path).is_file());
        found.map(OsString::from)
    })
}

/// Installs Debian's package of Chromium, without a prompt.
fn install() -> Result<()> {
    for arguments in [&["update"][..], &["install", "--yes", "chromium"]] {
        println!("==> apt-get {}", arguments.join(" "));
        let status = Command::new("apt-get").args(arguments).stdin(Stdio::null()).status();
        match status {
            Ok(status) if status.success() => {}
            Ok(status) => bail!("apt-get {} ended with {status}", arguments.join(" ")),
            Err(error) => bail!("apt-get does not start: {error}"),
        }
    }
    Ok(())
}
