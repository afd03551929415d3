//! Kinds and amounts.

use super::check;

#[test]
fn amounts_without_a_plus() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1A 1A"
"#,
        "\
error[E040 amount-syntax]: `A 1A` is no kind of action
 --> rules/b.toml:9:9
  |
9 | cost = \"1A 1A\"
  |         ^^^^^ several words
  |
  = help: amounts are joined by +, such as 1A+1M
",
    );
}

#[test]
fn one_amount_or_the_other() {
    check(
        r#"
[[rule.convert]]
from = "1A or 2A"
to = "1A"
"#,
        "\
error[E040 amount-syntax]: an amount leaves nothing to choose
 --> rules/b.toml:8:9
  |
8 | from = \"1A or 2A\"
  |         ^^^^^^^^ one or the other
  |
  = help: write one conversion for each way, or one entry of `costs` for each price
",
    );
}

#[test]
fn a_kind_nobody_declares() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1Q"
"#,
        "\
error[E013 unknown-kind]: there is no kind of action `Q`
 --> rules/b.toml:9:9
  |
9 | cost = \"1Q\"
  |         ^^ unknown
  |
  = help: known here: A
",
    );
}

#[test]
fn no_prefix_at_all() {
    check(
        r#"
[[rule.activity]]
id = "walk"
cost = "1QA"
"#,
        "\
error[E014 unknown-prefix]: `Q` in `QA` is no prefix
 --> rules/b.toml:9:9
  |
9 | cost = \"1QA\"
  |         ^^^ unknown prefix
  |
  = help: this ruleset has no prefixes
",
    );
}

#[test]
fn a_cap_that_is_fixed() {
    check(
        r#"
[[rule.slot]]
id = "moves"
cap = "1"
per = "round"

[[rule.activity]]
id = "walk"
cost = "1A"
fills = ["moves"]
do = [{ allow = { who = "actor", slot = "moves", cap = "2" } }]
"#,
        "\
error[E005 invalid-value]: the cap of moves is fixed
  --> rules/b.toml:16:41
   |
16 | do = [{ allow = { who = \"actor\", slot = \"moves\", cap = \"2\" } }]
   |                                         ^^^^^^^ cannot be raised
   |
   = help: write `flexible = true` where the slot is declared
",
    );
}

#[test]
fn what_is_filled_said_twice() {
    check(
        r#"
[[rule.slot]]
id = "acts"
cap = "2"
per = "round"

[[rule.slot]]
id = "all"
cap = "3"
per = "round"

[[rule.fills]]
kind = "A"
slots = ["acts"]

[[rule.fills]]
kind = "A"
slots = ["all"]
"#,
        "\
error[E006 duplicate-name]: what A fills is said twice, and not alike
  --> rules/b.toml:22:8
   |
22 | kind = \"A\"
   |        ^^^ said again here
   |
   = help: list all slots in one `fills`, or give each its own `when`
",
    );
}
