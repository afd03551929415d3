//! `cargo xtask test` and `cargo xtask fresh`: two tables of steps.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::{browser, page, tree};

/// One command whose exit code decides.
struct Step {
    title: String,
    program: Program,
    arguments: Vec<String>,
    environment: &'static [(&'static str, &'static str)],
}

/// What a step runs, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    /// Cargo, at the root.
    Cargo,
    /// npm, in the folder of the page.
    Npm,
}

impl Program {
    fn name(self) -> &'static str {
        match self {
            Program::Cargo => "cargo",
            Program::Npm => "npm",
        }
    }
}

/// Runs every check of the repository.
pub(crate) fn run_all() -> Result<ExitCode> {
    browser::prepare()?;
    // The server embeds it.
    page::build()?;
    let rulesets = rulesets()?;
    let accounted = |name: &&String| folder().join(name).join("mutate-allowed.toml").is_file();
    let accounted: Vec<String> = rulesets.iter().filter(accounted).cloned().collect();
    in_turn(&checks(&rulesets, &accounted))
}

/// Writes anew whatever follows from the rules, their scenarios and the code. What stands in the
/// difference afterwards is to be read: a count or a line that changed may be a mistake.
pub(crate) fn freshen() -> Result<ExitCode> {
    in_turn(&writers(&rulesets()?, &games()?))
}

/// Runs every step in order and stops at the first that fails: what comes later needs what came
/// before.
fn in_turn(steps: &[Step]) -> Result<ExitCode> {
    let start = Instant::now();
    for (index, step) in steps.iter().enumerate() {
        println!("\n==> [{}/{}] {}", index + 1, steps.len(), step.title);
        println!("    {} {}", step.program.name(), step.arguments.join(" "));
        let step_start = Instant::now();
        let passed = run(step)?;
        let verdict = if passed { "ok" } else { "FAILED" };
        println!("<== {verdict}: {} ({})", step.title, seconds(step_start.elapsed()));
        if !passed {
            let total = seconds(start.elapsed());
            println!("\nFAILED at \"{}\": {index} of {} passed, {total}", step.title, steps.len());
            return Ok(ExitCode::FAILURE);
        }
    }
    println!("\nPASSED: {} steps, {}", steps.len(), seconds(start.elapsed()));
    Ok(ExitCode::SUCCESS)
}

/// `accounted` are the rulesets of which every surviving mutant is accounted for.
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
        step("release build", "build --release --package turnwright"),
    ];
    steps.push(npm("page in the browser", "test"));
    for ruleset in rulesets {
        steps.push(turnwright(
            "scenarios",
            ruleset,
            &format!("run rulesets/{ruleset}/scenarios rulesets/{ruleset}/games"),
        ));
        steps.push(turnwright("coverage", ruleset, &format!("coverage {ruleset}")));
    }
    for ruleset in accounted {
        steps.push(turnwright("mutation", ruleset, &format!("mutate {ruleset}")));
    }
    steps
}

/// `games` are the recorded ones, by path. The built-in rulesets are what the sessions and the
/// counts of choices are about, so that those come last.
fn writers(rulesets: &[String], games: &[String]) -> Vec<Step> {
    let quickly = |title: String, arguments: String| {
        step(&title, &format!("run --quiet --package turnwright -- {arguments}"))
    };
    let mut steps = vec![quickly("schemas".into(), "schema --write schemas".into())];
    for game in games {
        steps.push(quickly(format!("recorded game {game}"), format!("record --again {game}")));
    }
    for ruleset in rulesets {
        let folder = format!("rulesets/{ruleset}");
        steps.push(quickly(format!("coverage of {ruleset}"), format!("coverage {folder} --write")));
        steps.push(quickly(
            format!("manual of {ruleset}"),
            format!("manual {folder} --out docs/book/src/rules"),
        ));
    }
    steps.push(Step {
        environment: &[("TURNWRIGHT_UPDATE", "1")],
        ..step("counts of choices", "test --quiet --package turnwright-sim --test perft")
    });
    steps.push(Step {
        environment: &[("UPDATE_SESSIONS", "1")],
        ..step("terminal sessions", "test --quiet --package turnwright --test cli sessions")
    });
    steps
}

fn step(title: &str, arguments: &str) -> Step {
    Step {
        title: title.to_owned(),
        program: Program::Cargo,
        arguments: arguments.split_whitespace().map(str::to_owned).collect(),
        environment: &[],
    }
}

fn npm(title: &str, arguments: &str) -> Step {
    Step { program: Program::Npm, ..step(title, arguments) }
}

/// Goes through `cargo run`, which knows where the binary is whatever the target directory.
fn turnwright(check: &str, ruleset: &str, arguments: &str) -> Step {
    step(
        &format!("{check} of {ruleset}"),
        &format!("run --quiet --release --package turnwright -- {arguments}"),
    )
}

fn folder() -> std::path::PathBuf {
    tree::root().join("rulesets")
}

/// The folders of `rulesets/`, sorted, so that a new ruleset is checked without a change here.
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

/// The recorded games of all rulesets, as paths from the root.
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

fn run(step: &Step) -> Result<bool> {
    let mut command = match step.program {
        Program::Cargo => {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let mut command = Command::new(cargo);
            command.current_dir(tree::root());
            command
        }
        Program::Npm => browser::npm(),
    };
    let status = command
        .args(&step.arguments)
        .envs(step.environment.iter().copied())
        .status()
        .with_context(|| format!("starting {} for \"{}\"", step.program.name(), step.title))?;
    Ok(status.success())
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ruleset_is_run_and_covered() {
        let commands: Vec<String> = checks(&["chess".to_owned()], &["chess".to_owned()])
            .iter()
            .map(|step| step.arguments.join(" "))
            .collect();
        let of_ruleset: Vec<&str> =
            commands.iter().filter_map(|it| it.split_once(" -- ")).map(|it| it.1).collect();
        assert_eq!(
            of_ruleset,
            [
                "-D warnings",
                "run rulesets/chess/scenarios rulesets/chess/games",
                "coverage chess",
                "mutate chess"
            ]
        );
    }
}
