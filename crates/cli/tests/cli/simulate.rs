//! Fights played many times, compared and planned.

use std::fs;

use serde_json::Value;

use crate::support::{scratch, turnwright};

fn json(arguments: &[&str]) -> Value {
    let found = turnwright(["--json"].iter().chain(arguments), "");
    assert_eq!(found.code, 0, "{}", found.err);
    serde_json::from_str(&found.out).expect("it is JSON")
}

#[test]
fn a_fight_is_played_many_times_with_the_same_figures_each_time() {
    let arguments = ["simulate", "dungeons-of-olde/duel", "--fights", "40", "--threads", "2"];
    let (one, other) = (json(&arguments), json(&arguments));
    assert_eq!(one, other);
    assert_eq!(one["fights"], 40);
    let shares = one["wins"].as_array().expect("two sides").iter();
    let sum: f64 = shares.map(|side| side["share"]["value"].as_f64().expect("a share")).sum();
    let rest = |key: &str| one[key]["value"].as_f64().expect("a share");
    assert!((sum + rest("nobody") + rest("undecided") - 1.0).abs() < 1e-9);
    assert!(one["combatants"][0]["dealt"]["value"].as_f64() > Some(0.0));
}

#[test]
fn figures_are_written_as_csv_and_as_a_page() {
    let folder = scratch("simulate");
    let (csv, html) = (folder.join("a.csv"), folder.join("a.html"));
    let found = turnwright(
        [
            "simulate".as_ref(),
            "dungeons-of-olde/duel".as_ref(),
            "-n".as_ref(),
            "20".as_ref(),
            "--policy".as_ref(),
            "random".as_ref(),
            "--csv".as_ref(),
            csv.as_os_str(),
            "--html".as_ref(),
            html.as_os_str(),
        ],
        "",
    );
    assert_eq!(found.code, 0, "{}", found.err);
    assert!(found.out.starts_with("20 fights\n\nWins\n"), "{}", found.out);
    let csv = fs::read_to_string(csv).expect("it was written");
    assert!(csv.starts_with("what,label,value,low,high\nfights,,20.000000,20.000000,20.000000\n"));
    assert!(csv.lines().all(|line| line.split(',').count() >= 5), "{csv}");
    let page = fs::read_to_string(html).expect("it was written");
    assert!(page.contains("<svg") && page.contains("Damage dealt per fight"));
    assert!(!page.contains("http"), "it opens without a network");
}

#[test]
fn two_versions_are_compared_with_the_same_dice() {
    let same = json(&["compare", "srd-5/duel", "srd-5/duel", "-n", "16"]);
    for side in same["wins"].as_array().expect("two sides") {
        assert_eq!(side["by"]["value"], 0.0, "{side}");
    }
    let found = turnwright(["compare", "srd-5/duel"], "");
    assert_eq!(found.code, 2);
    assert!(found.err.contains("both versions are the same"), "{}", found.err);
}

#[test]
fn what_is_left_of_a_turn_is_listed_best_first() {
    let plans = json(&["plan", "srd-5/ambush", "--who", "Pip", "--ways", "5"]);
    assert_eq!(plans["who"], "Pip");
    let ways = plans["ways"].as_array().expect("ways");
    assert_eq!(ways.len(), 5);
    let command = ways[0]["commands"][0].as_str().expect("a command");
    assert!(command.starts_with("Pip: "), "{command}");
    let dealt = |way: &Value| {
        let part = |key: &str| way["dealt"][key].as_f64().unwrap_or(0.0);
        if way["dealt"]["how"] == "exact" {
            part("numerator") / part("denominator")
        } else {
            part("value")
        }
    };
    assert!(ways.windows(2).all(|pair| dealt(&pair[0]) >= dealt(&pair[1])), "{plans}");
    assert!(dealt(&ways[0]) > 0.0);
}

#[test]
fn wrong_usage_says_what_to_do() {
    for (arguments, says) in [
        (
            &["simulate", "srd-5/duel", "--policy", "clever"][..],
            "There is no policy called `clever`",
        ),
        (&["simulate", "srd-5/duel", "--policy", "mcts:1"], "needs a number from 10 to 100000"),
        (&["simulate", "srd-5/duel", "--policy", "elves=greedy"], "No side is called `elves`"),
        (&["simulate", "srd-5/duel", "--within", "0"], "percentage points from 0.01 to 50"),
        (&["simulate", "duel.game"], "is a recorded game"),
        (&["simulate", "no-such-fight"], "neither a file nor an example"),
        (&["compare", "srd-5/duel", "--with", "grapple"], "has no equals sign"),
        (&["compare", "srd-5/duel", "collective/skirmish"], "have different sides: heroes, foes"),
        (&["plan", "srd-5/ambush", "--who", "Nobody"], "Nobody"),
        (&["plan", "srd-5/ambush", "--who", "Grath"], "it is not Grath's turn"),
    ] {
        let found = turnwright(arguments, "");
        assert_eq!(found.code, 2, "{arguments:?}: {}", found.err);
        assert!(found.err.contains(says), "{arguments:?}: {}", found.err);
    }
}
