//! Variants of activities.

use super::check;

#[test]
fn like_something_that_is_not_there() {
    check(
        r#"
[[rule.activity]]
id = "longsword"
like = "hewng"

[[rule.activity]]
id = "hewing"
cost = "1A"
"#,
        "\
error[E019 unknown-activity]: there is no activity called `hewng`
 --> rules/b.toml:9:8
  |
9 | like = \"hewng\"
  |        ^^^^^^^ unknown activity
  |
  = help: did you mean \"hewing\"?
",
    );
}

#[test]
fn like_itself_in_a_circle() {
    check(
        r#"
[[rule.activity]]
id = "longsword"
like = "greatsword"

[[rule.activity]]
id = "greatsword"
like = "longsword"
"#,
        "\
error[E005 invalid-value]: `longsword` is like itself
 --> rules/b.toml:8:6
  |
8 | id = \"longsword\"
  |      ^^^^^^^^^^^ variants in a circle
  |
  = help: it is like greatsword, which is like longsword

error[E005 invalid-value]: `greatsword` is like itself
  --> rules/b.toml:12:6
   |
12 | id = \"greatsword\"
   |      ^^^^^^^^^^^^ variants in a circle
   |
   = help: it is like longsword, which is like greatsword
",
    );
}

#[test]
fn what_it_replaces_is_not_there_or_out_of_range() {
    check(
        r#"
[[rule.dice]]
id = "weapon"
default = "1d4"

[[rule.activity]]
id = "hewing"
do = [{ roll = { dice = "actor.weapon", into = "a" } }]

[[rule.activity]]
id = "longsword"
like = "hewing"
with = { weapn = "1d8", hp = "40000", weapon = "d" }
"#,
        "\
error[E018 unknown-attribute]: there is no attribute or die called `weapn`
  --> rules/b.toml:18:10
   |
18 | with = { weapn = \"1d8\", hp = \"40000\", weapon = \"d\" }
   |          ^^^^^ unknown attribute or die
   |
   = help: did you mean \"weapon\"?

error[E005 invalid-value]: a whole number from -32768 to 32767 is wanted
  --> rules/b.toml:18:30
   |
18 | with = { weapn = \"1d8\", hp = \"40000\", weapon = \"d\" }
   |                              ^^^^^^^ not such a number

error[E034 dice-syntax]: expected the number of sides or \"%\", found the end
  --> rules/b.toml:18:50
   |
18 | with = { weapn = \"1d8\", hp = \"40000\", weapon = \"d\" }
   |                                                  ^ here
",
    );
}

#[test]
fn what_nothing_reads() {
    check(
        r#"
[[rule.dice]]
id = "weapon"
default = "1d4"

[[rule.activity]]
id = "hewing"
do = [{ roll = { dice = "actor.weapon", into = "a" } }]

[[rule.activity]]
id = "longsword"
like = "hewing"
with = { weapon = "1d8", hp = "3" }
"#,
        "\
warning[E057 never-used]: `hewing` does not read `hp`
  --> rules/b.toml:18:26
   |
18 | with = { weapon = \"1d8\", hp = \"3\" }
   |                          ^^ changes nothing
   |
   = help: leave it out, or write what `hewing` reads of its actor
",
    );
}

#[test]
fn what_it_takes_from_its_base() {
    check(
        r#"
[[rule.activity]]
id = "hewing"
cost = "1A"
limit = { cap = "1", per = "round" }

[[rule.activity]]
id = "longsword"
like = "hewing"
cost = "2A"
immediate = true
limit = { cap = "1", per = "round" }

[[rule.activity]]
id = "walk"
with = { hp = "1" }
"#,
        "\
error[E005 invalid-value]: a variant takes `cost`, `immediate` from what it is like
  --> rules/b.toml:13:6
   |
13 | id = \"longsword\"
   |      ^^^^^^^^^^^ this variant
   |
   = help: beside `like` it may say `id`, `name`, `with`, `tags` and `limit`

error[E005 invalid-value]: `hewing` has a limit already
  --> rules/b.toml:17:17
   |
17 | limit = { cap = \"1\", per = \"round\" }
   |                 ^^^ a second one
   |
   = help: a variant shares the limit of its base

error[E004 missing-key]: `with` needs `like`: the activity whose numbers it replaces
  --> rules/b.toml:21:10
   |
21 | with = { hp = \"1\" }
   |          ^^ like what?
",
    );
}
