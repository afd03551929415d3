//! Groups of conditions, and limits on several activities.

use super::check;

#[test]
fn a_group_that_stands_for_nothing_or_for_something_unknown() {
    check(
        r#"
[[rule.condition_group]]
id = "helpless"
any = []

[[rule.condition_group]]
id = "guarded"
any = ["gaurded"]

[[rule.bar]]
on = ["all"]
when = "actor.has(helpless) or actor.has(guarded)"
"#,
        "",
    );
}

#[test]
fn a_limit_on_no_activity() {
    check(
        r#"
[[rule.limit]]
on = ["tag:manoeuvre"]
cap = "1"
per = "turn"
"#,
        "",
    );
}
