//! The tracker's page: built from `web/` with npm, so that the server can embed it.

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use crate::tree;

/// Sources of the built page, relative to `web/`, including the description of the API.
const SOURCES: &[&str] = &[
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "../schemas/openapi.json",
];

/// Builds the page if it is out of date. Without `web/` or without npm it builds nothing, and the
/// server then shows how to build the page.
pub(crate) fn build() -> Result<()> {
    let web = tree::root().join("web");
    if !web.join("package.json").is_file() {
        return Ok(());
    }
    let built = web.join("dist/index.html");
    let fresh = newest(&SOURCES.iter().map(|source| web.join(source)).collect::<Vec<_>>());
    if modified(&built).is_some_and(|built| fresh.is_none_or(|fresh| fresh <= built)) {
        return Ok(());
    }
    if !npm_is_there() {
        eprintln!("npm is not here, so the page is not built: install Node, or use the API alone");
        return Ok(());
    }
    install(&web)?;
    let is_first = !built.is_file();
    npm(&web, &["run", "build"])?;
    if is_first {
        // The build script of the server watches the built page once there is one.
        let script = tree::root().join("crates/server/build.rs");
        let script = File::options().append(true).open(&script).context("opening build.rs")?;
        script.set_modified(SystemTime::now()).context("touching build.rs")?;
    }
    Ok(())
}

/// Installs the page's npm packages if they are missing or older than `package-lock.json`.
fn install(web: &Path) -> Result<()> {
    let installed = modified(&web.join("node_modules/.package-lock.json"));
    let wanted = modified(&web.join("package-lock.json"));
    if installed.is_none() || installed < wanted {
        npm(web, &["ci"])?;
    }
    Ok(())
}

/// Builds the page that plays without a server into `web/dist-site`. The engine must be built
/// before.
pub(crate) fn build_site() -> Result<()> {
    let web = tree::root().join("web");
    install(&web)?;
    npm(&web, &["run", "build:site"])
}

/// Checks whether npm runs on this machine.
pub(crate) fn npm_is_there() -> bool {
    npm_command().arg("--version").output().is_ok_and(|output| output.status.success())
}

fn npm(web: &Path, arguments: &[&str]) -> Result<()> {
    println!("    npm {}", arguments.join(" "));
    let status = npm_command().args(arguments).current_dir(web).status().context("starting npm")?;
    ensure!(status.success(), "npm {} failed", arguments.join(" "));
    Ok(())
}

/// Returns an npm command, by the name it has on this platform.
pub(crate) fn npm_command() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

/// Returns the time of the last change of any of these paths, or of anything inside them.
fn newest(paths: &[std::path::PathBuf]) -> Option<SystemTime> {
    let of = |path: &std::path::PathBuf| {
        let inside = path.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        newest(&inside.collect::<Vec<_>>()).max(modified(path))
    };
    paths.iter().filter_map(of).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_is_found_in_the_depth() {
        let root = tree::root().join("xtask");
        let whole = newest(std::slice::from_ref(&root)).unwrap();
        let this = modified(&root.join("src/page.rs")).unwrap();
        assert!(whole >= this);
        assert_eq!(newest(&[root.join("no such file")]), None);
    }
}
