use serde::Deserialize;
use serde_json::Value;

use super::{Expanded, expand, filled_texts, from_table};

/// Checks the elements that the list `e` of a text becomes, as lines of JSON.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let Expanded { table, alone, problems, .. } = expand(text).expect("it is TOML");
    assert_eq!(problems, []);
    let read: Value = from_table(table, &alone).expect("it can be read");
    let elements = read["e"].as_array().into_iter().flatten();
    assert_eq!(elements.map(Value::to_string).collect::<Vec<_>>(), expected);
}

/// Checks the first mistake of a text: its message, its place, its advice.
#[track_caller]
fn wrong(text: &str, message: &str, place: &str, help: &str) {
    let problem = expand(text).expect("it is TOML").problems.remove(0);
    assert_eq!(problem.message, message);
    assert_eq!(&text[problem.span.clone()], place);
    assert_eq!(problem.help.unwrap_or_default(), help);
}

#[test]
fn each_combination_makes_an_element_the_first_parameter_slowest() {
    check(
        r#"
[[e]]
id = "before"
[[e]]
for = { kind = ["fire", "cold"], a1 = [1, 2] }
id = "{kind}-{a1}"
[[e]]
id = "after"
"#,
        &[
            r#"{"id":"before"}"#,
            r#"{"id":"fire-1"}"#,
            r#"{"id":"fire-2"}"#,
            r#"{"id":"cold-1"}"#,
            r#"{"id":"cold-2"}"#,
            r#"{"id":"after"}"#,
        ],
    );
}

#[test]
fn values_and_keys_at_any_depth_are_filled_in() {
    check(
        r#"
[[e]]
for = { n = [3] }
do = [{ all = [{ set = { to = "{n} + {n}" } }] }]
[e."k{n}"]
"{n}" = ["x", "{n}d6"]
"#,
        &[r#"{"do":[{"all":[{"set":{"to":"3 + 3"}}]}],"k3":{"3":["x","3d6"]}}"#],
    );
}

#[test]
fn fields_of_tables_go_together() {
    let expected = [r#"{"id":"trample","rank":"72+"}"#, r#"{"id":"leap","rank":"11+"}"#];
    check(
        r#"
[[e]]
for = { card = [{ name = "trample", rank = 72 }, { rank = 11, name = "leap" }] }
id = "{card.name}"
rank = "{card.rank}+"
"#,
        &expected,
    );
    check(
        r#"
[[e]]
id = "{card.name}"
rank = "{card.rank}+"
[[e.for.card]]
name = "trample"
rank = 72
[[e.for.card]]
name = "leap"
rank = 11
"#,
        &expected,
    );
}

#[test]
fn other_braces_stay() {
    check(
        r#"
[[e]]
for = { n = [2] }
say = "{actor} {target.ac} {n.x} {{n}} {{{n}}} {+{n}} {target.hp - {n}} {n {n} } {"
"#,
        &[r#"{"say":"{actor} {target.ac} {n.x} {{n}} {{2}} {+2} {target.hp - 2} {n 2 } {"}"#],
    );
}

#[test]
fn elements_of_inner_lists_may_stand_for_many_too() {
    check(
        r#"
[[e]]
id = "all"
do = [{ for = { n = [1, 2] }, say = "{n}" }, { say = "{n}" }]
"#,
        &[r#"{"do":[{"say":"1"},{"say":"2"},{"say":"{n}"}],"id":"all"}"#],
    );
}

#[test]
fn a_parameter_alone_is_read_as_its_place_asks() {
    #[derive(Debug, Deserialize)]
    struct File {
        e: Vec<Element>,
    }
    #[derive(Debug, Deserialize)]
    struct Element {
        text: String,
        number: Option<i32>,
        large: u64,
        truth: bool,
    }
    let read = |text: &str| {
        let Expanded { table, alone, .. } = expand(text).expect("it is TOML");
        from_table::<File>(table, &alone)
    };
    let text = r#"
[[e]]
for = { n = [7], t = [true], word = ["7"] }
text = "{n}"
number = "{n}"
large = "{n}"
truth = "{t}"
other = "{word}"
"#;
    let file = read(text).expect("it can be read");
    let Element { text: shown, number, large, truth } = &file.e[0];
    assert_eq!((shown.as_str(), *number, *large, *truth), ("7", Some(7), 7, true));
    let wrong = |from: &str, to: &str| read(&text.replace(from, to)).unwrap_err().message;
    let refused = "invalid type: string \"7\", expected i32";
    assert_eq!(wrong("number = \"{n}\"", "number = \"{word}\""), refused);
    assert_eq!(
        wrong("large = \"{n}\"", "large = \"{n}0\""),
        "invalid type: string \"70\", expected u64"
    );
}

#[test]
fn texts_with_parameters_are_listed_with_their_places() {
    let text = "[[e]]\nfor = { n = [1, 2] }\nid = \"a{n}\"\nsay = \"b\"\n";
    let filled = filled_texts(text);
    let filled: Vec<_> = filled.iter().map(|(span, it)| (&text[span.clone()], &**it)).collect();
    assert_eq!(filled, [("\"a{n}\"", "a1"), ("\"a{n}\"", "a2")]);
    assert_eq!(filled_texts("[[e]]\nid = \"a{n}\"\n"), []);
    assert_eq!(filled_texts("[[e"), []);
}

#[test]
fn forms_of_for_that_are_wrong() {
    let element = |written: &str| format!("[[e]]\nfor = {written}\nid = \"{{n}}{{x.a}}\"\n");
    let wrong = |written: &str, message: &str, place: &str, help: &str| {
        wrong(&element(written), message, place, help);
    };
    let example = "write for = { level = [1, 2, 3] }";
    wrong("[1, 2]", "`for` is a table of lists, not a list", "[1, 2]", example);
    wrong("{}", "`for` has no parameter", "{}", example);
    wrong("{ n = 3 }", "`n` has a number, not a list", "3", "write n = [...], with all its values");
    wrong(
        "{ n = [] }",
        "`n` has no values, so nothing would be made",
        "[]",
        "list at least one value",
    );
    wrong(
        "{ n = [1.5] }",
        "`n` lists a fraction",
        "1.5",
        "list texts, whole numbers, `true` or `false`",
    );
    let letters = "begin with a letter; letters, digits, `-` and `_` may follow";
    wrong("{ 2n = [1] }", "`2n` is no name of a parameter", "2n", letters);
    wrong("{ n = [{ \"a b\" = 1 }] }", "`a b` is no name of a field", "\"a b\"", letters);
    wrong(
        "{ actor = [1] }",
        "no parameter can be called `actor`",
        "actor",
        "`{actor}` means something else in texts; choose another name",
    );
    wrong(
        "{ a = [1] }",
        "no parameter can be called `a`",
        "a",
        "`{a}` means something else in texts; choose another name",
    );
    wrong(
        "{ n = [1], nn = [2] }",
        "`{nn}` is nowhere in this element",
        "nn",
        "use it, or take it out of `for`: all elements would be the same",
    );
}

#[test]
fn lists_of_tables_that_are_wrong() {
    let element = |written: &str| format!("[[e]]\nfor = {{ n = {written} }}\nid = \"{{n.a}}\"\n");
    let wrong = |written: &str, message: &str, place: &str, help: &str| {
        wrong(&element(written), message, place, help);
    };
    wrong(
        "[{ a = 1, cost = 2 }, { a = 1, cots = 2 }]",
        "the first entry of `n` has no `cots`",
        "cots",
        "give every entry the same fields",
    );
    wrong(
        "[{ a = 1, b = 2 }, { a = 1 }]",
        "this entry of `n` has no `b`",
        "{ a = 1 }",
        "give every entry the same fields",
    );
    wrong("[{ a = 1 }, 2]", "`n` lists tables and plain values", "2", "list values of one form");
    wrong(
        "[{ a = [1] }]",
        "`n` lists a list",
        "[1]",
        "list texts, whole numbers, `true` or `false`",
    );
    wrong("[{ b = 1 }]", "`{n.a}` has no value: write {n.b}", "{n.a}", "");
}

#[test]
fn a_for_in_a_for() {
    wrong(
        "[[e]]\nfor = { n = [1] }\nid = \"{n}\"\n[[e.do]]\nfor = { m = [2] }\nsay = \"{m}\"\n",
        "this element is part of one that has a `for` already",
        "for",
        "give the outer `for` all parameters",
    );
}

#[test]
fn two_keys_that_become_one() {
    wrong(
        "[[e]]\nfor = { n = [1, 2] }\n\"k{n}\" = \"\"\nk1 = \"\"\n",
        "the key `k1` is here twice (for n = 1)",
        "\"k{n}\"",
        "give each key a parameter that makes it different",
    );
}

#[test]
fn at_most_1000_combinations_and_16_mb() {
    let list = |count: usize| (0..count).map(|it| format!("{it}")).collect::<Vec<_>>().join(",");
    let of = |one: usize, two: usize| {
        let (one, two) = (list(one), list(two));
        format!("[[e]]\nfor = {{ x = [{one}], y = [{two}] }}\nid = \"{{x}} {{y}}\"\n")
    };
    let made = |text: &str| {
        let expanded = expand(text).expect("it is TOML");
        (
            expanded.problems,
            expanded.table.get_ref()["e"].get_ref().as_array().map_or(0, |e| e.len()),
        )
    };
    assert_eq!(made(&of(40, 25)), (vec![], 1000));
    let (problems, count) = made(&of(7, 143));
    assert_eq!(
        (problems[0].message.as_str(), count),
        ("`for` makes more than 1,000 elements: 7 times 143", 0)
    );
    let long = "x".repeat(20_000);
    let text = format!("[[e]]\nfor = {{ n = [{}] }}\nid = \"{{n}}{long}\"\n", list(1000));
    assert_eq!(
        made(&text).0[0].message,
        "the elements that `for` makes of this file are too much text"
    );
    let text = format!("[[e]]\nfor = {{ n = [\"{long}\"] }}\nid = \"{}\"\n", "{n}".repeat(90_000));
    assert_eq!(made(&text).0.len(), 1);
}
