//! Variants of activities.

use super::{check, with_somebody};
use crate::diagnostic::Colors;

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

/// Each variant counts its own uses, up to its own number of them.
#[test]
fn a_limit_for_each_variant() {
    let elements = r#"
[[rule.attribute]]
id = "uses"
default = "0"
fixed = true

[[rule.activity]]
id = "power"
who = "listed"
cost = "1A"
limit = { cap = "if actor.uses > 0 then actor.uses else 127", per = "round", each = true }
"#;
    let written = r#"
grants = "1A"
[[combatant.activity]]
id = "breath"
like = "power"
with = { uses = "1" }

[[combatant.activity]]
id = "gaze"
like = "power"
with = { uses = "3" }

[[combatant.activity]]
id = "roar"
like = "power"

[[combatant.activity]]
id = "howl"
like = "power"
limit = { cap = "2", per = "round" }
"#;
    let (compiled, _) = with_somebody(elements, written)
        .unwrap_or_else(|(report, files)| panic!("{}", report.render(&files, Colors::Off)));
    let slots = &compiled.game.sheets[0].slots;
    let of = |name: &str| {
        let fits = |slot: &&kernel::Slot| compiled.names.slots[slot.id.index()] == name;
        slots.iter().find(fits).map(|slot| slot.cap)
    };
    assert_eq!(
        (of("breath"), of("gaze"), of("roar"), of("howl")),
        (Some(1), Some(3), None, Some(2))
    );
}
