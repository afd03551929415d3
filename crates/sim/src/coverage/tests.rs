use std::path::Path;

use super::*;
use crate::scenario::{Item, Play};

fn example(name: &str) -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    Corpus::folder(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn first() -> Corpus {
    example("first-ruleset")
}

/// Returns the problems of the scenarios, and the lines of rules that lack something.
fn found(corpus: &Corpus) -> (Vec<String>, String) {
    let coverage = Coverage::of(corpus);
    let problems = coverage.problems.iter().map(|problem| problem.message.clone()).collect();
    (problems, coverage.missing())
}

fn position(corpus: &Corpus, name: &str) -> usize {
    let found = corpus.cases.iter().position(|case| case.scenario.name.starts_with(name));
    found.unwrap_or_else(|| panic!("no scenario {name}"))
}

#[test]
fn the_example_rulesets_are_covered() {
    for corpus in ["first-ruleset", "second-ruleset", "delve", "frames"].map(example) {
        let coverage = Coverage::of(&corpus);
        assert_eq!(coverage.problems, []);
        assert!(coverage.is_complete());
        assert_eq!(coverage.table(), corpus.text("COVERAGE.txt").unwrap_or_default());
    }
}

/// Replaces one assertion of a scenario by another.
fn reword(corpus: &mut Corpus, scenario: &str, before: &str, after: &str) {
    let case = position(corpus, scenario);
    let mut play = corpus.cases[case].scenario.play.iter_mut();
    let found = play.find(|it| matches!(&it.item, Item::Assertion(text) if text == before));
    found.unwrap_or_else(|| panic!("{before}")).item = Item::Assertion(after.to_owned());
}

#[test]
fn a_denial_counts_behind_other_facts_of_its_line() {
    let mut corpus = first();
    let denied = "Orc: walk 1 is denied by first.deed.down";
    reword(&mut corpus, "At 0 hit points", denied, &format!("Orc is down, {denied}"));
    assert!(Coverage::of(&corpus).is_complete());
    let mut corpus = example("second-ruleset");
    reword(&mut corpus, "Everyone begins", "denied", "Ana has 1B, denied");
    assert_eq!(Coverage::of(&corpus).problems, []);
}

/// Returns the rulesets in a folder of `examples`, by name.
fn examples_in(folder: &str) -> Vec<(String, Corpus)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(folder);
    let listing = std::fs::read_dir(path).expect("a folder of examples");
    let paths = listing.map(|entry| entry.expect("an entry of the folder").path());
    let names = paths.filter(|path| path.is_dir()).map(|path| {
        path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8").to_owned()
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    let corpus = |name: String| {
        let corpus = example(&format!("{folder}/{name}"));
        (name, corpus)
    };
    names.into_iter().map(corpus).collect()
}

/// Asserts that a fight of an example loads without a warning.
fn assert_fight_loads(corpus: &Corpus, fight: &str) {
    let path = corpus.folder.as_ref().expect("it is on disk").join("examples").join(fight);
    let compiled = rules::Setup::open(&path).and_then(|setup| rules::compile(&setup));
    let report = compiled.map(|(_, report)| report).unwrap_or_else(|(report, _)| report);
    assert_eq!(report.diagnostics().len(), 0, "{}", path.display());
}

#[test]
fn every_template_is_covered_by_three_scenarios() {
    let templates = examples_in("templates");
    assert_eq!(templates.len(), 6);
    for (name, corpus) in templates {
        let coverage = Coverage::of(&corpus);
        assert_eq!(coverage.problems, [], "{name}");
        assert_eq!(coverage.missing().lines().count(), 2, "{name}: {}", coverage.missing());
        assert_eq!(corpus.cases.len(), 3, "{name}");
        assert_fight_loads(&corpus, "first-fight.toml");
    }
}

#[test]
fn every_recipe_shows_its_rules() {
    let recipes = examples_in("cookbook");
    assert!(recipes.len() >= 25);
    let shared = example("cookbook/popcorn").text("rules/table.toml").expect("a table");
    for (name, corpus) in recipes {
        let coverage = Coverage::of(&corpus);
        assert_eq!(coverage.problems, [], "{name}");
        let lacking = coverage.rows.iter().filter(|row| row.required && !row.is_exercised());
        let lacking: Vec<&str> = lacking.map(|row| row.id.as_str()).collect();
        let is_of_table = |id: &&str| id.starts_with("recipe.table.");
        assert!(lacking.iter().all(is_of_table), "{name}: {lacking:?}");
        assert_fight_loads(&corpus, "fight.toml");
        // A recipe with a clock of its own has this table without the clock.
        let table = corpus.text("rules/table.toml").expect("a table");
        assert_eq!(table.contains("rule.span"), table == shared, "{name}");
    }
}

#[test]
fn what_no_scenario_claims_is_missing() {
    let mut corpus = first();
    corpus.cases.remove(position(&corpus, "At 0 hit points"));
    corpus.cases.remove(position(&corpus, "Without trading"));
    let expected = "\
rule             kind      exercised         scenarios
first.deed.down  mechanic  lacks allow deny  0
first.opt.trade  option    on, lacks off     1
13 of 15 rules exercised
";
    assert_eq!(found(&corpus), (Vec::new(), expected.to_owned()));
}

#[test]
fn a_claim_must_be_met() {
    let mut corpus = first();
    let at = position(&corpus, "Tokens are back");
    let covers = &mut corpus.cases[at].scenario.covers;
    covers.extend(["first.deed.parry", "first.no.such"].map(str::to_owned));
    let (problems, _) = found(&corpus);
    let name = "Tokens are back when a round begins";
    let expected = [
        format!(
            "{name}: first.deed.parry is claimed but has no part in it: \
             nothing happens (allow) and nothing is denied (deny) because of it"
        ),
        "there is no rule first.no.such".to_owned(),
    ];
    assert_eq!(problems, expected);
}

#[test]
fn a_scenario_that_fails_counts_for_nothing() {
    let mut corpus = first();
    let at = position(&corpus, "Tokens are back");
    let play = &mut corpus.cases[at].scenario.play;
    play.push(Play { line: 50, item: Item::Assertion("Ana hp is 9".to_owned()) });
    let (problems, missing) = found(&corpus);
    assert_eq!(problems, ["Tokens are back when a round begins: Ana hp is 6"]);
    let line = "first.time.refresh  mechanic  lacks allow  0";
    assert!(missing.lines().any(|one| one == line), "{missing}");
}

#[test]
fn marks_follow_from_the_elements() {
    let corpus = first();
    let rules = corpus.parsed.rules.iter().map(|located| located.rule.id.as_str());
    let both = |marks: &Marks| marks.allow && marks.deny;
    let wanted = marks::wanted(&corpus.parsed);
    let denying: Vec<&str> =
        rules.zip(&wanted).filter(|(_, marks)| both(marks)).map(|(id, _)| id).collect();
    let expected = [
        "first.deed.walk",
        "first.deed.parry",
        "first.deed.guard",
        "first.deed.down",
        "first.token.action",
        "first.token.reaction",
        "first.token.two-moves",
        "first.example.dash",
    ];
    assert_eq!(denying, expected);
    assert!(wanted.iter().all(|marks| marks.allow), "nothing here is only a refusal");
}
