//! Values and places that are refused while loading instead of doing something else in play.

use super::check;

#[test]
fn constants_that_cannot_be_kept() {
    check(
        r#"
[[rule.activity]]
id = "walk"
do = [
    { set = { attribute = "actor.hp", to = "20000 * 2" } },
    { add = { attribute = "actor.hp", by = "-40000" } },
]
"#,
        "\
error[E005 invalid-value]: 40000 cannot be kept: numbers go from -32768 to 32767
  --> rules/b.toml:10:44
   |
10 |     { set = { attribute = \"actor.hp\", to = \"20000 * 2\" } },
   |                                            ^^^^^^^^^^^ out of range

error[E005 invalid-value]: -40000 cannot be kept: numbers go from -32768 to 32767
  --> rules/b.toml:11:44
   |
11 |     { add = { attribute = \"actor.hp\", by = \"-40000\" } },
   |                                            ^^^^^^^^ out of range
",
    );
}

#[test]
fn the_end_of_a_turn_where_none_goes_on() {
    check(
        r#"
[[rule.on]]
span = "round"
edge = "begin"
do = [{ all = [{ end_turn = true }] }]

[[rule.on]]
span = "turn"
edge = "begin"
do = [{ end_turn = true }]
"#,
        "\
error[E005 invalid-value]: `end_turn` has no turn to end here
  --> rules/b.toml:10:29
   |
10 | do = [{ all = [{ end_turn = true }] }]
   |                             ^^^^ no turn goes on at this edge
   |
   = help: a handler can end a turn only where one begins
",
    );
}

#[test]
fn a_price_in_a_currency() {
    check(
        r#"
[[rule.base]]
id = "G"
name = "gold"
currency = true

[[rule.convert]]
from = "1G"
to = "1A"

[[rule.activity]]
id = "buy"
cost = "2G"
"#,
        "\
error[E044 price-unpayable]: nothing can cost `G`: it is a currency
  --> rules/b.toml:18:8
   |
18 | cost = \"2G\"
   |        ^^^^ a currency only pays for conversions
   |
   = help: write the price in what `G` buys, or drop `currency = true`
",
    );
}

#[test]
fn dice_where_a_number_is_wanted() {
    check(
        r#"
[[rule.dice]]
id = "weapon"
default = "1d8"

[[rule.activity]]
id = "walk"
do = [{ add = { attribute = "actor.hp", by = "-actor.weapon" } }]
"#,
        "\
error[E031 expression-type]: no input named \"actor.weapon\"
  --> rules/b.toml:13:48
   |
13 | do = [{ add = { attribute = \"actor.hp\", by = \"-actor.weapon\" } }]
   |                                                ^^^^^^^^^^^^ here
   |
   = help: `weapon` is a die; throw it with roll = { dice = \"actor.weapon\", into = \"a\" }
",
    );
}
