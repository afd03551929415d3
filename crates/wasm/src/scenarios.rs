//! Runs the scenarios of a ruleset in memory.

use rules::Parsed;
use rules::Place;
use server::wire::{ScenarioFailure, ScenarioResult, ScenarioResults};
use sim::origin::Problems;
use sim::scenario::{self, Scenario};

use crate::Rulebook;

/// Runs all scenarios, or the scenarios of one file. Fails if the rules do not load.
pub(crate) fn run(rulebook: &Rulebook, only: Option<&str>) -> Result<ScenarioResults, Problems> {
    let parsed = rulebook.source().parse()?;
    let place = rulebook.place();
    let mut results = ScenarioResults::default();
    let is_wanted = |path: &str| match only {
        Some(only) => path == only,
        None => path.starts_with("scenarios/") && path.ends_with(".md"),
    };
    for (file, text) in rulebook.files().filter(|(path, _)| is_wanted(path)) {
        let document = scenario::parse(text);
        for (line, message) in document.problems {
            let failures = vec![ScenarioFailure { line, message }];
            let (file, name) = (file.to_owned(), "(unreadable)".to_owned());
            results.scenarios.push(ScenarioResult {
                file,
                name,
                line,
                failures,
                ..Default::default()
            });
        }
        let found = document.scenarios.iter().filter(|one| !is_prose(one));
        results.scenarios.extend(found.map(|one| play(file, one, &parsed, &place)));
    }
    let failed = results.scenarios.iter().filter(|one| !one.failures.is_empty()).count();
    results.failed = failed;
    results.passed = results.scenarios.len() - failed;
    Ok(results)
}

/// Checks whether a heading is prose: it has no play, covers no rules and has no setup of its own.
fn is_prose(scenario: &Scenario) -> bool {
    let own_setup = scenario.setup_line > scenario.line;
    scenario.play.is_empty() && scenario.covers.is_empty() && !own_setup
}

fn play(file: &str, scenario: &Scenario, parsed: &Parsed, place: &Place) -> ScenarioResult {
    let outcome = scenario::run(scenario, Some(parsed), place);
    let failure = |one: scenario::Failure| ScenarioFailure { line: one.line, message: one.message };
    let mut failures: Vec<ScenarioFailure> = outcome.failures.into_iter().map(failure).collect();
    if scenario.play.is_empty() {
        let message = "the scenario has no block `play`".to_owned();
        failures.push(ScenarioFailure { line: scenario.line, message });
    }
    ScenarioResult {
        file: file.to_owned(),
        name: scenario.name.clone(),
        line: scenario.line,
        covers: scenario.covers.clone(),
        failures,
        allowed: outcome.trace.allowed.into_iter().collect(),
        denied: outcome.trace.denied.into_iter().collect(),
    }
}
