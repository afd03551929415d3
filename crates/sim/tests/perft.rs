//! Counts of sequences of choices, as the files in the `perft` folders have them.
//!
//! Counts above a bound are passed over, unless `TURNWRIGHT_PERFT_MAX` is set higher. After a
//! change
//! of the rules `TURNWRIGHT_UPDATE=1` writes what is counted now; read the difference.

mod support;

use std::path::{Path, PathBuf};

use rules::Source;
use sim::origin::Origin;
use sim::perft::{Perft, PerftFile};

fn files() -> Vec<PathBuf> {
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets");
    let folders = std::fs::read_dir(rulesets).expect("the rulesets");
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.expect("a folder").path()).collect();
    folders.push(support::fixtures().join("tiny"));
    let inside = |folder: &PathBuf| std::fs::read_dir(folder.join("perft")).into_iter().flatten();
    let all = folders.iter().flat_map(inside).map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> =
        all.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    files.sort();
    files
}

/// The encounter, with the ruleset that lies around it on disk.
fn origin(path: &Path) -> Origin {
    let mut origin =
        Origin::open(path).unwrap_or_else(|problems| panic!("{}", support::shown(&problems)));
    let folder = path.ancestors().find(|folder| folder.join("ruleset.toml").exists());
    origin.ruleset = Source::folder(folder.expect("a ruleset")).expect("it can be read");
    origin
}

fn bound() -> u64 {
    let set = std::env::var("TURNWRIGHT_PERFT_MAX").ok();
    set.and_then(|text| text.replace('_', "").parse().ok()).unwrap_or(3_000_000)
}

#[test]
fn counts_are_as_written() {
    let update = std::env::var_os("TURNWRIGHT_UPDATE").is_some();
    let mut differences = Vec::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a file");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let shown = path.display();
        let file = PerftFile::parse(&text)
            .unwrap_or_else(|(line, message)| panic!("{shown}:{line}: {message}"));
        for case in &file.cases {
            let setup = path.parent().expect("a folder").join(&case.setup);
            let compiled = support::compiled(&origin(&setup));
            let mut perft = Perft::new(&compiled.game);
            for count in case.counts.iter().filter(|count| count.count <= bound()) {
                let found = perft.from_start(count.depth);
                if found != count.count {
                    let line = count.line;
                    differences.push(format!("{shown}:{line}: {} {found}", count.depth));
                    lines[line - 1] = format!("{} {found}", count.depth);
                }
            }
        }
        if update {
            std::fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
        }
    }
    assert!(differences.is_empty() || update, "counted now:\n{}", differences.join("\n"));
}

#[test]
fn divided_counts_add_up() {
    for compiled in support::games() {
        let mut perft = Perft::new(&compiled.game);
        let start = sim::perft::start(&compiled.game);
        let parts = perft.divide(&start, 2);
        assert_eq!(parts.len() as u64, perft.count(&start, 1));
        assert_eq!(parts.iter().map(|part| part.count).sum::<u64>(), perft.count(&start, 2));
        assert_eq!((perft.count(&start, 0), perft.divide(&start, 0).len()), (1, 0));
    }
}

/// The same count by a walk that gives every command to a session and asks for all of it in full.
#[test]
fn bulk_counting_counts_what_can_be_played() {
    let compiled = support::compiled(&support::tiny());
    let game = &compiled.game;
    let mut lister = kernel::LegalActions::new(game);
    let mut layer = vec![sim::perft::start(game)];
    for depth in 0..3 {
        assert_eq!(layer.len() as u64, Perft::new(game).from_start(depth), "depth {depth}");
        let mut next = Vec::new();
        for state in &layer {
            let mut commands: Vec<kernel::Command> =
                sim::choices::closing(game, state).into_iter().collect();
            lister.refresh(game, state);
            for group in lister.list(game, state) {
                let each = (0..group.len()).map(|nth| kernel::Command::Declare(group.nth(nth)));
                commands.extend(each);
            }
            for command in commands {
                let mut after = state.clone();
                kernel::apply(game, &mut after, &command, &mut kernel::EventLog::default())
                    .expect("what is listed can be done");
                sim::choices::settle(game, &mut after, &mut sim::perft::Fixed);
                next.push(after);
            }
        }
        layer = next;
    }
}
