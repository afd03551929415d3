//! Tests the Python package in a virtual environment below `target`.
//!
//! The first run installs the packages, including Ray and OpenSpiel.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::step::{Step, python};
use crate::tree;

/// Interpreters to try, beginning with the one that the package is made for.
const INTERPRETERS: [&str; 3] = ["python3.11", "python3", "python"];
/// pip's message about a package without a file for this platform.
const NOT_FOR_HERE: &str = "No matching distribution found";

/// A virtual environment, and whether it has the large packages.
pub(crate) struct Environment {
    python: PathBuf,
    has_heavy: bool,
}

/// Makes the environment and installs the packages for the tests, before anything is built.
pub(crate) fn prepare() -> Result<Environment> {
    let folder = tree::root().join("target").join("python");
    let inside = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let python = folder.join(inside);
    if !python.is_file() {
        let interpreter = interpreter()?;
        let status = Command::new(interpreter).args(["-m", "venv"]).arg(&folder).status();
        ensure!(status?.success(), "{interpreter} cannot make an environment (`-m venv`)");
    }
    let all_there = install(&python, &folder, "test")?;
    ensure!(all_there, "the packages of python/requirements/test.txt are not made for this system");
    let has_heavy = install(&python, &folder, "heavy")?;
    if !has_heavy {
        println!("{LEFT_OUT}");
    }
    Ok(Environment { python, has_heavy })
}

const LEFT_OUT: &str = "SKIPPED: Ray or OpenSpiel is not made for this system: sweeps on a cluster \
                        and the OpenSpiel game are not tested";

/// Returns the steps that can run on this machine.
pub(crate) fn steps(environment: &Environment) -> Vec<Step> {
    if !environment.has_heavy {
        println!("{LEFT_OUT}");
    }
    let all = possible(environment.has_heavy).into_iter();
    all.map(|(title, arguments)| python(title, &environment.python, arguments)).collect()
}

/// Returns the titles and arguments of the steps, with or without the large packages.
fn possible(has_heavy: bool) -> Vec<(&'static str, &'static str)> {
    let mut steps = vec![
        ("Python wheel", "python/check.py wheel"),
        ("types of the Python package", "python/check.py types"),
        ("Python package", "python/check.py tests"),
    ];
    if has_heavy {
        steps.push(("Python package with Ray and OpenSpiel", "python/check.py heavy"));
    }
    steps
}

/// Installs a group of packages, unless the same list is installed already. Returns false if a
/// package is not made for this system.
fn install(python: &Path, folder: &Path, group: &str) -> Result<bool> {
    let list = tree::root().join("python/requirements").join(format!("{group}.txt"));
    let wanted = std::fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    let stamp = folder.join(format!("{group}.installed"));
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(true);
    }
    println!("==> installing {}", list.display());
    let output = Command::new(python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"])
        .arg(&list)
        .stdin(Stdio::null())
        .output()
        .context("starting pip")?;
    if output.status.success() {
        std::fs::write(&stamp, wanted).with_context(|| stamp.display().to_string())?;
        return Ok(true);
    }
    let told = String::from_utf8_lossy(&output.stderr);
    if told.contains(NOT_FOR_HERE) {
        return Ok(false);
    }
    bail!("pip cannot install {}: {}", list.display(), told.trim());
}

/// Returns the first interpreter of Python 3.11 or later.
fn interpreter() -> Result<&'static str> {
    let asks = "import sys; sys.exit(sys.version_info < (3, 11))";
    let is_new = |name: &&str| {
        let mut command = Command::new(name);
        command.args(["-c", asks]).stdin(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let found = INTERPRETERS.into_iter().find(is_new);
    found.context("the tests of the Python package need Python 3.11 or later")
}

#[cfg(test)]
mod tests {
    use super::possible;

    #[test]
    fn only_the_tests_of_large_packages_can_be_left_out() {
        let (all, most) = (possible(true), possible(false));
        assert_eq!(all[..most.len()], most);
        assert_eq!(all.len(), most.len() + 1);
        assert!(all.last().is_some_and(|(title, _)| title.contains("Ray")));
    }
}
