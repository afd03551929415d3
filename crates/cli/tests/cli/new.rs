//! `turnwright new`: each template becomes a ruleset that checks and passes at once.

use std::fs;
use std::path::Path;

use crate::support::{Outcome, scratch, turnwright};

const KINDS: [&str; 6] = ["cards", "line", "phases", "points", "sides", "ticks"];

fn new(folder: &Path, kind: &str) -> Outcome {
    let arguments = ["new".as_ref(), folder.as_os_str(), "--template".as_ref(), kind.as_ref()];
    turnwright(arguments, "")
}

#[test]
fn every_template_checks_and_passes_under_a_new_name() {
    let folder = scratch("new");
    for kind in KINDS {
        let game = folder.join(format!("iron-tide-{kind}"));
        let made = new(&game, kind);
        assert_eq!((made.code, made.err.as_str()), (0, ""), "{kind}");
        let fight = game.join("examples/first-fight.toml");
        let checked = turnwright(["check".as_ref(), game.as_os_str(), fight.as_os_str()], "");
        let expected = format!("{}: ok\n{}: ok\n", game.display(), fight.display());
        assert_eq!((checked.code, checked.out), (0, expected), "{kind}");
        let run = turnwright(["run".as_ref(), game.as_os_str()], "");
        assert!(run.out.ends_with("3 passed, 0 failed\n"), "{kind}: {}", run.out);
        let manifest = fs::read_to_string(game.join("ruleset.toml")).expect("a manifest");
        let title = format!("Iron Tide {}{}", kind[..1].to_uppercase(), &kind[1..]);
        assert!(manifest.contains(&format!("title = \"{title}\"")), "{manifest}");
        assert!(!manifest.contains("my-game"), "{manifest}");
    }
}

#[test]
fn templates_are_listed_where_none_is_named() {
    let list = turnwright(["new", "--list"], "");
    assert_eq!(list.code, 0);
    for kind in KINDS {
        assert!(list.out.contains(&format!("  {kind} ")), "{}", list.out);
    }
    let folder = scratch("new-none").join("game");
    let without = turnwright(["new".as_ref(), folder.as_os_str()], "");
    assert_eq!(without.code, 2);
    assert!(without.err.contains("--template"), "{}", without.err);
    assert!(without.err.contains(&list.out), "{}", without.err);
    let unknown = new(&folder, "clocks");
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("no template `clocks`"), "{}", unknown.err);
    assert_eq!(turnwright(["new"], "").code, 2);
    assert!(!folder.exists());
}

#[test]
fn nothing_is_written_over() {
    let folder = scratch("new-used");
    fs::write(folder.join("notes.txt"), "mine").expect("it can be written");
    let refused = new(&folder, "sides");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("is not empty"), "{}", refused.err);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    let file = new(&folder.join("notes.txt"), "sides");
    assert_eq!(file.code, 2);
    let empty = folder.join("empty");
    fs::create_dir(&empty).expect("it can be made");
    assert_eq!(new(&empty, "sides").code, 0);
    assert!(empty.join("rules/time.toml").is_file());
}

#[test]
fn names_that_no_rule_id_could_have() {
    let folder = scratch("new-names");
    for name in ["Iron Tide", "9lives", "-x", "x-", "a--b", "über", "a.b", "..", &"x".repeat(41)] {
        let refused = new(&folder.join(name), "sides");
        assert_eq!(refused.code, 2, "{name}");
        assert!(refused.err.contains("can't name a ruleset"), "{name}: {}", refused.err);
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}
