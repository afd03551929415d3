//! Writes a game in code, a clock and two rules, and plays a turn of it.

use turnwright::{Encounter, Error, Ruleset};

const RULESET: &str = r#"
id = "tiny"
title = "Tiny"
version = "1"
source = "This example"
prefix = "tiny"
"#;

/// Two sides take turns; each round brings one action to everybody.
const CLOCK: &str = r#"
[[rule]]
id = "tiny.clock"
kind = "mechanic"
section = "Time"
says = "Red plays before blue; each round brings one action to everybody."
span = [
    { id = "fight", repeat = "1" },
    { id = "round", repeat = "forever" },
    { id = "turn", repeat = "turns" },
]
turn = [{ id = "first" }, { id = "second" }]
side = [{ id = "red", turn = "first" }, { id = "blue", turn = "second" }]

[[rule.on]]
span = "round"
edge = "begin"
each = "combatant"
do = [{ refresh = { who = "actor" } }]
"#;

/// An action pays for a push; a push takes a point from a foe.
const RULES: &str = r#"
[[rule]]
id = "tiny.action"
kind = "mechanic"
section = "Actions"
says = "An action (A) is spent on one's own turn."
base = [{ id = "A", name = "action" }]
moment = [{ prefix = "", at = ["own-open"] }]

[[rule]]
id = "tiny.push"
kind = "mechanic"
section = "Actions"
says = "For an action, a push takes one point from a foe."
attribute = [{ id = "points", default = "3" }]
activity = [{ id = "push", cost = "1A", target = "foe", immediate = true, do = [
    { add = { attribute = "target.points", by = "-1" } },
] }]
"#;

const DUEL: &str = r#"
combatant = [
    { name = "Ann", side = "red", grants = "1A" },
    { name = "Bob", side = "blue", grants = "1A" },
]
"#;

fn main() -> Result<(), Error> {
    let texts =
        [("ruleset.toml", RULESET), ("rules/clock.toml", CLOCK), ("rules/push.toml", RULES)];
    let rules = Ruleset::from_texts(texts)?;
    let mut fight = Encounter::new(&rules, DUEL)?;
    for action in &fight.legal_actions() {
        println!("{action}");
    }
    for line in ["Ann: push Bob", "end", "Bob: push Ann", "end"] {
        for told in fight.apply(line)? {
            println!("{told}");
        }
    }
    println!("{}", fight.awaiting());
    Ok(())
}
