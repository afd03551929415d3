//! `turnwright run`: runs scenarios and recorded games, and reports which of them pass.

mod gather;
mod update;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use rules::source::embedded_names;
use rules::{Parsed, Place};
use serde_json::{Value, json};
use sim::scenario::{self, Document, Failure, Outcome, Scenario};

use crate::failure::{self, failed};
use crate::paint::Paint;
use crate::{open, out, rulesets};

/// Runs scenarios (*.md) and recorded games (*.game), each passed or failed.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// Files, or folders of them.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only scenarios whose file, name or covered rules contain this.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Shows only what failed.
    #[arg(long, short)]
    quiet: bool,
    /// Rewrites the printed lines that scenarios expect, where they expect any.
    #[arg(long)]
    update: bool,
}

/// The result of one scenario or recorded game.
struct Case {
    file: String,
    name: String,
    failures: Vec<Failure>,
    /// Problems of a recorded game as JSON, if there are any.
    report: Option<Value>,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let paint = Paint::of_output();
    let mut known = Rulesets::default();
    let (mut passed, mut failures) = (0, 0);
    for path in gather::files(&args.paths)? {
        let cases = match path.extension().and_then(|end| end.to_str()) {
            Some("game") => vec![game(&path)],
            _ => scenarios(&path, args, &mut known)?,
        };
        let cases: Vec<Case> = cases.into_iter().filter(|case| !case.name.is_empty()).collect();
        passed += cases.iter().filter(|case| case.failures.is_empty()).count();
        failures += cases.iter().filter(|case| !case.failures.is_empty()).count();
        let shown: Vec<&Case> =
            cases.iter().filter(|case| !args.quiet || !case.failures.is_empty()).collect();
        if !json && !shown.is_empty() {
            out::text(&paint.name(&path.display().to_string()))?;
        }
        for case in shown {
            match json {
                true => out::value(&case.json())?,
                false => out::text(&case.text(paint))?,
            }
        }
    }
    if passed + failures == 0 {
        bail!("there is nothing to run: no scenario and no recorded game was found");
    }
    match json {
        true => out::value(&json!({ "passed": passed, "failed": failures }))?,
        false => out::text(&format!("{passed} passed, {failures} failed"))?,
    }
    Ok(if failures == 0 { ExitCode::SUCCESS } else { failed() })
}

impl Case {
    fn text(&self, paint: Paint) -> String {
        if self.failures.is_empty() {
            return format!("  {}    {}", paint.good("ok"), self.name);
        }
        let mut text = format!("  {}  {}", paint.bad("FAIL"), self.name);
        for failure in &self.failures {
            let message = failure.message.trim_end().replace('\n', "\n        ");
            text.push_str(&format!("\n        {}:{}: {message}", self.file, failure.line));
        }
        text
    }

    fn json(&self) -> Value {
        let failure = |one: &Failure| json!({ "line": one.line, "message": one.message });
        json!({
            "file": self.file,
            "scenario": self.name,
            "passed": self.failures.is_empty(),
            "failures": self.failures.iter().map(failure).collect::<Vec<_>>(),
            "report": self.report,
        })
    }
}

/// Runs the scenarios of a file.
fn scenarios(path: &Path, args: &Args, known: &mut Rulesets) -> anyhow::Result<Vec<Case>> {
    let file = path.to_string_lossy().into_owned();
    let text = open::text(path)?;
    let document = scenario::parse(&text);
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let place = Place::Folder(folder);
    let wanted = |scenario: &Scenario| {
        let filter = args.filter.as_deref().unwrap_or_default();
        let rules = scenario.covers.iter().any(|rule| rule.contains(filter));
        is_scenario(scenario) && (rules || file.contains(filter) || scenario.name.contains(filter))
    };
    let mut outcomes = Vec::new();
    for scenario in &document.scenarios {
        let outcome = match wanted(scenario) {
            true => Some(play(scenario, path, &place, known)?),
            false => None,
        };
        outcomes.push(outcome);
    }
    if args.update {
        let rewritten = update::rewritten(&text, &document, &outcomes);
        if rewritten != text {
            std::fs::write(path, &rewritten).with_context(|| format!("cannot write {file}"))?;
            return scenarios(path, &Args { update: false, ..args.clone() }, known);
        }
    }
    let mut cases = problems(&document, &file);
    for (scenario, outcome) in document.scenarios.iter().zip(outcomes) {
        let Some(outcome) = outcome else { continue };
        let mut failures = outcome.failures;
        if scenario.play.is_empty() {
            let message = "the scenario has no block `play`".to_owned();
            failures.push(Failure { line: scenario.line, message });
        }
        cases.push(Case {
            file: file.clone(),
            name: scenario.name.clone(),
            failures,
            report: None,
        });
    }
    Ok(cases)
}

/// Returns a failed case if the file has lines that cannot be read.
fn problems(document: &Document, file: &str) -> Vec<Case> {
    let failure =
        |(line, message): &(usize, String)| Failure { line: *line, message: message.clone() };
    let failures: Vec<Failure> = document.problems.iter().map(failure).collect();
    if failures.is_empty() {
        return Vec::new();
    }
    let name = "the file as a whole".to_owned();
    vec![Case { file: file.to_owned(), name, failures, report: None }]
}

/// Whether a heading has any of a scenario's blocks; other headings are prose.
fn is_scenario(scenario: &Scenario) -> bool {
    let own_setup = scenario.setup_line > scenario.line;
    !scenario.play.is_empty() || !scenario.covers.is_empty() || own_setup
}

fn play(
    scenario: &Scenario,
    path: &Path,
    place: &Place,
    known: &mut Rulesets,
) -> anyhow::Result<Outcome> {
    let ruleset = known.of(path, &scenario.setup)?;
    Ok(scenario::run(scenario, ruleset, place))
}

/// Replays a recorded game.
fn game(path: &Path) -> Case {
    let error = open::game(path).err();
    let report = error.as_ref().and_then(failure::diagnostics);
    let line =
        report.as_ref().and_then(|report| report["diagnostics"][0]["primary"]["line"].as_u64());
    let failures = error
        .iter()
        .map(|error| Failure { line: line.unwrap_or(1) as usize, message: format!("{error:#}") });
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    Case {
        file: path.to_string_lossy().into_owned(),
        name: name.unwrap_or_default(),
        failures: failures.collect(),
        report,
    }
}

/// Cache of rulesets: by folder if they are on disk, by name if they are built in.
#[derive(Default)]
struct Rulesets {
    read: HashMap<String, Parsed>,
}

impl Rulesets {
    /// Returns the ruleset of a scenario: the one around its file, or the built-in one that its
    /// setup names. `None` leaves it to the loader to find one, or to report the mistake.
    fn of(&mut self, path: &Path, setup: &str) -> anyhow::Result<Option<&Parsed>> {
        let (key, folder) = match rulesets::folder_around(path) {
            Some(folder) => (folder.to_string_lossy().into_owned(), Some(folder)),
            None => match open::encounter_in(setup).and_then(|it| it.ruleset) {
                Some(name) if embedded_names().contains(&name.as_str()) => (name.to_string(), None),
                _ => return Ok(None),
            },
        };
        if !self.read.contains_key(&key) {
            let parsed = match folder {
                Some(folder) => rulesets::parse_in(&folder)?,
                None => rulesets::embedded(&key)?,
            };
            self.read.insert(key.clone(), parsed);
        }
        Ok(self.read.get(&key))
    }
}
