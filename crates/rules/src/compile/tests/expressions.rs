//! Expressions.

use super::check;

#[test]
fn a_number_of_each_side() {
    check(
        r#"
[[rule.on]]
span = "round"
edge = "end"
do = [{ when = "command > 0", say = "One of you commands." }]
"#,
        "\
error[E031 expression-type]: no input named \"command\"
  --> rules/b.toml:10:17
   |
10 | do = [{ when = \"command > 0\", say = \"One of you commands.\" }]
   |                 ^^^^^^^ here
   |
   = help: this is a number of each side: write command-of(reds)
",
    );
}

#[test]
fn a_side_that_is_not_fixed() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "command-of(actor.side) > 0"
"#,
        "\
error[E030 expression-syntax]: a word stands in brackets, and nothing that has a value
 --> rules/b.toml:9:25
  |
9 | when = \"command-of(actor.side) > 0\"
  |                         ^ here
  |
  = help: choose by a condition: if … then … else …, with one word in each
",
    );
}

#[test]
fn ampersands() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "actor.hp > 0 && actor.hp < 3"
"#,
        "\
error[E030 expression-syntax]: expected an operator or the end, found \"&\"
 --> rules/b.toml:9:22
  |
9 | when = \"actor.hp > 0 && actor.hp < 3\"
  |                      ^ here
  |
  = help: write and
",
    );
}

#[test]
fn an_exclamation_mark() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "!actor.has(guarded)"
"#,
        "\
error[E030 expression-syntax]: expected a value, found \"!\"
 --> rules/b.toml:9:9
  |
9 | when = \"!actor.has(guarded)\"
  |         ^ here
  |
  = help: write not, or != between two values
",
    );
}

#[test]
fn a_remainder() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "actor.hp % 2 == 0"
"#,
        "\
error[E030 expression-syntax]: expected an operator or the end, found \"%\"
 --> rules/b.toml:9:18
  |
9 | when = \"actor.hp % 2 == 0\"
  |                  ^ here
  |
  = help: there is no sign for what remains: a - a / 4 * 4
",
    );
}

#[test]
fn a_fraction() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "actor.hp > 0.5"
"#,
        "\
error[E030 expression-syntax]: expected a whole number, found \"0.5\"
 --> rules/b.toml:9:20
  |
9 | when = \"actor.hp > 0.5\"
  |                    ^^^ here
  |
  = help: there are no fractions: multiply first, divide last
",
    );
}

#[test]
fn quotes() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "option(trade) == 'on'"
"#,
        "\
error[E030 expression-syntax]: expected a value, found \"\\'\"
 --> rules/b.toml:9:26
  |
9 | when = \"option(trade) == 'on'\"
  |                          ^ here
  |
  = help: words stand without quotes
",
    );
}

#[test]
fn dice_in_an_expression() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "1d6 > actor.hp"
"#,
        "\
error[E030 expression-syntax]: expected a whole number, found \"1d6\"
 --> rules/b.toml:9:9
  |
9 | when = \"1d6 > actor.hp\"
  |         ^^^ here
  |
  = help: a step rolls it, roll = { dice = \"1d6\", into = \"a\" }; here stands a
",
    );
}

#[test]
fn nobodys_number() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "hp > 0"
"#,
        "\
error[E031 expression-type]: no input named \"hp\"
 --> rules/b.toml:9:9
  |
9 | when = \"hp > 0\"
  |         ^^ here
  |
  = help: whose? write actor.hp
",
    );
}

#[test]
fn a_capital_letter() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "True"
"#,
        "\
error[E031 expression-type]: no input named \"True\"
 --> rules/b.toml:9:9
  |
9 | when = \"True\"
  |         ^^^^ here
  |
  = help: write true
",
    );
}

#[test]
fn a_line_elsewhere() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "acting.hp > 0"
"#,
        "\
error[E031 expression-type]: no input named \"acting.hp\"
 --> rules/b.toml:9:9
  |
9 | when = \"acting.hp > 0\"
  |         ^^^^^^^^^ here
  |
  = help: `acting` is there along a line only: the last span has repeat = \"line\" then
",
    );
}

#[test]
fn an_option_far_off() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "option(handel) == on"
"#,
        "\
error[E031 expression-type]: no option named \"handel\"
 --> rules/b.toml:9:16
  |
9 | when = \"option(handel) == on\"
  |                ^^^^^^ here
  |
  = help: known here: trade
",
    );
}

#[test]
fn a_condition_of_nobody() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "has(guarded)"
"#,
        "\
error[E031 expression-type]: nothing to call named \"has\"
 --> rules/b.toml:9:9
  |
9 | when = \"has(guarded)\"
  |         ^^^ here
  |
  = help: of whom? write actor.has(…)
",
    );
}

#[test]
fn a_tag_slipped() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "answers(atack)"
"#,
        "\
error[E031 expression-type]: no tag named \"atack\"
 --> rules/b.toml:9:17
  |
9 | when = \"answers(atack)\"
  |                 ^^^^^ here
  |
  = help: did you mean \"attack\"?
",
    );
}

#[test]
fn divided_by_nothing() {
    check(
        r#"
[[rule.bar]]
on = ["strike"]
when = "actor.hp / 0 > 1"
"#,
        "\
error[E031 expression-type]: nothing is divided by 0
 --> rules/b.toml:9:20
  |
9 | when = \"actor.hp / 0 > 1\"
  |                    ^ here
  |
  = help: what is divided by 0 would always be 0
",
    );
}

#[test]
fn a_number_of_play_while_setting_up() {
    check(
        r#"
[[rule.slot]]
id = "x"
cap = "command"
per = "turn"
"#,
        "\
error[E031 expression-type]: no input named \"command\"
 --> rules/b.toml:9:8
  |
9 | cap = \"command\"
  |        ^^^^^^^ here
  |
  = help: this is read while setting up, when nothing has a value yet but options
",
    );
}
