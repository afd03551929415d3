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
        "",
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
        "",
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
        "",
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
        "",
    );
}
