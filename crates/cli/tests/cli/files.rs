//! Files that a session cannot hold: binary data, or far too much text.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Outcome, scratch, turnwright};

fn check(file: &Path) -> Outcome {
    turnwright(["check".as_ref(), file.as_os_str()], "")
}

#[test]
fn no_text() {
    let file = scratch("no-text").join("broken.toml");
    fs::write(&file, b"ruleset = \"\xff\"").expect("it can be written");
    let Outcome { code, out, .. } = check(&file);
    assert!(out.starts_with("error[E010 not-utf8]: "), "{out}");
    assert_eq!(code, 1);
}

#[test]
fn ones_own_ruleset_goes_by_its_id() {
    let folder = scratch("own-ruleset");
    let first = crate::support::fixtures().join("../../../../examples/first-ruleset");
    let own = folder.join("rulesets/mine");
    fs::create_dir_all(own.join("rules")).expect("a folder can be made");
    let manifest = fs::read_to_string(first.join("ruleset.toml")).expect("a manifest");
    fs::write(own.join("ruleset.toml"), manifest).expect("it can be written");
    for file in fs::read_dir(first.join("rules")).expect("its rules").flatten() {
        fs::copy(file.path(), own.join("rules").join(file.file_name())).expect("it can be copied");
    }
    let fights = folder.join("fights/deep");
    fs::create_dir_all(&fights).expect("a folder can be made");
    let fight = |ruleset: &str| {
        format!("ruleset = {ruleset:?}\n[[combatant]]\nname = \"Ana\"\nside = \"heroes\"\n")
    };
    let file = fights.join("duel.toml");
    fs::write(&file, fight("mine")).expect("it can be written");
    let Outcome { code, out, .. } = check(&file);
    assert!(out.ends_with("duel.toml: ok\n") && code == 0, "{out}");
    // The ruleset around a file is also found by the id in its manifest.
    fs::create_dir_all(own.join("fights")).expect("a folder can be made");
    let inside = own.join("fights/duel.toml");
    fs::write(&inside, fight("first")).expect("it can be written");
    let Outcome { code, out, .. } = check(&inside);
    assert!(out.ends_with("duel.toml: ok\n") && code == 0, "{out}");
    fs::write(&file, fight("yours")).expect("it can be written");
    let Outcome { code, out, .. } = check(&file);
    assert!(out.contains("there is no ruleset called `yours`") && code == 1, "{out}");
}

#[test]
fn far_too_much_text() {
    let file = scratch("too-much").join("large.toml");
    fs::write(&file, "#".repeat(50 << 20)).expect("it can be written");
    let Outcome { code, out, .. } = check(&file);
    assert!(out.starts_with("error[E011 file-too-large]: "), "{out}");
    assert_eq!(code, 1);
}

#[test]
fn far_too_many_combatants() {
    let file = scratch("too-many").join("crowd.toml");
    let ruleset = crate::support::fixtures().join("../../../../examples/first-ruleset");
    let mut text = format!("ruleset = {:?}\n", ruleset.display().to_string());
    for number in 0..10_000 {
        text.push_str(&format!("[[combatant]]\nname = \"Ana {number}\"\nside = \"heroes\"\n"));
    }
    fs::write(&file, text).expect("it can be written");
    let Outcome { code, out, .. } = check(&file);
    assert!(out.starts_with("error[E060 too-many-combatants]: "), "{out}");
    assert_eq!(code, 1);
}

#[test]
fn what_is_piped_in_is_no_text() {
    let folder = scratch("piped");
    let commands = folder.join("commands.txt");
    fs::write(&commands, b"Ana: walk \xff\n").expect("it can be written");
    let game = folder.join("duel.game");
    let arguments = ["record".as_ref(), "duel.toml".as_ref(), "--out".as_ref(), game.as_os_str()];
    let commands = ["--commands".as_ref(), commands.as_os_str()];
    let Outcome { code, err, .. } = turnwright(arguments.into_iter().chain(commands), "");
    assert!(err.starts_with("error[E010 not-utf8]: "), "{err}");
    assert_eq!(code, 2);
    assert!(!game.exists());
}

/// Copies the ruleset of the guide to a folder for a test.
fn first_ruleset(test: &str) -> PathBuf {
    let from = crate::support::fixtures().join("../../../../examples/first-ruleset");
    let folder = scratch(test);
    fs::create_dir(folder.join("rules")).expect("a folder can be made");
    for file in ["ruleset.toml", "rules/time.toml", "rules/tokens.toml", "rules/deeds.toml"] {
        fs::copy(from.join(file), folder.join(file)).expect("it can be copied");
    }
    folder
}

#[test]
fn a_ruleset_that_play_would_not_find() {
    let folder = first_ruleset("not-found");
    let file = folder.join("duel.toml");
    for (ruleset, expected) in [
        (
            "ruleset = \"nowhere\"\n",
            "error[E028 unknown-ruleset]: there is no ruleset called `nowhere`\n",
        ),
        ("ruleset = \".\"\n", ""),
        ("", "error[E004 missing-key]: the file does not say which ruleset it is for\n"),
    ] {
        let fight = "[[combatant]]\nname = \"Ana\"\nside = \"heroes\"\ngrants = \"1A\"\n";
        fs::write(&file, format!("{ruleset}{fight}")).expect("it can be written");
        let Outcome { code, out, .. } = check(&file);
        assert!(out.starts_with(expected), "{out}");
        assert_eq!(code, i32::from(!expected.is_empty()), "{out}");
        let play = turnwright(["play".as_ref(), file.as_os_str()], "q\n");
        assert!(play.err.starts_with(expected), "{}", play.err);
    }
}

#[test]
fn a_file_of_rules_stands_for_its_ruleset() {
    let folder = first_ruleset("one-file");
    let file = folder.join("rules/time.toml");
    let Outcome { code, out, .. } = check(&file);
    assert_eq!(out, format!("{}: ok (the whole ruleset)\n", file.display()));
    assert_eq!(code, 0);
}

#[test]
fn a_file_of_rules_that_is_not_read() {
    let folder = first_ruleset("not-read");
    fs::write(folder.join("rules/more.tml"), "").expect("it can be written");
    let Outcome { code, out, .. } = check(&folder);
    let expected = "\
warning[E057 never-used]: rules/more.tml is not read
 |
 = help: rules stand in files that end in .toml, straight in the folder `rules`
";
    assert_eq!(out, format!("{expected}{}: 1 warning\n", folder.display()));
    assert_eq!(code, 0);
}
