//! Kinds and amounts.

use super::{check, with_somebody};

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
fn the_slot_of_a_part_where_there_is_none() {
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
do = [{ allow = { who = "actor", slot = "moves@mouth", cap = "2" } }]
"#,
        "\
error[E015 unknown-slot]: moves is not one for each body part
  --> rules/b.toml:16:41
   |
16 | do = [{ allow = { who = \"actor\", slot = \"moves@mouth\", cap = \"2\" } }]
   |                                         ^^^^^^^^^^^^^ no such slot
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

#[test]
fn conditions_that_many_kinds_would_bring() {
    check(
        r#"
[[rule.condition]]
id = "used"

[[rule.slot]]
id = "acts"
cap = "2"
per = "round"

[[rule.fills]]
kind = "A@*"
slots = ["acts"]
marks = ["used"]

[[rule.activity]]
id = "walk"
cost = "1A"
requires = ["used"]
"#,
        "\
error[E005 invalid-value]: conditions are brought by one kind, not by all of a pattern
  --> rules/b.toml:16:8
   |
16 | kind = \"A@*\"
   |        ^^^^^ several kinds
",
    );
}

/// A kind that fills a slot twice takes two of its uses, so that with one there is no room for it.
#[test]
fn a_slot_named_twice_takes_two_uses() {
    for (cap, fits) in [(1, false), (2, true)] {
        let elements = format!(
            r#"
[[rule.slot]]
id = "acts"
cap = "{cap}"
per = "round"

[[rule.fills]]
kind = "A"
slots = ["acts", "acts"]
"#
        );
        let compiled = with_somebody(&elements, "grants = \"1A\"");
        let Ok((compiled, _)) = compiled else { panic!("it does not load") };
        let sheet = &compiled.game.sheets[0];
        let slot = sheet.slots.first().expect("it is limited");
        let mut room = kernel::SlotUses::default();
        let kernel::SlotIndex::Counted(at) = slot.index else { panic!("it is not counted") };
        room.set_count(at.into(), slot.cap.into());
        assert!(sheet.recipes.iter().all(|recipe| room.fits(&recipe.fill) == fits), "{cap}");
    }
}

/// Only one of the prices without `while` is offered, however many there are.
#[test]
fn more_prices_than_stand_side_by_side() {
    let price =
        |number: usize, key: &str| format!("{{ {key} = \"actor.hp == {number}\", cost = \"1A\" }}");
    let activity = |key: &str| {
        let prices: Vec<String> = (0..20).map(|number| price(number, key)).collect();
        format!(
            "[[rule.activity]]\nid = \"walk\"\ncosts = [{}]\ncost = \"1A\"\n",
            prices.join(", ")
        )
    };
    check(&activity("when"), "");
    let said = super::said_of(&[super::BASE, &format!("{}{}", super::RULE, activity("while"))]);
    assert!(said.contains("at most 15 prices of one activity"), "{said}");
}
