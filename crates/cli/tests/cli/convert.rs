//! The converter as people use it: one ability, lists, exported actors, and the check of its files.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Outcome, fixtures, scratch, turnwright};

fn convert(arguments: &[&str]) -> Outcome {
    turnwright(["convert"].iter().chain(arguments), "")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is a text")
}

/// An ability converts as the chapter says, with the right exit code.
#[test]
fn one_ability() {
    const TABLE: &[(&[&str], i32, &str)] = &[
        (&["swift"], 0, "1 act, simple, no subtype"),
        (&["1 standard action", "--kind", "sp"], 0, "2 acts, advanced, complex, consecutive"),
        (&["standard", "--kind", "su"], 0, "2 acts, advanced, no subtype, consecutive"),
        (&["standard", "--attack"], 0, "1 act, simple, attack, usually"),
        (&["--name", "Trip"], 0, "1 act, simple, attack"),
        (&["full-round", "--flags", "attack"], 0, "3 acts, advanced, attack, consecutive, usually"),
        (&["free", "--flags", "tied"], 0, "0 acts, free, no subtype, with the action it goes with"),
        (&["standard", "--kind", "su", "--attack"], 1, "2 acts, advanced, attack, consecutive"),
        (&["standard", "--kind", "ex"], 1, "no guideline"),
        (&["attack", "--kind", "su"], 0, "1 act, simple, attack, usually"),
        (&["standard", "--kind", "sp", "--attack"], 1, "2 acts, advanced, complex, consecutive"),
        (&["10 minutes", "--kind", "spell"], 1, "acts undecided, advanced, complex, consecutive"),
    ];
    for (arguments, wanted_code, wanted) in TABLE {
        let Outcome { code, out, err } = convert(arguments);
        assert!(out.starts_with(wanted), "{arguments:?}: {out}{err}");
        assert_eq!(code, *wanted_code, "{arguments:?}: {out}");
    }
}

/// Rules, questions and collisions are listed below, each with the rule that it comes from.
#[test]
fn its_reasons() {
    let Outcome { out, .. } = convert(&["standard", "--kind", "su", "--attack"]);
    for wanted in [
        "because rae.convert.standard-su-sp: ",
        "for the game master: It attacks: ",
        "collision in acts: 2 by ",
        "1 by rae.convert.standard-attack-to-simple",
    ] {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
}

#[test]
fn one_ability_for_programs() {
    let Outcome { code, out, .. } = convert(&["--json", "standard", "--kind", "spell", "--attack"]);
    let value = json(&out);
    assert_eq!((code, &value["status"]), (0, &"converted".into()));
    assert_eq!((&value["family"], &value["acts"]), (&"advanced".into(), &2.into()));
    assert_eq!(value["subtypes"], serde_json::json!(["complex"]));
    assert_eq!(value["rules"][0], "rae.adv.cast-standard.cost");
    assert_eq!(value["collisions"][0]["second"]["rule"], "rae.convert.standard-attack-to-simple");
}

#[test]
fn what_cannot_be_asked() {
    let folder = scratch("convert-asked");
    let missing = folder.join("missing.csv");
    let table: [(&[&str], &str); 7] = [
        (&[], "say an action, a name, a list or an actor"),
        (&["standrad"], "`standrad` means nothing here"),
        (&["swift standard"], "two actions: swift and standard"),
        (&["swift", "--out", "x.csv"], "--out is for lists and actors"),
        (&["swift", "--ruleset", "collective"], "has no guidelines for converting"),
        (&[text(&missing)], "missing.csv"),
        (&["swift", "--actor", "x.json"], "cannot be used with"),
    ];
    for (arguments, wanted) in table {
        let Outcome { code, out, err } = convert(arguments);
        assert!(err.contains(wanted), "{arguments:?}: {out}{err}");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
    }
}

const LIST: &str = "name,action,kind,flags,book\n\
     Trip,,,,core\n\
     Breath,standard,su,attack,core\n\
     Shout,standard,ex,,core\n\
     Odd,sometimes,,,core\n\
     Ray,1 standard action,spell,attack; ranged,core\n";

#[test]
fn a_list_in_csv() {
    let folder = scratch("convert-csv");
    let (list, to) = (folder.join("list.csv"), folder.join("out.csv"));
    fs::write(&list, LIST).expect("it can be written");
    let Outcome { code, out, err } = convert(&[text(&list)]);
    assert_eq!(code, 1, "{err}");
    let wanted = "2: Trip: 1 act, simple, attack\n\
         3: Breath: 2 acts, advanced, attack, consecutive, usually [undecided: It attacks: does it \
         have the attack subtype? (rae.convert.su-subtypes)]\n\
         4: Shout: no guideline\n\
         6: Ray: 2 acts, advanced, complex, consecutive\n\
         column `book` was not read\n\
         line 5: `sometimes` means nothing here\n\
         2 converted, 1 undecided, 1 without a guideline, 1 not understood\n";
    assert_eq!(out, wanted);
    let Outcome { code, out, .. } = convert(&[text(&list), "--out", text(&to)]);
    assert_eq!(code, 1);
    assert!(out.contains("line 3: Breath: undecided: It attacks: "), "{out}");
    assert!(out.contains("\nline 4: Shout: no guideline\n"), "{out}");
    let written = fs::read_to_string(&to).expect("the list is written");
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].starts_with("line,name,status,family,acts,"), "{}", lines[0]);
    assert!(lines[1].starts_with("2,Trip,converted,simple,1,,attack,"), "{}", lines[1]);
    assert!(lines[4].starts_with("5,,not understood,"), "{}", lines[4]);
    assert!(lines[4].ends_with("`sometimes` means nothing here"), "{}", lines[4]);
}

/// A missing action is taken as `standard`, and `see text` as `unknown`. The list says which.
#[test]
fn what_a_list_takes_for_granted() {
    let folder = scratch("convert-taken");
    let (list, to) = (folder.join("list.csv"), folder.join("out.csv"));
    let text = "Name,Casting Time,Kind\r\nHeal,,spell\r\n\r\nWish,see text,\r\nAura,—,Su\r\n";
    fs::write(&list, text).expect("it can be written");
    let Outcome { out, .. } = convert(&[self::text(&list)]);
    let wanted = "2: Heal: 2 acts, advanced, complex, consecutive (taken as standard)\n\
         4: Wish: undecided (taken as unknown) [undecided: Which action does its own text say? \
         (rae.convert.uncovered)]\n\
         5: Aura: no guideline\n";
    assert!(out.starts_with(wanted), "{out}");
    convert(&[self::text(&list), "--out", self::text(&to)]);
    let written = fs::read_to_string(&to).expect("the list is written");
    let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = written.lines().map(fields).collect();
    let at = rows[0].iter().position(|name| name == "taken_as").expect("there is the column");
    assert_eq!((rows[1][at].as_str(), rows[2][at].as_str()), ("standard", "unknown"));
}

/// A list without open points ends with exit code 0.
#[test]
fn a_list_in_json() {
    let folder = scratch("convert-json");
    let (list, to) = (folder.join("list.json"), folder.join("out.json"));
    let abilities = r#"[{"name": "Trip"}, {"action": "swift", "kind": "spell"}]"#;
    fs::write(&list, abilities).expect("it can be written");
    let Outcome { code, out, .. } = convert(&[text(&list), "--out", text(&to)]);
    assert_eq!(code, 0, "{out}");
    let written = json(&fs::read_to_string(&to).expect("the list is written"));
    assert_eq!((&written[0]["acts"], &written[1]["acts"]), (&1.into(), &1.into()));
    assert_eq!(written[1]["rules"][0], "rae.simple.cast-swift.cost");
    let Outcome { out, .. } = convert(&["--json", text(&list)]);
    let lines: Vec<Value> = out.lines().map(json).collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert_eq!((&lines[0]["line"], &lines[0]["name"]), (&1.into(), &"Trip".into()));
    assert_eq!(lines[2]["summary"]["converted"], 2);
}

/// The extension of a list decides how the program reads it.
#[test]
fn lists_by_their_ends() {
    let folder = scratch("convert-ends");
    for (name, content) in [
        ("list.tsv", "name\taction\nA\tswift\n"),
        ("list.txt", "name;action\nA;swift\n"),
        ("list.jsonl", "{\"name\": \"A\", \"action\": \"swift\"}\n"),
    ] {
        let path = folder.join(name);
        fs::write(&path, content).expect("it can be written");
        let Outcome { code, out, err } = convert(&[text(&path)]);
        assert!(out.contains(": A: 1 act, simple, no subtype\n"), "{name}: {out}{err}");
        assert_eq!(code, 0, "{name}");
    }
}

#[test]
fn no_list_at_all() {
    let folder = scratch("convert-no-list");
    for (name, content, wanted) in [
        ("header.csv", "Trip,standard\n", "name, action, kind, flags"),
        ("broken.json", "[{\n", "line 2"),
        ("object.json", "{}", "expected a sequence"),
    ] {
        let path = folder.join(name);
        fs::write(&path, content).expect("it can be written");
        let Outcome { code, err, .. } = convert(&[text(&path)]);
        assert!(err.contains(wanted) && err.contains(name), "{name}: {err}");
        assert_eq!(code, 2, "{name}");
    }
    let list = folder.join("list.csv");
    fs::write(&list, "name\nTrip\n").expect("it can be written");
    let Outcome { code, err, .. } = convert(&[text(&list), "--out", "list.txt"]);
    assert!(err.contains("written as .csv or .json"), "{err}");
    assert_eq!(code, 2);
}

fn drake() -> PathBuf {
    fixtures().join("../../../sim/tests/fixtures/actors/marsh-drake.json")
}

/// An actor becomes a file that loads, and nothing of it is dropped silently.
#[test]
fn an_actor() {
    let to = scratch("convert-actor").join("drake.toml");
    let drake = drake();
    let Outcome { code, out, err } = convert(&["--actor", text(&drake), "--out", text(&to)]);
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("/items/7/system/actions/0/activation: "), "{out}");
    assert!(out.lines().last().is_some_and(|line| line.contains("7 activities")), "{out}");
    let Outcome { code, out, .. } = turnwright(["check", text(&to)], "");
    assert_eq!((code, out.ends_with(": ok\n")), (0, true), "{out}");
    let Outcome { out, .. } = convert(&["--json", "--actor", text(&drake)]);
    let value = json(&out);
    assert_eq!(value["notes"][0]["weight"], "play");
    assert!(value["report"].as_array().is_some_and(|lines| lines.len() < 20), "{out}");
    assert_eq!(value["activities"][0]["becomes"], "1 act, simple, attack, usually");
    let file = fs::read_to_string(&to).expect("the creature is written");
    assert_eq!(value["file"].as_str(), Some(file.as_str()));
}

#[test]
fn no_actor_at_all() {
    let path = scratch("convert-no-actor").join("drake.json");
    fs::write(&path, r#"{"name": "Drake"}"#).expect("it can be written");
    let Outcome { code, err, .. } = convert(&["--actor", text(&path)]);
    assert!(err.contains("`system` or `data`"), "{err}");
    assert_eq!(code, 2);
    let other = r#"{"name": "Brute", "_stats": {"systemId": "dnd5e"}, "system": {}}"#;
    fs::write(&path, other).expect("it can be written");
    let Outcome { code, err, .. } = convert(&["--actor", text(&path)]);
    assert!(err.contains("Brute is an actor of the fifth edition (dnd5e)"), "{err}");
    assert_eq!(code, 2);
}

/// The guidelines are checked with the ruleset, each mistake with its place and a hint.
#[test]
fn guidelines_are_checked() {
    let folder = scratch("convert-check");
    copy(&fixtures().join("../../../../rulesets/pathfinder-rae"), &folder);
    let Outcome { code, out, .. } = turnwright(["check", text(&folder)], "");
    assert_eq!(code, 0, "{out}");
    let wrong = folder.join("convert").join("wrong.toml");
    let entry = "[[guideline]]\nrule = \"rae.convert.swift-cosd\"\nall = [\"swifd\"]\n";
    fs::write(&wrong, entry).expect("it can be written");
    for path in [&folder, &wrong] {
        let Outcome { code, out, .. } = turnwright(["check", text(path)], "");
        assert_eq!(code, 1, "{out}");
        for wanted in [
            "convert/wrong.toml:2:8",
            "did you mean \"rae.convert.swift-cost\"?",
            "convert/wrong.toml:3:8",
            "did you mean \"swift\"?",
            "2 errors",
        ] {
            assert!(out.contains(wanted), "{wanted}: {out}");
        }
    }
}

/// Copies the manifest, the rules and the guidelines of a ruleset.
fn copy(from: &Path, to: &Path) {
    fs::copy(from.join("ruleset.toml"), to.join("ruleset.toml")).expect("it can be copied");
    for part in ["rules", "convert"] {
        fs::create_dir_all(to.join(part)).expect("a folder can be made");
        for entry in fs::read_dir(from.join(part)).expect("it is there") {
            let path = entry.expect("it can be listed").path();
            let name = path.file_name().expect("it has a name");
            fs::copy(&path, to.join(part).join(name)).expect("it can be copied");
        }
    }
}
