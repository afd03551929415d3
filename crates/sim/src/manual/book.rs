//! Tests of the book's own pages: what they quote is there, what they write down is accepted.

use std::path::{Path, PathBuf};

use rules::{Place, Setup};

use crate::corpus::Corpus;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    let path = root().join("docs/book/src").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the fenced blocks of a page that begin with this fence.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let end = fence.trim_end_matches(|c: char| c != '`');
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in page.lines() {
        match &mut open {
            Some(_) if line == end => blocks.extend(open.take()),
            Some(block) => block.push_str(&format!("{line}\n")),
            None if line == fence => open = Some(String::new()),
            None => {}
        }
    }
    blocks
}

/// Returns every text of an example ruleset.
fn example(name: &str) -> Vec<String> {
    let folder = root().join("examples").join(name);
    let mut texts = vec![std::fs::read_to_string(folder.join("ruleset.toml")).expect("a manifest")];
    for inside in ["rules", "scenarios", "examples"] {
        let listing = std::fs::read_dir(folder.join(inside)).expect("a folder of the example");
        for entry in listing {
            let path = entry.expect("an entry of a folder").path();
            texts.push(std::fs::read_to_string(path).expect("a file of the example"));
        }
    }
    texts
}

#[test]
fn the_guide_is_cut_from_the_example() {
    for (name, fence, ruleset) in [
        ("your-first-ruleset.md", "```toml", "first-ruleset"),
        ("your-first-ruleset.md", "````markdown", "first-ruleset"),
        ("scenarios.md", "````markdown", "first-ruleset"),
        ("clocks.md", "```toml", "second-ruleset"),
    ] {
        let blocks = blocks(&page(name), fence);
        assert!(!blocks.is_empty(), "{name} shows something");
        let example = example(ruleset);
        for block in blocks {
            let found = example.iter().any(|text| text.contains(&block));
            assert!(found, "{name}: not in examples/{ruleset}:\n{block}");
        }
    }
}

#[test]
fn the_example_fights_load() {
    for (fight, everybody) in [
        ("first-ruleset/examples/duel.toml", &["Ana", "Orc 1", "Orc 2"][..]),
        ("second-ruleset/examples/ford.toml", &["Ana", "Bea", "Orc 1", "Orc 2"]),
    ] {
        let setup = Setup::open(&root().join("examples").join(fight));
        let compiled = setup.and_then(|setup| rules::compile(&setup));
        let Ok((compiled, _)) = compiled else { panic!("{fight} does not load") };
        assert_eq!(compiled.names.combatants, everybody, "{fight}");
    }
}

#[test]
fn expressions_dice_and_encounters_shown_are_accepted() {
    let text = page("expressions.md");
    for line in blocks(&text, "```expression").iter().flat_map(|block| block.lines()) {
        assert!(rules::expr::parse(line).is_ok(), "{line}");
    }
    for line in blocks(&text, "```dice").iter().flat_map(|block| block.lines()) {
        assert!(rules::dice::parse(line).is_ok(), "{line}");
    }
    for block in blocks(&page("files.md"), "```toml") {
        let setup = Setup::read("files.md", &block, &Place::Nowhere, None);
        let compiled = setup.and_then(|setup| rules::compile(&setup));
        let problems = compiled
            .err()
            .map(|(report, files)| report.render(&files, rules::diagnostic::Colors::Off));
        assert_eq!(problems, None, "{block}");
    }
}

#[test]
fn every_command_is_in_the_book() {
    let commands = root().join("crates/cli/src/commands.rs");
    let commands = std::fs::read_to_string(commands).expect("the list of commands");
    let names = commands.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let text = page("commands.md");
    let missing: Vec<&str> =
        names.filter(|name| !text.contains(&format!("| `{name}` |"))).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn excuses_shown_are_those_of_the_example() {
    let folder = root().join("examples/first-ruleset");
    let corpus = Corpus::folder(&folder).unwrap_or_else(|error| panic!("{error}"));
    let excused = corpus.text(crate::mutate::Allowed::FILE).unwrap_or_default();
    for block in blocks(&page("testing.md"), "```toml") {
        assert!(excused.contains(&block), "{block}");
    }
}
