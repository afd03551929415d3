//! Problems of a file of scenarios: lines that cannot be read, setups that do not load, and
//! expectations that fail.

use std::path::Path;

use rules::{Parsed, Setup};
use sim::scenario::{self, Scenario};

use crate::check::{Beside, Finding, Spot, compiled, findings};
use crate::documents::Documents;
use crate::ruleset::Ruleset;
use crate::text::lines;

/// Returns the lines that cannot be read.
pub(crate) fn unreadable(path: &Path, text: &str) -> Vec<Finding> {
    let problems = scenario::parse(text).problems.into_iter();
    problems.map(|(line, message)| at_line(path, text, line, message)).collect()
}

/// Runs all scenarios of a file and returns everything that fails.
pub(crate) fn run(
    ruleset: &Ruleset,
    parsed: &Parsed,
    path: &Path,
    text: &str,
    documents: &Documents,
) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for scenario in scenario::parse(text).scenarios.iter().filter(|it| !is_prose(it)) {
        let beside = Beside::named_in(&scenario.setup, path, documents);
        let outcome = scenario::run(scenario, Some(parsed), &beside.place());
        for failure in outcome.failures {
            let of_setup = failure.line == scenario.setup_line;
            let found_inside = match of_setup {
                true => setup_problems(ruleset, parsed, path, text, scenario, &beside),
                false => Vec::new(),
            };
            if found_inside.is_empty() {
                found.push(at_line(path, text, failure.line, failure.message));
            }
            // Scenarios may share a setup.
            for problem in found_inside {
                if !found.contains(&problem) {
                    found.push(problem);
                }
            }
        }
        if scenario.play.is_empty() {
            let message = "the scenario has no block `play`".to_owned();
            found.push(at_line(path, text, scenario.line, message));
        }
    }
    found
}

/// Whether a heading is prose: it has no play, covers no rules and has no setup of its own.
fn is_prose(scenario: &Scenario) -> bool {
    let own_setup = scenario.setup_line > scenario.line;
    scenario.play.is_empty() && scenario.covers.is_empty() && !own_setup
}

/// Returns the problems of a setup at their places in the file of scenarios.
fn setup_problems(
    ruleset: &Ruleset,
    parsed: &Parsed,
    path: &Path,
    text: &str,
    scenario: &Scenario,
    beside: &Beside,
) -> Vec<Finding> {
    let name = path.to_string_lossy();
    let setup = Setup::read(&name, &scenario.setup, &beside.place(), Some(parsed));
    let (report, files) = setup.map_or_else(|problems| problems, |setup| compiled(&setup));
    if !report.has_errors() {
        return Vec::new();
    }
    let mut found = findings(&report, &files, path, &|name| beside.path_of(name, ruleset));
    found.retain(|it| !it.is_warning);
    let inside = |offset| placed(text, scenario.setup_line, &scenario.setup, offset);
    for finding in &mut found {
        for spot in std::iter::once(&mut finding.spot).chain(&mut finding.related) {
            if spot.path == path {
                spot.span = inside(spot.span.start)..inside(spot.span.end);
            }
        }
    }
    found
}

/// Returns the offset in a file of an offset in a block that begins in a line, counted from 1.
fn placed(text: &str, first_line: usize, block: &str, offset: usize) -> usize {
    let before = &block[..block.floor_char_boundary(offset)];
    let line = before.matches('\n').count();
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    let number = (first_line + line).saturating_sub(1);
    let span = lines(text).nth(number).unwrap_or(text.len()..text.len());
    (span.start + column).min(span.end)
}

fn at_line(path: &Path, text: &str, line: usize, message: String) -> Finding {
    let span = lines(text).nth(line.saturating_sub(1)).unwrap_or(text.len()..text.len());
    Finding {
        code: None,
        is_warning: false,
        message: message.trim_end().to_owned(),
        spot: Spot { path: path.to_path_buf(), span, text: String::new() },
        related: Vec::new(),
        help: Vec::new(),
    }
}
