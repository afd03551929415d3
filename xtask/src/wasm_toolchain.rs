//! Finds a compiler that builds for browsers, in this order: cargo's own with the target installed,
//! Debian's packages if they are unpacked already, cargo's own after `rustup target add`, Debian's
//! packages unpacked now.
//!
//! The packages are fetched once, to `target/wasm-toolchain`. They run with their own C library, so
//! that nothing of the system is replaced.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::tree;
use crate::wasm_debian as debian;

/// The target of all builds for browsers.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// Time limit for `rustup target add`, which waits long if its server cannot be reached.
const RUSTUP_SECONDS: u64 = 60;
/// The advice if no compiler is found.
const ADVICE: &str = "install the target with `rustup target add wasm32-unknown-unknown`, or run \
                      on x86-64 Linux with curl, xz and dpkg, where Debian's packages are used";

/// A compiler for the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The compiler that cargo uses by default.
    Own,
    /// An unpacked compiler: the wrapper scripts for the compiler and the linker.
    Unpacked { rustc: PathBuf, linker: PathBuf },
}

/// Whether rustup may be asked for the target. Tests use no network but package registries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rustup {
    Asked,
    LeftAlone,
}

impl Toolchain {
    /// Finds a compiler. The error says why there is none and what to do.
    pub(crate) fn find(rustup: Rustup) -> Result<Toolchain> {
        if target_is_installed() {
            return Ok(Toolchain::Own);
        }
        let folder = tree::root().join("target/wasm-toolchain");
        if let Some(known) = unpacked(&folder) {
            return Ok(known);
        }
        if rustup == Rustup::Asked {
            println!("    rustup target add {TARGET} (at most {RUSTUP_SECONDS} s)");
            if added_by_rustup() && target_is_installed() {
                return Ok(Toolchain::Own);
            }
        }
        println!("    Debian's compiler is unpacked into {}", folder.display());
        debian::unpack(&folder).with_context(|| format!("no compiler for {TARGET}: {ADVICE}"))?;
        unpacked(&folder).with_context(|| format!("the unpacked compiler does not run: {ADVICE}"))
    }

    /// Makes a cargo command use this compiler.
    pub(crate) fn apply(&self, command: &mut Command) {
        if let Toolchain::Unpacked { rustc, linker } = self {
            command.env("RUSTC", rustc).env_remove("RUSTC_WRAPPER");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }

    /// Returns the name and version of the compiler.
    pub(crate) fn describe(&self) -> String {
        let rustc = match self {
            Toolchain::Own => PathBuf::from("rustc"),
            Toolchain::Unpacked { rustc, .. } => rustc.clone(),
        };
        let output = Command::new(rustc).arg("--version").output();
        let version = output.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
        version.unwrap_or_default()
    }
}

/// Whether the compiler that cargo uses by default has the standard library of the target.
fn target_is_installed() -> bool {
    let arguments = ["--print", "target-libdir", "--target", TARGET];
    let Ok(output) = Command::new("rustc").args(arguments).output() else { return false };
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let Ok(listing) = folder.read_dir() else { return false };
    let mut names = listing.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.any(|name| name.starts_with("libstd-"))
}

#[expect(clippy::disallowed_methods, reason = "the standard library cannot wait with a limit")]
fn added_by_rustup() -> bool {
    let mut command = Command::new("rustup");
    command.args(["target", "add", TARGET]).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(RUSTUP_SECONDS) {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => std::thread::sleep(Duration::from_millis(200)),
            Err(_) => break,
        }
    }
    // The process may have just ended.
    let _ = child.kill();
    let _ = child.wait();
    false
}

/// Returns the compiler unpacked into a folder, if it runs.
fn unpacked(folder: &Path) -> Option<Toolchain> {
    let (rustc, linker) = (folder.join("bin/rustc"), folder.join("bin/wasm-ld"));
    let runs = |program: &Path, argument: &str| {
        let output = Command::new(program).arg(argument).output();
        output.is_ok_and(|output| output.status.success())
    };
    let good = runs(&rustc, "--version") && runs(&linker, "--version");
    good.then_some(Toolchain::Unpacked { rustc, linker })
}
