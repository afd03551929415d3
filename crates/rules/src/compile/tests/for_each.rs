//! Elements that `for` makes: what they become, and where their mistakes are.

use super::{BASE, check, said_of, said_of_somebody, with_somebody};

#[test]
fn every_sort_of_element_can_stand_for_many() {
    let elements = r#"
[[rule.attribute]]
for = { kind = ["fire", "cold"] }
id = "{kind}-armor"
name = "{kind} armor"
default = "1"

[[rule.condition]]
for = { kind = ["fire", "cold"] }
id = "by-{kind}"

[[rule.slot]]
for = { level = [1, 2] }
id = "spells-{level}"
cap = "{level} + 1"
per = "round"

[[rule.activity]]
for = { kind = ["fire", "cold"], level = [1, 2] }
id = "{kind}-bolt-{level}"
name = "{kind} bolt {level}"
cost = "{level}A"
target = "foe"
fills = ["spells-{level}"]
do = [
    { when = "target.{kind}-armor < {level}", mark = { who = "target", condition = "by-{kind}" } },
    { say = "{actor} burns {target} by {kind} for {target.hp - {level}}." },
]

[[rule.on]]
for = { kind = ["fire", "cold"], place = [5] }
span = "round"
edge = "end"
each = "combatant"
order = "{place}"
do = [{ unmark = { who = "actor", condition = "by-{kind}" } }]

[[rule.bar]]
for = { kind = ["fire", "cold"] }
on = ["{kind}-bolt-2"]
when = "actor.has(by-{kind})"
"#;
    check(elements, "");
    let (compiled, _) = with_somebody(elements, "grants = \"2A\"").map_err(|_| ()).unwrap();
    let names: Vec<_> = compiled.names.activities.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["strike", "fire-bolt-1", "fire-bolt-2", "cold-bolt-1", "cold-bolt-2"]);
    assert_eq!(compiled.names.activities[4].label, "cold bolt 2");
}

#[test]
fn a_rule_can_stand_for_many() {
    let rules = r#"
[[rule]]
for = { kind = ["fire", "cold"] }
id = "s.{kind}"
kind = "mechanic"
section = "All"
says = "About {kind}."

[[rule.activity]]
id = "{kind}"
cost = "1A"
"#;
    assert_eq!(said_of(&[BASE, rules]), "");
}

#[test]
fn a_mistake_of_one_combination_says_which() {
    check(
        r#"
[[rule.attribute]]
id = "fire-armor"
default = "1"

[[rule.activity]]
for = { kind = ["fire", "cold"] }
id = "{kind}-bolt"
cost = "1A"
target = "foe"
do = [{ set = { attribute = "target.hp", to = "target.hp - target.{kind}-armor" } }]
"#,
        "\
error[E031 expression-type]: no input named \"target.cold-armor\" (for kind = cold)
  --> rules/b.toml:16:60
   |
16 | do = [{ set = { attribute = \"target.hp\", to = \"target.hp - target.{kind}-armor\" } }]
   |                                                            ^^^^^^^^^^^^^^^^^^^ here
   |
   = help: the nearest name is \"target.fire-armor\"
",
    );
}

#[test]
fn a_mistake_of_every_combination_is_told_once() {
    check(
        r#"
[[rule.activity]]
for = { kind = ["fire", "cold"] }
id = "{kind}-bolt"
cost = "1B"
target = "foe"
"#,
        "\
error[E013 unknown-kind]: there is no kind of action `B`
  --> rules/b.toml:10:9
   |
10 | cost = \"1B\"
   |         ^^ unknown
   |
   = help: known here: A
",
    );
}

#[test]
fn different_mistakes_at_one_place_are_told_once() {
    check(
        r#"
[[rule.activity]]
for = { kind = ["fire", "cold", "acid"] }
id = "{kind}-bolt"
cost = "1A"
requires = ["{kind}"]
"#,
        "\
error[E017 unknown-condition]: there is no condition called `fire` (for kind = fire, and 2 more)
  --> rules/b.toml:11:13
   |
11 | requires = [\"{kind}\"]
   |             ^^^^^^^^ unknown condition
   |
   = help: known here: guarded
",
    );
}

#[test]
fn elements_with_one_name() {
    check(
        r#"
[[rule.condition]]
for = { kind = ["fire", "cold"] }
id = "burnt"
name = "burnt by {kind}"
"#,
        "\
error[E006 duplicate-name]: two conditions are called `burnt` (for kind = cold)
 --> rules/b.toml:9:6
  |
9 | id = \"burnt\"
  |      ^^^^^^^ declared again here
  |
  = help: put a parameter in it, so that each element has its own
",
    );
}

#[test]
fn values_of_a_wrong_type() {
    check(
        r#"
[[rule.on]]
for = { place = [1, "last"] }
span = "round"
edge = "end"
order = "{place}"
do = []
"#,
        "\
error[E003 wrong-type]: found string \"last\", expected a whole number (for place = last)
  --> rules/b.toml:11:9
   |
11 | order = \"{place}\"
   |         ^^^^^^^^^ expected a whole number
",
    );
    check(
        r#"
[[rule.on]]
for = { place = [1, 2] }
span = "round {place}"
egde = "end"
do = []
"#,
        "\
error[E002 unknown-key]: unknown key \"egde\"
  --> rules/b.toml:10:1
   |
10 | egde = \"end\"
   | ^^^^
   |
   = help: did you mean \"edge\"?
   = help: allowed here: span, edge, each, when, do, order
",
    );
}

#[test]
fn a_for_that_is_wrong() {
    check(
        r#"
[[rule.condition]]
for = { kind = [] }
id = "burnt-by-{kind}"
"#,
        "\
error[E059 wrong-for]: `kind` has no values, so nothing would be made
 --> rules/b.toml:8:16
  |
8 | for = { kind = [] }
  |                ^^
  |
  = help: list at least one value
",
    );
}

#[test]
fn a_for_outside_of_lists() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
[rule.activity.limit]
for = { count = [1, 2] }
cap = "{count}"
per = "round"
"#,
        "\
error[E002 unknown-key]: unknown key \"for\"
  --> rules/b.toml:11:1
   |
11 | for = { count = [1, 2] }
   | ^^^
   |
   = help: only a table in a list may have a `for`, such as [[rule.activity]]
",
    );
}

#[test]
fn elements_of_encounters_can_stand_for_many() {
    let written = r#"
grants = "1A"
[[combatant]]
for = { orc = [{ name = "Orc", hp = 3, at = 1 }, { name = "Troll", hp = 9, at = 1 }] }
name = "{orc.name}"
side = "blues"
count = "{orc.at}"
attributes = { hp = "{orc.hp}" }

[[activity]]
for = { word = ["yes", "no"] }
id = "{word}"
cost = "none"
do = [{ say = "{actor} says {word}." }]
"#;
    let (compiled, _) = with_somebody("", written).map_err(|_| ()).unwrap();
    assert_eq!(compiled.names.combatants, ["Ana", "Orc", "Troll"]);
    let names: Vec<_> = compiled.names.activities.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["strike", "yes", "no"]);
    assert_eq!(
        said_of_somebody(&written.replace("blues\"", "{orc.name}\"")),
        "\
error[E020 unknown-side]: there is no side called `Orc` \
(for orc = { name = Orc, hp = 3, at = 1 }, and one more)
 --> fight.toml:9:8
  |
9 | side = \"{orc.name}\"
  |        ^^^^^^^^^^^^ unknown side
  |
  = help: known here: reds, blues
"
    );
}
