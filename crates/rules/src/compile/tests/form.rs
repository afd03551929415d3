//! Rules as written.

use super::{BASE, RULE, check, said_of};

#[test]
fn a_kind_nobody_knows() {
    let said = said_of(&[BASE, &RULE.replace("mechanic", "mecanic")]);
    assert!(
        said == "\
error[E025 unknown-variant]: there is no kind of rule called `mecanic`
 --> rules/b.toml:3:8
  |
3 | kind = \"mecanic\"
  |        ^^^^^^^^^ unknown kind
  |
  = help: did you mean \"mechanic\"?
  = help: the kinds are mechanic, table, option, adjudicated, example, definition, advice, converter
",
        "{said}"
    );
}

#[test]
fn an_id_of_another_ruleset() {
    let said = said_of(&[BASE, &RULE.replace("s.more", "t.more")]);
    assert!(
        said == "\
error[E005 invalid-value]: the id t.more does not begin with `s.`
 --> rules/b.toml:2:6
  |
2 | id = \"t.more\"
  |      ^^^^^^^^ this id
  |
  = help: all ids of a ruleset begin with the `prefix` of its ruleset.toml: s.t.more
",
        "{said}"
    );
}

#[test]
fn an_id_with_a_space() {
    let said = said_of(&[BASE, &RULE.replace("s.more", "s.more Walking")]);
    assert!(
        said == "\
error[E005 invalid-value]: `s.more Walking` is no id of a rule
 --> rules/b.toml:2:6
  |
2 | id = \"s.more Walking\"
  |      ^^^^^^^^^^^^^^^^ this id
  |
  = help: an id is made of words of small letters, digits and hyphens, joined by dots
",
        "{said}"
    );
}

#[test]
fn no_wording() {
    let said = said_of(&[BASE, &RULE.replace("More.", "")]);
    assert!(
        said == "\
error[E005 invalid-value]: s.more has no wording
 --> rules/b.toml:5:8
  |
5 | says = \"\"
  |        ^^ say what the rule is
",
        "{said}"
    );
}

#[test]
fn through_each_other() {
    let said = said_of(&[
        BASE,
        &format!(
            "{RULE}through = [\"s.again\"]\n\n{}through = [\"s.more\"]",
            RULE.replace("s.more", "s.again")
        ),
    ]);
    assert!(
        said == "\
error[E055 through-cycle]: s.more is in force through itself, by way of others
 --> rules/b.toml:2:6
  |
2 | id = \"s.more\"
  |      ^^^^^^^^ part of the circle
",
        "{said}"
    );
}

#[test]
fn one_bracket() {
    let said = said_of(&["[rule]\nid = \"s.a\"\n\n[rule]\nid = \"s.b\"\n"]);
    assert!(
        said == "\
error[E001 toml-syntax]: duplicate key
 --> rules/a.toml:4:2
  |
4 | [rule]
  |  ^^^^
  |
  = help: a file has many rules: write [[rule]], in two brackets
",
        "{said}"
    );
}

#[test]
fn an_element_before_its_rule() {
    let said = said_of(&[&format!("[[rule.base]]\nid = \"B\"\nname = \"bonus\"\n\n{RULE}")]);
    assert!(
        said == "\
error[E001 toml-syntax]: duplicate key
 --> rules/a.toml:5:3
  |
5 | [[rule]]
  |   ^^^^
  |
  = help: an element stands before the first [[rule]]: begin the file with its rule
",
        "{said}"
    );
}

#[test]
fn a_time_of_nothing() {
    check(
        r#"
[[rule.lasts]]
span = "turns"
seconds = 6
"#,
        "\
error[E016 unknown-span]: there is no span called `turns`
 --> rules/b.toml:8:8
  |
8 | span = \"turns\"
  |        ^^^^^^^ unknown span
  |
  = help: did you mean \"turn\"?
",
    );
}

#[test]
fn a_bar_of_nothing() {
    check(
        r#"
[[rule.bar]]
on = []
when = "actor.has(guarded)"
"#,
        "\
error[E005 invalid-value]: this bars nothing: its `on` is empty
 --> rules/b.toml:9:8
  |
9 | when = \"actor.has(guarded)\"
  |        ^^^^^^^^^^^^^^^^^^^^ in this element
",
    );
}

#[test]
fn a_handler_of_nothing() {
    check(
        r#"
[[rule.on]]
span = "round"
edge = "begin"
do = []
"#,
        "\
error[E005 invalid-value]: this does nothing: its `do` is empty
 --> rules/b.toml:8:8
  |
8 | span = \"round\"
  |        ^^^^^^^ in this element
",
    );
}

#[test]
fn names_that_mean_something_else() {
    check(
        r#"
[[rule.attribute]]
id = "left"
default = "0"

[[rule.variable]]
id = "a"

[[rule.variable]]
id = "round"

[[rule.activity]]
id = "pass"
cost = "1A"
"#,
        "\
error[E029 reserved-name]: no attribute can be called `left`: `actor.left` is something else
 --> rules/b.toml:8:6
  |
8 | id = \"left\"
  |      ^^^^^^ taken already

error[E029 reserved-name]: no variable can be called `a`: that is a register
  --> rules/b.toml:12:6
   |
12 | id = \"a\"
   |      ^^^ taken already

error[E029 reserved-name]: no variable can be called `round`: that is a span of the clock
  --> rules/b.toml:15:6
   |
15 | id = \"round\"
   |      ^^^^^^^ taken already

error[E029 reserved-name]: no activity can be called `pass`: `Ana: pass` is a command of its own
  --> rules/b.toml:18:6
   |
18 | id = \"pass\"
   |      ^^^^^^ taken already
",
    );
}

#[test]
fn words_about_kinds_that_nobody_declares() {
    check(
        r#"
[[rule.prefix]]
id = "Q"
name = "quick"
bare = "C"
fills = "slot haste"

[[rule.prefix]]
id = "W"
name = "slow"
fills = "nothing"

[[rule.part]]
id = "tail"
without = ["M"]

[[rule.preset]]
id = "usual"
grants = "1X"
"#,
        "\
error[E012 unknown-pool]: there is no base called `C`
  --> rules/b.toml:10:8
   |
10 | bare = \"C\"
   |        ^^^ unknown base
   |
   = help: known here: A

error[E015 unknown-slot]: there is no slot called `haste`
  --> rules/b.toml:11:9
   |
11 | fills = \"slot haste\"
   |         ^^^^^^^^^^^^ unknown slot
   |
   = help: no slot is declared

error[E025 unknown-variant]: a prefix fills `own`, `none`, `rest`, `as PREFIX` or `slot NAME`
  --> rules/b.toml:16:9
   |
16 | fills = \"nothing\"
   |         ^^^^^^^^^ none of these

error[E012 unknown-pool]: there is no base called `M`
  --> rules/b.toml:20:12
   |
20 | without = [\"M\"]
   |            ^^^ unknown base
   |
   = help: known here: A

error[E013 unknown-kind]: there is no kind of action `X`
  --> rules/b.toml:24:11
   |
24 | grants = \"1X\"
   |           ^^ unknown
   |
   = help: known here: A
",
    );
}
