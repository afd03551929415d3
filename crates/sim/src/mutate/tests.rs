use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::corpus::Corpus;

fn first() -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/first-ruleset");
    Corpus::folder(&folder).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_first_ruleset_is_tested_by_its_scenarios() {
    let corpus = first();
    let all = mutants(&corpus.parsed);
    let excused = corpus.text(Allowed::FILE).unwrap_or_default();
    let allowed = Allowed::read(&excused, &all).unwrap_or_else(|errors| panic!("{errors:?}"));
    let bench = Arc::new(Bench::new(corpus).unwrap_or_else(|problems| panic!("{problems:?}")));
    let verdicts = bench.judge(all.clone(), || {});
    let survivors: Vec<String> = all
        .iter()
        .zip(&verdicts)
        .filter(|(mutant, verdict)| !verdict.is_killed() && allowed.reason(mutant).is_none())
        .map(|(mutant, verdict)| format!("{verdict:?} {}", mutant.name))
        .collect();
    assert!(survivors.is_empty(), "of {}:\n{}", all.len(), survivors.join("\n"));
    let judged = all.iter().zip(verdicts);
    assert_eq!(allowed.stale(judged), []);
}
