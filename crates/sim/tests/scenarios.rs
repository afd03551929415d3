//! Every scenario of every ruleset passes, and its trace contains what it claims to cover.

use std::path::{Path, PathBuf};

use rules::diagnostic::{Colors, Files, Report};
use rules::{Compiled, Foundation, Place, Setup};
use sim::corpus::Corpus;
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

fn corpus(folder: &Path) -> Corpus {
    Corpus::folder(folder).unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()))
}

#[test]
fn all_scenarios_pass() {
    let failures: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> = rulesets()
            .into_iter()
            .map(|folder| scope.spawn(move || failures_of(&folder)))
            .collect();
        all.into_iter().flat_map(|one| one.join().expect("no panic")).collect()
    });
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Scenarios of a ruleset that fail, and rules they claim to cover that they do not meet.
fn failures_of(folder: &Path) -> Vec<String> {
    let corpus = corpus(folder);
    // Whether an option is exercised shows in comparison with its other values: `coverage` does
    // that.
    let rules = &corpus.parsed.rules;
    let is_option =
        |id: &str| rules.iter().any(|one| *one.rule.id == *id && **one.rule.kind == *"option");
    let (played, problems) = corpus.play_all();
    let shown = folder.display();
    let mut failures: Vec<String> = problems.iter().map(|it| format!("{shown}/{it}")).collect();
    for (case, played) in corpus.cases.iter().zip(played) {
        let (trace, one) = (&played.outcome.trace, &case.scenario);
        for rule in one.covers.iter().filter(|rule| !is_option(rule)) {
            if !trace.allowed.contains(rule) && !trace.denied.contains(rule) {
                let place = format!("{shown}/{}:{}", case.file, one.line);
                failures.push(format!("{place}: {}: {rule} is not met", one.name));
            }
        }
    }
    failures
}

/// Rules compiled once for many setups make the same games as those compiled for each.
#[test]
fn foundations_change_no_game() {
    let mut compared = 0;
    for folder in rulesets() {
        let corpus = corpus(&folder);
        let setup = |case| corpus.setup(case, &corpus.parsed).ok();
        let setups: Vec<Setup> = corpus.cases.iter().step_by(5).filter_map(setup).collect();
        let mut foundations: Vec<Foundation<'_>> = Vec::new();
        for setup in &setups {
            let known = foundations.iter().position(|one| one.fits(setup));
            let at = known.unwrap_or(foundations.len());
            if known.is_none() {
                foundations.push(Foundation::of(setup));
            }
            let text = |compiled: Result<(Compiled, _), (Report, Files)>| match compiled {
                Ok((compiled, _)) => {
                    let (game, names) = (compiled.game.without_shortcuts(), &compiled.names);
                    format!("{game:?} {:?} {:?}", names.combatants, names.kinds)
                }
                Err((report, files)) => report.render(&files, Colors::Off),
            };
            assert_eq!(text(foundations[at].compile(setup)), text(rules::compile(setup)));
            compared += usize::from(known.is_some());
        }
    }
    assert!(compared > 500, "only {compared} setups share their settings with another");
}

/// A combatant who can do nothing is part of the side whose turn it is; the answer to a wrong
/// expectation names both.
#[test]
fn a_wrong_expectation_names_those_who_can_do_nothing() {
    let text = r#"
## A side of which one is surprised

```setup
ruleset = "collective"
rulings = { init-when = "pcs" }
[[combatant]]
name = "Ana"
side = "pcs"
grants = "1P"
[[combatant]]
name = "Bea"
side = "pcs"
tags = ["surprised"]
grants = "1P"
[[combatant]]
name = "Orc"
side = "monsters"
grants = "1P"
```

```play
= waits for Ana
```
"#;
    let document = scenario::parse(text);
    let outcome = scenario::run(&document.scenarios[0], None, &Place::Nowhere);
    let messages: Vec<&str> =
        outcome.failures.iter().map(|failure| failure.message.as_str()).collect();
    let expected = "it waits for: round 1, segment 1, top: Ana may act; it is also the turn of Bea";
    assert_eq!(messages, [expected]);
}

/// A name may begin with a digit, as a number does.
#[test]
fn a_target_whose_name_begins_with_a_digit() {
    let text = r#"
## The second goblin

```setup
ruleset = "collective"
rulings = { init-when = "pcs" }
[[combatant]]
name = "Ana"
side = "pcs"
grants = "1P"
[[combatant]]
name = "2nd goblin"
side = "monsters"
grants = "1P"
```

```play
> Ana: strike 2nd goblin
= printed Ana: Strike at 2nd goblin
```
"#;
    let document = scenario::parse(text);
    let outcome = scenario::run(&document.scenarios[0], None, &Place::Nowhere);
    let messages: Vec<&str> =
        outcome.failures.iter().map(|failure| failure.message.as_str()).collect();
    assert_eq!(messages, [""; 0]);
}
