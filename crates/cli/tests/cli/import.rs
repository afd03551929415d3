//! Importing as people use it: files in, a creature file and a report out.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Outcome, scratch, turnwright};

fn import(arguments: &[&str]) -> Outcome {
    turnwright(["import"].iter().chain(arguments), "")
}

/// Returns the path of a sample file of the import crate.
fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/fixtures");
    folder.join(name).to_str().expect("the path is a text").to_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is a text")
}

/// The creature file loads, and the creature fights in an encounter.
#[test]
fn an_imported_creature_fights() {
    let folder = scratch("import-fights");
    let creatures: PathBuf = folder.join("ogress.toml");
    let arguments = [&sample("5e-bits.json"), "--into", "srd-5", "--out", text(&creatures)];
    let Outcome { code, err, .. } = import(&arguments);
    assert_eq!(code, 0, "{err}");
    assert!(err.starts_with("Marsh Ogress read as: monster of the 5e SRD API (5e-bits)"), "{err}");
    let encounter = folder.join("fight.toml");
    let fight = "ruleset = \"srd-5\"\ncreatures = [\"ogress.toml\"]\n\
                 [[combatant]]\nname = \"A\"\nside = \"pcs\"\ncreature = \"Marsh Ogress\"\n\
                 [[combatant]]\nname = \"B\"\nside = \"foes\"\ncreature = \"Marsh Ogress\"\n";
    fs::write(&encounter, fight).expect("it can be written");
    let checked = turnwright(["check", text(&creatures), text(&encounter)], "");
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    let game = folder.join("fight.game");
    let record = ["record", text(&encounter), "--seed", "7", "--out", text(&game)];
    let played = turnwright(record, "");
    assert_eq!(played.code, 0, "{}{}", played.out, played.err);
    let game = fs::read_to_string(&game).expect("a game");
    // Lines of the files that a game carries begin with a bar.
    let commands = game.lines().filter(|line| !line.starts_with('|'));
    let hooks = commands.filter(|line| line.contains(": hook ")).count();
    assert!(hooks > 0, "{game}");
}

/// Without `--out`, creatures go to standard output and the report goes to standard error.
#[test]
fn creatures_are_printed() {
    let Outcome { code, out, err } = import(&[&sample("text-2024.txt"), "--into", "srd-5"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("ruleset = \"srd-5\"\ntitle = \"Imported from text-2024\"\n"), "{out}");
    assert!(out.contains("[[creature]]\nname = \"Marsh Ogress\"\n"), "{out}");
    assert!(err.starts_with("Marsh Ogress read as: stat block of 5e as text"), "{err}");
}

#[test]
fn programs_get_json() {
    let arguments = [&sample("foundry-dnd5e.json"), "--into", "srd-5", "--json"];
    let Outcome { code, out, .. } = import(&arguments);
    assert_eq!(code, 0, "{out}");
    let value: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(value["format"], "Foundry actor, dnd5e 5.1.0");
    assert_eq!(value["creatures"][0]["block"]["attacks"][0]["bonus"], 6);
    assert!(value["file"].as_str().expect("a text").contains("Marsh Ogress"));
    assert!(value["report"][0].as_str().expect("a text").starts_with("Marsh Ogress read as"));
}

#[test]
fn files_that_are_not_read_end_with_2() {
    let folder = scratch("import-refused");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("it can be written");
        text(&path).to_owned()
    };
    let large = folder.join("large.json");
    let sparse = fs::File::create(&large).expect("it can be made");
    sparse.set_len(51 << 20).expect("it can be made longer");
    for (path, ruleset, wanted) in [
        (sample("5e-bits.json"), "pathfinder-2e", "made for D&D 5e"),
        (file("a.json", b"{ \"name\": "), "srd-5", "broken JSON: it ends too early"),
        (file("a.png", b"\x89PNG\r\n"), "srd-5", "a picture (PNG)"),
        (file("a.html", b"<html></html>"), "srd-5", "a web page (HTML)"),
        (text(&large).to_owned(), "srd-5", "the file has 51 MB; at most 50 MB are read"),
        (text(&folder.join("none.json")).to_owned(), "srd-5", "cannot read"),
        (sample("5e-bits.json"), "nowhere", "there is no ruleset called `nowhere`"),
    ] {
        let Outcome { code, err, .. } = import(&[&path, "--into", ruleset]);
        assert_eq!(code, 2, "{path}: {err}");
        assert!(err.contains(wanted), "{path}: {err}");
    }
}
