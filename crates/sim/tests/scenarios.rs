//! Every scenario of every ruleset passes, and its trace contains what it claims to cover.

use std::path::{Path, PathBuf};

use rules::diagnostic::Colors;
use rules::{Parsed, Place, Source};
use sim::scenario;

fn rulesets() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<PathBuf> = ["../../rulesets", "../../examples", "tests/fixtures"]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(here.join(folder)).expect("a folder of rulesets"))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("ruleset.toml").exists())
        .collect();
    all.sort();
    all
}

fn parse(folder: &Path) -> Parsed {
    let source = Source::folder(folder).unwrap_or_else(|problem| panic!("{}", problem.message));
    source
        .parse()
        .unwrap_or_else(|(report, files)| panic!("{}", report.render(&files, Colors::Off)))
}

#[test]
fn all_scenarios_pass() {
    let mut failures = Vec::new();
    for folder in rulesets() {
        let ruleset = parse(&folder);
        // Whether an option is exercised shows in comparison with its other values: `coverage` does
        // that.
        let is_option = |id: &str| {
            ruleset.rules.iter().any(|one| *one.rule.id == *id && **one.rule.kind == *"option")
        };
        let Ok(listing) = std::fs::read_dir(folder.join("scenarios")) else { continue };
        let mut files: Vec<PathBuf> = listing.filter_map(|one| Some(one.ok()?.path())).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "md")) {
            let text = std::fs::read_to_string(file).expect("a scenario file");
            let document = scenario::parse(&text);
            let shown = file.display();
            for (line, problem) in &document.problems {
                failures.push(format!("{shown}:{line}: {problem}"));
            }
            for one in &document.scenarios {
                let place = Place::Folder(folder.join("scenarios"));
                let outcome = scenario::run(one, Some(&ruleset), &place);
                for failure in &outcome.failures {
                    let message = &failure.message;
                    failures.push(format!("{shown}:{}: {}: {message}", failure.line, one.name));
                }
                for rule in one.covers.iter().filter(|rule| !is_option(rule)) {
                    let trace = &outcome.trace;
                    if !trace.allowed.contains(rule) && !trace.denied.contains(rule) {
                        let line = one.line;
                        failures.push(format!("{shown}:{line}: {}: {rule} is not met", one.name));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
