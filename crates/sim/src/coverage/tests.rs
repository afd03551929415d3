use std::path::Path;

use super::*;
use crate::corpus::Corpus;

fn corpus() -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/first-ruleset");
    Corpus::folder(&folder).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_first_ruleset_is_covered() {
    let coverage = Coverage::of(&corpus());
    let problems: Vec<String> = coverage.problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, Vec::<String>::new());
    let committed = corpus().text("COVERAGE.txt").unwrap_or_default();
    assert_eq!(coverage.table(), committed);
}
