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
",
    );
}
