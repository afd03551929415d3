//! Tests of the warnings about unused declarations.

use super::{BASE, check, said_of};

#[test]
fn all_sorts_of_things() {
    check(
        r#"
[[rule.base]]
id = "B"
name = "bonus"

[[rule.slot]]
id = "x"
cap = "1"
per = "turn"

[[rule.condition]]
id = "prone"

[[rule.attribute]]
id = "speed"
default = "1"

[[rule.window]]
id = "late"
"#,
        "\
warning[E057 never-used]: nothing uses the base `B`
 --> rules/b.toml:8:6
  |
8 | id = \"B\"
  |      ^^^ declared here

warning[E057 never-used]: nothing uses the slot `x`
  --> rules/b.toml:12:6
   |
12 | id = \"x\"
   |      ^^^ declared here

warning[E057 never-used]: nothing uses the condition `prone`
  --> rules/b.toml:17:6
   |
17 | id = \"prone\"
   |      ^^^^^^^ declared here

warning[E057 never-used]: nothing uses the attribute `speed`
  --> rules/b.toml:20:6
   |
20 | id = \"speed\"
   |      ^^^^^^^ declared here

warning[E058 never-possible]: nothing ever opens the window `late`
  --> rules/b.toml:24:6
   |
24 | id = \"late\"
   |      ^^^^^^ declared here
   |
   = help: a step opens it: offer = { window = \"late\", who = \"target\" }
",
    );
}

#[test]
fn a_rule_without_elements() {
    check(
        r#""#,
        "\
warning[E056 never-in-force]: nothing puts s.more in force
 --> rules/b.toml:3:8
  |
3 | kind = \"mechanic\"
  |        ^^^^^^^^^^ a mechanic
  |
  = help: give it an element, or name in `through` the rules by which it is in force
",
    );
}

#[test]
fn a_register_that_nothing_sets() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
do = [
    { roll = { dice = "1d6", into = "a" } },
    { add = { attribute = "actor.hp", by = "a - b" } },
]
"#,
        "\
warning[E058 never-possible]: the register `b` is always 0 here
  --> rules/b.toml:12:49
   |
12 |     { add = { attribute = \"actor.hp\", by = \"a - b\" } },
   |                                                 ^ nothing sets it
   |
   = help: `roll`, `ask` and `let` put a number into a register
",
    );
}

#[test]
fn no_moment() {
    let said = said_of(&[&BASE
        .replace("prefix = \"\"\nat = [\"own-open\"]", "base = \"A\"\nat = [\"own-open\"]")
        .replace("[[rule.moment]]\nbase = \"A\"\nat = [\"own-open\"]\n", "")]);
    assert!(
        said == "\
warning[E058 never-possible]: A can never be used: no moment says when
  --> rules/a.toml:35:6
   |
35 | id = \"A\"
   |      ^^^ declared here
   |
   = help: say when, such as [[rule.moment]] with prefix = \"\" and at = [\"own-open\"]
",
        "{said}"
    );
}
