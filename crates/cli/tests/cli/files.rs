//! Files that cannot be written down in a session: no text, or far too much of it.

use std::fs;
use std::path::Path;

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
