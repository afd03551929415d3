use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::corpus::Corpus;

fn example(name: &str) -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    Corpus::folder(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn first() -> Corpus {
    example("first-ruleset")
}

fn judge(corpus: Corpus) -> Vec<(Mutant, Verdict)> {
    let all = mutants(&corpus.parsed);
    let bench = Bench::new(corpus).unwrap_or_else(|problems| panic!("{problems:?}"));
    let verdicts = Arc::new(bench).judge(all.clone(), &Allowed::default(), || {});
    all.into_iter().zip(verdicts).collect()
}

/// Returns the names of the mutants whose verdict begins with a text.
fn names<'m>(judged: &'m [(Mutant, Verdict)], verdict: &str) -> Vec<&'m str> {
    let wanted = judged.iter().filter(|(_, one)| format!("{one:?}").starts_with(verdict));
    wanted.map(|(mutant, _)| mutant.name.as_str()).collect()
}

/// Judges all mutants of a ruleset. Asserts that every survivor is excused with a reason.
fn judge_tested(corpus: Corpus) -> Vec<(Mutant, Verdict)> {
    let excused = corpus.text(Allowed::FILE).unwrap_or_default();
    let judged = judge(corpus);
    let all: Vec<Mutant> = judged.iter().map(|(mutant, _)| mutant.clone()).collect();
    let allowed = Allowed::read(&excused, &all).unwrap_or_else(|errors| panic!("{errors:?}"));
    let excused: Vec<&str> = all
        .iter()
        .filter(|mutant| allowed.reason(mutant).is_some())
        .map(|mutant| mutant.name.as_str())
        .collect();
    assert_eq!(names(&judged, "Survived"), excused);
    assert_eq!(names(&judged, "Broken"), Vec::<&str>::new());
    assert_eq!(allowed.stale(judged.iter().map(|(mutant, verdict)| (mutant, *verdict))), []);
    judged
}

#[test]
fn the_first_ruleset_is_tested_by_its_scenarios() {
    let judged = judge_tested(first());
    assert!(names(&judged, "Unloadable").contains(&"first.time.rounds span round: removed"));
    assert!(names(&judged, "Killed").contains(&"first.token.two-moves slot moves: cap+1"));
}

#[test]
fn the_second_ruleset_is_tested_by_its_scenarios() {
    let judged = judge_tested(example("second-ruleset"));
    assert!(names(&judged, "Killed").iter().any(|name| name.starts_with("second.time.cost")));
}

#[test]
fn without_its_scenario_a_mutant_survives() {
    let mut corpus = first();
    corpus.cases.retain(|case| !case.scenario.name.starts_with("At 0 hit points"));
    let judged = judge(corpus);
    let name = "first.deed.down watch hp: when now <= 0 -> now <= 1";
    assert!(names(&judged, "Survived").contains(&name));
}

#[test]
fn names_are_unique_and_places_are_lines() {
    let corpus = first();
    let all = mutants(&corpus.parsed);
    let names: BTreeSet<&str> = all.iter().map(|mutant| mutant.name.as_str()).collect();
    assert_eq!(names.len(), all.len());
    let slot = all.iter().find(|mutant| mutant.name.ends_with("slot moves: cap+1"));
    let text = corpus.text("rules/tokens.toml").unwrap_or_default();
    let line = text.lines().position(|line| line == "cap = \"2\"").map(|at| at + 1);
    let place = slot.map(|mutant| mutant.place(&corpus.parsed));
    assert_eq!(place, line.map(|line| format!("rules/tokens.toml:{line}")));
}

#[test]
fn excuses_are_checked() {
    let all = mutants(&first().parsed);
    let read = |text: &str| Allowed::read(text, &all);
    let name = all[0].name.clone();
    assert_eq!(
        read(&format!("\"{name}\" = \" \"")),
        Err(vec![AllowedError::NoReason(name.clone())])
    );
    let unknown = AllowedError::Unknown("no such thing".to_owned());
    assert_eq!(read("\"no such thing\" = \"a reason\""), Err(vec![unknown]));
    assert!(
        matches!(read("x = 3"), Err(errors) if matches!(errors[..], [AllowedError::Syntax(_)]))
    );
    let allowed = read(&format!("\"{name}\" = \"a reason\"")).unwrap_or_default();
    let stale = allowed.stale([(&all[0], Verdict::Killed(0))]);
    assert_eq!(stale, [AllowedError::Stale(name)]);
}
