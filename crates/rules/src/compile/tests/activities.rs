//! Activities, tokens and the clock.

use super::{BASE, RULE, check, said_of, said_of_somebody};

#[test]
fn two_of_one_name() {
    check(
        r#"
[[rule.activity]]
id = "strike"
cost = "1A"
"#,
        "\
error[E006 duplicate-name]: two activities are called `strike`
  --> rules/b.toml:8:6
   |
 8 | id = \"strike\"
   |      ^^^^^^^^ declared again here
   |
  ::: rules/a.toml:54:6
   |
54 | id = \"strike\"
   |      -------- declared first here
   |
   = help: two that never exist together may share it, each with its own `when`
",
    );
}

#[test]
fn two_that_never_exist_together() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
when = "option(trade) == on"

[[rule.activity]]
id = "walk"
cost = "none"
when = "option(trade) == off"
"#,
        "",
    );
}

#[test]
fn words_for_no_number_that_there_is() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
argument = { name = "what for", min = "1", max = "4", worded = 5 }
"#,
        "\
error[E005 invalid-value]: no number from 1 to 4 is 5
  --> rules/b.toml:10:64
   |
10 | argument = { name = \"what for\", min = \"1\", max = \"4\", worded = 5 }
   |                                                                ^ what stands for words
   |
   = help: it is one of the numbers that may be given
",
    );
}

#[test]
fn no_number_at_all() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
argument = { name = "squares", min = "6", max = "1" }
"#,
        "\
error[E005 invalid-value]: no number is from 6 to 1
  --> rules/b.toml:10:49
   |
10 | argument = { name = \"squares\", min = \"6\", max = \"1\" }
   |                                      ---        ^^^ the greatest value
   |                                      |
   |                                      the least value
",
    );
}

#[test]
fn never_asked() {
    check(
        r#"
[[rule.activity]]
id = "parry"
cost = "none"
answer = "ask"
moments = ["own-open"]
"#,
        "\
warning[E058 never-possible]: nobody is ever asked for `parry`
  --> rules/b.toml:11:12
   |
11 | moments = [\"own-open\"]
   |            ^^^^^^^^^^ never while something waits for answers
   |
   = help: answers are declared at `foe-answer` and its like, or in a window
",
    );
}

#[test]
fn caps_and_prices_out_of_range() {
    check(
        r#"
[[rule.slot]]
id = "x"
cap = "-1"
per = "turn"

[[rule.slot]]
id = "y"
cap = "300"
per = "turn"

[[rule.activity]]
id = "walk"
cost = "0A"
fills = ["x", "y"]
"#,
        "\
error[E005 invalid-value]: a cap is 0 to 127, not -1
 --> rules/b.toml:9:7
  |
9 | cap = \"-1\"
  |       ^^^^ too few
  |
  = help: 127 limits nothing

error[E005 invalid-value]: a cap is 0 to 127, not 300
  --> rules/b.toml:14:7
   |
14 | cap = \"300\"
   |       ^^^^^ too many
   |
   = help: 127 limits nothing

error[E005 invalid-value]: a price is at least 1 of a kind; what is free costs `none`
  --> rules/b.toml:19:8
   |
19 | cost = \"0A\"
   |        ^^^^ 0 of something
",
    );
}

#[test]
fn turns_that_go_on_forever() {
    let said = said_of(&[&BASE.replace("\"turns\"", "\"forever\"")]);
    assert!(
        said == "\
error[E005 invalid-value]: the last span repeats for all `turns` or along the `line`
  --> rules/a.toml:18:10
   |
18 | repeat = \"forever\"
   |          ^^^^^^^^^ of the last span
",
        "{said}"
    );
}

#[test]
fn turns_in_the_middle() {
    let said = said_of(&[&BASE.replace("\"forever\"", "\"line\"")]);
    assert!(
        said == "\
error[E005 invalid-value]: only the last span repeats for all `turns` or along the `line`
  --> rules/a.toml:14:10
   |
14 | repeat = \"line\"
   |          ^^^^^^ not the last span
",
        "{said}"
    );
}

#[test]
fn a_default_that_is_no_number() {
    let said = said_of(&[&BASE.replace("\"3\"", "\"three\"")]);
    assert!(
        said == "\
error[E005 invalid-value]: a whole number from -32768 to 32767 is wanted
  --> rules/a.toml:44:11
   |
44 | default = \"three\"
   |           ^^^^^^^ not such a number
",
        "{said}"
    );
}

#[test]
fn answers_and_caps_of_somebody() {
    let said = said_of_somebody(
        r#"answers = { strike = "yes", parry = "ask" }
caps = { moves = "many" }"#,
    );
    assert!(
        said == "\
error[E025 unknown-variant]: answer windows `ask` for an activity or `never` do
 --> fight.toml:4:22
  |
4 | answers = { strike = \"yes\", parry = \"ask\" }
  |                      ^^^^^ neither

error[E019 unknown-activity]: there is no activity called `parry`
 --> fight.toml:4:29
  |
4 | answers = { strike = \"yes\", parry = \"ask\" }
  |                             ^^^^^ unknown activity
  |
  = help: known here: strike

error[E015 unknown-slot]: there is no slot called `moves`
 --> fight.toml:5:10
  |
5 | caps = { moves = \"many\" }
  |          ^^^^^ unknown slot
  |
  = help: no slot is declared

error[E005 invalid-value]: a cap is a number from 0 to 127
 --> fight.toml:5:18
  |
5 | caps = { moves = \"many\" }
  |                  ^^^^^^ not such a number
",
        "{said}"
    );
}

#[test]
fn an_activity_aimed_at_a_word_nobody_knows_is_one_mistake() {
    let activity = r#"
[[rule.activity]]
id = "shove"
cost = "1A"
target = "enemy"
do = [{ mark = { who = "target", condition = "guarded" } }]
"#;
    let said = said_of(&[BASE, &format!("{RULE}{activity}")]);
    assert_eq!(said.matches("error[").count(), 1, "{said}");
}

#[test]
fn an_own_limit_of_a_span_that_is_nobodys() {
    check(
        r#"
[[rule.activity]]
id = "frighten"
cost = "1A"
limit = { cap = "1", per = "round", own = true }
"#,
        "\
error[E005 invalid-value]: only turns are anyone's own: `per = \"turn\"`
  --> rules/b.toml:10:28
   |
10 | limit = { cap = \"1\", per = \"round\", own = true }
   |                            ^^^^^^^ not the span of turns
",
    );
}

#[test]
fn an_own_limit_of_turns() {
    check(
        r#"
[[rule.activity]]
id = "frighten"
cost = "1A"
limit = { cap = "1", per = "turn", own = true }
"#,
        "",
    );
}

#[test]
fn a_tag_that_no_activity_has() {
    check(
        r#"
[[rule.bar]]
on = ["tag:atack", "cost:Q"]
when = "actor.has(guarded)"
"#,
        "\
error[E019 unknown-activity]: no activity has the tag `atack`
 --> rules/b.toml:8:7
  |
8 | on = [\"tag:atack\", \"cost:Q\"]
  |       ^^^^^^^^^^^ matches nothing
  |
  = help: did you mean \"tag:attack\"?

error[E019 unknown-activity]: no activity costs only `Q`
 --> rules/b.toml:8:20
  |
8 | on = [\"tag:atack\", \"cost:Q\"]
  |                    ^^^^^^^^ matches nothing
  |
  = help: did you mean \"cost:A\"?
",
    );
}

#[test]
fn a_price_that_no_activity_has() {
    let bar = "[[rule.bar]]\non = [\"cost:B\"]\nwhen = \"actor.has(guarded)\"\n";
    let base = "[[rule.base]]\nid = \"B\"\nname = \"bonus action\"\n";
    let said = said_of(&[BASE, &format!("{RULE}{bar}{base}")]);
    assert!(said.contains("no activity costs only `B`"), "{said}");
    // It is spelt right.
    assert!(!said.contains("did you mean"), "{said}");
}

#[test]
fn a_number_of_each_side_where_no_side_is_at_hand() {
    check(
        r#"
[[rule.on]]
span = "round"
edge = "begin"
do = [{ variable = { id = "command", to = "1" } }]
"#,
        "\
error[E032 unknown-input]: `command` is a number of each side, and no side is at hand
  --> rules/b.toml:10:27
   |
10 | do = [{ variable = { id = \"command\", to = \"1\" } }]
   |                           ^^^^^^^^^ whose?
   |
   = help: give the handler each = \"side\", \"combatant\" or \"actor\"
",
    );
    let said = said_of_somebody("[variables]\ncommand = \"2\"");
    let first = said.lines().next();
    assert_eq!(first, Some("error[E005 invalid-value]: `command` is a number of each side"));
}
