//! Proofs about rulesets.

use std::fs;

use serde_json::Value;

use crate::support::{scratch, turnwright};

/// Few fights and states: the figures do not matter here.
const LITTLE: [&str; 6] = ["--fights", "4", "--choices", "60", "--states", "200"];

const GUIDE: &str = "../../../../examples/first-ruleset";

#[test]
fn a_ruleset_in_order_has_no_findings_and_the_same_report_each_time() {
    let arguments = ["--json", "prove", GUIDE].into_iter().chain(LITTLE);
    let (one, other) = (turnwright(arguments.clone(), ""), turnwright(arguments, ""));
    assert_eq!((one.code, &one.out), (0, &other.out), "{}{}", one.out, one.err);
    let report: Value = serde_json::from_str(&one.out).expect("it is JSON");
    assert_eq!(report["ruleset"], "first");
    let findings = report["findings"].as_array().expect("a list");
    assert!(findings.iter().all(|one| one["bad"] == false), "{findings:?}");
    assert_eq!(findings[0]["verdict"], "proved");
    assert!(report["scenarios"].as_u64() > Some(10));
}

#[test]
fn a_counterexample_is_written_and_can_be_run() {
    let folder = scratch("prove");
    let rules = folder.join("rules");
    copy(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/first-ruleset"),
        &rules,
    );
    let shout = "\n[[rule]]\nid = \"first.deed.shout\"\nkind = \"mechanic\"\nsection = \"Test\"\n\
                 says = \"Talk is free.\"\n[[rule.activity]]\nid = \"shout\"\nname = \"Shout\"\n\
                 immediate = true\n";
    fs::write(rules.join("rules/shout.toml"), shout).expect("it can be written");
    let (rules, out) = (rules.display().to_string(), folder.join("out").display().to_string());
    let arguments = || ["prove", &rules, "--out", &out].into_iter().chain(LITTLE);
    let found = turnwright(arguments(), "");
    assert_eq!(found.code, 1, "{}{}", found.out, found.err);
    assert!(found.out.contains("free-loop shout"), "{}", found.out);
    let games: Vec<_> = fs::read_dir(&out).expect("there is a folder").flatten().collect();
    assert_eq!(games.len(), 1, "{games:?}");
    let game = games[0].path().display().to_string();
    let played = turnwright(["run", &game], "");
    assert_eq!(played.code, 0, "{}{}", played.out, played.err);
    // A finding with a reason is accepted, and an entry without a finding is reported.
    let allowed = std::path::Path::new(&rules).join("prove-allowed.toml");
    fs::write(&allowed, "\"free-loop shout\" = \"Talk is free.\"\n").expect("it can be written");
    assert_eq!(turnwright(arguments(), "").code, 0);
    fs::write(&allowed, "\"free-loop shout\" = \"So.\"\n\"kind Q\" = \"So.\"\n").expect("written");
    let found = turnwright(arguments(), "");
    assert_eq!(found.code, 1);
    assert!(
        found.out.contains("`kind Q` is accepted, but there is no such finding"),
        "{}",
        found.out
    );
    fs::write(&allowed, "\"free-loop shout\" = \"\"\n").expect("it can be written");
    let found = turnwright(arguments(), "");
    assert_eq!(found.code, 2);
    assert!(found.err.contains("without a reason"), "{}", found.err);
}

#[test]
fn wrong_usage_is_told() {
    for (arguments, wanted) in [
        (vec!["prove", "no-such-rules"], "no-such-rules"),
        (vec!["prove", GUIDE, "--toggle", "trade"], "has no equals sign"),
        (vec!["prove", GUIDE, "--toggle", "trades=on"], "there are: trade"),
        (vec!["prove", GUIDE, "--toggle", "trade=maybe"], "its values are: on, off"),
        (
            vec!["prove", GUIDE, "--encounter", "hall.toml"],
            "is an encounter of `brilliance-shadow`",
        ),
    ] {
        let found = turnwright(&arguments, "");
        assert_eq!(found.code, 2, "{arguments:?}: {}{}", found.out, found.err);
        assert!(found.err.contains(wanted), "{arguments:?}: {}", found.err);
    }
}

#[test]
fn an_encounter_and_a_toggle_are_looked_at_alone() {
    let arguments = ["--json", "prove", GUIDE, "--toggle", "trade=off", "--encounter", "duel.toml"];
    let found = turnwright(arguments.into_iter().chain(LITTLE), "");
    let report: Value = serde_json::from_str(&found.out).expect("it is JSON");
    assert_eq!(report["scenarios"], 0);
    assert_eq!(report["encounters"][0], "duel");
    let counts = report["counts"].as_array().expect("a list");
    assert!(counts.iter().any(|count| count["sort"] == "activity"), "{counts:?}");
}

fn copy(from: impl AsRef<std::path::Path>, to: &std::path::Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(from).expect("it is a folder").flatten() {
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(entry.path(), &to),
            false => drop(fs::copy(entry.path(), &to).expect("it can be copied")),
        }
    }
}
