//! `cargo xtask test` and `cargo xtask fresh`: two tables of steps.

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::step::{Program, Step, at_root, cargo, npm, run, step};
use crate::{browser, cookbook, deny, page, python, tree};

/// Mutants of each ruleset that the checks judge, spread evenly over it. All 30,000 mutants would
/// take half an hour; `cargo xtask mutants` judges them.
const SAMPLE: usize = 300;

/// Behavior after a failed step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtFailure {
    /// Runs no further steps: later steps often need earlier ones.
    Stop,
    /// Runs all steps, and names the failed ones at the end.
    GoOn,
}

/// Runs every check of the repository.
pub(crate) fn run_all(at_failure: AtFailure) -> Result<ExitCode> {
    browser::prepare()?;
    let environment = python::prepare()?;
    // The server embeds the page.
    page::build()?;
    let mut steps = checks(&rulesets()?, &accounted()?);
    steps.extend(python::steps(&environment));
    steps.extend(deny::steps());
    in_turn(&steps, at_failure)
}

/// Judges every mutant of every ruleset that accounts for its survivors.
pub(crate) fn judge_mutants() -> Result<ExitCode> {
    let judge = |ruleset: &String| {
        let arguments = format!("run --release --package turnwright-cli -- mutate {ruleset}");
        step(&format!("all mutants of {ruleset}"), &arguments)
    };
    in_turn(&accounted()?.iter().map(judge).collect::<Vec<_>>(), AtFailure::GoOn)
}

/// Regenerates all files that follow from the rules, their scenarios and the code. Read the diff
/// afterwards: a changed count or line may be a mistake.
pub(crate) fn freshen() -> Result<ExitCode> {
    cookbook::write()?;
    let program = built()?;
    let outcome = in_turn(&writers(&rulesets()?, &games()?, &program), AtFailure::Stop);
    std::fs::remove_file(&program).context("removing the copy of turnwright")?;
    outcome
}

/// Runs the steps in order.
fn in_turn(steps: &[Step], at_failure: AtFailure) -> Result<ExitCode> {
    let start = Instant::now();
    let mut failed = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("\n==> [{}/{}] {}", index + 1, steps.len(), step.title);
        println!("    {} {}", step.program.name(), step.arguments.join(" "));
        let step_start = Instant::now();
        let passed = run(step)?;
        let verdict = if passed { "ok" } else { "FAILED" };
        println!("<== {verdict}: {} ({})", step.title, seconds(step_start.elapsed()));
        if passed {
            continue;
        }
        failed.push(step.title.as_str());
        if at_failure == AtFailure::Stop {
            break;
        }
    }
    let total = seconds(start.elapsed());
    if failed.is_empty() {
        println!("\nPASSED: {} steps, {total}", steps.len());
        return Ok(ExitCode::SUCCESS);
    }
    println!("\nFAILED: {} (of {} steps), {total}", failed.join(", "), steps.len());
    Ok(ExitCode::FAILURE)
}

/// Returns the checks of the repository. `accounted` are the rulesets that account for every
/// surviving mutant.
fn checks(rulesets: &[String], accounted: &[String]) -> Vec<Step> {
    let mut steps = vec![
        step("formatting", "fmt --all --check"),
        npm("types of the page", "run check"),
        npm("lints of the page", "run lint"),
        step("lints", "clippy --workspace --all-targets -- -D warnings"),
        step("tests", "test --workspace"),
        Step {
            environment: &[("RUSTDOCFLAGS", "-Dwarnings")],
            ..step("documentation", "doc --no-deps --workspace")
        },
    ];
    steps.push(npm("page in the browser", "test"));
    steps.push(step("engine for browsers", "run --quiet --package xtask -- check-wasm"));
    steps.push(step("server for language models", "run --quiet --package xtask -- check-mcp"));
    for ruleset in rulesets {
        // The tests have played the scenarios.
        steps.push(turnwright("games", ruleset, &format!("run rulesets/{ruleset}/games")));
        steps.push(turnwright("coverage", ruleset, &format!("coverage {ruleset}")));
        // Nearly all is found by the scenarios; a few fights look for loops.
        let proof = format!("prove rulesets/{ruleset} --fights 8 --choices 100 --states 500");
        steps.push(turnwright("proof", ruleset, &proof));
    }
    for ruleset in accounted {
        let arguments = format!("mutate {ruleset} --sample {SAMPLE}");
        steps.push(turnwright("mutation", ruleset, &arguments));
    }
    steps
}

/// Returns the steps that regenerate files. `games` are the paths of recorded games. `program` is
/// built beforehand, because its embedded files change with every file that is written; it reads
/// the folders. Steps that read the embedded rulesets come last.
fn writers(rulesets: &[String], games: &[String], program: &Path) -> Vec<Step> {
    let ours = |title: String, arguments: String| Step {
        program: Program::Ours(program.to_owned()),
        ..step(&title, &arguments)
    };
    let mut steps = vec![ours("schemas".into(), "schema --write schemas".into())];
    for game in games {
        steps.push(ours(format!("recorded game {game}"), format!("record --again {game}")));
    }
    for ruleset in rulesets {
        let folder = format!("rulesets/{ruleset}");
        steps.push(ours(format!("coverage of {ruleset}"), format!("coverage {folder} --write")));
        let manual = format!("manual {folder} --out docs/book/src/rules");
        steps.push(ours(format!("manual of {ruleset}"), manual));
    }
    steps.push(Step {
        environment: &[("TURNWRIGHT_UPDATE", "1")],
        ..step("counts of choices", "test --quiet --package turnwright-sim --test perft")
    });
    steps.push(Step {
        environment: &[("UPDATE_SESSIONS", "1")],
        ..step("terminal sessions", "test --quiet --package turnwright-cli --test cli sessions")
    });
    steps
}

/// Returns a step that runs the program that the tests built.
fn turnwright(check: &str, ruleset: &str, arguments: &str) -> Step {
    let program = Program::Ours(browser::program());
    Step { program, ..step(&format!("{check} of {ruleset}"), arguments) }
}

fn folder() -> std::path::PathBuf {
    tree::root().join("rulesets")
}

/// Returns the folders of `rulesets/`, sorted, so that a new ruleset is checked without a change
/// here.
fn rulesets() -> Result<Vec<String>> {
    let folder = folder();
    let mut names = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("reading {}", folder.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    ensure!(!names.is_empty(), "no ruleset in {}", folder.display());
    names.sort();
    Ok(names)
}

/// Returns the rulesets that account for every mutant that survives.
fn accounted() -> Result<Vec<String>> {
    let mut names = rulesets()?;
    names.retain(|name| folder().join(name).join("mutate-allowed.toml").is_file());
    Ok(names)
}

/// Returns the recorded games of all rulesets, as paths from the root.
fn games() -> Result<Vec<String>> {
    let mut games = Vec::new();
    for ruleset in rulesets()? {
        let folder = folder().join(&ruleset).join("games");
        let Ok(listing) = folder.read_dir() else { continue };
        for entry in listing {
            let name = entry?.file_name().to_string_lossy().into_owned();
            games.push(format!("rulesets/{ruleset}/games/{name}"));
        }
    }
    games.retain(|game| game.ends_with(".game"));
    games.sort();
    Ok(games)
}

/// Builds the program. Returns the path of a copy, which the next build does not replace.
fn built() -> Result<PathBuf> {
    let program = std::env::temp_dir().join(format!("turnwright-{}", std::process::id()));
    let arguments =
        ["build", "--package", "turnwright-cli", "--message-format=json-render-diagnostics"];
    let output = at_root(cargo()).args(arguments).stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "turnwright does not build");
    let told = String::from_utf8_lossy(&output.stdout);
    let executable = told.split("\"executable\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let executable = executable.context("cargo does not say where it has put turnwright")?;
    std::fs::copy(executable.replace("\\\\", "\\"), &program).context("copying turnwright")?;
    Ok(program)
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ruleset_is_run_and_covered() {
        let steps = checks(&["chess".to_owned()], &["chess".to_owned()]);
        let ours = steps.iter().filter(|step| matches!(step.program, Program::Ours(_)));
        let of_ruleset: Vec<String> = ours.map(|step| step.arguments.join(" ")).collect();
        assert_eq!(
            of_ruleset,
            [
                "run rulesets/chess/games",
                "coverage chess",
                "prove rulesets/chess --fights 8 --choices 100 --states 500",
                "mutate chess --sample 300"
            ]
        );
    }
}
