//! `cargo xtask count`: instructions per decision of each fight, counted by valgrind. Unlike times,
//! counts hardly differ from run to run, so a change of one percent shows.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};

use crate::step::{at_root, cargo};
use crate::tree;

/// Rulesets and fights of the table in the book, except the aggressive one.
const FIGHTS: [(&str, &str); 9] = [
    ("collective", "skirmish"),
    ("collective", "casters"),
    ("brilliance-shadow", "battle"),
    ("dungeons-of-olde", "gate"),
    ("pathfinder-rae", "battle"),
    ("pathfinder-rae", "duel"),
    ("pathfinder-rae", "spellcaster"),
    ("srd-5", "ambush"),
    ("pathfinder-2e", "ford"),
];
/// Decisions that are counted, after a tenth as many that are not.
const DECISIONS: u32 = 20_000;
/// Function whose instructions are counted, including everything it calls.
const COUNTED: &str = "decisions::counted";

/// Counts instructions for this tree, and for another build of the same program if one is given.
pub(crate) fn count(arguments: &[String]) -> Result<ExitCode> {
    let other = match arguments {
        [] => None,
        [flag, program] if flag == "--against" => Some(PathBuf::from(program)),
        _ => anyhow::bail!("usage: cargo xtask count [--against PROGRAM]"),
    };
    let found = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    ensure!(found.is_ok_and(|status| status.success()), "this needs valgrind; please install it");
    let build = ["build", "--release", "--package", "turnwright-sim", "--example", "decisions"];
    ensure!(at_root(cargo()).args(build).status()?.success(), "the program does not build");
    let program = tree::root().join("target/release/examples/decisions");
    println!("instructions per decision, over {DECISIONS} decisions");
    for (ruleset, fight) in FIGHTS {
        let (here, hash) = counted(&program, ruleset, fight)?;
        let Some(other) = &other else {
            println!("{ruleset:18} {fight:12} {here:7}");
            continue;
        };
        let (there, other_hash) = counted(other, ruleset, fight)?;
        let percent = 100.0 * (f64::from(here) / f64::from(there) - 1.0);
        let same = if hash == other_hash { "" } else { "  (other decisions)" };
        println!("{ruleset:18} {fight:12} {here:7}  against {there:7}  {percent:+.1} %{same}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the instructions per decision of a fight, and a hash of the decisions.
fn counted(program: &Path, ruleset: &str, fight: &str) -> Result<(u32, String)> {
    let out = tree::root().join("target/count.out");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args([ruleset, fight, &DECISIONS.to_string()])
        .stderr(Stdio::null())
        .output()
        .context("starting valgrind")?;
    ensure!(output.status.success(), "{} {ruleset} {fight} fails", program.display());
    let text = std::fs::read_to_string(&out).context("reading what valgrind counted")?;
    let total = text.lines().find_map(|line| line.strip_prefix("summary: "));
    let total: u64 = total.context("valgrind counted nothing")?.trim().parse()?;
    ensure!(total > 0, "valgrind counted nothing below {COUNTED}");
    let hash = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(((total / u64::from(DECISIONS)) as u32, hash))
}
