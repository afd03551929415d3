//! `cargo xtask wasm`: builds the engine for browsers into `npm/engine/dist`, compares it with the
//! native one and measures it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::step::{at_root, cargo};
use crate::wasm_toolchain::{Rustup, TARGET, Toolchain};
use crate::{browser, tree, workbench};

/// Target folder of builds for browsers, which may have another compiler.
const TARGET_FOLDER: &str = "target/wasm";
const LIBRARY: &str = "turnwright_wasm.wasm";
/// Fingerprints of the native build, which the tests compare with.
const MARKS: &str = "target/wasm/native-marks.json";

/// The crate's features, and the folder of `npm/engine` for what is built with them.
struct Variant {
    features: &'static str,
    folder: &'static str,
}

const ENGINE: Variant = Variant { features: "", folder: "dist" };
/// The engine with the tracker of one device.
const TRACKER: Variant = Variant { features: "tracker", folder: "dist/tracker" };

/// Builds the engine, then runs the action that the arguments name: `test`, `bench` or `workbench`.
pub(crate) fn wasm(arguments: &[String]) -> Result<ExitCode> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let toolchain = Toolchain::find(Rustup::Asked)?;
    build(&toolchain, "wasm", &ENGINE)?;
    match words.as_slice() {
        [] => Ok(ExitCode::SUCCESS),
        ["test"] => {
            build(&toolchain, "wasm", &TRACKER)?;
            test()
        }
        ["bench"] => bench(),
        ["workbench"] => workbench::build(),
        _ => {
            eprintln!("Usage: cargo xtask wasm [test | bench | workbench]");
            Ok(ExitCode::from(2))
        }
    }
}

/// Builds and tests the engine, as a part of `cargo xtask test`. If there is no compiler, it prints
/// a message and succeeds.
pub(crate) fn check() -> Result<ExitCode> {
    match Toolchain::find(Rustup::LeftAlone) {
        Ok(toolchain) => {
            build(&toolchain, "wasm-test", &ENGINE)?;
            build(&toolchain, "wasm-test", &TRACKER)?;
            test()
        }
        Err(why) => {
            println!("SKIPPED: the engine for browsers is not tested: {why:#}");
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Builds the engine, alone and with the tracker.
pub(crate) fn build_for_site() -> Result<()> {
    let toolchain = Toolchain::find(Rustup::Asked)?;
    build(&toolchain, "wasm", &ENGINE)?;
    build(&toolchain, "wasm", &TRACKER)
}

/// Compiles a variant of the engine in a profile. Writes its JavaScript, and prints its size.
fn build(toolchain: &Toolchain, profile: &str, variant: &Variant) -> Result<()> {
    let start = Instant::now();
    println!("==> {} of the engine for browsers, with {}", variant.folder, toolchain.describe());
    let mut command = at_root(cargo());
    command.args(["build", "--package", "turnwright-wasm", "--lib", "--profile", profile]);
    command.args(["--target", TARGET, "--target-dir", TARGET_FOLDER]);
    command.args(["--features", variant.features]);
    // The caller may have set these for the native build.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_INCREMENTAL");
    toolchain.apply(&mut command);
    succeed(&mut command, "compiling the engine")?;
    let built = tree::root().join(TARGET_FOLDER).join(TARGET).join(profile).join(LIBRARY);
    let package = package().join(variant.folder);
    succeed(
        at_root(cargo())
            .args(["run", "--quiet", "--package", "xtask", "--features", "wasm-glue"])
            .args(["--bin", "wasm-glue", "--target-dir", "target/wasm-glue"])
            // This program runs for a second; an optimized build would take minutes.
            .args(["--config", "profile.dev.package.\"*\".opt-level=0"])
            .args(["--config", "profile.dev.debug=0", "--"])
            .arg(&built)
            .arg(&package),
        "writing the glue",
    )?;
    let size = package.join("turnwright_wasm_bg.wasm").metadata()?.len();
    println!("    {} bytes, {:.0} s", size, start.elapsed().as_secs_f64());
    Ok(())
}

/// Compares with the native build in Node, and tests the package.
fn test() -> Result<ExitCode> {
    let marks = native(&["marks"])?;
    std::fs::write(tree::root().join(MARKS), marks).context("writing the fingerprints")?;
    let tests = package().join("test");
    let status = Command::new("node").arg("--test").current_dir(tests).status();
    let status = status.context("starting node, which the tests need")?;
    if !status.success() {
        return Ok(ExitCode::FAILURE);
    }
    let tested = workbench::test()?;
    if tested != ExitCode::SUCCESS {
        return Ok(tested);
    }
    browser::test_site()
}

/// Prints size and speed, and compares both with their bounds.
fn bench() -> Result<ExitCode> {
    let program = native_program("release")?;
    let mut node = Command::new("node");
    node.arg("bench/pace.mjs").current_dir(package()).env("TURNWRIGHT_NATIVE", program);
    let status = node.status().context("starting node, which the measurement needs")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the native side of the comparison and returns its output.
fn native(arguments: &[&str]) -> Result<Vec<u8>> {
    let output = at_root(native_program("dev")?).args(arguments).output();
    let output = output.context("starting the native engine")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}

/// Builds the native side in a profile and returns its path. The results do not depend on the
/// profile. After `cargo test`, `dev` is built already.
fn native_program(profile: &str) -> Result<PathBuf> {
    let mut command = at_root(cargo());
    command.args(["build", "--quiet", "--profile", profile, "--package", "turnwright-native"]);
    succeed(&mut command, "compiling the native engine")?;
    let own = std::env::current_exe().context("finding this program")?;
    let target = own.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target.join(folder).join(format!("native{}", std::env::consts::EXE_SUFFIX)))
}

fn package() -> PathBuf {
    tree::root().join("npm/engine")
}

fn succeed(command: &mut Command, what: &str) -> Result<()> {
    let status = command.status().with_context(|| format!("{what}: cargo does not start"))?;
    ensure!(status.success(), "{what} failed");
    Ok(())
}
