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
    for corpus in ["first-ruleset", "second-ruleset"].map(example) {
        let coverage = Coverage::of(&corpus);
        assert_eq!(coverage.problems, []);
        assert!(coverage.is_complete());
        assert_eq!(coverage.table(), corpus.text("COVERAGE.txt").unwrap_or_default());
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
