//! Steps of activities.

use super::check;

#[test]
fn a_target_where_there_is_none() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
do = [
    { when = "target.hp > 0", mark = { who = "target", condition = "guarded" } },
]
"#,
        "\
error[E031 expression-type]: no input named \"target.hp\"
  --> rules/b.toml:11:15
   |
11 |     { when = \"target.hp > 0\", mark = { who = \"target\", condition = \"guarded\" } },
   |               ^^^^^^^^^ here
   |
   = help: the activity is aimed at nobody: say at whom, such as target = \"foe\"

error[E025 unknown-variant]: there is no `target` at this place
  --> rules/b.toml:11:46
   |
11 |     { when = \"target.hp > 0\", mark = { who = \"target\", condition = \"guarded\" } },
   |                                              ^^^^^^^^ nobody
   |
   = help: the activity is aimed at nobody: say at whom, such as target = \"foe\"
",
    );
}

#[test]
fn somebody_who_is_not_there() {
    check(
        r#"
[[rule.on]]
span = "round"
edge = "end"
each = "combatant"
do = [{ unmark = { who = "target", condition = "guarded" } }]
"#,
        "\
error[E025 unknown-variant]: there is no `target` at this place
  --> rules/b.toml:11:26
   |
11 | do = [{ unmark = { who = \"target\", condition = \"guarded\" } }]
   |                          ^^^^^^^^ nobody
   |
   = help: named here: actor
",
    );
}

#[test]
fn two_verbs() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
do = [{ say = "Gone!", unmark = { who = "actor", condition = "guarded" } }]
"#,
        "\
error[E005 invalid-value]: a step does exactly one thing; this one has `say` and `unmark`
  --> rules/b.toml:10:62
   |
10 | do = [{ say = \"Gone!\", unmark = { who = \"actor\", condition = \"guarded\" } }]
   |               ------- `say`                                  ^^^^^^^^^ `unmark`
   |
   = help: make a step of each, or put them into one as `all = [{ … }, { … }]`
",
    );
}

#[test]
fn no_verb() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
do = [{ when = "actor.hp > 0" }]
"#,
        "\
error[E005 invalid-value]: this step says nothing that is done
  --> rules/b.toml:10:16
   |
10 | do = [{ when = \"actor.hp > 0\" }]
   |                ^^^^^^^^^^^^^^ this step
",
    );
}

#[test]
fn a_line_where_there_is_none() {
    check(
        r#"
[[rule.on]]
span = "round"
edge = "begin"
each = "combatant"
do = [{ sort = "actor.hp" }, { skip = { who = "actor" } }]
"#,
        "\
error[E005 invalid-value]: `sort` needs turns along a line
  --> rules/b.toml:11:16
   |
11 | do = [{ sort = \"actor.hp\" }, { skip = { who = \"actor\" } }]
   |                ^^^^^^^^^^ there is no line
   |
   = help: the last span of the clock repeats along one with repeat = \"line\"

error[E005 invalid-value]: `skip` needs turns along a line
  --> rules/b.toml:11:47
   |
11 | do = [{ sort = \"actor.hp\" }, { skip = { who = \"actor\" } }]
   |                                               ^^^^^^^ there is no line
   |
   = help: the last span of the clock repeats along one with repeat = \"line\"
",
    );
}

#[test]
fn again_without_a_roll() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
do = [{ again = "actor.hp > 0" }]
"#,
        "\
error[E005 invalid-value]: `again` repeats a roll, and none comes before it in this list
  --> rules/b.toml:10:17
   |
10 | do = [{ again = \"actor.hp > 0\" }]
   |                 ^^^^^^^^^^^^^^ nothing to roll anew
",
    );
}

#[test]
fn dice_nobody_has() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
do = [{ roll = { dice = "actor.sword", into = "a" } }]
"#,
        "\
error[E018 unknown-attribute]: there are no dice called `sword`
  --> rules/b.toml:10:25
   |
10 | do = [{ roll = { dice = \"actor.sword\", into = \"a\" } }]
   |                         ^^^^^^^^^^^^^ unknown dice
   |
   = help: declare [[rule.dice]] with id = \"sword\" and a default
",
    );
}

#[test]
fn a_sum_of_what_is_no_number() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A"
do = [{ add = { attribute = "actor.hp", by = "actor.has(guarded)" } }]
"#,
        "\
error[E031 expression-type]: this is a boolean, but an integer is wanted here
  --> rules/b.toml:10:46
   |
10 | do = [{ add = { attribute = \"actor.hp\", by = \"actor.has(guarded)\" } }]
   |                                              ^^^^^^^^^^^^^^^^^^^^ wrong type
",
    );
}
