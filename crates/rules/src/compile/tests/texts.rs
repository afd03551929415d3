//! Texts with names and numbers in braces.

use super::{check, with_somebody};
use crate::diagnostic::Colors;
use crate::text::{Piece, Text};

#[test]
fn a_number_that_is_not_known() {
    check(
        r#"
[[rule.activity]]
id = "hit"
cost = "1A"
target = "foe"
do = [{ say = "{actor} hits {target} ({target.armour})." }]
"#,
        "\
error[E031 expression-type]: no input named \"target.armour\"
  --> rules/b.toml:11:40
   |
11 | do = [{ say = \"{actor} hits {target} ({target.armour}).\" }]
   |                                        ^^^^^^^^^^^^^ here
   |
   = help: did you mean \"target.number\"?
",
    );
}

#[test]
fn a_brace_without_its_other_one() {
    check(
        r#"
[[rule.activity]]
id = "hit"
cost = "1A"
do = [{ say = "{actor} hits {nobody" }]
"#,
        "\
error[E030 expression-syntax]: this brace has no other one
  --> rules/b.toml:10:29
   |
10 | do = [{ say = \"{actor} hits {nobody\" }]
   |                             ^ here
   |
   = help: a brace as such is written twice
",
    );
}

#[test]
fn conditions_only_know_who_has_them() {
    check(
        r#"
[[rule.condition]]
id = "stunned"
comes = "{target} is stunned."
[[rule.activity]]
id = "stun"
cost = "1A"
do = [{ mark = { who = "actor", condition = "stunned" } }]
"#,
        "\
error[E005 invalid-value]: only `{who}` can stand in braces here
 --> rules/b.toml:9:11
  |
9 | comes = \"{target} is stunned.\"
  |           ^^^^^^ not known here
",
    );
}

/// Numbers with words are shown as words; those of a variant use its own values.
#[test]
fn words_in_place_of_numbers() {
    let elements = r#"
[[rule.attribute]]
id = "sort"
default = "0"
fixed = true
values = { 1 = "fire", 2 = "cold" }

[[rule.activity]]
id = "burn"
cost = "1A"
do = [{ say = "{actor} deals {actor.sort}." }]
"#;
    let written = "grants = \"1A\"\n[[combatant.activity]]\nid = \"chill\"\nlike = \"burn\"\n\
                   with = { sort = \"2\" }\n";
    let (compiled, _) = with_somebody(elements, written)
        .unwrap_or_else(|(report, files)| panic!("{}", report.render(&files, Colors::Off)));
    let words = |piece: &Piece| match piece {
        Piece::Words(words) => words.clone(),
        Piece::Word { words, .. } => words.join("|"),
        _ => "_".to_owned(),
    };
    let said = |text: &Text| text.pieces.iter().map(words).collect::<String>();
    let said: Vec<String> = compiled.names.texts.iter().map(said).collect();
    assert!(said.contains(&"_ deals |fire|cold.".to_owned()), "{said:?}");
    assert!(said.contains(&"_ deals cold.".to_owned()), "{said:?}");
}

#[test]
fn words_for_what_is_no_number() {
    check(
        r#"
[[rule.attribute]]
id = "sort"
default = "0"
values = { fire = "1" }

[[rule.activity]]
id = "burn"
cost = "1A"
do = [{ say = "{actor} deals {actor.sort}." }]
"#,
        "\
error[E005 invalid-value]: a number from 0 to 255 is wanted here, and its word behind it
  --> rules/b.toml:10:12
   |
10 | values = { fire = \"1\" }
   |            ^^^^ not such a number
",
    );
}
