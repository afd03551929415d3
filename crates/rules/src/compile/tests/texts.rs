//! Texts with names and numbers in braces.

use super::check;

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
