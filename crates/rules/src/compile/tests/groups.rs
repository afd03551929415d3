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
        "\
error[E005 invalid-value]: the group `helpless` has no conditions
 --> rules/b.toml:8:6
  |
8 | id = \"helpless\"
  |      ^^^^^^^^^^ name some in `any`

error[E006 duplicate-name]: `guarded` is a condition and a group of conditions
  --> rules/b.toml:12:6
   |
12 | id = \"guarded\"
   |      ^^^^^^^^^ give it another name

error[E017 unknown-condition]: there is no condition called `gaurded`
  --> rules/b.toml:13:8
   |
13 | any = [\"gaurded\"]
   |        ^^^^^^^^^ unknown condition
   |
   = help: did you mean \"guarded\"?
",
    );
}

#[test]
fn a_group_asked_of_nobody_or_added_to_somebody() {
    check(
        r#"
[[rule.condition]]
id = "dazed"

[[rule.condition_group]]
id = "helpless"
any = ["dazed"]

[[rule.bar]]
on = ["all"]
when = "tagret.has(helpless)"

[[rule.clears]]
conditions = ["helpless"]
at = "turn"
"#,
        "\
error[E031 expression-type]: nothing to call named \"tagret.has\"
  --> rules/b.toml:16:9
   |
16 | when = \"tagret.has(helpless)\"
   |         ^^^^^^^^^^ here
   |
   = help: did you mean \"target.has\"?

error[E017 unknown-condition]: `helpless` is a group of conditions
  --> rules/b.toml:19:15
   |
19 | conditions = [\"helpless\"]
   |               ^^^^^^^^^^ not a condition
   |
   = help: name one of them: dazed
",
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
        "\
error[E019 unknown-activity]: no activity has the tag `manoeuvre`
 --> rules/b.toml:8:7
  |
8 | on = [\"tag:manoeuvre\"]
  |       ^^^^^^^^^^^^^^^ matches nothing
  |
  = help: known here: tag:attack
",
    );
}
